import { roundedMean } from '../../base/definitions.ts';
import { mapInSlices } from '../../engine/loop-slices.ts';
import type { Query } from '../report-sql.ts';
import type { Method } from '../uncertainty/method.ts';
import { POSITION_SCALE, SENTIMENT_SCALE } from '../uncertainty/scales.ts';
import { nested } from '../wire.ts';
import { addChanges, readPrevious } from './compared/comparison.ts';
import { addCompetitors, addNamedCompetitors } from './compared/competitors.ts';
import type { Breakdown } from './request.ts';
import { plain, promptSums, type Sums } from './row-sums.ts';
import { GroupsSql } from './sql/groups.ts';
import { ItemsSql } from './sql/items.ts';
import type { Bounded } from './sql/moments.ts';
import { type BreakdownSql, COVERAGE_KINDS, type RowsSql } from './sql/rows.ts';

/** Maximum number of runs named as a row's evidence. */
const MOST_EVIDENCE = 20;

type Json = Record<string, unknown>;

/** How a page is built from the rows of its statement. */
export interface RowsOptions {
  /** How bounds and verdicts are computed. */
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
  const pageRows = found.filter(({ ordinal }) => ordinal !== null);
  const names = Object.keys(columns);
  const rows = await mapInSlices(pageRows, (row) => {
    const shown = nested(Object.fromEntries(names.map((name) => [name, plain(row[name])])));
    if (groups) for (const measure of groups.bounded) Object.assign(shown, boundsOf(measure, row, method));
    return shown;
  });
  const isExplained = include.includes('changes');
  const areShown = include.includes('competitors');
  const previous = compareTo ? await mapInSlices(pageRows, readPrevious) : null;
  const rowOf = (ordinal: unknown) => rows[Number(ordinal) - Number(pageRows[0]?.ordinal)] as Json;
  if (groups && pageRows.length > 0) {
    if (include.includes('coverage')) await addCoverage(rows, rowOf, groups, query);
    const compared = isExplained && method.changeByChance !== null ? previous : null;
    if (areShown && groups instanceof GroupsSql)
      await addCompetitors(rows, pageRows, groups, query, { most: mostCompetitors, previous: compared });
    if (areShown && groups instanceof ItemsSql) await addNamedCompetitors(rows, rowOf, groups, query);
    if (include.includes('evidence')) await addEvidence(rows, rowOf, groups, query);
  } else if (include.includes('evidence')) {
    pageRows.forEach((row, at) => {
      (rows[at] as Json)['evidence'] = { run_ids: [row['latestResult.runId'] ?? row['run_id']] };
    });
  }
  if (groups && previous && pageRows.length > 0) {
    const ofCompetitors = groups.hasCompetitors ? { areShown } : null;
    const page = { rows, pageRows, previous, total: Number(total) };
    await addChanges(page, groups, query, { method, isExplained, ofCompetitors });
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
      ...coverageShares(kinds),
    };
  });
}

/** The shares of surfaces, and of whether the platform searched, where the runs of a row differ in it. */
function coverageShares(kinds: Record<string, unknown>): Json {
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
