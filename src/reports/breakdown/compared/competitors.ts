import { roundedMean } from '../../../base/definitions.ts';
import type { AppError } from '../../../base/errors.ts';
import { mapInSlices } from '../../../engine/loop-slices.ts';
import type { Query } from '../../report-sql.ts';
import type { PageRow } from '../../wire.ts';
import { invalid } from '../request.ts';
import type { CompetitorSums, GroupsSql } from '../sql/groups.ts';
import type { ItemsSql } from '../sql/items.ts';
import { BEFORE } from '../sql/moments.ts';

type Json = Record<string, unknown>;

/** A page with more competitors over all rows is refused: it would be tens of MB. */
export const MOST_COMPETITORS = 50_000;
/** Maximum number of competitors named with a source. */
const MOST_NAMED = 10;

/**
 * Adds the measures of each competitor.
 * @param pageRows the rows as SQL returns them
 * @param most over all rows; null: no limit @param previous the rows' measures over the compared days; null: not
 *   requested
 * @throws AppError validation_error for more of them
 */
export async function addCompetitors(
  rows: readonly Json[],
  pageRows: readonly PageRow[],
  groups: GroupsSql,
  query: Query,
  { most, previous }: { most: number | null; previous: readonly (Json | null)[] | null },
): Promise<void> {
  const found = await query(groups.competitors(most === null ? null : most + 1, previous !== null));
  if (most !== null && found.length > most) throw tooManyCompetitors(found, most);
  const ofRows = Map.groupBy(found, ({ ordinal }) => Number(ordinal));
  const at = [...pageRows.keys()];
  await mapInSlices(at, (position) => {
    const row = rows[position] as Json;
    const before = previous?.[position] ?? null;
    const own = ofRows.get(Number(pageRows[position]?.ordinal)) ?? [];
    const voices = (period: string) => own.reduce((sum, each) => sum + Number(each[`${period}named`]), 0);
    const [now, then] = [voices(''), before ? voices(BEFORE) : 0];
    row['competitors'] = own.map((sums) => ({
      id: sums.id,
      name: sums.name,
      ...measuresOf(sums, '', row, now),
      ...(previous && { previous: before && measuresOf(sums, BEFORE, before, then) }),
    }));
  });
}

/** Adds the competitors that the answers of each row name most. */
export async function addNamedCompetitors(
  rows: readonly Json[],
  rowOf: (ordinal: unknown) => Json,
  items: ItemsSql,
  query: Query,
): Promise<void> {
  for (const row of rows) row['competitors'] = [];
  await mapInSlices(await query(items.namedCompetitors(MOST_NAMED)), ({ ordinal, id, name, named }) => {
    const row = rowOf(ordinal);
    const answer_count = Number(named);
    const answer_share = roundedMean(10_000 * answer_count, Number(row['answer_count']));
    (row['competitors'] as Json[]).push({ id, name, answer_count, answer_share });
  });
}

/** @param row the brand's measures over the same days @param voices namings of all its competitors */
function measuresOf(sums: CompetitorSums, period: string, row: Json, voices: number): Json {
  const sum = (name: string) => Number(sums[`${period}${name}`]);
  const runs = Number(row['visibility_total']);
  const named = sum('named');
  const hasSums = 'sentiment_sum' in row;
  return {
    visibility: roundedMean(10_000 * named, runs),
    visibility_count: named,
    visibility_total: runs,
    sentiment: roundedMean(sum('sentiment_sum'), sum('sentiment_count')),
    ...(hasSums && { sentiment_sum: sum('sentiment_sum') / 100 }),
    sentiment_count: sum('sentiment_count'),
    position: roundedMean(100 * sum('position_sum'), sum('position_count')),
    ...(hasSums && { position_sum: sum('position_sum') }),
    position_count: sum('position_count'),
    share_of_voice: roundedMean(10_000 * named, Number(row['visibility_count']) + voices),
  };
}

function tooManyCompetitors(found: readonly { ordinal: unknown }[], most: number): AppError {
  const each = found.filter(({ ordinal }) => ordinal === found[0]?.ordinal).length;
  return invalid(
    `limit must be ${Math.max(1, Math.floor(most / each))} or less with competitors in include, because a brand has ${each} competitors: a page shows ${most} in all.`,
  );
}
