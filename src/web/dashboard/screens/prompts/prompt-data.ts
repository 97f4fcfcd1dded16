import { useMemo } from 'preact/hooks';
import { textIdentity } from '../../../../base/definitions.ts';
import { answerTo, call, type Schemas } from '../../api/client.ts';
import { type Data, useData } from '../../api/loading.ts';
import { type Filters, type Platform, platformsOf, reportBody } from '../../state/filters.ts';
import { PART_INCLUDES } from '../../state/includes.ts';
import { href } from '../../state/route.ts';
import { type Days, type Move, moveOf } from './verdict.ts';

/** A prompt on one platform, as the API has it. */
export type Query = Schemas['Query'];
/** What the answers to a prompt say, on one platform or on all. */
export type Measures = Schemas['QueryGroupRow'];

/** A text that is asked for a brand, over all platforms. */
export interface Prompt {
  key: string;
  brandId: string;
  text: string;
  /** The platforms it is asked on; none for a text that was changed or archived since it was answered. */
  queries: Query[];
  tags: string[];
  /** The topics on its platforms: usually one or none. */
  topics: string[];
  /** Null where there is no answer in these days. */
  whole: Measures | null;
  /** How it moved over all platforms. */
  move: Move | null;
  cells: ReadonlyMap<Platform, Measures>;
}

export interface Prompts {
  prompts: Prompt[];
  /** The platforms that any of them has, in their order. */
  platforms: Platform[];
  /** False where there are more prompts than a page can show. */
  isComplete: boolean;
}

/** 24,000 prompts, each on its platform: thrice what fits into a day of asking. */
const MOST_PAGES = 24;
/** Rows of a report in one answer: the page reads more at once so long that a person notices. */
const ROWS_AT_ONCE = 3_000;

/** All prompts that the filter bar and a search leave, with what their answers say. */
export function usePrompts(
  filters: Filters,
  { search, isArchived }: { search: string; isArchived: boolean },
): Data<Prompts> {
  const body = reportOf(filters, search);
  const before = { compare_to: 'previous' as const };
  const prompts = useData(['prompts', body, isArchived], async () => {
    const [queries, wholes, cells] = await Promise.all([
      listQueries(filters, search, isArchived),
      reportRows({ ...body, ...before, dimensions: ['brand', 'query'], include: [...PART_INCLUDES] }),
      reportRows({ ...body, dimensions: ['brand', 'query', 'platform'] }),
    ]);
    return joined(queries, wholes, cells, { isArchived, days: filters });
  });
  // Comparing thousands of cells takes seconds, so it comes when the numbers are there.
  const moved = useData(prompts.data ? ['moved prompts', body] : null, () =>
    reportRows({ ...body, ...before, dimensions: ['brand', 'query', 'platform'] }),
  );
  const data = useMemo(
    () => (prompts.data && moved.data ? withCells(prompts.data, moved.data.rows) : prompts.data),
    [prompts.data, moved.data],
  );
  return { ...prompts, data };
}

function reportOf(filters: Filters, search: string) {
  const body = reportBody(filters);
  if (search === '') return body;
  const condition = { field: 'query' as const, operator: 'contains' as const, values: [search] };
  return { ...body, filters: [...(body.filters ?? []), condition] };
}

/** The rows of a report, page after page of one snapshot. */
async function reportRows(body: Schemas['QueriesReportParameters']): Promise<Listed<Measures>> {
  const rows: Measures[] = [];
  for (let snapshot: object = {}; ; ) {
    const page = { ...body, ...snapshot, limit: ROWS_AT_ONCE, offset: rows.length };
    const { data: answer, response } = await answerTo('getQueriesReport', { body: page });
    const { data, total } = answer;
    rows.push(...data.filter((row): row is Measures => 'dimensions' in row));
    if (data.length < ROWS_AT_ONCE || rows.length >= MOST_PAGES * 1_000) return { rows, total };
    const id = response.headers.get('X-Snapshot-Id');
    snapshot = id === null ? {} : { snapshot_id: id };
  }
}

interface Listed<T> {
  rows: T[];
  total: number;
}

async function listQueries(filters: Filters, search: string, archived: boolean): Promise<Listed<Query>> {
  const { brand, tag, branded, topic, platforms } = filters;
  const query = {
    archived,
    limit: 1_000,
    brandId: brand,
    tag,
    branded,
    topic,
    search: search || null,
    platform: platforms.length === 1 ? platforms[0]! : null,
  };
  const page = (offset: number) => call('listQueries', { query: { ...query, offset } });
  const { data: first, total } = await page(0);
  const pages = Math.min(MOST_PAGES, Math.ceil(total / query.limit));
  const others = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_, at) => page((at + 1) * query.limit)),
  );
  const all = [...first, ...others.flatMap(({ data }) => data)];
  const rows = all.filter(({ platform }) => platforms.length === 0 || platforms.includes(platform));
  // All that there are were looked through, so those that are left are all that fit.
  return { rows, total: all.length >= total ? rows.length : total };
}

