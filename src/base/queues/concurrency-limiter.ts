import { LRUCache } from 'lru-cache';
import { tooBusy } from '../errors.ts';

/** The weight of a new measurement in the expected time. */
const SMOOTHING = 0.1;
/** Tenants without tasks here whose expected time is remembered. */
const MOST_REMEMBERED = 2_000;

interface Options {
  /** The most tasks that run at once. */
  size: number;
  /** A task that would wait longer, ms, is refused at once; a waiting task is refused after twice as long. */
  maxWaitMs: number;
  /** How long, ms, a tenant's tasks are expected to take before the first measurement. */
  firstGuessMs: number;
  /** The message of refusals. */
  message: string;
  /** Whether one tenant must leave room for another. */
  isShared?: boolean;
}

/** A tenant with tasks that wait or run. */
interface Tenant {
  /** Each lets one task begin. */
  waiting: (() => void)[];
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
export class ConcurrencyLimiter {
  readonly #options: Options;
  readonly #tenants = new Map<string, Tenant>();
  readonly #expectedMs = new LRUCache<string, number>({ max: MOST_REMEMBERED });
  #running = 0;
  /** The clock value that new tenants begin with, ms: idle time earns no credit. */
  #clockMs = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Runs a task as soon as there is room.
   * @param name of the tenant
   * @throws AppError unavailable at once when it would wait too long, with the expected wait as Retry-After
   */
  async run<T>(task: () => Promise<T>, name = ''): Promise<T> {
    const tenant = this.#tenant(name);
    await this.#acquire(name, tenant);
    const chargedMs = tenant.expectedMs;
    const startedAt = performance.now();
    try {
      return await task();
    } finally {
      const tookMs = performance.now() - startedAt;
      tenant.usedMs += tookMs - chargedMs;
      tenant.expectedMs += SMOOTHING * (Math.min(tookMs, this.#options.maxWaitMs) - tenant.expectedMs);
      this.#expectedMs.set(name, tenant.expectedMs);
      tenant.running -= 1;
      this.#running -= 1;
      this.#removeIdle(name, tenant);
      this.#beginNext();
    }
  }

  async #acquire(name: string, tenant: Tenant): Promise<void> {
    const { maxWaitMs, message } = this.#options;
    if (tenant.waiting.length === 0 && this.#hasRoom(tenant)) {
      this.#begin(tenant);
      return;
    }
    const waitMs = this.#expectedWait(tenant);
    if (waitMs > maxWaitMs) {
      this.#removeIdle(name, tenant);
      throw tooBusy(message, waitMs / 1000);
    }
    await new Promise<void>((begin, failed) => {
      const overdue = setTimeout(() => {
        tenant.waiting.splice(tenant.waiting.indexOf(granted), 1);
        this.#removeIdle(name, tenant);
        failed(tooBusy(message, maxWaitMs / 1000));
      }, 2 * maxWaitMs);
      const granted = () => {
        clearTimeout(overdue);
        begin();
      };
      tenant.waiting.push(granted);
    });
  }

  /** Fills the room that a finished task leaves, at once: a new task must not overtake the queues. */
  #beginNext(): void {
    for (;;) {
      let next: Tenant | undefined;
      for (const tenant of this.#tenants.values())
        if (tenant.waiting.length > 0 && this.#hasRoom(tenant) && (!next || tenant.usedMs < next.usedMs))
          next = tenant;
      const granted = next?.waiting.shift();
      if (!next || !granted) return;
      this.#begin(next);
      granted();
    }
  }

  #begin(tenant: Tenant): void {
    this.#clockMs = Math.max(this.#clockMs, tenant.usedMs);
    // Charged now, so that another tenant is next; corrected by the measured time at the end.
    tenant.usedMs += tenant.expectedMs;
    tenant.running += 1;
    this.#running += 1;
  }

  #hasRoom({ running }: Tenant): boolean {
    return this.#running < this.#options.size && running < this.#mostEach();
  }

  /** The most tasks of one tenant at once: it leaves room for one more tenant than there is now. */
  #mostEach(): number {
    const { size, isShared = false } = this.#options;
    return isShared ? Math.max(1, Math.round(size / (this.#tenants.size + 1))) : size;
  }

  /** How long, ms, a new task would wait for the tasks before it in a fair order. */
  #expectedWait(tenant: Tenant): number {
    const ownMs = tenant.waiting.length * tenant.expectedMs;
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
    const made = { waiting: [], running: 0, usedMs: this.#clockMs, expectedMs };
    this.#tenants.set(name, made);
    return made;
  }

  #removeIdle(name: string, tenant: Tenant): void {
    if (tenant.waiting.length === 0 && tenant.running === 0 && this.#tenants.get(name) === tenant)
      this.#tenants.delete(name);
  }
}
