import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../base/log.ts';
import { ReachableNodes } from '../../db/citus/reachable.ts';
import type { Db, Sql } from '../../db/client.ts';
import type { Partition } from '../../features/queue/partition.ts';
import type { Job, JobStats } from './definition.ts';
import {
  claimLeases,
  isDeleted,
  jobStats,
  type LeaseKey,
  releaseAfterFailure,
  releaseAll,
  releaseLease,
  renewLeases,
  scheduleNext,
  suspendedAmong,
} from './leases.ts';

export type Runner = Pick<JobRunner, 'stats' | 'ended' | 'expect' | 'stop'>;

/** Lease timing. */
export interface LeaseTiming {
  /** A lease that was not renewed for this long may be taken by another worker: its holder is presumed dead. */
  leaseSeconds: number;
  /** Milliseconds from one renewal to the next. */
  renewMs: number;
  /**
   * When the latest renewal is this many milliseconds ago, work on all partitions is abandoned. It is less than
   * leaseSeconds, so that the work has ended before another worker can take the lease.
   */
  leaseSafetyMs: number;
}

const LEASE_TIMING: LeaseTiming = { leaseSeconds: 10, renewMs: 2_500, leaseSafetyMs: 9_000 };
const POLL_MS = 250;
/**
 * The longest pause between polls on a cluster without due work. A poll there queries every node, and 13 kinds of job
 * poll all the time.
 */
const IDLE_CLUSTER_POLL_MS = 1_000;
/** The pause between polls is at most the time without due work, divided by this. */
const IDLE_PART = 8;
/** A timer may fire this much early. */
const TIMER_MS = 10;
/** Clock jobs need not begin on the dot. */
const CLOCK_POLL_MS = 1_000;
/** How long current work may take to end when the runner is to stop; after that it is abandoned. */
const DRAIN_MS = 7_000;
const MOST_REASON_CHARACTERS = 500;

/** A partition on which this process works. */
interface LeasedPartition {
  lease: LeaseKey;
  /** Aborting it aborts the partition's `lost`. */
  abandon: AbortController;
  /** Aborting it aborts the partition's `stopping`, for a suspended organisation. */
  suspend: AbortController;
  /** Settles when the work has ended and the lease was given back. */
  done: Promise<void>;
}

/** Runs jobs until `stop`: polls for partitions with due work, takes their leases and renews them meanwhile. */
export function startRunner(
  db: Pick<Db, 'connect' | 'isCluster'>,
  jobs: readonly Job[],
  log: Log,
  timing: LeaseTiming = LEASE_TIMING,
): Runner {
  return new JobRunner(db, jobs, log, timing);
}

class JobRunner {
  readonly #jobs: readonly Job[];
  readonly #log: Log;
  readonly #timing: LeaseTiming;
  /** Identifies the working process to an operator; unique to this runner. */
  readonly #holder = `${hostname()} ${process.pid} ${randomUUID()}`;
  readonly #sql: Sql;
  /** Finds due work while a node is unreachable; null: Postgres is no cluster. */
  readonly #nodes: ReachableNodes | null;
  /** A separate connection: renewing leases must not wait for other statements. */
  readonly #renewing: Sql;
  /** Aborted when the runner is to stop. */
  readonly #stopping = new AbortController();
  /** Aborted when the runner has stopped and no lease is left to renew. */
  readonly #stopped = new AbortController();
  readonly #leased = new Map<string, LeasedPartition>();
  readonly #polls: Promise<void>[];
  readonly #renewal: Promise<void>;
  readonly #safetyCheck: NodeJS.Timeout;
  #renewedAt = performance.now();
  readonly #longestPollMs: number;
  /** When work was last due: one job's work often makes another's due. */
  #dueAt = performance.now();
  /** How many partitions this process finished working on, by kind of job. */
  readonly ended: ReadonlyMap<string, { done: number; failed: number }>;

