import { DuckDBTimestampValue } from '@duckdb/node-api';
import type { AppError } from '../../base/errors.ts';
import { mapInSlices } from '../../engine/loop-slices.ts';
import type { ReportSql } from '../report-sql.ts';
import { roundedMean } from '../rules.ts';
import {
  type Change,
  type Lack,
  lackOf,
  meanDifference,
  meanInterval,
  POSITION_SCALE,
  type PromptSums,
  type ScoreScale,
  SENTIMENT_SCALE,
  type SharedSums,
  shareDifference,
  shareInterval,
} from '../uncertainty/intervals.ts';
import { nested } from '../wire.ts';
import type { BreakdownSql, GroupsSql } from './groups-sql.ts';
import { BEFORE, type Bounded, type Compared } from './moments-sql.ts';
import { type Breakdown, invalid } from './request.ts';

/** Maximum number of runs named as a row's evidence. */
const MOST_EVIDENCE = 20;
/** A page with more competitors over all rows is refused: it would be tens of MB. */
const MOST_COMPETITORS = 50_000;

/** Runs a statement with the parameters of the request. */
export type Query = <Row extends object>(sql: ReportSql<Row>) => Promise<Row[]>;
type Json = Record<string, unknown>;
type Sums = Record<string, unknown>;

/**
 * The rows of a page as the answer shows them, including what the engine alone cannot make: bounds, changes, details.
 * @param mostCompetitors limit over all rows together; null: no limit
 * @throws AppError validation_error if the page has more
 */
export async function brokenDownRows(
  { include, compareTo }: Breakdown,
  { sql, columns }: BreakdownSql,
  groups: GroupsSql | null,
  query: Query,
  mostCompetitors: number | null = MOST_COMPETITORS,
): Promise<{ rows: Json[]; total: number }> {
  const found = await query(sql);
  const { total } = sql.first(found);
  const kept = found.filter(({ ordinal }) => ordinal !== null);
  const names = Object.keys(columns);
  const rows = await mapInSlices(kept, (row) => {
    const shown = nested(Object.fromEntries(names.map((name) => [name, plain(row[name])])));
    if (groups) for (const measure of groups.bounded) Object.assign(shown, boundsOf(measure, row));
    return shown;
  });
  const rowOf = (ordinal: unknown) => rows[Number(ordinal) - Number(kept[0]?.ordinal)] as Json;
  if (groups && kept.length > 0) {
    if (include.includes('coverage')) await addCoverage(rows, rowOf, groups, query);
    if (include.includes('competitors')) await addCompetitors(rows, rowOf, groups, query, mostCompetitors);
    if (include.includes('evidence')) await addEvidence(rows, rowOf, groups, query);
  } else if (include.includes('evidence')) {
    kept.forEach((row, at) => {
      (rows[at] as Json)['evidence'] = { run_ids: [row['latestResult.runId'] ?? row['run_id']] };
    });
  }
  if (groups && compareTo)
    await mapInSlices(kept, (row, at) => {
      const [first, ...others] = groups.compared as [Compared, ...Compared[]];
      const isExplained = include.includes('changes');
      const changes = others.map((measure) => [measure, changeOf(measure, row, isExplained)]);
      Object.assign(rows[at] as Json, {
        previous: previousOf(row),
        change: changeOf(first, row, isExplained),
        ...(isExplained && { changes: Object.fromEntries(changes) }),
      });
    });
  return { rows, total: Number(total) };
}

/** Whether the engine alone can make a breakdown's answer. */
export function isPlain({ include, compareTo }: Breakdown): boolean {
  return compareTo === null && include.every((each) => each === 'share_of_voice' || each === 'readers');
}

function boundsOf(measure: Bounded, row: Sums): Json {
  if (measure === 'visibility') {
    const { low, high, effectiveTotal, quality } = shareInterval(promptSums(row, 'visibility_'));
    return {
      visibility_low: low,
      visibility_high: high,
      visibility_effective_total: effectiveTotal,
      visibility_quality: quality,
    };
  }
  const { low, high } = meanInterval(
    promptSums(row, `${measure}_`),
    measure === 'position' ? POSITION_SCALE : SENTIMENT_SCALE,
  );
  return { [`${measure}_low`]: low, [`${measure}_high`]: high };
}

