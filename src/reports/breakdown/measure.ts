/**
 * A measure: an SQL expression for its value in hundredths (for `isCount` its plain value), given the names of sums.
 */
export interface Measure {
  sums: readonly [sum: string, count: string] | readonly [count: string];
  /** Hundredths of the measure's unit in one unit of the sum. */
  scale: number;
}
/** A measure that is a sum itself. */
export const count = (name: string): Measure => ({ sums: [name], scale: 1 });
