import { DuckDBTimestampValue } from '@duckdb/node-api';
import type { AppError } from '../../base/errors.ts';
import { mapInSlices } from '../../engine/loop-slices.ts';
import type { ReportSql } from '../report-sql.ts';
import { roundedMean } from '../rules.ts';
import type { ComparedSums, Lack } from '../uncertainty/changes.ts';
import type { Stretches } from '../uncertainty/day-effect.ts';
import type { Method } from '../uncertainty/method.ts';
import { POSITION_SCALE, type ScoreScale, SENTIMENT_SCALE } from '../uncertainty/scales.ts';
import type { DaySums, Products, PromptSums } from '../uncertainty/sums.ts';
import { nested } from '../wire.ts';
import { COMPARED_STRETCHES } from './facts-sql.ts';
import {
  type BreakdownSql,
  COVERAGE_KINDS,
  GroupsSql,
  kindColumns,
  type RowsSql,
  type StretchRow,
} from './groups-sql.ts';
import { ItemsSql } from './items-sql.ts';
import { BEFORE, type Bounded, type Compared } from './moments-sql.ts';
import { type Breakdown, invalid } from './request.ts';

/** Maximum number of runs named as a row's evidence. */
const MOST_EVIDENCE = 20;
/** Maximum number of competitors named with a source. */
const MOST_NAMED = 10;
/** A page with more competitors over all rows is refused: it would be tens of MB. */
export const MOST_COMPETITORS = 50_000;

/** Runs a statement with the parameters of the request. */
export type Query = <Row extends object>(sql: ReportSql<Row>) => Promise<Row[]>;
type Json = Record<string, unknown>;
type Sums = Record<string, unknown>;

/** How a page is made from its statement. */
export interface RowsOptions {
  /** How bounds and verdicts are made. */
  method: Method;
  /** Limit over all rows together; null: no limit. */
  mostCompetitors: number | null;
}

/**
 * The rows of a page as the answer shows them, including what the engine alone cannot make: bounds, changes, details.
 * @throws AppError validation_error if the page has more competitors than the options allow
 */
export async function brokenDownRows(
  { include, compareTo }: Breakdown,
  { sql, columns }: BreakdownSql,
  groups: RowsSql | null,
  query: Query,
  { method, mostCompetitors }: RowsOptions,
): Promise<{ rows: Json[]; total: number }> {
  const found = await query(sql);
  const { total } = sql.first(found);
  const kept = found.filter(({ ordinal }) => ordinal !== null);
  const names = Object.keys(columns);
  const rows = await mapInSlices(kept, (row) => {
    const shown = nested(Object.fromEntries(names.map((name) => [name, plain(row[name])])));
    if (groups) for (const measure of groups.bounded) Object.assign(shown, boundsOf(measure, row, method));
    return shown;
  });
  const rowOf = (ordinal: unknown) => rows[Number(ordinal) - Number(kept[0]?.ordinal)] as Json;
  if (groups && kept.length > 0) {
    if (include.includes('coverage')) await addCoverage(rows, rowOf, groups, query);
    if (include.includes('competitors')) {
      if (groups instanceof GroupsSql) await addCompetitors(rows, rowOf, groups, query, mostCompetitors);
      if (groups instanceof ItemsSql) await addNamedCompetitors(rows, rowOf, groups, query);
    }
    if (include.includes('evidence')) await addEvidence(rows, rowOf, groups, query);
  } else if (include.includes('evidence')) {
    kept.forEach((row, at) => {
      (rows[at] as Json)['evidence'] = { run_ids: [row['latestResult.runId'] ?? row['run_id']] };
    });
  }
  if (groups && compareTo && kept.length > 0) {
    const days = method.usesDays ? await daysOf(groups, query) : new Map<number, StretchRow[]>();
    await mapInSlices(kept, (row, at) => {
      const [first, ...others] = groups.compared as [Compared, ...Compared[]];
      const stretches = days.get(Number(row['ordinal'])) ?? [];
      const as = { row, stretches, method, isExplained: include.includes('changes') };
      Object.assign(rows[at] as Json, {
        previous: previousOf(row),
        change: changeOf(first, as),
        ...(as.isExplained && {
          changes: Object.fromEntries(others.map((measure) => [measure, changeOf(measure, as)])),
        }),
      });
    });
  }
  return { rows, total: Number(total) };
}

/** Whether the engine alone can make a breakdown's answer. */
export function isPlain({ include, compareTo }: Breakdown): boolean {
  return compareTo === null && include.every((each) => each === 'share_of_voice' || each === 'readers');
}

function boundsOf(measure: Bounded, row: Sums, method: Method): Json {
  if (measure === 'visibility' || measure === 'answer_share') {
    const { low, high, effectiveTotal, quality } = method.shareInterval(promptSums(row, `${measure}_`));
    return {
      [`${measure}_low`]: low,
      [`${measure}_high`]: high,
      [`${measure}_effective_total`]: effectiveTotal,
      [`${measure}_quality`]: quality,
    };
  }
  const { low, high } = method.meanInterval(
    promptSums(row, `${measure}_`),
    measure === 'position' ? POSITION_SCALE : SENTIMENT_SCALE,
  );
  return { [`${measure}_low`]: low, [`${measure}_high`]: high };
}

