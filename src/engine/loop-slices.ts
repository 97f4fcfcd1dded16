import { AsyncLocalStorage } from 'node:async_hooks';
import { FairQueue } from '../base/fair-queue.ts';

/** How long a slice of work may keep the event loop, ms: as long as a tick begins requests (http/tick-budget.ts). */
const SLICE_MS = 2;
/** Of work that is done for no caller, as background jobs. */
const NOBODY = '';

/** For whom work is done. */
const owners = new AsyncLocalStorage<string>();
/** When the slice under way ends, by performance.now(). */
let endsAt = 0;
/** Works that wait for a slice of their own. */
const waiting = new FairQueue<() => void>('The server is overloaded. Try again shortly.', Infinity);

/** Does work for an organisation, in whose turn its slices come. */
export function onBehalfOf<Made>(orgId: string, work: () => Made): Made {
  return owners.run(orgId, work);
}

/**
 * To be awaited between the parts of work that takes long, where `isSliceOver`: others get the event loop. One slice of all
 * such work is done in a turn of the loop, so that eight reports at once hold it up for as long as one does. Organisations
 * take turns: one with 60 requests under way waits behind itself.
 */
export function nextSlice(): Promise<void> {
  return new Promise((begin) => {
    if (waiting.isEmpty) setImmediate(beginSlice);
    waiting.push(owners.getStore() ?? NOBODY, begin);
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
  if (!waiting.isEmpty) setImmediate(beginSlice);
  begin?.();
}