async function addCoverage(rows: Json[], rowOf: (ordinal: unknown) => Json, groups: GroupsSql, query: Query) {
  for (const row of rows)
    row['coverage'] = { first_day: null, last_day: null, days: 0, prompts: 0, platforms: 0 };
  const found = await query(groups.coverage());
  await mapInSlices(found, ({ ordinal, first_day, last_day, days, prompts, platforms }) => {
    rowOf(ordinal)['coverage'] = {
      first_day,
      last_day,
      days: Number(days),
      prompts: Number(prompts),
      platforms: Number(platforms),
    };
  });
}

async function addEvidence(rows: Json[], rowOf: (ordinal: unknown) => Json, groups: GroupsSql, query: Query) {
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

function tooManyCompetitors(found: readonly { ordinal: unknown }[], most: number): AppError {
  const each = found.filter(({ ordinal }) => ordinal === found[0]?.ordinal).length;
  return invalid(
    `limit must be ${Math.max(1, Math.floor(most / each))} or less with competitors in include, because a brand has ${each} competitors: a page shows ${most} in all.`,
  );
}

/** The measures over the compared days; null if there was nothing to count. */
function previousOf(row: Sums): Json | null {
  const names = Object.keys(row).filter((name) => name.startsWith(BEFORE) && name !== 'before_models');
  const previous = Object.fromEntries(names.map((name) => [name.slice(BEFORE.length), plain(row[name])]));
  const count = previous['visibility_total'] ?? previous['mention_count'];
  return count === 0 ? null : previous;
}

/** @param isExplained whether to add why there is no verdict */
function changeOf(measure: Compared, row: Sums, isExplained: boolean): object {
  const scale = SCALES[measure];
  const difference = (before: PromptSums, after: PromptSums): Change & Partial<Lack> => ({
    ...(scale === null
      ? shareDifference(before, after, shared)
      : meanDifference(before, after, shared, scale)),
    ...(isExplained && lackOf(before, after)),
  });
  const [after, before, sharedAfter, sharedBefore] = [
    'after',
    'earlier',
    'shared_after',
    'shared_earlier',
  ].map((which) => promptSums(row, `${measure}_${which}_`)) as [
    PromptSums,
    PromptSums,
    PromptSums,
    PromptSums,
  ];
  const cross = (name: string) => Number(row[`${measure}_cross_${name}`]);
  const shared: SharedSums = { nn: cross('nn'), ny: cross('ny'), yn: cross('yn'), yy: cross('yy') };
  const all = difference(before, after);
  const { prompts } = sharedAfter;
  const isSame = before.prompts === prompts && after.prompts === prompts && !hasOtherModels(row);
  if (all.points === null || isSame) return all;
  const common = difference(sharedBefore, sharedAfter);
  const { points, low, high } = all;
  return { points, low, high, verdict: 'not_comparable', common_prompts: { prompts, ...common } };
}

/** The scale of each measure that is a mean; null: it is a share. */
const SCALES: Readonly<Record<Compared, ScoreScale | null>> = {
  visibility: null,
  sentiment: SENTIMENT_SCALE,
  position: POSITION_SCALE,
  share_of_voice: null,
  first: null,
};

/** Whether the known models differ between the two ranges. */
function hasOtherModels(row: Sums): boolean {
  const [now, before, both] = ['now_models', 'before_models', 'both_models'].map((name) => Number(row[name]));
  return now !== 0 && before !== 0 && (now !== both || before !== both);
}

function promptSums(row: Sums, prefix: string): PromptSums {
  const [prompts, n, y, nn, ny, yy] = ['k', 'n', 'y', 'nn', 'ny', 'yy'].map((name) =>
    Number(row[`${prefix}${name}`]),
  ) as [number, number, number, number, number, number];
  return { prompts, n, y, nn, ny, yy };
}

/** Converts a DuckDB value to Postgres' form: DuckDB returns whole numbers as bigint, and times as microseconds. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof DuckDBTimestampValue ? new Date(Number(value.micros / 1_000n)) : value;
}
