/**
 * Stored with every observation. To be raised whenever the same answer would give another result. 2: stance instead of
 * the sentiment of words, names in their spellings and in many languages, English alone scored by the rules.
 */
export const EXTRACTION_VERSION = 2;
