import { LRUCache } from 'lru-cache';
import { type AppError, ClientGone, tooBusy } from '../errors.ts';

/** The weight of a new measurement in the expected time. */
const SMOOTHING = 0.1;
/** Tenants without tasks here whose expected time is remembered. */
const MOST_REMEMBERED = 10_000;
/** Tasks that may wait, however short they are. It limits memory use. */
const MOST_WAITING = 4_096;

interface Options {
  /** The most tasks that run at once. */
  size: number;
  /**
   * A task that would wait longer, ms, is refused at once; a waiting task is refused after twice as long. Infinity:
   * nobody waits for it.
   */
  maxWaitMs: number;
  /** How long, ms, a tenant's tasks are expected to take before the first measurement. */
  firstGuessMs: number;
  /** Whether the first measurement replaces the guess; otherwise it moves it a little, as later ones do. */
  isRoughGuess?: boolean;
  /** The message of refusals. */
  message: string;
  /** Whether one tenant must leave room for another. */
  isShared?: boolean;
  /** State that several limiters share. */
  shared?: {
    /** How many more tasks may run in all of them. */
    free: number;
    /** Called when a task has ended: lets waiting tasks of all of them begin, by `beginNext`. */
    onEnd(): void;
  };
}

/** Options of a task. */
interface Wishes {
  /** Aborted when nobody wants the result any more: a waiting task leaves. */
  signal?: AbortSignal | undefined;
  /** A tenant's tasks of a higher rank begin before its others; by default 0. */
  rank?: number;
  /** By default the limiter's. */
  maxWaitMs?: number;
  /** Called with the refusal of a task that would wait too long, which is thrown after it. */
  onRefused?: (refusal: AppError) => Promise<void>;
}

interface Waiting {
  rank: number;
  /** Lets the task begin. */
  grant: () => void;
}

/** A tenant with tasks that wait or run. */
interface Tenant {
  /** By rank, then in the order in which they came. */
  waiting: Waiting[];
  running: number;
  /** Running time charged to it, ms, on the limiter's clock. The tenant with the least is next. */
  usedMs: number;
  /** How long its tasks take, ms, as far as measured. */
  expectedMs: number;
}

/**
 * Limits how many tasks of one kind run at once. Other tasks wait in one queue per tenant, bounded by time, not by
 * count. Room is shared by the time that tasks take: a tenant with many or slow tasks delays only itself, and only its
 * tasks are refused.
 */
export class FairLimiter {
  readonly #options: Options;
  readonly #tenants = new Map<string, Tenant>();
  readonly #expectedMs = new LRUCache<string, number>({ max: MOST_REMEMBERED });
  #running = 0;
  /** The clock value that new tenants begin with, ms: idle time earns no credit. */
  #clockMs = 0;
  /** Tasks that wait now, and those refused so far. */
  waiting = 0;
  refused = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Runs a task as soon as there is room.
   * @param name of the tenant
   * @throws AppError unavailable when it would wait too long or has waited too long, with the expected wait as
   *   Retry-After; ClientGone if the signal is aborted
   */
  async run<T>(task: () => Promise<T>, name = '', wishes: Wishes = {}): Promise<T> {
    const tenant = this.#tenant(name);
    await this.#acquire(name, tenant, wishes);
    const chargedMs = tenant.expectedMs;
    const startedAt = performance.now();
    try {
      return await task();
    } finally {
      const tookMs = performance.now() - startedAt;
      tenant.usedMs += tookMs - chargedMs;
      this.#learn(name, tenant, tookMs);
      tenant.running -= 1;
      this.#running -= 1;
      this.#removeIdle(name, tenant);
      const { shared } = this.#options;
      if (shared) {
        shared.free += 1;
        shared.onEnd();
      } else this.beginNext();
    }
  }

