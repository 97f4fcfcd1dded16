/**
 * Stored with every observation. Raise it whenever the same answer would give another result. 2: stance instead of the
 * sentiment of words; names in their spellings and in many languages; the rules score only English.
 */
export const EXTRACTION_VERSION = 2;
