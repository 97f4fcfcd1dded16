import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Config } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import type { MetricObject } from '../metrics.ts';
import type { Served } from '../snapshots/catalog.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A thread that lived this long was well: the next failure starts from the shortest pause. */
const HEALTHY_MS = 60_000;
/** When all stop listening, one that does not say so is not waited for. */
const STOPPED_DEADLINE_MS = 1_000;
/** What a thread gets beyond the time to answer what is under way, to close its files and connections. */
const CLOSING_MS = 1_000;
/** A thread that is busy for this long tells no metrics. */
const METRICS_DEADLINE_MS = 1_000;

/** What a thread is started with. */
export interface WorkerSettings {
  config: Config;
  /** The database, migrated. */
  url: string;
  /** The buckets and counts of the rate limits, which all threads share. */
  limits: SharedArrayBuffer;
  served: Served | null;
}

export type ToThread =
  | { type: 'listen'; port: number }
  /** The snapshot that the first thread serves, whose files it has checked. */
  | { type: 'served'; served: Served }
  /** The server is about to stop: unready, so that no new traffic comes. */
  | { type: 'unready' }
  | { type: 'stopListening' }
  /** Tell what was counted. */
  | { type: 'metrics'; answer: MessagePort }
  /** Nobody listens any more: answer what is under way, then end. */
  | { type: 'leave'; deadlineMs: number };

export type FromThread =
  | { type: 'opened' }
  | { type: 'listening'; address: AddressInfo }
  | { type: 'notListening'; error: Error }
  /** It has a snapshot to serve. */
  | { type: 'serving' }
  | { type: 'stopped' };

interface Thread {
  worker: Worker;
  said: Map<FromThread['type'], PromiseWithResolvers<FromThread>>;
  startedAt: number;
  pauseMs: number;
  timer: NodeJS.Timeout | undefined;
  isServing: boolean;
  ended: PromiseWithResolvers<void>;
}

/**
 * Threads that serve requests, a listener each on one port: the kernel spreads connections over them. One that
 * dies takes its own connections with it and is started again; the others serve on.
 */
export class WorkerPool {
  readonly #orders: WorkerSettings;
  readonly #log: Log;
  readonly #threads: Thread[] = [];
  #address: AddressInfo | null = null;
  #isStopping = false;

  constructor(orders: WorkerSettings, log: Log) {
    this.#orders = orders;
    this.#log = log;
  }

  /** @throws when a thread cannot start, or the port is taken. */
  async listen(): Promise<AddressInfo> {
    const { workers, port, host } = this.#orders.config;
    if (port !== 0) await refuseTaken(port, host);
    for (let at = 0; at < workers; at += 1) this.#threads.push(this.#start(FIRST_PAUSE_MS));
    await Promise.all(this.#threads.map((thread) => said(thread, 'opened')));
    // The first one may take a free port, which the others share.
    for (const thread of this.#threads) this.#address = await this.#open(thread, this.#address?.port ?? port);
    return this.#address as AddressInfo;
  }

  workers(): Worker[] {
    return this.#threads.map(({ worker }) => worker);
  }

  /** Whether all threads have a snapshot to serve. */
  isServing(): boolean {
    return this.#threads.every(({ isServing }) => isServing);
  }

  /** Tells what the first thread serves now. */
  follow(served: Served): void {
    this.#orders.served = served;
    this.#tell({ type: 'served', served });
  }

  /** What each thread has counted; one that does not answer is left out. */
  async metrics(): Promise<MetricObject[][]> {
    const answers = this.#threads.map(async ({ worker }) => {
      const { port1: answer, port2 } = new MessageChannel();
      try {
        worker.postMessage({ type: 'metrics', answer: port2 } satisfies ToThread, [port2]);
        const signal = AbortSignal.timeout(METRICS_DEADLINE_MS);
        return (await once(answer, 'message', { signal })) as [MetricObject[]];
      } catch {
        return [];
      } finally {
        answer.close();
      }
    });
    return (await Promise.all(answers)).flat();
  }

  unready(): void {
    this.#tell({ type: 'unready' });
  }