/** Joins in parts, between which the page answers: there may be 16,000 cells. */
async function joined(
  queries: Listed<Query>,
  wholes: Listed<Measures>,
  cells: Listed<Measures>,
  { isArchived, days }: { isArchived: boolean; days: Days },
): Promise<Prompts> {
  const isComplete = [queries, wholes, cells].every(({ rows, total }) => rows.length >= total);
  type Joined = Prompt & { cells: Map<Platform, Measures> };
  const byKey = new Map<string, Joined>();
  const promptOf = (brandId: string, text: string): Joined => {
    const key = keyOf(brandId, text);
    const found = byKey.get(key) ?? {
      key,
      brandId,
      text,
      queries: [],
      tags: [],
      topics: [],
      whole: null,
      move: null,
      cells: new Map(),
    };
    byKey.set(key, found);
    return found;
  };
  for (const query of queries.rows) promptOf(query.brandId, query.queryText).queries.push(query);
  await turn();
  for (const row of wholes.rows) promptOf(...placeOf(row)).whole = row;
  await turn();
  for (const row of cells.rows) promptOf(...placeOf(row)).cells.set(row.dimensions.platform!, row);
  await turn();
  const all = [...byKey.values()].filter((prompt) => !isArchived || prompt.queries.length > 0);
  await turn();
  const there = new Set<Platform>();
  for (const prompt of all) {
    prompt.move = moveOf(prompt.whole, days);
    prompt.tags = tagsOf(prompt.queries);
    prompt.topics = [...new Set(prompt.queries.flatMap(({ topic }) => topic ?? []))].sort();
    for (const platform of prompt.cells.keys()) there.add(platform);
    for (const { platform } of prompt.queries) there.add(platform);
  }
  return { prompts: all, platforms: platformsOf(there), isComplete };
}

const turn = () => new Promise((done) => setTimeout(done));

/** The same prompts, with later numbers of their cells. */
function withCells(prompts: Prompts, rows: readonly Measures[]): Prompts {
  const cells = Map.groupBy(rows, (row) => keyOf(...placeOf(row)));
  const withOwn = (prompt: Prompt): Prompt => {
    const own = cells.get(prompt.key);
    if (!own) return prompt;
    return { ...prompt, cells: new Map(own.map((row) => [row.dimensions.platform!, row])) };
  };
  return { ...prompts, prompts: prompts.prompts.map(withOwn) };
}

/** Spellings that look alike are one prompt, shown as the first of its queries writes it. */
const keyOf = (brandId: string, text: string) => `${brandId} ${textIdentity(text)}`;

function placeOf({ brand, dimensions }: Measures): [string, string] {
  return [brand?.id ?? '', dimensions.query?.queryText ?? ''];
}

/** The labels of a prompt on any of its platforms, by name. */
export function tagsOf(queries: readonly Query[]): string[] {
  return [...new Set(queries.flatMap(({ tags }) => tags))].sort((one, other) => one.localeCompare(other));
}

/** The address of a prompt's own view. A text names it: answers keep it, whatever became of the prompt. */
export function promptHref(
  brandId: string,
  text: string,
  changes: Record<string, string | null> = {},
): string {
  return href(`prompts/${encodeURIComponent(text)}`, { brand: brandId, ...changes });
}

const INTERVALS = { HOURLY: 'hourly', DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly' };
export type Interval = keyof typeof INTERVALS;

/** When a prompt is asked by itself: `daily`, `once`, or null for never. */
export function rhythmOf({ scheduledAt, repeatInterval }: Query): string | null {
  if (scheduledAt === null) return null;
  return repeatInterval === null ? 'once' : INTERVALS[repeatInterval];
}

/** The same of a prompt on all its platforms: `daily`, `daily on 2 of 7 platforms`, `not scheduled`. */
export function rhythmOfAll(queries: readonly Query[]): string {
  const rhythms = queries.map(rhythmOf).filter((rhythm) => rhythm !== null);
  if (rhythms.length === 0) return 'not scheduled';
  const words = [...new Set(rhythms)].join(' and ');
  return rhythms.length === queries.length
    ? words
    : `${words} on ${rhythms.length} of ${queries.length} platforms`;
}
