/**
 * How long a slice of work may keep the event loop, ms: as long as a tick begins requests (server/http/tick-budget.ts).
 * With 4 ms instead of 2 a neighbour's p99 beside bursts of prompts, or of mentions by groups, was twice as long.
 */
const SLICE_MS = 2;

/** When the slice under way ends, by performance.now(). */
let endsAt = 0;
/** Works that wait for a slice of their own. */
const waiting: (() => void)[] = [];

/**
 * To be awaited between the parts of work that takes long, where `isSliceOver`: others get the event loop. One slice
 * of all such work is done in a turn of the loop, so that eight reports at once hold it up for as long as one does.
 */
export function nextSlice(): Promise<void> {
  return new Promise((begin) => {
    waiting.push(begin);
    if (waiting.length === 1) setImmediate(beginSlice);
  });
}

/** Whether work should let others have the event loop. */
export function isSliceOver(): boolean {
  return performance.now() >= endsAt;
}

/** As `map` of an array, in slices. */
export async function mapInSlices<Value, Made>(
  values: readonly Value[],
  make: (value: Value, at: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [at, value] of values.entries()) {
    if (isSliceOver()) await nextSlice();
    made.push(make(value, at));
  }
  return made;
}

function beginSlice(): void {
  const begin = waiting.shift();
  endsAt = performance.now() + SLICE_MS;
  if (waiting.length > 0) setImmediate(beginSlice);
  begin?.();
}
