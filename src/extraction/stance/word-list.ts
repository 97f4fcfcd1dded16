/**
 * Words of one weight, apart by white space; phrases apart by commas. A hyphen counts as a space, `a/b` in a phrase
 * is either word, `_` any word, `NAME` a known name.
 */
export interface WordList {
  /** -1 (warning) to 1 (praise). */
  weight: number;
  adjectives?: string;
  /** Adjectives by their degrees: faster, fastest. */
  gradable?: string;
  /** In base form; `+` at the end: the last letter is doubled (win+). */
  verbs?: string;
  /** In the singular. */
  nouns?: string;
  /** In this form only. */
  words?: string;
  phrases?: string;
}
