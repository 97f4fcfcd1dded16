import { patiently } from '../../../api/connection.ts';

/** What became of one of many changes. */
export interface Outcome<Item, Value> {
  item: Item;
  /** What the API answered; undefined where it refused. */
  value?: Value;
  error?: unknown;
}

const AT_ONCE = 4;

/**
 * Makes a change of each item, a few at a time. Where the server is asked too often, it waits and goes on.
 * @param onDone called after each, with how many are done
 */
export async function eachOf<Item, Value>(
  items: readonly Item[],
  change: (item: Item) => Promise<Value>,
  onDone: (count: number) => void,
): Promise<Outcome<Item, Value>[]> {
  const outcomes: Outcome<Item, Value>[] = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at]!;
      outcomes[at] = await patiently(() => change(item)).then(
        (value) => ({ item, value }),
        (error: unknown) => ({ item, error }),
      );
      onDone(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}
