import { DuckDBTimestampValue } from '@duckdb/node-api';
import type { ReportSql } from '../report-sql.ts';
import { roundedMean } from '../rules.ts';
import {
  meanDifference,
  meanInterval,
  POSITION_SCALE,
  type PromptSums,
  SENTIMENT_SCALE,
  type SharedSums,
  shareDifference,
  shareInterval,
} from '../uncertainty/intervals.ts';
import { nested } from '../wire.ts';
import type { BreakdownSql, GroupsSql } from './groups-sql.ts';
import { BEFORE, type Bounded } from './moments-sql.ts';
import type { Breakdown } from './request.ts';

/** At most so many runs are named as a row's evidence. */
const MOST_EVIDENCE = 20;

/** Runs a statement with the parameters of the request. */
export type Query = <Row extends object>(sql: ReportSql<Row>) => Promise<Row[]>;
type Json = Record<string, unknown>;
type Sums = Record<string, unknown>;

/** The rows of a page as the answer shows them, with what the engine alone cannot make: bounds, changes, details. */
export async function brokenDownRows(
  { include, compareTo }: Breakdown,
  { sql, columns }: BreakdownSql,
  groups: GroupsSql | null,
  query: Query,
): Promise<{ rows: Json[]; total: number }> {
  const found = await query(sql);
  const { total } = sql.first(found);
  const kept = found.filter(({ ordinal }) => ordinal !== null);
  const rows = kept.map((row) => {
    const shown = nested(Object.fromEntries(Object.keys(columns).map((name) => [name, plain(row[name])])));
    if (groups) for (const measure of groups.bounded) Object.assign(shown, boundsOf(measure, row));
    return shown;
  });
  const rowOf = (ordinal: unknown) => rows[Number(ordinal) - Number(kept[0]?.ordinal)] as Json;
  if (groups && kept.length > 0) {
    if (include.includes('coverage')) await addCoverage(rows, rowOf, groups, query);
    if (include.includes('competitors')) await addCompetitors(rows, rowOf, groups, query);
    if (include.includes('evidence')) await addEvidence(rows, rowOf, groups, query);
  } else if (include.includes('evidence')) {
    kept.forEach((row, at) => {
      (rows[at] as Json)['evidence'] = { run_ids: [row['latestResult.runId'] ?? row['run_id']] };
    });
  }
  if (groups && compareTo)
    kept.forEach((row, at) => {
      Object.assign(rows[at] as Json, {
        previous: previousOf(row),
        change: changeOf(groups.compared as Bounded, row),
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
  for (const { ordinal, first_day, last_day, days, prompts, platforms } of await query(groups.coverage()))
    rowOf(ordinal)['coverage'] = {
      first_day,
      last_day,
      days: Number(days),
      prompts: Number(prompts),
      platforms: Number(platforms),
    };
}

async function addEvidence(rows: Json[], rowOf: (ordinal: unknown) => Json, groups: GroupsSql, query: Query) {
  for (const row of rows) row['evidence'] = { run_ids: [] };
  for (const { ordinal, run_id } of await query(groups.evidence(MOST_EVIDENCE)))
    (rowOf(ordinal)['evidence'] as { run_ids: string[] }).run_ids.push(run_id);
}

async function addCompetitors(
  rows: Json[],
  rowOf: (ordinal: unknown) => Json,
  groups: GroupsSql,
  query: Query,
) {
  const found = await query(groups.competitors());
  const voices = new Map<Json, number>();
  for (const { ordinal, named } of found)
    voices.set(rowOf(ordinal), (voices.get(rowOf(ordinal)) ?? 0) + Number(named));
  for (const row of rows) row['competitors'] = [];
  for (const { ordinal, id, name, ...sums } of found) {
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
  }
}

/** The measures over the days that are compared with; null where there was nothing. */
function previousOf(row: Sums): Json | null {
  const names = Object.keys(row).filter((name) => name.startsWith(BEFORE) && name !== 'before_models');
  const previous = Object.fromEntries(names.map((name) => [name.slice(BEFORE.length), plain(row[name])]));
  const count = previous['visibility_total'] ?? previous['mention_count'];
  return count === 0 ? null : previous;
}

function changeOf(measure: Bounded, row: Sums): Json {
  const difference = (before: PromptSums, after: PromptSums) =>
    measure === 'visibility'
      ? shareDifference(before, after, shared)
      : meanDifference(before, after, shared, SENTIMENT_SCALE);
  const after = promptSums(row, 'after_');
  const before = promptSums(row, 'earlier_');
  const sharedAfter = promptSums(row, 'shared_after_');
  const shared: SharedSums = {
    nn: Number(row['cross_nn']),
    ny: Number(row['cross_ny']),
    yn: Number(row['cross_yn']),
    yy: Number(row['cross_yy']),
  };
  const all = difference(before, after);
  const { prompts } = sharedAfter;
  const isSame = before.prompts === prompts && after.prompts === prompts && !hasOtherModels(row);
  if (all.points === null || isSame) return { ...all };
  const common = difference(promptSums(row, 'shared_earlier_'), sharedAfter);
  return { ...all, verdict: 'not_comparable', common_prompts: { prompts, ...common } };
}

/** Whether the models, as far as they are known, are not the same in both ranges. */
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

/** A value as Postgres gives it: DuckDB gives whole numbers as bigint, and times as microseconds. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof DuckDBTimestampValue ? new Date(Number(value.micros / 1_000n)) : value;
}
