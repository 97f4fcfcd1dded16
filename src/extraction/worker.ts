/** What runs in the threads of the extraction pool. */
import { LRUCache } from 'lru-cache';
import {
  type Answer,
  compileLexicon,
  type Extraction,
  extract,
  type KnownBrand,
  type Lexicon,
} from './extract.ts';

export interface Task {
  /** Names the content of the lexicon; the same key is never used for another. */
  key: string;
  answers: Answer[];
  /** Sent when a thread said it lacks the lexicon. */
  brands?: KnownBrand[];
}

/** The thread does not have the lexicon: send the task again with the brands. */
export const MISSING = 'missing';

/** A compiled lexicon of 1,500 names takes about 2 MB. */
const LEXICONS = 8;

const lexicons = new LRUCache<string, Lexicon>({ max: LEXICONS });

export default function run({ key, answers, brands }: Task): Extraction[] | typeof MISSING {
  let lexicon = lexicons.get(key);
  if (lexicon === undefined) {
    if (brands === undefined) return MISSING;
    lexicon = compileLexicon(brands);
    lexicons.set(key, lexicon);
  }
  const compiled = lexicon;
  return answers.map((answer) => extract(compiled, answer));
}
