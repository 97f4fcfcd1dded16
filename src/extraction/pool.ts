/** Extraction in worker threads, so that long answers do not block the event loop. */
import { availableParallelism } from 'node:os';
import { unavailable } from '../base/errors.ts';
import type { Explanation } from './explain.ts';
import type { NamingSnippet, PhraseBeside } from './names/phrases-beside.ts';
import { COMPILING, MISSING, type Outcome, type Task, type Unread } from './task.ts';
import { type Bounds, Lost, Threads } from './threads.ts';
import type { Answer, Extraction, KnownBrand } from './types.ts';

export type { Outcome, Unread } from './task.ts';

/** The lexicon for reading answers. */
export interface LexiconSource {
  /** Its organisation: threads serve organisations in turn. */
  orgId: string;
  /** Identifies its content: threads cache compiled lexicons by this key. */
  key: string;
  /** Returns its content. Called at most once per call, if a thread lacks it. */
  brands: () => KnownBrand[];
}

const BOUNDS: Bounds = { baseMs: 2_000, thousandMs: 10, heapMb: 256 };
/** Number of threads that one call may lose. Its remaining answers then fail. */
const MOST_LOST = 8;
/**
 * Answers per task: some 20 ms of work. That makes the overhead of a task small, and calls of a few answers do not wait
 * long behind a large one.
 */
const CHUNK_ANSWERS = 64;
/** Characters per task, for answers much longer than usual (3,000). */
const CHUNK_CHARACTERS = 400_000;
/**
 * Size of a citation in characters for this limit: 32,000 citations in one result would block the event loop for 30 ms.
 */
const CITATION_CHARACTERS = 200;

type Result = Outcome<Extraction | Explanation>;
type Chunk = Pick<Task, 'answers' | 'isExplained' | 'only'>;

interface Options {
  /** Maximum number of threads; by default one less than the number of processors, at least one. */
  threads?: number;
  /** The fraction of that default, for one of several pools. */
  share?: number;
  /** Limits that differ from the defaults. */
  bounds?: Partial<Bounds>;
  /** Whether a thread starts at once instead of with the first answer. */
  isUsedAtOnce?: boolean;
}

/** Reads answers in threads. Only an answer that exceeds its time or memory fails. */
export class ExtractionPool {
  readonly #threads: Threads;
  readonly #calls = new Set<Promise<unknown>>();
  #closed: Promise<void> | null = null;

  constructor({
    share = 1,
    threads = Math.max(1, Math.floor((availableParallelism() - 1) * share)),
    bounds = {},
    isUsedAtOnce = false,
  }: Options = {}) {
    this.#threads = new Threads(threads, { ...BOUNDS, ...bounds });
    if (isUsedAtOnce) this.#threads.start();
  }

  /**
   * Extracts from answers.
   * @param only answers with none of these names are left out
   * @returns one outcome per answer, in the same order
   * @throws AppError unavailable if too much work of the organisation is waiting or no thread starts; Error if the pool
   *   is closed
   */
  extract(lexicon: LexiconSource, answers: Answer[], only?: Task['only']): Promise<Outcome[]> {
    return this.#call(() => this.#read(lexicon, { answers, only }));
  }

