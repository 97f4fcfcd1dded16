/** The entry point of an extraction thread. */
import { LRUCache } from 'lru-cache';
import { type Explanation, explain } from './explain.ts';
import { extract } from './extract.ts';
import { compileLexicon, type Lexicon } from './names/lexicon.ts';
import { namesAny } from './names/namings.ts';
import { type PhraseBeside, phrasesBeside } from './names/phrases-beside.ts';
import { COMPILING, DONE, MISSING, type Outcome, type PhraseTask, type Task } from './task.ts';
import { clean } from './text/clean.ts';
import type { Extraction, KnownBrand } from './types.ts';

/** Number of compiled lexicons cached per thread. One of 1,500 names takes about 4 MB. */
const LEXICONS = 8;

const lexicons = new LRUCache<string, Lexicon>({ max: LEXICONS });

type Read = Outcome<Extraction | Explanation>[] | typeof MISSING;

export default function run(task: Task | PhraseTask): Read | PhraseBeside[] {
  const progress = new Int32Array(task.progress);
  if ('answers' in task) return readAnswers(task, progress);
  Atomics.store(progress, 0, 0);
  const phrases = phrasesBeside(task.snippets);
  Atomics.store(progress, 0, DONE);
  return phrases;
}

function readAnswers(task: Task, progress: Int32Array): Read {
  Atomics.store(progress, 0, COMPILING);
  const lexicon = lookUpLexicon(task.key, task.brands);
  if (lexicon === null) return MISSING;
  const only = task.only === undefined ? null : lookUpLexicon(task.only.key, task.only.brands);
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

function lookUpLexicon(key: string, brands: KnownBrand[] | undefined): Lexicon | null {
  const known = lexicons.get(key);
  if (known !== undefined || brands === undefined) return known ?? null;
  const compiled = compileLexicon(brands);
  lexicons.set(key, compiled);
  return compiled;
}