  constructor(db: Pick<Db, 'connect' | 'isCluster'>, jobs: readonly Job[], log: Log, timing: LeaseTiming) {
    this.#jobs = jobs;
    this.#log = log;
    this.#timing = timing;
    this.#longestPollMs = db.isCluster ? IDLE_CLUSTER_POLL_MS : POLL_MS;
    this.#sql = db.connect({ role: 'worker', max: 2 });
    this.#renewing = db.connect({ role: 'worker', max: 1 });
    this.#nodes = db.isCluster
      ? new ReachableNodes(this.#sql, () => db.connect({ role: 'worker', max: 1 }))
      : null;
    this.ended = new Map(jobs.map(({ kind }) => [kind, { done: 0, failed: 0 }]));
    // A timer separate from the renewals: a frozen Postgres keeps those waiting.
    this.#safetyCheck = setInterval(() => {
      if (performance.now() - this.#renewedAt > timing.leaseSafetyMs) this.#abandonAll();
    }, timing.renewMs / 4);
    this.#polls = jobs.map((job) => this.#poll(job));
    this.#renewal = this.#renew();
  }

  stats(): Promise<JobStats[]> {
    return Promise.all(this.#jobs.map((job) => this.#query((sql) => jobStats(sql, job))));
  }

  /** Queries due work of all reachable organisations. */
  async #query<T>(statement: (sql: Sql) => PromiseLike<T>): Promise<T> {
    return this.#nodes ? this.#nodes.query(statement) : statement(this.#sql);
  }

