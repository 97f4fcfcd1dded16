import { FairQueue } from '../../base/queues/fair-queue.ts';

/**
 * While others wait, the next turn begins after a rest of this many times the last turn's duration, left to other
 * requests.
 */
const REST = 2;
/** Longest rest, ms. */
const MOST_REST_MS = 100;

/**
 * Lets the event loop work on one large body at a time, alternating between callers. Parsing and checking a body of 256
 * KB takes up to 15 ms, and 60 that arrive together would otherwise share one turn of the loop.
 */
export class BodyTurns {
  readonly #queue = new FairQueue<() => void>(
    'Too many large bodies of this caller are waiting. Try again shortly.',
  );
  #isBusy = false;

  /**
   * Resolves when the caller may continue; the time until its next await counts as its work.
   * @param caller whose bodies wait behind each other
   * @throws AppError unavailable if too many of them wait
   */
  async next(caller: string): Promise<void> {
    if (!this.#isBusy) {
      this.#begin();
      return;
    }
    await new Promise<void>((begin) => this.#queue.push(caller, begin));
  }

  #begin(): void {
    this.#isBusy = true;
    const startedAt = performance.now();
    setImmediate(() => {
      if (this.#queue.isEmpty) this.#isBusy = false;
      else setTimeout(this.#end, Math.min(REST * (performance.now() - startedAt), MOST_REST_MS));
    });
  }

  readonly #end = (): void => {
    const begin = this.#queue.shift();
    this.#begin();
    begin?.();
  };
}
