/** What runs in the threads of the extraction pool. */
import { LRUCache } from 'lru-cache';
import { explain } from './explain.ts';
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
  /** Whether each is to be an Explanation. */
  isExplained?: boolean;
  /** Sent when a thread said it lacks the lexicon. */
  brands?: KnownBrand[];
}

/** The thread does not have the lexicon: send the task again with the brands. */
export const MISSING = 'missing';

/** A compiled lexicon of 1,500 names takes about 2 MB. */
const LEXICONS = 8;

const lexicons = new LRUCache<string, Lexicon>({ max: LEXICONS });

export default function run(task: Task): Extraction[] | typeof MISSING {
  const lexicon = lexiconOf(task);
  if (lexicon === null) return MISSING;
  const read = task.isExplained ? explain : extract;
  return task.answers.map((answer) => read(lexicon, answer));
}

function lexiconOf({ key, brands }: Task): Lexicon | null {
  const known = lexicons.get(key);
  if (known !== undefined || brands === undefined) return known ?? null;
  const compiled = compileLexicon(brands);
  lexicons.set(key, compiled);
  return compiled;
}
