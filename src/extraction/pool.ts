/** Extraction in worker threads, so that the event loop stays free however long the answers are. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { unavailable } from '../base/errors.ts';
import { FairQueue } from '../base/queues/fair-queue.ts';
import type { Explanation } from './explain.ts';
import type { NamingSnippet, PhraseBeside } from './names/phrases-beside.ts';
import {
  COMPILING,
  DONE,
  MISSING,
  NOT_BEGUN,
  type Outcome,
  type PhraseTask,
  type Task,
  type Unread,
} from './task.ts';
import type { Answer, Extraction, KnownBrand } from './types.ts';

export type { Outcome, Unread } from './task.ts';

/** The lexicon by which answers are read. */
export interface LexiconSource {
  /** Its organisation: threads serve one organisation after the other. */
  orgId: string;
  /** Stands for its content: threads keep compiled lexicons by this key. */
  key: string;
  /** Gives its content; called at most once a call, when a thread lacks it. */
  brands: () => KnownBrand[];
}

export interface ExtractionPool {
  /**
   * Extracts from answers. An answer that cannot be read within its time and memory fails alone.
   *
   * @param only answers that hold none of these names are left out
   * @returns one outcome an answer, in the same order
   * @throws AppError unavailable where too much work of the organisation waits or no thread begins; Error where the
   *   pool is closed
   */
  extract(lexicon: LexiconSource, answers: Answer[], only?: Task['only']): Promise<Outcome[]>;
  /** One answer's extraction with the places it rests on; otherwise as `extract`. */
  explain(lexicon: LexiconSource, answer: Answer): Promise<Explanation | Unread>;
  /**
   * The phrases that names form with the words beside them, as `phrasesBeside` counts them.
   * @throws AppError unavailable as `extract`, and where it takes too long
   */
  phrasesBeside(orgId: string, snippets: readonly NamingSnippet[]): Promise<PhraseBeside[]>;
  /** Waits for the calls under way and ends the threads. */
  close(): Promise<void>;
}

/** Limits for the work of a thread. */
export interface Bounds {
  /**
   * Time for one answer, and for compiling a lexicon, ms: ten times what the slowest known answers take, and enough
   * for a busy machine.
   */
  baseMs: number;
  /** Further time for each 1,000 characters of an answer, ms. */
  thousandMs: number;
  /** Heap of a thread: the worst answers of 1,000,000 characters fit in 192 MB. */
  heapMb: number;
}

const BOUNDS: Bounds = { baseMs: 2_000, thousandMs: 10, heapMb: 256 };
/** A thread that has not begun a task after this long never will. */
const BEGIN_MS = 60_000;
/** How often the step of a task is looked at. */
const LOOK_MS = 100;
/** Threads that one call may lose; the answers that are left then fail. */
const MOST_LOST = 8;
/**
 * Answers in one task: some 20 ms of work. Handing a task to a thread costs little beside that, and calls of a few
 * answers do not wait long behind a large one.
 */
const CHUNK_ANSWERS = 64;
/** Characters in one task, for answers much longer than usual (3,000). */
const CHUNK_CHARACTERS = 400_000;
/** A citation counts as so many: 32,000 of them in one result would hold the event loop for 30 ms. */
const CITATION_CHARACTERS = 200;
const IDLE_MILLISECONDS = 60_000;

type Result = Outcome<Extraction | Explanation>;
/** What a thread gives back for a task. */
type Given = Result[] | typeof MISSING | PhraseBeside[];
type Chunk = Pick<Task, 'answers' | 'isExplained' | 'only'>;

/** A thread was ended, or died, in the middle of a task. */
class Lost extends Error {
  /** The step: the index of the answer that was being read, COMPILING or NOT_BEGUN. */
  readonly at: number;
  readonly reason: Unread['unread'];

  constructor(at: number, reason: Lost['reason'], cause: unknown) {
    super(`A thread was lost: ${(cause as Error).message}`, { cause });
    this.at = at;
    this.reason = reason;
  }
}

/**
 * @param options.threads the most threads; by default one less than there are processors, at least one
 * @param options.share the part of that default, for one of several pools
 * @param options.bounds limits that differ from the usual ones
 * @param options.isUsedAtOnce whether a thread begins now, instead of with the first answer
 */
