import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { unavailable } from '../base/errors.ts';
import { FairQueue } from '../base/queues/fair-queue.ts';
import type { Explanation } from './explain.ts';
import type { PhraseBeside } from './names/phrases-beside.ts';
import {
  DONE,
  type MISSING,
  NOT_BEGUN,
  type Outcome,
  type PhraseTask,
  type Task,
  type Unread,
} from './task.ts';
import type { Extraction } from './types.ts';

/** Limits for the work of a thread. */
export interface Bounds {
  /**
   * Time for one answer, and for compiling a lexicon, ms: ten times that of the slowest known answers, and enough for a
   * busy machine.
   */
  baseMs: number;
  /** Additional time per 1,000 characters of an answer, ms. */
  thousandMs: number;
  /** Heap of a thread: the worst answers of 1,000,000 characters fit in 192 MB. */
  heapMb: number;
}

/** A thread that has not begun a task after this long never will. */
const BEGIN_MS = 60_000;
/** How often the step of a task is checked. */
const LOOK_MS = 100;
const IDLE_MILLISECONDS = 60_000;

type AnyTask = Task | PhraseTask;
/** The result of a task. */
export type Given = Outcome<Extraction | Explanation>[] | typeof MISSING | PhraseBeside[];

/** A thread was ended, or died, during a task. */
export class Lost extends Error {
  /** The step: the index of the current answer, COMPILING or NOT_BEGUN. */
  readonly at: number;
  readonly reason: Unread['unread'];

  constructor(at: number, reason: Lost['reason'], cause: unknown) {
    super(`A thread was lost: ${(cause as Error).message}`, { cause });
    this.at = at;
    this.reason = reason;
  }
}

/** The threads of an extraction pool. Organisations take turns; a task that takes too long loses its thread. */
export class Threads {
  readonly count: number;
  readonly #bounds: Bounds;
  readonly #queue = new FairQueue<() => Promise<void>>(
    'Too many answers of this organisation are waiting to be read. Try again shortly.',
  );
  #running = 0;
  #piscina: Piscina<AnyTask, Given> | null = null;

  constructor(count: number, bounds: Bounds) {
    this.count = count;
    this.#bounds = bounds;
  }

  /** Starts the first thread, which otherwise starts with the first task. */
  start(): Piscina<AnyTask, Given> {
    if (this.#piscina !== null) return this.#piscina;
    this.#piscina = new Piscina<AnyTask, Given>({
      filename: fileURLToPath(new URL('./worker.ts', import.meta.url)),
      // Threads inherit process.execArgv, which lacks this option if tsx was registered in code.
      execArgv: ['--import', import.meta.resolve('tsx/esm')],
      minThreads: 1,
      maxThreads: this.count,
      idleTimeout: IDLE_MILLISECONDS,
      // Reports come first where the processors do not suffice for both.
      niceIncrement: 10,
      resourceLimits: { maxOldGenerationSizeMb: this.#bounds.heapMb },
    });
    // A thread that dies rejects its calls and is replaced. Without a listener, the death of an idle thread would end
    // the process.
    this.#piscina.on('error', () => {});
    return this.#piscina;
  }

  /**
   * Runs a task when a thread is free and it is the organisation's turn.
   * @throws Lost; AppError unavailable if too much work of the organisation is waiting or no thread starts
   */
  do(orgId: string, task: Omit<Task, 'progress'> | Omit<PhraseTask, 'progress'>): Promise<Given> {
    return new Promise((done, failed) => {
      this.#queue.push(orgId, () => this.#run(task).then(done, failed));
      this.#next();
    });
  }

  async end(): Promise<void> {
    await this.#piscina?.destroy();
  }

  #next(): void {
    while (this.#running < this.count) {
      const work = this.#queue.shift();
      if (work === undefined) return;
      this.#running += 1;
      void work().finally(() => {
        this.#running -= 1;
        this.#next();
      });
    }
  }

  async #run(task: Omit<Task, 'progress'> | Omit<PhraseTask, 'progress'>): Promise<Given> {
    const progress = new Int32Array(new SharedArrayBuffer(4)).fill(NOT_BEGUN);
    const ending = new AbortController();
    let overdue: number | null = null;
    const watch = this.#watch(task, progress, (at) => {
      overdue = at;
      ending.abort();
    });
    try {
      return await this.start().run({ ...task, progress: progress.buffer }, { signal: ending.signal });
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
  }

  /**
   * Calls back with a step of a task that takes too long. Time is counted in ticks, not measured, because this loop, or
   * the whole machine, may have been blocked.
   */
  #watch(task: object, progress: Int32Array, onOverdue: (at: number) => void): NodeJS.Timeout {
    const { baseMs, thousandMs } = this.#bounds;
    const answers: Task['answers'] = 'answers' in task ? (task as Task).answers : [];
    let seen = NOT_BEGUN;
    let looks = 0;
    return setInterval(() => {
      const at = Atomics.load(progress, 0);
      looks = at === seen ? looks + 1 : 0;
      seen = at;
      const characters = answers[at]?.answer.length ?? 0;
      const most = at === NOT_BEGUN ? BEGIN_MS : baseMs + (thousandMs * characters) / 1000;
      if (at !== DONE && looks * LOOK_MS > most) onOverdue(at);
    }, LOOK_MS);
  }
}
