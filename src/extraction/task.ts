/**
 * Messages between the extraction pool and its threads. A separate file, so that the pool's process does not load the
 * extraction.
 */
import type { NamingSnippet } from './names/phrases-beside.ts';
import type { Answer, Extraction, KnownBrand } from './types.ts';

/** Counts the phrases beside names with `phrasesBeside`. */
export interface PhraseTask {
  snippets: readonly NamingSnippet[];
  progress: SharedArrayBuffer;
}

/** Reads answers. */
export interface Task {
  /** Identifies the content of the lexicon. A key is never reused for other content. */
  key: string;
  answers: Answer[];
  /** Whether each outcome is an Explanation instead of an Extraction. */
  isExplained?: boolean;
  /** The content of the lexicon; sent after a thread has answered MISSING. */
  brands?: KnownBrand[];
  /** Answers with none of these names are left out. */
  only?: { key: string; brands: KnownBrand[] } | undefined;
  /** An Int32Array of one element: the current step. The pool reads it to limit the time of each step. */
  progress: SharedArrayBuffer;
}

/** Steps of a task, in addition to the index of the current answer. */
export const NOT_BEGUN = -2;
export const COMPILING = -1;
export const DONE = -3;

/** An answer that could not be read, and why. */
export interface Unread {
  unread: 'FAILED' | 'TOO_SLOW' | 'TOO_LARGE';
  /** The error's text, for the log. */
  error: string;
}

/** The result for one answer; null: left out because of `only`. */
export type Outcome<Read = Extraction> = Read | Unread | null;

/** The result of a task if the thread lacks the lexicon: send it again with `brands`. */
export const MISSING = 'missing';
