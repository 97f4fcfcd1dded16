import { FairQueue } from '../../base/queues/fair-queue.ts';
import { beginSlice } from '../../engine/loop-slices.ts';

/** When a caller's first queued request has waited this long, the caller's new ones are refused. */
const MAX_WAIT_MS = 2_000;
/**
 * Refusals allowed per request begun. A refusal costs some two thirds of a cached report, so without a bound a crowd
 * that retries at once would leave no time for reports. Requests beyond the bound wait.
 */
const REFUSALS_PER_REQUEST = 0.1;
const REFUSALS_SAVED = 50;

interface QueuedRequest {
  /** By performance.now(). */
  queuedAt: number;
  begin(): void;
}

/**
 * Bounds how long one tick of the event loop begins requests, to one slice (engine/loop-slices.ts); the others wait in
 * a queue for later ticks, in which callers take turns: a caller that sends 60 requests at once waits behind itself.
 * Otherwise a busy loop handles all requests that it reads in one tick before the response to /health. With 400
 * connections and 0.15 ms a request, on two busy cores, /health took 15 ms at p50 instead of 700 to 2,500, at the same
 * throughput.
 */
export class TickBudget {
  readonly #queue = new FairQueue<QueuedRequest>('The server is overloaded. Try again shortly.', Infinity);
  readonly #maxWaitMs: number;
  #tickEndsAt = 0;
  #isInTick = false;
  #refusalsLeft = REFUSALS_SAVED;

  constructor(maxWaitMs = MAX_WAIT_MS) {
    this.#maxWaitMs = maxWaitMs;
  }

  /** Whether a request may begin in this tick; otherwise `wait` for a later one. */
  hasTime(): boolean {
    if (!this.#queue.isEmpty) return false;
    if (!this.#isInTick) {
      this.#isInTick = true;
      this.#tickEndsAt = beginSlice();
      setImmediate(this.#endTick);
    }
    return performance.now() < this.#tickEndsAt;
  }

  /** Whether a new request of a caller is to be refused; true counts as a refusal. */
  isOverfull(caller: string): boolean {
    const first = this.#queue.first(caller);
    if (first === undefined || performance.now() - first.queuedAt < this.#maxWaitMs || this.#refusalsLeft < 1)
      return false;
    this.#refusalsLeft -= 1;
    return true;
  }

  /** Begins a request in its caller's turn, after the caller's earlier requests have begun. */
  wait(caller: string, begin: () => void): void {
    this.#queue.push(caller, { queuedAt: performance.now(), begin });
  }

  readonly #endTick = (): void => {
    this.#isInTick = false;
    if (!this.#queue.isEmpty) void this.#beginQueued();
  };

  async #beginQueued(): Promise<void> {
    const endsAt = beginSlice();
    do {
      this.#queue.shift()?.begin();
      this.#refusalsLeft = Math.min(REFUSALS_SAVED, this.#refusalsLeft + REFUSALS_PER_REQUEST);
      // Runs after the promises and ticks queued by the request, so that their time counts too.
      await new Promise<void>((done) => process.nextTick(done));
    } while (!this.#queue.isEmpty && performance.now() < endsAt);
    if (!this.#queue.isEmpty) setImmediate(this.#endTick);
  }
}
