export type Random = () => number;

/** The element at an index, wrapping around. @throws RangeError for an empty array */
export function nth<T>(items: readonly T[], at: number): T {
  if (items.length === 0) throw new RangeError('There is no element to pick.');
  return items[at % items.length] as T;
}

export const pick = <T>(items: readonly T[], random: Random): T =>
  nth(items, Math.floor(random() * items.length));

/** A shuffle in which earlier items tend to stay in front. */
export const ranked = <T>(items: readonly T[], random: Random): T[] =>
  items
    .map((item, at) => ({ item, key: random() * (1 + at / 3) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

/** Numbers in [0, 1): mulberry32, started from the FNV-1a hash of a text. */
export function seeded(text: string): Random {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
