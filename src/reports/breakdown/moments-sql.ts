/** The sums (n_i and y_i of a prompt) behind each measure that has bounds. */
export const PAIRS = {
  visibility: ['runs', 'named'],
  sentiment: ['sentiment_count', 'sentiment_sum'],
  position: ['position_count', 'position_sum'],
} as const;
export type Bounded = keyof typeof PAIRS;

/** Prefix for the compared days. */
export const BEFORE = 'before_';

/**
 * Sums of squares and products over prompts, as whole numbers in doubles: for each measure with bounds; and for the
 * compared measure, over both ranges and over the prompts that both have.
 */
export function momentsSql(
  bounded: readonly Bounded[],
  compared: Bounded | null,
): { name: string; sql: string }[] {
  const found = bounded.flatMap((measure) => squares(measure, '', `${measure}_`));
  if (!compared) return found;
  const [n, y] = PAIRS[compared];
  const shared = `${n} > 0 and ${BEFORE}${n} > 0`;
  const product = (a: string, b: string) => sum(a, `${BEFORE}${b}`);
  return [
    ...found,
    ...squares(compared, '', 'after_'),
    ...squares(compared, BEFORE, 'earlier_'),
    ...squares(compared, '', 'shared_after_', shared),
    ...squares(compared, BEFORE, 'shared_earlier_', shared),
    { name: 'cross_nn', sql: product(n, n) },
    { name: 'cross_ny', sql: product(y, n) },
    { name: 'cross_yn', sql: product(n, y) },
    { name: 'cross_yy', sql: product(y, y) },
  ];
}

/** @param period prefix of the sums @param prefix of the names @param when which prompts count; default: all */
function squares(measure: Bounded, period: string, prefix: string, when?: string) {
  const [n, y] = PAIRS[measure].map((name) => `${period}${name}`) as [string, string];
  return [
    { name: `${prefix}k`, sql: `count(case when ${when ?? `${n} > 0`} then 1 end)` },
    { name: `${prefix}n`, sql: sum(n, '1', when) },
    { name: `${prefix}y`, sql: sum(y, '1', when) },
    { name: `${prefix}nn`, sql: sum(n, n, when) },
    { name: `${prefix}ny`, sql: sum(n, y, when) },
    { name: `${prefix}yy`, sql: sum(y, y, when) },
  ];
}

function sum(a: string, b: string, when?: string): string {
  const product = `cast(${a} as double precision) * ${b}`;
  return `coalesce(sum(${when ? `case when ${when} then ${product} end` : product}), 0)`;
}
