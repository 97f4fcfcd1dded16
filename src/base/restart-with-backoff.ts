const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Restarts something that fails, after a pause that doubles with each failure in a row: 0.5 s, 1 s, … up to 30 s.
 * src/bin/launch.mjs does the same for the server itself, in plain JavaScript because it runs before TypeScript can.
 */
export class RestartWithBackoff {
  #pauseMs = FIRST_PAUSE_MS;
  #timer: NodeJS.Timeout | undefined;

  /** Calls `start` after the next pause, unless cancelled before. @returns the pause, ms */
  schedule(start: () => void): number {
    const pauseMs = this.nextPauseMs();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(start, pauseMs);
    return pauseMs;
  }

  /** The pause before the next start, ms, for a caller that waits itself. */
  nextPauseMs(): number {
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    return pauseMs;
  }

  /** Call when the restarted thing works: the next pause is the shortest again. */
  reset(): void {
    this.#pauseMs = FIRST_PAUSE_MS;
  }

  /** Cancels the scheduled start. */
  cancel(): void {
    clearTimeout(this.#timer);
  }
}
