/** A measure by the names of its sums: the first divided by the second in hundredths, or a sum as it is. */
export interface Measure {
  sums: readonly [sum: string, count: string] | readonly [count: string];
  /** Hundredths of the measure's unit in one unit of the sum. */
  scale: number;
}

/** A measure that is a sum itself. */
export const count = (name: string): Measure => ({ sums: [name], scale: 1 });