export function createExtractionPool({
  share = 1,
  threads = Math.max(1, Math.floor((availableParallelism() - 1) * share)),
  bounds: given = {},
  isUsedAtOnce = false,
}: {
  threads?: number;
  share?: number;
  bounds?: Partial<Bounds>;
  isUsedAtOnce?: boolean;
} = {}): ExtractionPool {
  const bounds = { ...BOUNDS, ...given };
  const calls = new Set<Promise<unknown>>();
  const queue = new FairQueue<() => Promise<void>>(
    'Too many answers of this organisation are waiting to be read. Try again shortly.',
  );
  let running = 0;
  let piscina: Piscina<Task | PhraseTask, Given> | null = null;
  let closed: Promise<void> | null = null;

  const start = () => {
    const started = new Piscina<Task | PhraseTask, Given>({
      filename: fileURLToPath(new URL('./worker.ts', import.meta.url)),
      // Set here because process.execArgv, which threads inherit, lacks it where tsx was registered in code.
      execArgv: ['--import', import.meta.resolve('tsx/esm')],
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: IDLE_MILLISECONDS,
      resourceLimits: { maxOldGenerationSizeMb: bounds.heapMb },
    });
    // A thread that dies rejects its calls and is replaced; without a listener one that dies idle would end
    // the process.
    started.on('error', () => {});
    return started;
  };

  if (isUsedAtOnce) piscina = start();

  const next = () => {
    while (running < threads) {
      const work = queue.shift();
      if (work === undefined) return;
      running += 1;
      void work().finally(() => {
        running -= 1;
        next();
      });
    }
  };

  /** Does work as soon as a thread is free and the organisation is the next one. */
  const queued = <T>(orgId: string, work: () => Promise<T>): Promise<T> =>
    new Promise((done, failed) => {
      queue.push(orgId, () => work().then(done, failed));
      next();
    });

  /** Runs a task in a thread and ends the thread where it takes too long. @throws Lost, AppError unavailable */
  const runTask = async (task: Omit<Task, 'progress'> | Omit<PhraseTask, 'progress'>): Promise<Given> => {
    piscina ??= start();
    const progress = new Int32Array(new SharedArrayBuffer(4)).fill(NOT_BEGUN);
    const ending = new AbortController();
    let seen = NOT_BEGUN;
    // Time is counted in looks, not measured: this loop, or the whole machine, may have stood still meanwhile.
    let looks = 0;
    let overdue: number | null = null;
    const watch = setInterval(() => {
      const at = Atomics.load(progress, 0);
      looks = at === seen ? looks + 1 : 0;
      seen = at;
      const characters = 'answers' in task ? (task.answers[at]?.answer.length ?? 0) : 0;
      const most = at === NOT_BEGUN ? BEGIN_MS : bounds.baseMs + (bounds.thousandMs * characters) / 1000;
      if (at === DONE || looks * LOOK_MS <= most) return;
      overdue = at;
      ending.abort();
    }, LOOK_MS);
    try {
      return await piscina.run({ ...task, progress: progress.buffer }, { signal: ending.signal });
    } catch (error) {
      const at = overdue ?? Atomics.load(progress, 0);
      const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (at === NOT_BEGUN && !isMemory)
        throw unavailable('Answers cannot be read just now. Try again shortly.', error);
      if (overdue !== null) throw new Lost(at, 'TOO_SLOW', error);
      throw new Lost(at, isMemory ? 'TOO_LARGE' : 'FAILED', error);
    } finally {
      clearInterval(watch);
    }
  };

  const run = async (lexicon: LexiconSource, chunk: Chunk): Promise<Result[]> => {
    const { orgId, key } = lexicon;
    let sent: KnownBrand[] | undefined;
    let lost = 0;

    const readChunk = async (answers: Answer[]): Promise<Result[]> => {
      if (answers.length === 0) return [];
      if (lost >= MOST_LOST)
        return answers.map(() => unread('TOO_SLOW', 'Others of this call took too long.'));
      try {
        const task = { ...chunk, key, answers };
        const result = await queued(orgId, () => runTask(task));
        if (result !== MISSING) return result as Result[];
        sent ??= lexicon.brands();
        return (await queued(orgId, () => runTask({ ...task, brands: sent as KnownBrand[] }))) as Result[];
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
        lost += 1;
        const { at, reason, message } = error;
        if (reason === 'TOO_SLOW' && at === COMPILING)
          return answers.map(() => unread(reason, `${message} (its names)`));
        if (answers.length === 1) return [unread(reason, message)];
        // A step that took too long is known. Any other failure may come from an answer before: memory fills up.
        if (reason === 'TOO_SLOW')
          return [
            ...(await readChunk(answers.slice(0, at))),
            unread(reason, message),
            ...(await readChunk(answers.slice(at + 1))),
          ];
        const half = Math.ceil(answers.length / 2);
        return [...(await readChunk(answers.slice(0, half))), ...(await readChunk(answers.slice(half)))];
      }
    };
    return (await Promise.all(chunksOf(chunk.answers, threads).map(readChunk))).flat();
  };

  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    if (closed !== null) throw new Error('The extraction pool is closed');
    const started = work();
    calls.add(started);
    try {
      return await started;
    } finally {
      calls.delete(started);
    }
  };

  const close = async () => {
    await Promise.allSettled(calls);
    await piscina?.destroy();
  };

  return {
    extract: (lexicon, answers, only) => call(() => run(lexicon, { answers, only })),
    explain: (lexicon, answer) =>
      call(async () => {
        const [explanation] = await run(lexicon, { answers: [answer], isExplained: true });
        return explanation as Explanation | Unread;
      }),
    phrasesBeside: (orgId, snippets) =>
      call(async () => {
        try {
          return (await queued(orgId, () => runTask({ snippets }))) as PhraseBeside[];
        } catch (error) {
          if (!(error instanceof Lost)) throw error;
          throw unavailable('The phrases cannot be counted just now. Try again shortly.', error);
        }
      }),
    close() {
      closed ??= close();
      return closed;
    },
  };
}

/** Whether an answer could not be read. */
export function isUnread(outcome: Outcome<Extraction | Explanation>): outcome is Unread {
  return outcome !== null && 'unread' in outcome;
}

function unread(reason: Unread['unread'], error: string): Unread {
  return { unread: reason, error };
}

/** Splits so that every thread has work and no task takes long. */
function chunksOf(answers: Answer[], threads: number): Answer[][] {
  const most = Math.min(CHUNK_ANSWERS, Math.ceil(answers.length / threads));
  const chunks: Answer[][] = [];
  let characters = 0;
  for (const answer of answers) {
    const last = chunks.at(-1);
    const size = answer.answer.length + CITATION_CHARACTERS * answer.citations.length;
    const fits = last !== undefined && last.length < most && characters + size <= CHUNK_CHARACTERS;
    if (fits) last.push(answer);
    else chunks.push([answer]);
    characters = size + (fits ? characters : 0);
  }
  return chunks;
}