  /** Answers what is under way in all threads, then ends them. */
  async drain(deadlineMs: number): Promise<void> {
    this.#isStopping = true;
    const threads = this.#threads;
    for (const { timer } of threads) clearTimeout(timer);
    // First all stop listening, then answers say Connection: close: who connects anew because of one thread's
    // answer would be reset where another is just about to stop.
    this.#tell({ type: 'stopListening' });
    const stopped = threads.map((thread) => Promise.race([said(thread, 'stopped'), thread.ended.promise]));
    await Promise.race([Promise.allSettled(stopped), sleep(STOPPED_DEADLINE_MS, undefined, { ref: false })]);
    this.#tell({ type: 'leave', deadlineMs });
    const ended = Promise.all(threads.map((thread) => thread.ended.promise));
    await Promise.race([ended, sleep(deadlineMs + CLOSING_MS, undefined, { ref: false })]);
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  #tell(message: ToThread): void {
    for (const { worker } of this.#threads) worker.postMessage(message);
  }

  #start(pauseMs: number): Thread {
    const worker = new Worker(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
      workerData: this.#orders,
      ...heapLimits(this.#orders.config.memory.heapMb),
      // Set here because process.execArgv, which threads inherit, lacks it where tsx was registered in code.
      execArgv: ['--import', import.meta.resolve('tsx')],
    });
    const thread: Thread = {
      worker,
      said: new Map(),
      startedAt: Date.now(),
      pauseMs,
      timer: undefined,
      isServing: false,
      ended: Promise.withResolvers(),
    };
    let error: unknown;
    worker.on('message', (message: FromThread) => {
      if (message.type === 'serving') thread.isServing = true;
      promised(thread, message.type).resolve(message);
    });
    worker.on('error', (reason) => {
      error = reason;
    });
    worker.on('exit', (code) => {
      const reason = error ?? new Error(`a thread of the server ended with ${code}`);
      for (const { reject } of thread.said.values()) reject(reason);
      thread.ended.resolve();
      this.#restart(thread, reason);
    });
    return thread;
  }

  async #open(thread: Thread, port: number): Promise<AddressInfo> {
    thread.worker.postMessage({ type: 'listen', port } satisfies ToThread);
    const ended = thread.ended.promise.then(() => {
      throw new Error('a thread of the server ended before it listened');
    });
    const answer = await Promise.race([said(thread, 'listening'), said(thread, 'notListening'), ended]);
    ended.catch(() => {});
    if (answer.type === 'notListening') throw answer.error;
    return (answer as { address: AddressInfo }).address;
  }

  #restart(thread: Thread, error: unknown): void {
    const address = this.#address;
    // Before all have come up it is the start that fails.
    if (this.#isStopping || address === null) return;
    const { startedAt, pauseMs } = thread;
    const pause = Date.now() - startedAt > HEALTHY_MS ? FIRST_PAUSE_MS : pauseMs;
    this.#log.error({ error, restartInMs: pause }, 'a thread of the server ended');
    thread.timer = setTimeout(() => {
      const next = this.#start(Math.min(pause * 2, LONGEST_PAUSE_MS));
      this.#threads[this.#threads.indexOf(thread)] = next;
      said(next, 'opened')
        .then(() => this.#open(next, address.port))
        .catch((reason) => {
          // One that ended starts again by its exit; one that cannot listen is ended for that.
          this.#log.error({ error: reason }, 'a thread of the server does not listen');
          return next.worker.terminate();
        });
    }, pause);
  }
}

function heapLimits(heapMb: number | null) {
  return heapMb === null ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } };
}

function promised(thread: Thread, type: FromThread['type']): PromiseWithResolvers<FromThread> {
  const known = thread.said.get(type);
  if (known) return known;
  const made = Promise.withResolvers<FromThread>();
  made.promise.catch(() => {}); // perhaps nobody waits for it
  thread.said.set(type, made);
  return made;
}

function said(thread: Thread, type: FromThread['type']): Promise<FromThread> {
  return promised(thread, type).promise;
}

/** Sockets that share a port share it with another server of the same account as well, without a complaint. */
function refuseTaken(port: number, host: string): Promise<void> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(port, host, () => probe.close(() => done()));
  });
}