  /** Begins nothing new, waits for current work, gives the leases back. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#polls);
    const overdue = setTimeout(() => this.#abandonAll(), DRAIN_MS);
    await Promise.all([...this.#leased.values()].map(({ done }) => done));
    clearTimeout(overdue);
    this.#stopped.abort();
    clearInterval(this.#safetyCheck);
    await this.#renewal;
    // Leases that cannot be given back expire.
    await releaseAll(this.#sql, this.#holder).catch(() => {});
    await Promise.all([
      this.#sql.end({ timeout: 1 }),
      this.#renewing.end({ timeout: 1 }),
      this.#nodes?.end(),
    ]);
  }

  /** Claims partitions of a job and works on them, up to its concurrency, until the runner is to stop. */
  async #poll(job: Job): Promise<void> {
    const concurrency = 'due' in job ? job.concurrency : 1;
    const { leaseSeconds } = this.#timing;
    let running = 0;
    while (!this.#stopping.signal.aborted) {
      try {
        const most = concurrency - running;
        const claimed =
          most > 0
            ? await this.#query((sql) => claimLeases(sql, job, this.#holder, { most, leaseSeconds }))
            : [];
        if (claimed.length > 0) this.#dueAt = performance.now();
        for (const lease of claimed) {
          // This process lost its lease earlier and the abandoned work has not ended yet. The new lease expires and is
          // claimed again.
          if (this.#leased.has(keyText(lease))) continue;
          running += 1;
          this.#begin(job, lease, () => {
            running -= 1;
          });
        }
      } catch (error) {
        this.#log.error({ job: job.kind, error }, 'due work could not be claimed');
      }
      await ('due' in job ? this.#idle() : this.#pause(CLOCK_POLL_MS));
    }
  }

  /** Call when work may have become due: if polls have become rare, the next ones come soon. */
  expect(): void {
    this.#dueAt = performance.now();
  }

  /** A pause between polls. A long one ends early when work becomes due, or is expected to be. */
  async #idle(): Promise<void> {
    const begunAt = performance.now();
    do await this.#pause(POLL_MS);
    while (!this.#stopping.signal.aborted && performance.now() - begunAt < this.#pollMs() - TIMER_MS);
  }

  #pollMs(): number {
    const idleMs = performance.now() - this.#dueAt;
    return Math.min(Math.max(POLL_MS, idleMs / IDLE_PART), this.#longestPollMs);
  }

  /** Works on a leased partition, counts the result and gives the lease back. */
  #begin(job: Job, lease: LeaseKey, onEnd: () => void): void {
    const { orgId, subjectId } = lease;
    const abandon = new AbortController();
    const suspend = new AbortController();
    const stopping = AbortSignal.any([this.#stopping.signal, suspend.signal]);
    const lost = abandon.signal;
    const ending = AbortSignal.any([stopping, lost]);
    const partition: Partition = { orgId, subjectId, stopping, lost, ending };
    const work = async () => {
      let failure: { error: unknown } | null = null;
      try {
        await job.work(partition);
      } catch (error) {
        failure = { error };
      }
      this.#leased.delete(keyText(lease));
      const counts = this.ended.get(job.kind);
      if (counts) counts[failure === null ? 'done' : 'failed'] += 1;
      if (!abandon.signal.aborted) await this.#release(job, lease, failure);
      onEnd();
    };
    this.#leased.set(keyText(lease), { lease, abandon, suspend, done: work() });
  }

  /** Gives a lease back, after a failure with a backoff. A lease that cannot be given back expires. */
  async #release(job: Job, lease: LeaseKey, failure: { error: unknown } | null): Promise<void> {
    try {
      if (failure === null && !('due' in job)) await scheduleNext(this.#sql, job.kind, job.everySeconds);
      // While the runner stops, failures are normal: the next worker may retry without a pause.
      if (failure === null || this.#stopping.signal.aborted)
        return await releaseLease(this.#sql, this.#holder, lease);
      const { error } = failure;
      const { orgId, subjectId } = lease;
      // The work of a deleted organisation is obsolete, and its rows disappear meanwhile.
      const isGone = await isDeleted(this.#sql, orgId).catch(() => false);
      this.#log[isGone ? 'debug' : 'error']({ job: job.kind, orgId, subjectId, error }, 'a job failed');
      const reason = error instanceof Error ? error.message : String(error);
      await releaseAfterFailure(this.#sql, this.#holder, lease, reason.slice(0, MOST_REASON_CHARACTERS));
    } catch (error) {
      this.#log.error({ job: job.kind, error }, 'a lease could not be given back');
    }
  }

  /** Renews the leases until the runner has stopped; work is abandoned if another worker has its lease. */
  async #renew(): Promise<void> {
    while (!this.#stopping.signal.aborted || this.#leased.size > 0) {
      const begunAt = performance.now();
      try {
        // Renew only leases whose work continues. The lease of abandoned work, or one claimed by a statement whose
        // response was lost, must expire, or nobody would ever work on the partition again.
        const current = [...this.#leased].filter(([, { abandon }]) => !abandon.signal.aborted);
        if (current.length > 0) {
          const leases = current.map(([, { lease }]) => lease);
          const renewed = await renewLeases(this.#renewing, this.#holder, leases, this.#timing.leaseSeconds);
          const keys = new Set(renewed.map(keyText));
          for (const [key, { abandon }] of current) if (!keys.has(key)) abandon.abort();
          await this.#stopSuspended(leases);
        }
        this.#renewedAt = begunAt;
      } catch (error) {
        this.#log.error({ error }, 'leases could not be renewed');
      }
      await sleep(this.#timing.renewMs, undefined, { signal: this.#stopped.signal }).catch(() => {});
    }
  }

  /** Work that is under way for an organisation when it is suspended begins nothing new. */
  async #stopSuspended(leases: readonly LeaseKey[]): Promise<void> {
    const ids = new Set(leases.map(({ orgId }) => orgId).filter((id) => id !== ''));
    if (ids.size === 0) return;
    const suspended = await suspendedAmong(this.#renewing, [...ids]);
    if (suspended.size === 0) return;
    for (const { lease, suspend } of this.#leased.values()) if (suspended.has(lease.orgId)) suspend.abort();
  }

  #abandonAll(): void {
    for (const { abandon } of this.#leased.values()) abandon.abort();
  }

  /** Ends early when the runner is to stop. */
  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}

function keyText({ kind, orgId, subjectId }: LeaseKey): string {
  return JSON.stringify([kind, orgId, subjectId]);
}
