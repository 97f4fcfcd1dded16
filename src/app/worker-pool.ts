import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Config } from '../base/config.ts';
import type { Log } from '../base/log.ts';
import { RestartWithBackoff } from '../base/restart-with-backoff.ts';
import type { MetricObject } from '../server/health/metrics.ts';
import type { Served } from '../snapshots/serve/catalog.ts';

/** A worker that lives this long counts as healthy: the pause after its next failure is the shortest again. */
const HEALTHY_MS = 60_000;
/** How long to wait until a worker has stopped listening. */
const STOPPED_DEADLINE_MS = 1_000;
/** How long a worker may take, after its deadline for responses, to close its files and connections. */
const CLOSING_MS = 1_000;
/** A worker that does not reply within this is left out of the metrics. */
const METRICS_DEADLINE_MS = 1_000;

/** Data of a worker at its start. */
export interface WorkerSettings {
  config: Config;
  /** The database, migrated. */
  url: string;
  /** The buckets and counts of the rate limits, which all threads share. */
  limits: SharedArrayBuffer;
  /** The snapshot that the first thread serves; its files are checked. */
  served: Served | null;
}

export type WorkerRequest =
  | { type: 'listen'; port: number }
  /** The first thread serves another snapshot. */
  | { type: 'served'; served: Served }
  /** The server is about to stop: report unready, so that no new traffic comes. */
  | { type: 'unready' }
  | { type: 'stopListening' }
  /** Post the metrics to this port. */
  | { type: 'metrics'; reply: MessagePort }
  /** No worker listens any more: respond to the requests under way, then end. */
  | { type: 'end'; deadlineMs: number };

export type WorkerReply =
  | { type: 'opened' }
  | { type: 'listening'; address: AddressInfo }
  | { type: 'notListening'; error: Error }
  /** It has a snapshot to serve. */
  | { type: 'serving' }
  | { type: 'stopped' };

type ReplyOf<Type extends WorkerReply['type']> = Extract<WorkerReply, { type: Type }>;

/** A worker of the pool. A restarted worker is a new object. */
interface PoolWorker {
  thread: Worker;
  /** The replies received or awaited, by type. */
  replies: Map<WorkerReply['type'], PromiseWithResolvers<WorkerReply>>;
  startedAt: number;
  /** Its predecessors and successors share it. */
  restart: RestartWithBackoff;
  isServing: boolean;
  ended: PromiseWithResolvers<void>;
}

/**
 * The workers: threads that serve requests. Each has a listener on the same port, and the kernel spreads connections
 * over them. A worker that dies takes its own connections with it and is restarted; the others continue.
 */
export class WorkerPool {
  readonly #settings: WorkerSettings;
  readonly #log: Log;
  readonly #workers: PoolWorker[] = [];
  #address: AddressInfo | null = null;
  #isStopping = false;

  constructor(settings: WorkerSettings, log: Log) {
    this.#settings = settings;
    this.#log = log;
  }

  /** Starts WORKERS threads on an unused port (`refuseUnusablePorts`). @throws when one cannot start */
  async listen(): Promise<AddressInfo> {
    const { workers, port } = this.#settings.config;
    for (let at = 0; at < workers; at += 1) this.#workers.push(this.#start(new RestartWithBackoff()));
    await Promise.all(this.#workers.map((worker) => awaitReply(worker, 'opened')));
    let address: AddressInfo | null = null;
    // The first worker may take any free port; the others share it.
    for (const worker of this.#workers) address = await this.#listen(worker, address?.port ?? port);
    if (address === null) throw new Error('There are no workers.');
    this.#address = address;
    return address;
  }

  threads(): Worker[] {
    return this.#workers.map(({ thread }) => thread);
  }

  /** Whether all workers have a snapshot to serve. */
  isServing(): boolean {
    return this.#workers.every(({ isServing }) => isServing);
  }

  /** Makes the workers serve the snapshot that the first thread serves now. */
  follow(served: Served): void {
    this.#settings.served = served;
    this.#post({ type: 'served', served });
  }

  /** The metrics of each worker; one that does not reply in time is left out. */
  async metrics(): Promise<MetricObject[][]> {
    const replies = this.#workers.map(async ({ thread }) => {
      const { port1: reply, port2 } = new MessageChannel();
      try {
        thread.postMessage({ type: 'metrics', reply: port2 } satisfies WorkerRequest, [port2]);
        const signal = AbortSignal.timeout(METRICS_DEADLINE_MS);
        return (await once(reply, 'message', { signal })) as [MetricObject[]];
      } catch {
        return [];
      } finally {
        reply.close();
      }
    });
    return (await Promise.all(replies)).flat();
  }

