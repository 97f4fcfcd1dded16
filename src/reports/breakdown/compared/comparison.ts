import { mapInSlices } from '../../../engine/loop-slices.ts';
import type { Query } from '../../report-sql.ts';
import { againstOthers, noReference } from '../../uncertainty/against-others.ts';
import type { Method } from '../../uncertainty/method.ts';
import type { PageRow } from '../../wire.ts';
import { plain, type Sums } from '../row-sums.ts';
import { GroupsSql } from '../sql/groups.ts';
import { BEFORE, type Compared } from '../sql/moments.ts';
import {
  againstDays,
  againstPrompts,
  NO_NAMINGS,
  type RivalRow,
  rivalDays,
  rivalPrompts,
} from '../sql/rivals.ts';
import { kindColumns, MOST_JUDGED_ROWS, type RowsSql, type StretchRow } from '../sql/rows.ts';
import { changeOf, comparedSums, type Judged, judgeList } from './changes.ts';

type Json = Record<string, unknown>;
type Stretches = ReadonlyMap<string, readonly Sums[]>;

/** The rows of a page with a comparison. */
export interface ComparedPage {
  /** The rows as the answer shows them. */
  rows: Json[];
  /** The same as SQL returns them. */
  pageRows: readonly PageRow[];
  /** Their measures over the compared days. */
  previous: readonly (Json | null)[];
  /** The number of all rows, those of other pages too. */
  total: number;
}

export interface ComparisonOptions {
  method: Method;
  /** Whether `changes` is included. */
  isExplained: boolean;
  /** Whether rows of a brand are compared with its competitors, and these are shown. */
  ofCompetitors: { areShown: boolean } | null;
}

/**
 * Adds the measures over the compared days and the changes of each row, and whether their verdicts hold among those of
 * all rows.
 */
export async function addChanges(
  page: ComparedPage,
  groups: RowsSql,
  query: Query,
  { method, isExplained, ofCompetitors }: ComparisonOptions,
): Promise<void> {
  const { pageRows, total } = page;
  const isJudged = isExplained && method.changeByChance !== null;
  const isOfAll = isJudged && pageRows.length < total && total <= MOST_JUDGED_ROWS;
  const all = isOfAll ? await query(groups.comparedSums()) : pageRows;
  const days: Stretches = method.usesDays
    ? await byKey(await query(groups.stretches(isOfAll)), ({ ordinal }) => `${ordinal}`)
    : new Map();
  const lists = new Map<Compared, Judged[]>();
  const first = Number(pageRows[0]?.ordinal) - Number(all[0]?.ordinal);
  for (const measure of groups.compared) {
    const list = await mapInSlices(all, (row) => {
      const stretches = days.get(`${row.ordinal}`) ?? [];
      return changeOf(measure, { row, stretches, method, isExplained });
    });
    if (isJudged && all.length === total) judgeList(list);
    lists.set(measure, list.slice(first, first + pageRows.length));
  }
  const [own, ...others] = groups.compared as [Compared, ...Compared[]];
  const shown = (measure: Compared, at: number) => (lists.get(measure) as Judged[])[at]?.shown;
  await mapInSlices(page.rows, (row, at) => {
    row['previous'] = page.previous[at];
    row['change'] = shown(own, at);
    if (isExplained)
      row['changes'] = Object.fromEntries(others.map((measure) => [measure, shown(measure, at)]));
  });
  if (!ofCompetitors || !isJudged || !(groups instanceof GroupsSql)) return;
  await addAgainstOthers(page, groups, query, method);
  if (ofCompetitors.areShown) await addCompetitorChanges(page, days, groups, query, method);
}

/** Adds whether each row's brand moved with its competitors. */
async function addAgainstOthers(
  { rows, pageRows }: ComparedPage,
  groups: GroupsSql,
  query: Query,
  method: Method,
): Promise<void> {
  const prompts = new Map((await query(againstPrompts(groups))).map((row) => [`${row.ordinal}`, row]));
  const days = await byKey(await query(againstDays(groups)), ({ ordinal }) => `${ordinal}`);
  await mapInSlices(pageRows, ({ ordinal }, at) => {
    const sums = prompts.get(`${ordinal}`);
    const stretches = days.get(`${ordinal}`) ?? [];
    const { change } = rows[at] as { change: Json };
    const { common_prompts, ...rest } = change;
    const against = sums
      ? againstOthers(
          {
            competitors: Number(sums['size']),
            apart: comparedSums('apart', sums, stretches).common,
            others: comparedSums('others', sums, stretches).common,
          },
          method,
        )
      : noReference(0);
    (rows[at] as Json)['change'] = {
      ...rest,
      against_others: against,
      ...(common_prompts !== undefined && { common_prompts }),
    };
  });
}

/** Adds the change of each competitor's visibility. Its verdict holds or not among those of its row. */
async function addCompetitorChanges(
  { rows, pageRows }: ComparedPage,
  daysOfRows: Stretches,
  groups: GroupsSql,
  query: Query,
  method: Method,
): Promise<void> {
  const keyOf = ({ ordinal, id }: RivalRow) => `${ordinal} ${id}`;
  const prompts = new Map((await query(rivalPrompts(groups))).map((row) => [keyOf(row), row]));
  const days = await byKey(await query(rivalDays(groups)), keyOf);
  await mapInSlices(pageRows, (row, at) => {
    const ofRow = daysOfRows.get(`${row.ordinal}`) ?? [];
    const competitors = (rows[at] as Json)['competitors'] as Json[];
    const list = competitors.map(({ id }) => {
      const key = `${row.ordinal} ${id}`;
      const own = days.get(key) ?? [];
      // Without a naming, a prompt or day has the runs of the row alone.
      const stretches = ofRow.map((stretch) => ({
        ...stretch,
        ...(own.find((each) => Number(each['stretch']) === Number(stretch['stretch'])) ?? NO_NAMINGS),
      }));
      const sums = { ...row, ...(prompts.get(key) ?? NO_NAMINGS) };
      return changeOf('visibility', { row: sums, stretches, method, isExplained: true });
    });
    judgeList(list);
    competitors.forEach((competitor, position) => {
      competitor['change'] = list[position]?.shown;
    });
  });
}

const BEFORE_KINDS: ReadonlySet<string> = new Set([kindColumns('model')[1], kindColumns('surface')[1]]);

/** The measures over the compared days; null if there was nothing to count. */
export function readPrevious(row: Sums): Json | null {
  const names = Object.keys(row).filter((name) => name.startsWith(BEFORE) && !BEFORE_KINDS.has(name));
  const previous = Object.fromEntries(names.map((name) => [name.slice(BEFORE.length), plain(row[name])]));
  const count = previous['visibility_total'] ?? previous['mention_count'] ?? previous['answer_total'];
  return count === 0 ? null : previous;
}

/** Rows by a key, in their order. */
export async function byKey<Row extends StretchRow | RivalRow>(
  found: readonly Row[],
  keyOf: (row: Row) => string,
): Promise<Map<string, Row[]>> {
  const rows = new Map<string, Row[]>();
  await mapInSlices(found, (row) => {
    const key = keyOf(row);
    const known = rows.get(key);
    if (known) known.push(row);
    else rows.set(key, [row]);
  });
  return rows;
}