  /** Fills the room that a finished task leaves, at once: a new task must not overtake the queues. */
  beginNext(): void {
    while (this.waiting > 0) {
      let next: Tenant | undefined;
      for (const tenant of this.#tenants.values())
        if (tenant.waiting.length > 0 && this.#hasRoom(tenant) && (!next || tenant.usedMs < next.usedMs))
          next = tenant;
      const waiting = next?.waiting.shift();
      if (!next || !waiting) return;
      this.waiting -= 1;
      this.#begin(next);
      waiting.grant();
    }
  }

  async #acquire(
    name: string,
    tenant: Tenant,
    { signal, onRefused, rank = 0, maxWaitMs = this.#options.maxWaitMs }: Wishes,
  ): Promise<void> {
    if (tenant.waiting.length === 0 && this.#hasRoom(tenant)) {
      this.#begin(tenant);
      return;
    }
    const waitMs = this.#expectedWait(tenant, rank);
    if (waitMs > maxWaitMs || this.waiting >= MOST_WAITING) {
      this.#removeIdle(name, tenant);
      const refusal = this.#refusal(waitMs);
      await onRefused?.(refusal);
      throw refusal;
    }
    await new Promise<void>((begin, failed) => {
      const settle = () => {
        clearTimeout(overdue);
        signal?.removeEventListener('abort', leave);
      };
      const giveUp = (error: Error) => {
        settle();
        tenant.waiting.splice(tenant.waiting.indexOf(own), 1);
        this.waiting -= 1;
        this.#removeIdle(name, tenant);
        failed(error);
      };
      const leave = () => giveUp(new ClientGone());
      const overdue = Number.isFinite(maxWaitMs)
        ? setTimeout(() => giveUp(this.#refusal(this.#expectedWait(tenant, rank))), 2 * maxWaitMs)
        : undefined;
      const grant = () => {
        settle();
        begin();
      };
      signal?.addEventListener('abort', leave);
      const own = { rank, grant };
      tenant.waiting.splice(positionIn(tenant.waiting, rank), 0, own);
      this.waiting += 1;
    });
  }

  #refusal(waitMs: number): AppError {
    this.refused += 1;
    return tooBusy(this.#options.message, waitMs / 1000);
  }

  #learn(name: string, tenant: Tenant, tookMs: number): void {
    const bounded = Math.min(tookMs, this.#options.maxWaitMs);
    const { isRoughGuess = false, firstGuessMs } = this.#options;
    const known = this.#expectedMs.get(name) ?? (isRoughGuess ? bounded : firstGuessMs);
    tenant.expectedMs = known + SMOOTHING * (bounded - known);
    this.#expectedMs.set(name, tenant.expectedMs);
  }

  #begin(tenant: Tenant): void {
    this.#clockMs = Math.max(this.#clockMs, tenant.usedMs);
    // Charged now, so that another tenant is next; corrected by the measured time at the end.
    tenant.usedMs += tenant.expectedMs;
    tenant.running += 1;
    this.#running += 1;
    if (this.#options.shared) this.#options.shared.free -= 1;
  }

  #hasRoom({ running }: Tenant): boolean {
    const { size, shared } = this.#options;
    return this.#running < size && running < this.#mostEach() && (shared === undefined || shared.free > 0);
  }

  /** The most tasks of one tenant at once: it leaves room for one more tenant than there is now. */
  #mostEach(): number {
    const { size, isShared = false } = this.#options;
    return isShared ? Math.max(1, Math.round(size / (this.#tenants.size + 1))) : size;
  }

  /** How long, ms, a new task would wait for the tasks before it in a fair order. */
  #expectedWait(tenant: Tenant, rank: number): number {
    const ownMs = positionIn(tenant.waiting, rank) * tenant.expectedMs;
    let beforeMs = ownMs;
    for (const other of this.#tenants.values())
      if (other !== tenant)
        beforeMs += Math.min(other.waiting.length * other.expectedMs, ownMs + tenant.expectedMs);
    return Math.max(ownMs / this.#mostEach(), beforeMs / this.#options.size);
  }

  #tenant(name: string): Tenant {
    const known = this.#tenants.get(name);
    if (known) return known;
    const expectedMs = this.#expectedMs.get(name) ?? this.#options.firstGuessMs;
    const queue = { waiting: [], running: 0, usedMs: this.#clockMs, expectedMs };
    this.#tenants.set(name, queue);
    return queue;
  }

  #removeIdle(name: string, tenant: Tenant): void {
    if (tenant.waiting.length === 0 && tenant.running === 0 && this.#tenants.get(name) === tenant)
      this.#tenants.delete(name);
  }
}

/** The index of a new task: behind all of its rank. */
function positionIn(waiting: readonly Waiting[], rank: number): number {
  return waiting.findLastIndex((other) => other.rank >= rank) + 1;
}
