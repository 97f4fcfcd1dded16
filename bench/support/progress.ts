/** A scenario and the time it takes. */
interface Timed {
  name: string;
  /** Expected, at full length. */
  seconds: number;
}

/** Prints on stderr which scenario is measured, and how long the rest will take. */
export class Progress {
  readonly #all: readonly Timed[];
  #done = 0;
  /** Seconds that the scenarios so far took, and were expected to take. */
  #taken = 0;
  #expected = 0;

  /** @param isFull whether scenarios take as long as expected; else the first ones show how long they take */
  constructor(all: readonly Timed[], isFull: boolean) {
    this.#all = all;
    if (isFull) [this.#taken, this.#expected] = [1, 1];
  }

  begin({ name }: Timed): void {
    const left = this.#all.slice(this.#done).reduce((sum, { seconds }) => sum + seconds, 0);
    const seconds = (left * this.#taken) / this.#expected;
    const estimate = Number.isNaN(seconds) ? '' : `, about ${spell(seconds)} left`;
    console.error(`[${this.#done + 1} of ${this.#all.length}] ${name}${estimate}`);
  }

  end({ name, seconds: expected }: Timed, seconds: number): void {
    clearLine();
    this.#done += 1;
    this.#taken += seconds;
    this.#expected += expected;
    console.error(`    ${name} took ${spell(seconds)}`);
  }
}

/** Prints the round on a terminal; nothing elsewhere, where it would be many lines. */
export function showRound(round: number, rounds: number): void {
  if (!process.stderr.isTTY) return;
  clearLine();
  process.stderr.write(round === 0 ? '    warming up' : `    round ${round} of ${rounds}`);
}

function clearLine(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K');
}

function spell(seconds: number): string {
  return seconds < 100 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
