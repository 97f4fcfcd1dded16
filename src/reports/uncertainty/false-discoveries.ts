/** The share of false verdicts that is allowed among those that hold in a list. */
export const FALSE_DISCOVERIES = 0.1;

/**
 * The verdicts of a list that hold together (Benjamini and Hochberg 1995): with so many rows, some are up or down by
 * chance alone. Of those that hold, one in ten at most is false on average.
 * @param pValues of the verdicts that are up or down @param tested how many rows have a verdict at all
 */
export function holdTogether(pValues: readonly number[], tested: number): boolean[] {
  const ascending = pValues.toSorted((a, b) => a - b);
  const last = ascending.findLastIndex((p, at) => p <= (FALSE_DISCOVERIES * (at + 1)) / tested);
  const most = ascending[last] ?? -1;
  return pValues.map((p) => p <= most);
}
