/**
 * How long a slice of work may block the event loop, ms; a tick starts requests for as long
 * (server/http/tick-budget.ts). With 4 ms instead of 2, a neighbour's p99 during bursts of prompts, or of mentions by
 * groups, was twice as long.
 */
const SLICE_MS = 2;

/** End of the current slice, by performance.now(). */
let endsAt = 0;
/** Tasks that wait for a slice; the first may be running. */
const waiting: (() => void)[] = [];

/**
 * Await this between the parts of long work when `isSliceOver`, to yield to the event loop. Each turn of the loop runs
 * one slice of all such work, so eight reports at once block it no longer than one does. Short tasks share a slice:
 * with a turn of the loop each, 36 clients that request brands by platform cost a third more processor time.
 */
export function nextSlice(): Promise<void> {
  return new Promise((begin) => {
    if (waiting.push(begin) === 1) setImmediate(runSlice);
  });
}

/** Whether work should yield to the event loop. */
export function isSliceOver(): boolean {
  return performance.now() >= endsAt;
}

/** Like Array.map, in slices. */
export async function mapInSlices<Value, Result>(
  values: readonly Value[],
  make: (value: Value, at: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < values.length; at += 1) {
    if (isSliceOver()) await nextSlice();
    results.push(make(values[at] as Value, at));
  }
  return results;
}

/**
 * Begins a slice for the work of this turn of the event loop: work that a request begins in the turn need not wait for
 * another one, which cost 5 % of a short report. @returns the end of the slice, by performance.now()
 */
export function beginSlice(): number {
  endsAt = performance.now() + SLICE_MS;
  return endsAt;
}

async function runSlice(): Promise<void> {
  beginSlice();
  do {
    waiting[0]?.();
    // Runs after the task has come to its next wait.
    await new Promise<void>((done) => process.nextTick(done));
    waiting.shift();
  } while (waiting.length > 0 && !isSliceOver());
  if (waiting.length > 0) setImmediate(runSlice);
}
