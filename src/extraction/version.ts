/**
 * Stored with every observation. Raise it whenever the same answer would give another result. 2: stance instead of the
 * sentiment of words; names in their spellings and in many languages; the rules score only English. 3: endings of more
 * languages; names that are also words, by the names they are compared with. 4: addresses by their first part; frequent
 * words of 57 languages as words; former, claimed and conceded merits; the type of a
 * source's page. 5: marks of platforms by kind; a name that an answer only says it does not know; sources by the page
 * they are.
 */
export const EXTRACTION_VERSION = 5;
