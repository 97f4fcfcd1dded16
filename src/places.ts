import { tooBusy } from './errors.ts';

/** The part of a new measurement in the expected time. */
const SMOOTHING = 0.1;

interface Options {
  /** Works under way at once, at most. */
  size: number;
  /** Who would wait longer for a place is refused at once. */
  maxWaitMs: number;
  /** What a work is thought to take before the first ones were measured. */
  firstGuessMs: number;
  /** What those who are refused are told. */
  message: string;
}

/** So many places for work of one kind, and a line before them that is bounded by time, not by count. */
export class Places {
  readonly #options: Options;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #expectedMs: number;

  constructor(options: Options) {
    this.#options = options;
    this.#expectedMs = options.firstGuessMs;
  }

  /** Does work as soon as there is a place. @throws AppError unavailable at once when that would take too long */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { size, maxWaitMs, message } = this.#options;
    if (this.#running >= size) {
      const waitMs = (this.#waiting.length * this.#expectedMs) / size;
      if (waitMs > maxWaitMs) throw tooBusy(message, waitMs / 1000);
      // Whoever leaves hands over the place, so nobody who comes just then is first.
      await new Promise<void>((begin) => this.#waiting.push(begin));
    } else this.#running += 1;
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.#expectedMs += SMOOTHING * (Math.min(performance.now() - startedAt, maxWaitMs) - this.#expectedMs);
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