async function addCoverage(rows: Json[], rowOf: (ordinal: unknown) => Json, groups: RowsSql, query: Query) {
  for (const row of rows)
    row['coverage'] = { first_day: null, last_day: null, days: 0, prompts: 0, platforms: 0 };
  const found = await query(groups.coverage());
  await mapInSlices(found, ({ ordinal, first_day, last_day, days, prompts, platforms, ...kinds }) => {
    rowOf(ordinal)['coverage'] = {
      first_day,
      last_day,
      days: Number(days),
      prompts: Number(prompts),
      platforms: Number(platforms),
      ...sharesOf(kinds),
    };
  });
}

/** The shares of surfaces, and of whether the platform searched, where the runs of a row differ in it. */
function sharesOf(kinds: Record<string, unknown>): Json {
  const shares = COVERAGE_KINDS.flatMap(({ field, value, name }) => {
    const runs = Number(kinds[name]);
    return runs === 0 ? [] : [{ field, value, runs }];
  });
  const of = (field: string) => {
    const own = shares.filter((share) => share.field === field);
    const all = own.reduce((sum, { runs }) => sum + runs, 0);
    if (own.length < 2) return {};
    return {
      [field]: own.map(({ value, runs }) => ({ ...value, runs, share: roundedMean(10_000 * runs, all) })),
    };
  };
  return { ...of('surfaces'), ...of('searched') };
}

async function addEvidence(rows: Json[], rowOf: (ordinal: unknown) => Json, groups: RowsSql, query: Query) {
  for (const row of rows) row['evidence'] = { run_ids: [] };
  const found = await query(groups.evidence(MOST_EVIDENCE));
  await mapInSlices(found, ({ ordinal, run_ids }) => {
    rowOf(ordinal)['evidence'] = { run_ids: run_ids.split(' ') };
  });
}

async function addCompetitors(
  rows: Json[],
  rowOf: (ordinal: unknown) => Json,
  groups: GroupsSql,
  query: Query,
  most: number | null,
) {
  const found = await query(groups.competitors(most === null ? null : most + 1));
  if (most !== null && found.length > most) throw tooManyCompetitors(found, most);
  const voices = new Map<Json, number>();
  for (const row of rows) row['competitors'] = [];
  await mapInSlices(found, ({ ordinal, named }) => {
    voices.set(rowOf(ordinal), (voices.get(rowOf(ordinal)) ?? 0) + Number(named));
  });
  await mapInSlices(found, ({ ordinal, id, name, ...sums }) => {
    const row = rowOf(ordinal);
    const runs = Number(row['visibility_total']);
    const named = Number(sums.named);
    (row['competitors'] as Json[]).push({
      id,
      name,
      visibility: roundedMean(10_000 * named, runs),
      visibility_count: named,
      visibility_total: runs,
      sentiment: roundedMean(Number(sums.sentiment_sum), Number(sums.sentiment_count)),
      sentiment_count: Number(sums.sentiment_count),
      position: roundedMean(100 * Number(sums.position_sum), Number(sums.position_count)),
      position_count: Number(sums.position_count),
      share_of_voice: roundedMean(
        10_000 * named,
        Number(row['visibility_count']) + (voices.get(row) as number),
      ),
    });
  });
}

async function addNamedCompetitors(
  rows: Json[],
  rowOf: (ordinal: unknown) => Json,
  items: ItemsSql,
  query: Query,
) {
  for (const row of rows) row['competitors'] = [];
  await mapInSlices(await query(items.namedCompetitors(MOST_NAMED)), ({ ordinal, id, name, named }) => {
    const row = rowOf(ordinal);
    const answer_count = Number(named);
    const answer_share = roundedMean(10_000 * answer_count, Number(row['answer_count']));
    (row['competitors'] as Json[]).push({ id, name, answer_count, answer_share });
  });
}

function tooManyCompetitors(found: readonly { ordinal: unknown }[], most: number): AppError {
  const each = found.filter(({ ordinal }) => ordinal === found[0]?.ordinal).length;
  return invalid(
    `limit must be ${Math.max(1, Math.floor(most / each))} or less with competitors in include, because a brand has ${each} competitors: a page shows ${most} in all.`,
  );
}

const BEFORE_KINDS: ReadonlySet<string> = new Set([kindColumns('model')[1], kindColumns('surface')[1]]);

/** The measures over the compared days; null if there was nothing to count. */
function previousOf(row: Sums): Json | null {
  const names = Object.keys(row).filter((name) => name.startsWith(BEFORE) && !BEFORE_KINDS.has(name));
  const previous = Object.fromEntries(names.map((name) => [name.slice(BEFORE.length), plain(row[name])]));
  const count = previous['visibility_total'] ?? previous['mention_count'] ?? previous['answer_total'];
  return count === 0 ? null : previous;
}

