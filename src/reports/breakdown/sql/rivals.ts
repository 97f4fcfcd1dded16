import type { ReportSql, SqlParts } from '../../report-sql.ts';
import { LAGS } from '../../uncertainty/day-effect.ts';
import type { GroupsSql } from './groups.ts';
import {
  BEFORE,
  daySumsSql,
  laggedDays,
  momentsSql,
  type NamedSql,
  near,
  type Summed,
  selected,
  WEEK_BEFORE,
  weekAway,
} from './moments.ts';

/** Sums by `momentsSql` or `daySumsSql` names. */
export interface RivalRow {
  ordinal: number | bigint;
  [sum: string]: unknown;
}

/** Sums of a competitor that are 0 for a prompt or day that does not name it. The others are those of the row. */
const isOfNamings = ({ name }: NamedSql) => /_(y|ny|yn|yy)$/.test(name);
const OF_PROMPTS = momentsSql([], ['visibility']).filter(isOfNamings);
const product = (name: string, a: string, b: string): NamedSql => ({
  name: `visibility_${name}`,
  sql: `coalesce(sum(cast(${a} as double precision) * ${b}), 0)`,
});
const OF_DAYS: NamedSql[] = [
  product('y', 'named', '1'),
  product('ny', 'runs', 'named'),
  product('yy', 'named', 'named'),
  // n of a day × y of the days before it: each naming counts for the days after it.
  product('lag_ny', `after_runs`, 'named'),
  product('lag_yn', 'named', `${BEFORE}runs`),
  product('lag_yy', 'named', `${BEFORE}named`),
  product('week_ny', 'week_after_runs', 'named'),
  product('week_yn', 'named', `${WEEK_BEFORE}runs`),
  product('week_yy', 'named', `${WEEK_BEFORE}named`),
];

/** The sums of a competitor that no prompt or day names. */
export const NO_NAMINGS: Readonly<Record<string, number>> = Object.fromEntries(
  [...OF_PROMPTS, ...OF_DAYS].map(({ name }) => [name, 0]),
);

/** For each row of the page and competitor: its sums over prompts, of both ranges. */
export function rivalPrompts(groups: GroupsSql): ReportSql<RivalRow> {
  return statement(groups, 'rivalPrompts', ['ordinal', 'id'], OF_PROMPTS);
}

/** For each row of the page, competitor and stretch of days: its sums over days. */
export function rivalDays(groups: GroupsSql): ReportSql<RivalRow> {
  return statement(groups, 'rivalDays', ['ordinal', 'id', 'stretch'], OF_DAYS, {
    lags: `${LAGS}`,
    lag_runs: near('lag', 'runs'),
    lead_runs: near('lead', 'runs'),
    week_lag_runs: weekAway('lag', 'runs'),
    week_lead_runs: weekAway('lead', 'runs'),
    week_lag_named: weekAway('lag', 'v.rival_named', 'd.day', 'namings_of'),
  });
}

const AGAINST: readonly Summed[] = ['apart', 'others'];

/**
 * For each row of the page with a reference competitor, over the prompts of both ranges: the sums of the references'
 * namings (`others`), and of the brand's minus theirs (`apart`), each times the number of references.
 */
export function againstPrompts(groups: GroupsSql): ReportSql<RivalRow> {
  return statement(groups, 'againstPrompts', ['ordinal', 'size'], momentsSql([], AGAINST));
}

/** The same over the days of each stretch. */
export function againstDays(groups: GroupsSql): ReportSql<RivalRow> {
  return statement(groups, 'againstDays', ['ordinal', 'stretch'], AGAINST.flatMap(daySumsSql), {
    lagged: laggedDays(['runs', 'others', 'apart'], 'apart'),
  });
}

function statement(
  groups: GroupsSql,
  file: string,
  keys: readonly string[],
  sums: readonly NamedSql[],
  parts: SqlParts = {},
): ReportSql<RivalRow> {
  const names = [...keys, ...sums.map(({ name }) => name)];
  return groups.statement(file, names, { sums: selected(sums), ...parts }, { withHistory: true });
}
