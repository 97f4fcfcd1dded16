import { LAGS } from '../../uncertainty/day-effect.ts';

/** The sums (n_i and y_i of a prompt) behind each measure that has bounds, or whose change has. */
const PAIRS = {
  visibility: ['runs', 'named'],
  sentiment: ['sentiment_count', 'sentiment_sum'],
  position: ['position_count', 'position_sum'],
  share_of_voice: ['voices', 'voiced'],
  first: ['named', 'first'],
  searched: ['search_known', 'search_made'],
  answer_share: ['runs', 'answers'],
  // The competitors that a row is compared with: see rivals.ts.
  apart: ['runs', 'apart'],
  others: ['runs', 'others'],
} as const;
export type Summed = keyof typeof PAIRS;
export type Compared = Exclude<Summed, 'apart' | 'others'>;
export type Bounded = Extract<Compared, 'visibility' | 'sentiment' | 'position' | 'answer_share'>;

/** Prefix for the compared days. */
export const BEFORE = 'before_';
/** Prefix for the day a week before each. */
export const WEEK_BEFORE = 'week_before_';

/** Days before each day that it is compared with. */
const LAG_NUMBERS = Array.from({ length: LAGS }, (_, at) => at + 1);

/** A column that is selected. */
export interface NamedSql {
  name: string;
  sql: string;
}

/** Columns in a SELECT. */
export function selected(columns: readonly NamedSql[]): string {
  return columns.map(({ name, sql }) => `${sql} as ${name}`).join(', ');
}

/**
 * Sums of squares and products over prompts, as whole numbers in doubles: for each measure with bounds; and for each
 * compared measure, over both ranges and over the prompts that both have.
 */
export function momentsSql(bounded: readonly Bounded[], compared: readonly Summed[]): NamedSql[] {
  return [
    ...bounded.flatMap((measure) => squares(measure, '', `${measure}_`)),
    ...compared.flatMap((measure) => {
      const [n, y] = PAIRS[measure];
      const shared = `${n} > 0 and ${BEFORE}${n} > 0`;
      const product = (a: string, b: string) => sum(a, `${BEFORE}${b}`);
      return [
        ...squares(measure, '', `${measure}_after_`),
        ...squares(measure, BEFORE, `${measure}_earlier_`),
        ...squares(measure, '', `${measure}_shared_after_`, shared),
        ...squares(measure, BEFORE, `${measure}_shared_earlier_`, shared),
        { name: `${measure}_cross_nn`, sql: product(n, n) },
        { name: `${measure}_cross_ny`, sql: product(y, n) },
        { name: `${measure}_cross_yn`, sql: product(n, y) },
        { name: `${measure}_cross_yy`, sql: product(y, y) },
      ];
    }),
  ];
}

/** Sums over the days of a stretch, in the columns of `of`; `before_` is the sum over the three days before each. */
export function daySumsSql(measure: Summed): NamedSql[] {
  const [n, y] = PAIRS[measure];
  return [
    ...squares(measure, '', `${measure}_`),
    ...lagProducts(n, y, `${measure}_lag_`),
    ...lagProducts(n, y, `${measure}_week_`, WEEK_BEFORE),
  ];
}

/**
 * Products of each day with earlier days. @param prefix of the names @param before prefix of the columns of these days
 */
export function lagProducts(n: string, y: string, prefix: string, before = BEFORE): NamedSql[] {
  const product = (a: string, b: string) => sum(a, `${before}${b}`);
  return [
    { name: `${prefix}nn`, sql: product(n, n) },
    { name: `${prefix}ny`, sql: product(n, y) },
    { name: `${prefix}yn`, sql: product(y, n) },
    { name: `${prefix}yy`, sql: product(y, y) },
  ];
}

/** The CTE of days with the sums of the three days, and of the day a week, before each. @param sums of the CTE `of` */
export function laggedDays(sums: readonly string[], of = 'days'): string {
  const lagged = (name: string) =>
    `${near('lag', name)} as ${BEFORE}${name}, ${weekAway('lag', name)} as ${WEEK_BEFORE}${name}`;
  return `lagged as (
        select *, ${sums.map(lagged).join(', ')} from ${of}
        window days_of as (partition by ordinal, stretch order by day)
      )`;
}

/** The sum of a number over the days beside each day. */
export function near(side: 'lag' | 'lead', name: string): string {
  return LAG_NUMBERS.map((days) => `coalesce(${side}(${name}, ${days}) over days_of, 0)`).join(' + ');
}

/**
 * A number of the day a week before or after each: one of the seven rows beside it. A frame of an interval takes DuckDB
 * twice as long. @param days the window of the days in their order
 */
export function weekAway(side: 'lag' | 'lead', name: string, day = 'day', days = 'days_of'): string {
  const rows = Array.from({ length: 7 }, (_, at) =>
    [day, name].map((column) => `${side}(${column}, ${at + 1}) over ${days}`),
  );
  const cases = rows.map(([its, value]) => `when ${its} then ${value}`).join(' ');
  return `case ${day} ${side === 'lag' ? '-' : '+'} 7 ${cases} else 0 end`;
}

/** The sums of a day that the changes of these measures need. */
export function countedSums(compared: readonly Summed[]): string[] {
  return [...new Set(compared.flatMap((measure) => PAIRS[measure]))];
}

/** @param period prefix of the sums @param prefix of the names @param when which prompts count; default: all */
function squares(measure: Summed, period: string, prefix: string, when?: string): NamedSql[] {
  const [n, y] = PAIRS[measure].map((name) => `${period}${name}`) as [string, string];
  return squaresOf(n, y, prefix, when);
}

/** Sums and squares over units. @param prefix of the names @param when which units count; default: all */
export function squaresOf(n: string, y: string, prefix: string, when?: string): NamedSql[] {
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
