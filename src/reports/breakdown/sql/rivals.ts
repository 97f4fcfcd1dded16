import { ReportSql } from '../../report-sql.ts';
import { LAGS } from '../../uncertainty/day-effect.ts';
import { COMPARED_STRETCHES, within } from './facts.ts';
import {
  BEFORE,
  daySumsSql,
  laggedDays,
  momentsSql,
  near,
  type Summed,
  WEEK_BEFORE,
  weekAway,
} from './moments.ts';

/** The part of a breakdown's statement that ends with its page of rows, and how a counted row `f` joins a row `p`. */
export interface PageSql {
  with: string;
  ofRow: string;
}

/** Sums by `momentsSql` or `daySumsSql` names. */
export interface RivalRow {
  ordinal: number | bigint;
  [sum: string]: unknown;
}
type Column = { name: string; sql: string };

/** A competitor is a reference if this part of the earlier answers names it at least, and leaves it out at least. */
const LEAST_BASELINE = 0.05;

/** Sums of a competitor that are 0 for a prompt or day that does not name it. The others are those of the row. */
const isOfNamings = ({ name }: Column) => /_(y|ny|yn|yy)$/.test(name);
const OF_PROMPTS = momentsSql([], ['visibility']).filter(isOfNamings);
const product = (name: string, a: string, b: string): Column => ({
  name: `visibility_${name}`,
  sql: `coalesce(sum(cast(${a} as double precision) * ${b}), 0)`,
});
const OF_DAYS: Column[] = [
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
export function rivalPrompts(page: PageSql): ReportSql<RivalRow> {
  return statement(
    'competitors by prompt',
    ['ordinal', 'id'],
    OF_PROMPTS,
    (sums) => `${prompts(page)}, counted as (
      select v.*, r.runs, r.${BEFORE}runs
      from rival_prompts v join row_prompts r on r.ordinal = v.ordinal and r.prompt = v.prompt
    )
    select ordinal, id, ${sums} from counted group by ordinal, id order by ordinal, id`,
  );
}

/** For each row of the page, competitor and stretch of days: its sums over days. */
export function rivalDays(page: PageSql): ReportSql<RivalRow> {
  return statement(
    'competitors by day',
    ['ordinal', 'id', 'stretch'],
    OF_DAYS,
    (sums) => `${days(page)},
    numbered as (
      select *, row_number() over days_of as place, ${near('lag', 'runs')} as ${BEFORE}runs, ${near('lead', 'runs')} as after_runs,
             ${weekAway('lag', 'runs')} as ${WEEK_BEFORE}runs, ${weekAway('lead', 'runs')} as week_after_runs
      from row_days window days_of as (partition by ordinal, stretch order by day)
    ), lagged as (
      select d.*, v.id, v.rival_named,
             coalesce(sum(v.rival_named) over (
               partition by d.ordinal, v.id, d.stretch order by d.place range between ${LAGS} preceding and 1 preceding
             ), 0) as ${BEFORE}named,
             ${weekAway('lag', 'v.rival_named', 'd.day', 'namings_of')} as ${WEEK_BEFORE}named
      from rival_days v join numbered d on d.ordinal = v.ordinal and d.stretch = v.stretch and d.day = v.day
      window namings_of as (partition by d.ordinal, v.id, d.stretch order by d.day)
    ), counted as (
      select ordinal, id, stretch, runs, ${BEFORE}runs, after_runs, ${WEEK_BEFORE}runs, week_after_runs,
             rival_named as named, ${BEFORE}named, ${WEEK_BEFORE}named
      from lagged
    )
    select ordinal, id, stretch, ${sums} from counted
    group by ordinal, id, stretch order by ordinal, id, stretch`,
  );
}

const AGAINST: readonly Summed[] = ['apart', 'others'];
/** Namings of a row's reference competitors, and how many more times as many the brand has. */
const APART = `s.size * r.named - coalesce(o.named, 0)`;

/**
 * For each row of the page with a reference competitor, over the prompts of both ranges: the sums of the references'
 * namings (`others`), and of the brand's minus theirs (`apart`), each times the number of references.
 */
export function againstPrompts(page: PageSql): ReportSql<RivalRow> {
  const sums = momentsSql([], AGAINST);
  return statement(
    'references by prompt',
    ['ordinal', 'size'],
    sums,
    (selected) => `${prompts(page)}, ${references()},
    others as (
      select v.ordinal, v.prompt, sum(v.named) as named, sum(v.${BEFORE}named) as ${BEFORE}named
      from rival_prompts v join reference e on e.ordinal = v.ordinal and e.id = v.id
      group by v.ordinal, v.prompt
    ), apart as (
      select r.ordinal, s.size, r.runs, r.${BEFORE}runs, coalesce(o.named, 0) as others,
             coalesce(o.${BEFORE}named, 0) as ${BEFORE}others, ${APART} as apart,
             ${APART.replaceAll('.named', `.${BEFORE}named`)} as ${BEFORE}apart
      from shared r join sizes s on s.ordinal = r.ordinal
      left join others o on o.ordinal = r.ordinal and o.prompt = r.prompt
    )
    select ordinal, max(size) as size, ${selected} from apart group by ordinal order by ordinal`,
  );
}

/** The same over the days of each stretch. */
export function againstDays(page: PageSql): ReportSql<RivalRow> {
  return statement(
    'references by day',
    ['ordinal', 'stretch'],
    AGAINST.flatMap(daySumsSql),
    (selected) => `${days(page)},
    ${promptTables(page)}, ${references()}, others as (
      select v.ordinal, v.stretch, v.day, sum(v.rival_named) as named
      from rival_days v join reference e on e.ordinal = v.ordinal and e.id = v.id
      group by v.ordinal, v.stretch, v.day
    ), apart as (
      select r.ordinal, r.stretch, r.day, r.runs, coalesce(o.named, 0) as others, ${APART} as apart
      from row_days r join sizes s on s.ordinal = r.ordinal
      left join others o on o.ordinal = r.ordinal and o.stretch = r.stretch and o.day = r.day
    ), ${laggedDays(['runs', 'others', 'apart'], 'apart')}
    select ordinal, stretch, ${selected} from lagged group by ordinal, stretch order by ordinal, stretch`,
  );
}

function statement(
  name: string,
  keys: readonly string[],
  sums: readonly Column[],
  text: (selected: string) => string,
): ReportSql<RivalRow> {
  const selected = sums.map(({ name: sum, sql }) => `${sql} as "${sum}"`).join(', ');
  return ReportSql.of<RivalRow>(name, text(selected), [...keys, ...sums.map((each) => each.name)]);
}

/**
 * The CTE of the counted rows that name a competitor which the brand still has, once for each. It is a full join whose
 * conditions do not let it be an inner one: Postgres can make a full join by hash alone, and without statistics it made
 * an inner one by loops (4,480 runs: 12 s).
 */
const NAMED_FACTS = `named_rivals as materialized (
    select c.run_id, c.competitor_id as id
    from snapshot.run_competitors c
    join snapshot.competitors k on k.org_id = $org and k.brand_id = c.brand_id and k.id = c.competitor_id
    where c.org_id = $org and (cast($brand as text) is null or c.brand_id = $brand)
      and ${within('c.executed_at', '$history', '$last')}
  ), named_facts as materialized (
    select f.*, n.id from all_facts f full join named_rivals n on n.run_id = f.run_id
    where coalesce(f.run_id, '') <> '' and coalesce(n.id, '') <> ''
  )`;

function prompts(page: PageSql): string {
  return `${page.with}, ${NAMED_FACTS}, ${promptTables(page)}`;
}

/** The CTEs of each row's prompts, and of their namings of each competitor. */
function promptTables({ ofRow }: PageSql): string {
  const ofRange = (value: string) =>
    [true, false].map(
      (isNow) => `sum(case when ${isNow ? '' : 'not '}f.is_current then ${value} else 0 end)`,
    );
  const counted = (name: string, value: string) => {
    const [now, before] = ofRange(value);
    return `${now} as ${name}, ${before} as ${BEFORE}${name}`;
  };
  return `row_prompts as (
      select p.ordinal, f.prompt, ${counted('runs', 'f.runs')}, ${counted('named', 'f.named')}
      from page p join facts f on ${ofRow} group by p.ordinal, f.prompt
    ), rival_prompts as (
      select p.ordinal, f.id, f.prompt, ${counted('named', '1')}
      from page p join named_facts f on ${ofRow} where f.stretch <= ${COMPARED_STRETCHES.after}
      group by p.ordinal, f.id, f.prompt
    )`;
}

function days({ with: page, ofRow }: PageSql): string {
  return `${page}, ${NAMED_FACTS}, row_days as (
      select p.ordinal, f.stretch, f.day, cast(sum(f.runs) as bigint) as runs, cast(sum(f.named) as bigint) as named
      from page p join all_facts f on ${ofRow} group by p.ordinal, f.stretch, f.day
    ), rival_days as (
      select p.ordinal, f.id, f.stretch, f.day, count(*) as rival_named
      from page p join named_facts f on ${ofRow} group by p.ordinal, f.id, f.stretch, f.day
    )`;
}

/** The CTEs of the prompts of both ranges, the competitors that a row is compared with, and how many these are. */
function references(): string {
  const parts = 1 / LEAST_BASELINE;
  return `shared as (
      select * from row_prompts where runs > 0 and ${BEFORE}runs > 0
    ), baseline as (
      select ordinal, sum(${BEFORE}runs) as runs from shared group by ordinal
    ), reference as (
      select v.ordinal, v.id
      from rival_prompts v
      join shared r on r.ordinal = v.ordinal and r.prompt = v.prompt
      join baseline b on b.ordinal = v.ordinal
      group by v.ordinal, v.id, b.runs
      having ${parts} * sum(v.${BEFORE}named) >= b.runs and ${parts} * (b.runs - sum(v.${BEFORE}named)) >= b.runs
    ), sizes as (
      select ordinal, count(*) as size from reference group by ordinal
    )`;
}