  /** Makes the workers report that they are not ready. */
  unready(): void {
    this.#post({ type: 'unready' });
  }

  /** Lets all workers respond to the requests under way, then ends them. */
  async drain(deadlineMs: number): Promise<void> {
    this.#isStopping = true;
    const workers = this.#workers;
    for (const { restart } of workers) restart.cancel();
    // All workers stop listening before any response says Connection: close. Otherwise a client that reconnects could
    // reach a worker that is about to stop, and be reset.
    this.#post({ type: 'stopListening' });
    const stopped = workers.map((worker) =>
      Promise.race([awaitReply(worker, 'stopped'), worker.ended.promise]),
    );
    await Promise.race([Promise.allSettled(stopped), sleep(STOPPED_DEADLINE_MS, undefined, { ref: false })]);
    this.#post({ type: 'end', deadlineMs });
    const ended = Promise.all(workers.map((worker) => worker.ended.promise));
    await Promise.race([ended, sleep(deadlineMs + CLOSING_MS, undefined, { ref: false })]);
    await Promise.all(workers.map(({ thread }) => thread.terminate()));
  }

  #post(request: WorkerRequest): void {
    for (const { thread } of this.#workers) thread.postMessage(request);
  }

  #start(restart: RestartWithBackoff): PoolWorker {
    const thread = new Worker(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
      workerData: this.#settings,
      ...heapLimits(this.#settings.config.memory.heapMb),
      // Set here because threads inherit process.execArgv, which lacks it if tsx was registered in code.
      execArgv: ['--import', import.meta.resolve('tsx/esm')],
    });
    const worker: PoolWorker = {
      thread,
      replies: new Map(),
      startedAt: performance.now(),
      restart,
      isServing: false,
      ended: Promise.withResolvers(),
    };
    let error: unknown;
    thread.on('message', (reply: WorkerReply) => {
      if (reply.type === 'serving') worker.isServing = true;
      awaitedReply(worker, reply.type).resolve(reply);
    });
    thread.on('error', (reason) => {
      error = reason;
    });
    thread.on('exit', (code) => {
      const reason = error ?? new Error(`a worker ended with ${code}`);
      for (const { reject } of worker.replies.values()) reject(reason);
      worker.ended.resolve();
      this.#startAgain(worker, reason);
    });
    return worker;
  }

  async #listen(worker: PoolWorker, port: number): Promise<AddressInfo> {
    worker.thread.postMessage({ type: 'listen', port } satisfies WorkerRequest);
    const ended = worker.ended.promise.then(() => {
      throw new Error('a worker ended before it listened');
    });
    ended.catch(() => {}); // avoids an unhandled rejection after it has listened
    const failed = awaitReply(worker, 'notListening').then(({ error }) => {
      throw error;
    });
    failed.catch(() => {});
    const { address } = await Promise.race([awaitReply(worker, 'listening'), failed, ended]);
    return address;
  }

  #startAgain(worker: PoolWorker, error: unknown): void {
    const address = this.#address;
    // Until all workers listen, a failure is a failure of the server's start.
    if (this.#isStopping || address === null) return;
    const { restart, startedAt } = worker;
    if (performance.now() - startedAt > HEALTHY_MS) restart.reset();
    const restartInMs = restart.schedule(() => {
      const next = this.#start(restart);
      this.#workers[this.#workers.indexOf(worker)] = next;
      awaitReply(next, 'opened')
        .then(() => this.#listen(next, address.port))
        .catch((reason) => {
          // The exit of a worker restarts it; a worker that cannot listen is ended for that.
          this.#log.error({ error: reason }, 'a worker does not listen');
          return next.thread.terminate();
        });
    });
    this.#log.error({ error, restartInMs }, 'a worker ended');
  }
}

function heapLimits(heapMb: number | null) {
  return heapMb === null ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMb } };
}

function awaitedReply({ replies }: PoolWorker, type: WorkerReply['type']): PromiseWithResolvers<WorkerReply> {
  const known = replies.get(type);
  if (known) return known;
  const reply = Promise.withResolvers<WorkerReply>();
  reply.promise.catch(() => {}); // avoids an unhandled rejection if nothing waits for it
  replies.set(type, reply);
  return reply;
}

/** The reply of a type, which comes once. @throws when the worker ends without it */
async function awaitReply<Type extends WorkerReply['type']>(
  worker: PoolWorker,
  type: Type,
): Promise<ReplyOf<Type>> {
  return (await awaitedReply(worker, type).promise) as ReplyOf<Type>;
}
