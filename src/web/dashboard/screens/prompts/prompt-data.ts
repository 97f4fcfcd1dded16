import { api, type Schemas, unwrap } from '../../api/client.ts';
import { type Data, useData } from '../../api/use-data.ts';
import { pagesOf } from '../../api/use-list.ts';
import { type Filters, MOST_ROWS, type Platform, platformsOf, reportBody } from '../../state/filters.ts';
import { PART_INCLUDES } from '../../state/includes.ts';
import { href } from '../../state/route.ts';

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
  cells: ReadonlyMap<Platform, Measures>;
}

export interface Prompts {
  prompts: Prompt[];
  /** The platforms that any of them has, in their order. */
  platforms: Platform[];
  /** False where there are more prompts than a page can show. */
  isComplete: boolean;
}

const MOST_PAGES = 5;

/** All prompts that the filter bar and a search leave, with what their answers say. */
export function usePrompts(
  filters: Filters,
  { search, isArchived }: { search: string; isArchived: boolean },
): Data<Prompts> {
  const body = reportOf(filters, search);
  return useData(['prompts', body, isArchived], async () => {
    const [queries, wholes, cells] = await Promise.all([
      listQueries(filters, search, isArchived),
      reportRows({
        ...body,
        dimensions: ['brand', 'query'],
        include: [...PART_INCLUDES],
        compare_to: 'previous',
        limit: MOST_ROWS,
      }),
      reportRows({ ...body, dimensions: ['brand', 'query', 'platform'], limit: MOST_ROWS }),
    ]);
    return joined(queries, wholes, cells, isArchived);
  });
}

function reportOf(filters: Filters, search: string) {
  const body = reportBody(filters);
  if (search === '') return body;
  const condition = { field: 'query' as const, operator: 'contains' as const, values: [search] };
  return { ...body, filters: [...(body.filters ?? []), condition] };
}

async function reportRows(body: Schemas['QueriesReportParameters']): Promise<Listed<Measures>> {
  const { data, total } = await unwrap(api.POST('/api/reports/queries', { body }));
  return { rows: data.filter((row): row is Measures => 'dimensions' in row), total };
}

interface Listed<T> {
  rows: T[];
  total: number;
}

async function listQueries(filters: Filters, search: string, archived: boolean): Promise<Listed<Query>> {
  const { brand, tag, branded, platforms } = filters;
  const query = {
    archived,
    limit: 1000,
    ...(brand === null ? {} : { brandId: brand }),
    ...(tag === null ? {} : { tag }),
    ...(branded === null ? {} : { branded }),
    ...(search === '' ? {} : { search }),
    ...(platforms.length === 1 ? { platform: platforms[0]! } : {}),
  };
  const { data, total, next } = await pagesOf(
    (after) => unwrap(api.GET('/api/queries', { params: { query: { ...query, ...after } } })),
    MOST_PAGES,
  );
  const rows = data.filter(({ platform }) => platforms.length === 0 || platforms.includes(platform));
  // All that there are were looked through, so those that are left are all that fit.
  return { rows, total: next === null ? rows.length : total };
}

function joined(
  queries: Listed<Query>,
  wholes: Listed<Measures>,
  cells: Listed<Measures>,
  isArchived: boolean,
): Prompts {
  const isComplete = [queries, wholes, cells].every(({ rows, total }) => rows.length >= total);
  type Joined = Prompt & { cells: Map<Platform, Measures> };
  const byKey = new Map<string, Joined>();
  const promptOf = (brandId: string, text: string): Joined => {
    const key = JSON.stringify([brandId, text]);
    const empty: Joined = {
      ...{ key, brandId, text, queries: [], tags: [], topics: [] },
      ...{ whole: null, cells: new Map() },
    };
    const found = byKey.get(key) ?? empty;
    byKey.set(key, found);
    return found;
  };
  for (const query of queries.rows) promptOf(query.brandId, query.queryText).queries.push(query);
  for (const row of wholes.rows) promptOf(...placeOf(row)).whole = row;
  for (const row of cells.rows) promptOf(...placeOf(row)).cells.set(row.dimensions.platform!, row);
  const all = [...byKey.values()].filter((prompt) => !isArchived || prompt.queries.length > 0);
  for (const prompt of all) {
    prompt.tags = tagsOf(prompt.queries);
    prompt.topics = [...new Set(prompt.queries.flatMap(({ topic }) => topic ?? []))].sort();
  }
  const there = new Set(
    all.flatMap((prompt) => [...prompt.cells.keys(), ...prompt.queries.map(({ platform }) => platform)]),
  );
  return { prompts: all, platforms: platformsOf(there), isComplete };
}

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
