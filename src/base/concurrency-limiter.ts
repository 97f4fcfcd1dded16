import { LRUCache } from 'lru-cache';
import { tooBusy } from './errors.ts';

/** The part of a new measurement in the expected time. */
const SMOOTHING = 0.1;
/** Whose usual time is remembered while they have nothing under way. */
const MOST_REMEMBERED = 2_000;

interface Options {
  /** Works under way at once, at most. */
  size: number;
  /** Who would wait longer is refused at once; who does wait longer, after twice as long. */
  maxWaitMs: number;
  /** What a work is thought to take before the first ones of its tenant were measured. */
  firstGuessMs: number;
  /** What those who are refused are told. */
  message: string;
  /** Whether it is dealt out between tenants: none takes all of it, so that a new one finds room. */
  isShared?: boolean;
}

/** Somebody with work that waits or is under way. */
interface Tenant {
  waiting: (() => void)[];
  running: number;
  /** Time that it was given, ms, on the limiter's clock: who has had least is next. */
  usedMs: number;
  /** Usual time of its work, ms. */
  expectedMs: number;
}

/**
 * Lets so many works of one kind be under way, with a line before them that is bounded by time, not by count. Dealt
 * out between tenants by the time their works take: who floods, or asks for what is slow, waits behind itself and is
 * the one that is refused.
 */
export class ConcurrencyLimiter {
  readonly #options: Options;
  readonly #tenants = new Map<string, Tenant>();
  readonly #usual = new LRUCache<string, number>({ max: MOST_REMEMBERED });
  #running = 0;
  /** Where tenants that come now begin: nobody earns anything by having been away. */
  #clockMs = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Does work as soon as it may. @throws AppError unavailable at once when that would take too long */
  async run<T>(work: () => Promise<T>, name = ''): Promise<T> {
    const tenant = this.#tenant(name);
    await this.#turn(name, tenant);
    const chargedMs = tenant.expectedMs;
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const tookMs = performance.now() - startedAt;
      tenant.usedMs += tookMs - chargedMs;
      tenant.expectedMs += SMOOTHING * (Math.min(tookMs, this.#options.maxWaitMs) - tenant.expectedMs);
      this.#usual.set(name, tenant.expectedMs);
      tenant.running -= 1;
      this.#running -= 1;
      this.#forget(name, tenant);
      this.#next();
    }
  }

  async #turn(name: string, tenant: Tenant): Promise<void> {
    const { maxWaitMs, message } = this.#options;
    if (tenant.waiting.length === 0 && this.#hasRoom(tenant)) {
      this.#begin(tenant);
      return;
    }
    const waitMs = this.#expectedWait(tenant);
    if (waitMs > maxWaitMs) {
      this.#forget(name, tenant);
      throw tooBusy(message, waitMs / 1000);
    }
    await new Promise<void>((begin, failed) => {
      const overdue = setTimeout(() => {
        tenant.waiting.splice(tenant.waiting.indexOf(granted), 1);
        this.#forget(name, tenant);
        failed(tooBusy(message, maxWaitMs / 1000));
      }, 2 * maxWaitMs);
      const granted = () => {
        clearTimeout(overdue);
        begin();
      };
      tenant.waiting.push(granted);
    });
  }

  /** Whoever leaves lets the next one begin, so nobody who comes just then is first. */
  #next(): void {
    for (;;) {
      let next: Tenant | undefined;
      for (const tenant of this.#tenants.values())
        if (tenant.waiting.length > 0 && this.#hasRoom(tenant) && (!next || tenant.usedMs < next.usedMs))
          next = tenant;
      if (!next) return;
      this.#begin(next);
      next.waiting.shift()!();
    }
  }

  #begin(tenant: Tenant): void {
    this.#clockMs = Math.max(this.#clockMs, tenant.usedMs);
    // At once, so that the next turn is another's; put right when it is done.
    tenant.usedMs += tenant.expectedMs;
    tenant.running += 1;
    this.#running += 1;
  }

  #hasRoom({ running }: Tenant): boolean {
    return this.#running < this.#options.size && running < this.#mostEach();
  }

  /** Works that a tenant may have under way: so that there is room for one more than there are. */
  #mostEach(): number {
    const { size, isShared = false } = this.#options;
    return isShared ? Math.max(1, Math.round(size / (this.#tenants.size + 1))) : size;
  }

  /** How long a work that comes now would wait, ms: for those before it in a fair order. */
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
    const expectedMs = this.#usual.get(name) ?? this.#options.firstGuessMs;
    const made = { waiting: [], running: 0, usedMs: this.#clockMs, expectedMs };
    this.#tenants.set(name, made);
    return made;
  }

  #forget(name: string, tenant: Tenant): void {
    if (tenant.waiting.length === 0 && tenant.running === 0 && this.#tenants.get(name) === tenant)
      this.#tenants.delete(name);
  }
}
