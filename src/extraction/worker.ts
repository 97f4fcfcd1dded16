/** The program of a thread of the extraction pool. */
import { LRUCache } from 'lru-cache';
import { type Explanation, explain } from './explain.ts';
import { extract } from './extract.ts';
import { compileLexicon, type Lexicon } from './names/lexicon.ts';
import { namesAny } from './names/namings.ts';
import { clean } from './text/clean.ts';
import type { Answer, Extraction, KnownBrand } from './types.ts';

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

/** Compiled lexicons that a thread keeps. One of 1,500 names takes about 2 MB. */
const LEXICONS = 8;

const lexicons = new LRUCache<string, Lexicon>({ max: LEXICONS });

export default function run(task: Task): Outcome<Extraction | Explanation>[] | typeof MISSING {
  const progress = new Int32Array(task.progress);
  Atomics.store(progress, 0, COMPILING);
  const lexicon = lexiconOf(task.key, task.brands);
  if (lexicon === null) return MISSING;
  const only = task.only === undefined ? null : lexiconOf(task.only.key, task.only.brands);
  const read = task.isExplained ? explain : extract;
  const outcomes = task.answers.map((answer, at): Outcome<Extraction | Explanation> => {
    Atomics.store(progress, 0, at);
    try {
      return only !== null && !namesAny(only, clean(answer.answer).text) ? null : read(lexicon, answer);
    } catch (error) {
      return { unread: 'FAILED', error: String((error as Error)?.stack ?? error) };
    }
  });
  Atomics.store(progress, 0, DONE);
  return outcomes;
}

function lexiconOf(key: string, brands: KnownBrand[] | undefined): Lexicon | null {
  const known = lexicons.get(key);
  if (known !== undefined || brands === undefined) return known ?? null;
  const compiled = compileLexicon(brands);
  lexicons.set(key, compiled);
  return compiled;
}
