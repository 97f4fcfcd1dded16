/** What takes its time: a scenario. */
interface Timed {
  name: string;
  /** Expected, at full length. */
  seconds: number;
}

/** Says on stderr what is measured, and how long the rest will take. */
export class Progress {
  readonly #all: readonly Timed[];
  #done = 0;
  /** Seconds that scenarios took, and that they were expected to. */
  #taken = 0;
  #expected = 0;

  /** @param isFull whether scenarios will take what they say; else that is learned from the first ones. */
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

/** Shows the round on a terminal; anywhere else it would be many lines. */
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