  /** The extraction of one answer with its evidence; otherwise like `extract`. */
  explain(lexicon: LexiconSource, answer: Answer): Promise<Explanation | Unread> {
    return this.#call(async () => {
      const [explanation] = await this.#read(lexicon, { answers: [answer], isExplained: true });
      return explanation as Explanation | Unread;
    });
  }

  /**
   * The phrases of names with neighbouring words, as counted by `phrasesBeside`.
   * @throws AppError unavailable as `extract`, and if it takes too long
   */
  phrasesBeside(orgId: string, snippets: readonly NamingSnippet[]): Promise<PhraseBeside[]> {
    return this.#call(async () => {
      try {
        return (await this.#threads.do(orgId, { snippets })) as PhraseBeside[];
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
        throw unavailable('The phrases cannot be counted just now. Try again shortly.', error);
      }
    });
  }

  /** Waits for the current calls and ends the threads. */
  close(): Promise<void> {
    this.#closed ??= Promise.allSettled(this.#calls).then(() => this.#threads.end());
    return this.#closed;
  }

  async #call<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed !== null) throw new Error('The extraction pool is closed');
    const started = work();
    this.#calls.add(started);
    try {
      return await started;
    } finally {
      this.#calls.delete(started);
    }
  }

  async #read(lexicon: LexiconSource, chunk: Chunk): Promise<Result[]> {
    const call = new ChunkReader(this.#threads, lexicon, chunk);
    const chunks = chunksOf(chunk.answers, this.#threads.count);
    return (await Promise.all(chunks.map((answers) => call.read(answers)))).flat();
  }
}

/**
 * Reads the answers of one call. When a thread is lost, the answer that caused it fails, and the others are read again.
 */
class ChunkReader {
  readonly #threads: Threads;
  readonly #lexicon: LexiconSource;
  readonly #chunk: Chunk;
  #brands: KnownBrand[] | undefined;
  #lost = 0;

  constructor(threads: Threads, lexicon: LexiconSource, chunk: Chunk) {
    this.#threads = threads;
    this.#lexicon = lexicon;
    this.#chunk = chunk;
  }

  async read(answers: Answer[]): Promise<Result[]> {
    if (answers.length === 0) return [];
    if (this.#lost >= MOST_LOST)
      return answers.map(() => unread('TOO_SLOW', 'Others of this call took too long.'));
    try {
      return await this.#tried(answers);
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      this.#lost += 1;
      return await this.#without(error, answers);
    }
  }

  async #tried(answers: Answer[]): Promise<Result[]> {
    const { orgId, key } = this.#lexicon;
    const task = { ...this.#chunk, key, answers };
    const result = await this.#threads.do(orgId, task);
    if (result !== MISSING) return result as Result[];
    this.#brands ??= this.#lexicon.brands();
    return (await this.#threads.do(orgId, { ...task, brands: this.#brands })) as Result[];
  }

  async #without({ at, reason, message }: Lost, answers: Answer[]): Promise<Result[]> {
    if (reason === 'TOO_SLOW' && at === COMPILING)
      return answers.map(() => unread(reason, `${message} (its names)`));
    if (answers.length === 1) return [unread(reason, message)];
    // A timeout identifies its answer. Any other failure may come from an earlier answer, because memory fills up.
    if (reason === 'TOO_SLOW')
      return [
        ...(await this.read(answers.slice(0, at))),
        unread(reason, message),
        ...(await this.read(answers.slice(at + 1))),
      ];
    const half = Math.ceil(answers.length / 2);
    return [...(await this.read(answers.slice(0, half))), ...(await this.read(answers.slice(half)))];
  }
}

/** Whether an answer could not be read. */
export function isUnread(outcome: Outcome<Extraction | Explanation>): outcome is Unread {
  return outcome !== null && 'unread' in outcome;
}

function unread(reason: Unread['unread'], error: string): Unread {
  return { unread: reason, error };
}

/** Splits answers so that every thread has work and no task takes long. */
function chunksOf(answers: Answer[], threads: number): Answer[][] {
  const most = Math.min(CHUNK_ANSWERS, Math.ceil(answers.length / threads));
  const chunks: Answer[][] = [];
  let characters = 0;
  for (const answer of answers) {
    const last = chunks.at(-1);
    const size = answer.answer.length + CITATION_CHARACTERS * (answer.citations?.length ?? 0);
    const fits = last !== undefined && last.length < most && characters + size <= CHUNK_CHARACTERS;
    if (fits) last.push(answer);
    else chunks.push([answer]);
    characters = size + (fits ? characters : 0);
  }
  return chunks;
}