/** How the days of each row of the page differ, by its ordinal. */
async function daysOf(groups: RowsSql, query: Query): Promise<Map<number, StretchRow[]>> {
  const days = new Map<number, StretchRow[]>();
  await mapInSlices(await query(groups.stretches()), (stretch) => {
    const ordinal = Number(stretch.ordinal);
    const known = days.get(ordinal);
    if (known) known.push(stretch);
    else days.set(ordinal, [stretch]);
  });
  return days;
}

/** What the change of a row is made from. */
interface ComparedRow {
  row: Sums;
  stretches: readonly StretchRow[];
  method: Method;
  /** Whether to add why there is no verdict. */
  isExplained: boolean;
}

function changeOf(measure: Compared, compared: ComparedRow): object {
  const { row, method, isExplained } = compared;
  const { all, common, isSamePrompts } = sumsOf(measure, compared);
  const difference = (sums: ComparedSums): ReturnType<Method['changeOf']> & Partial<Lack> => ({
    ...method.changeOf(sums, SCALES[measure]),
    ...(isExplained && method.lackOf(sums)),
  });
  const isSame = isSamePrompts && !hasOther('model', row);
  const { points, low, high, ...verdict } = difference(all);
  const reason = points === null ? null : otherwiseAsked(compared);
  if (reason) return { points, low, high, verdict: 'not_comparable', reason };
  if (points === null || isSame) return { points, low, high, ...verdict };
  return {
    points,
    low,
    high,
    verdict: 'not_comparable',
    common_prompts: { prompts: common.after.prompts, ...difference(common) },
  };
}

/** The sums of a measure in both ranges, over all prompts and over those that both have. */
function sumsOf(measure: Compared, { row, stretches }: ComparedRow) {
  const sums = (which: string) => promptSums(row, `${measure}_${which}_`);
  const shared = productsOf(row, `${measure}_cross_`);
  const afterOfShared = sums('shared_after');
  const { prompts } = afterOfShared;
  const rest = { shared, sharedPrompts: prompts, stretches: stretchesOf(measure, stretches) };
  const all: ComparedSums = { before: sums('earlier'), after: sums('after'), ...rest };
  const common: ComparedSums = { before: sums('shared_earlier'), after: afterOfShared, ...rest };
  return { all, common, isSamePrompts: all.before.prompts === prompts && all.after.prompts === prompts };
}

/**
 * Why the answers of two ranges cannot be compared, because they were given in another way; null: they can. The change
 * within each kind is a filter away, and a mean over kinds that few runs have in both ranges would hide that.
 */
function otherwiseAsked(compared: ComparedRow): 'surfaces_differ' | 'searched_differ' | null {
  if (hasOther('surface', compared.row)) return 'surfaces_differ';
  const { all } = sumsOf('searched', compared);
  if (all.before.n === 0 || all.after.n === 0) return null;
  const { verdict } = compared.method.changeOf(all, SCALES.searched);
  return verdict === 'up' || verdict === 'down' ? 'searched_differ' : null;
}

function stretchesOf(measure: Compared, rows: readonly StretchRow[]): Stretches {
  const { before, after } = COMPARED_STRETCHES;
  const sums = (row: StretchRow | undefined): DaySums => {
    const { prompts: days, ...squares } = promptSums(row ?? {}, `${measure}_`);
    return {
      days,
      ...squares,
      lags: productsOf(row ?? {}, `${measure}_lag_`),
    };
  };
  const at = (stretch: number) => sums(rows.find((row) => Number(row.stretch) === stretch));
  return {
    before: at(before),
    after: at(after),
    history: rows.filter((row) => Number(row.stretch) > after).map(sums),
  };
}

/** The scale of each measure that is a mean; null: it is a share. */
const SCALES: Readonly<Record<Compared, ScoreScale | null>> = {
  visibility: null,
  sentiment: SENTIMENT_SCALE,
  position: POSITION_SCALE,
  share_of_voice: null,
  first: null,
  searched: null,
  answer_share: null,
};

/** Whether the known models, or surfaces, differ between the two ranges. */
function hasOther(kind: 'model' | 'surface', row: Sums): boolean {
  const [now, before, both] = kindColumns(kind).map((name) => Number(row[name]));
  return now !== 0 && before !== 0 && (now !== both || before !== both);
}

function productsOf(row: Sums, prefix: string): Products {
  const [nn, ny, yn, yy] = ['nn', 'ny', 'yn', 'yy'].map((name) => Number(row[`${prefix}${name}`] ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return { nn, ny, yn, yy };
}

function promptSums(row: Sums, prefix: string): PromptSums {
  const [prompts, n, y, nn, ny, yy] = ['k', 'n', 'y', 'nn', 'ny', 'yy'].map((name) =>
    Number(row[`${prefix}${name}`] ?? 0),
  ) as [number, number, number, number, number, number];
  return { prompts, n, y, nn, ny, yy };
}

/** Converts a DuckDB value to Postgres' form: DuckDB returns whole numbers as bigint, and times as microseconds. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof DuckDBTimestampValue ? new Date(Number(value.micros / 1_000n)) : value;
}
