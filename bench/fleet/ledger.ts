/** Clocks of this machine's processes agree within this; and a row is committed somewhat after it was asked for. */
const CLOCK_MS = 5;

/** Runs that were sent together. */
interface Batch {
  sentAt: number;
  /** When the server said that they are stored; infinite before. */
  storedAt: number;
  runs: number;
  named: number;
}

/** How many runs of an organisation there were at a moment, between what was stored for certain and what was sent. */
export class Ledger {
  readonly #batches: Batch[] = [];

  /** @returns to be called when they are stored */
  send(runs: number, named: number): () => void {
    const batch = { sentAt: Date.now(), storedAt: Number.POSITIVE_INFINITY, runs, named };
    this.#batches.push(batch);
    return () => {
      batch.storedAt = Date.now();
    };
  }

  /** What is wrong with a report whose data was complete at `asOf`; null where nothing is. */
  check(asOf: Date, { runs, named }: { runs: number; named: number }): string | null {
    const at = asOf.getTime();
    const least = sum(this.#batches.filter(({ storedAt }) => storedAt < at - CLOCK_MS));
    const most = sum(this.#batches.filter(({ sentAt }) => sentAt <= at + CLOCK_MS));
    const isWithin = (what: 'runs' | 'named', found: number) => found >= least[what] && found <= most[what];
    if (isWithin('runs', runs) && isWithin('named', named)) return null;
    return `${runs} runs, ${named} named at ${asOf.toISOString()}, where ${least.runs} to ${most.runs} and ${least.named} to ${most.named} are right`;
  }
}

function sum(batches: Batch[]): { runs: number; named: number } {
  return batches.reduce((all, { runs, named }) => ({ runs: all.runs + runs, named: all.named + named }), {
    runs: 0,
    named: 0,
  });
}
