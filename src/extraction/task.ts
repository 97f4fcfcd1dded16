/**
 * What the extraction pool and its threads say to each other. Apart, so that the pool's process loads no extraction.
 */
import type { NamingSnippet } from './names/phrases-beside.ts';
import type { Answer, Extraction, KnownBrand } from './types.ts';

/** Counts the phrases beside names, by `phrasesBeside`. */
export interface PhraseTask {
  snippets: readonly NamingSnippet[];
  progress: SharedArrayBuffer;
}

/** Reads answers. */
export interface Task {
  /** Names the content of the lexicon; the same key is never used for another. */
  key: string;
  answers: Answer[];
  /** Whether each outcome is an Explanation instead of an Extraction. */
  isExplained?: boolean;
  /** The content of the lexicon; sent after a thread has answered MISSING. */
  brands?: KnownBrand[];
  /** Answers that hold none of these names are left out. */
  only?: { key: string; brands: KnownBrand[] } | undefined;
  /** An Int32Array of one element: the step under way. The pool reads it to limit the time of each step. */
  progress: SharedArrayBuffer;
}

/** Steps of a task, beside the index of the answer that is being read. */
export const NOT_BEGUN = -2;
export const COMPILING = -1;
export const DONE = -3;

/** An answer that could not be read, and why. */
export interface Unread {
  unread: 'FAILED' | 'TOO_SLOW' | 'TOO_LARGE';
  /** The error's text, for the log. */
  error: string;
}

/** The result for one answer; null: it was left out, by `only`. */
export type Outcome<Read = Extraction> = Read | Unread | null;

/** The result of a task for which the thread lacks the lexicon: send it again with `brands`. */
export const MISSING = 'missing';
