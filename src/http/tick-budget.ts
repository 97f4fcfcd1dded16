/** Work of a turn of the event loop, before it looks at its sockets again. */
const TURN_MS = 4;
/** A request that would wait longer than those before it did is refused. */
const MAX_WAIT_MS = 2_000;
/**
 * Refusals for each request that is begun: a refusal costs some two thirds of a cached answer, so that without
 * a bound a crowd that comes again at once would leave no time for answers. Who is not refused waits.
 */
const REFUSALS = 0.1;
const REFUSALS_SAVED = 50;

interface Waiting {
  since: number;
  begin(): void;
}

/**
 * The line of requests before the handlers. Without it all that a busy loop reads in one turn is answered in that
 * turn, and the answer to /health comes after all of them; with it a turn begins what it has time for, and then
 * looks at its sockets again. With 400 connections and 0.15 ms a request, on two busy cores, /health took 15 ms
 * at p50 instead of 700 to 2,500, and as many requests were answered.
 */
export class TickBudget {
  readonly #waiting: Waiting[] = [];
  #turnEndsAt = 0;
  #isInTurn = false;
  #refusals = REFUSALS_SAVED;
  readonly #maxWaitMs: number;

  constructor(maxWaitMs = MAX_WAIT_MS) {
    this.#maxWaitMs = maxWaitMs;
  }

  /** Whether a request may begin in this turn; otherwise `wait` for a later one. */
  hasTime(): boolean {
    if (this.#waiting.length > 0) return false;
    const now = performance.now();
    if (!this.#isInTurn) {
      this.#isInTurn = true;
      this.#turnEndsAt = now + TURN_MS;
      setImmediate(this.#endTurn);
    }
    return now < this.#turnEndsAt;
  }

  /** Whether a request that comes now is to be refused. */
  isOverfull(): boolean {
    const [first] = this.#waiting;
    if (first === undefined || performance.now() - first.since < this.#maxWaitMs || this.#refusals < 1)
      return false;
    this.#refusals -= 1;
    return true;
  }

  /** Begins a request when those before it were begun. */
  wait(begin: () => void): void {
    this.#waiting.push({ since: performance.now(), begin });
  }

  readonly #endTurn = (): void => {
    this.#isInTurn = false;
    if (this.#waiting.length > 0) void this.#work();
  };

  async #work(): Promise<void> {
    const endsAt = performance.now() + TURN_MS;
    do {
      this.#waiting.shift()?.begin();
      this.#refusals = Math.min(REFUSALS_SAVED, this.#refusals + REFUSALS);
      // What it does at once, in promises and ticks, is done after this.
      await new Promise<void>((done) => process.nextTick(done));
    } while (this.#waiting.length > 0 && performance.now() < endsAt);
    if (this.#waiting.length > 0) setImmediate(this.#endTurn);
  }
}
