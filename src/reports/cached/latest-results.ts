import { DAY_MS, dayNumber } from '../../base/days.ts';
import type { Engine } from '../../engine/engine.ts';
import { isSliceOver, mapInSlices, nextSlice } from '../../engine/loop-slices.ts';
import type { Days } from '../../snapshots/periods.ts';
import { createStatement, type Source } from '../daily/row-cache.ts';
import { bytesOf } from '../forms/rows-page.ts';
import type { Page } from '../forms/text-page.ts';
import { ReportSql } from '../report-sql.ts';
import { DEFINITIONS, type ReportParameters } from '../reports.ts';
import { visibilityScoreSql } from '../rules.ts';
import { type Columns, wireStruct } from '../wire.ts';

/** Rows of a month. With more, the engine answers: one organisation must not evict all others. */
const MOST_ROWS = 400_000;
/** Queries of a month. With more, choosing a page would block the event loop. */
const MOST_QUERIES = 20_000;
const ID_LENGTH = 36;
const NONE = -1;
/** Bytes of a row, and roughly of a query and of a head beside its text. */
const ROW_BYTES = ID_LENGTH + 8 + 4 * 3 + 2 + 1;
const ENTRY_BYTES = 100;

/** The part of a row that a query's runs share: the prompt, and the brand. As JSON without its last brace. */
interface Head {
  text: string;
  query: string;
  brand: string;
  brandIsArchived: boolean;
}

/** Rows `from` (inclusive) to `to` (exclusive), by time. */
interface QueryRows {
  id: string;
  brand: number;
  from: number;
  to: number;
}

const HEAD_COLUMNS = columnsOf(/^(query|brand)\./);
const RUNS = `
  select r.*
  from snapshot.runs r
  join snapshot.brands b on b.org_id = $org and b.id = r.brand_id
  where r.org_id = $org and r.executed_at >= cast($start as date) and r.executed_at < cast($end as date) + 1`;
const HEADS_ORDER = 'query_id, brand_id, platform, query_text';
const DISTINCT = `select distinct ${HEADS_ORDER} from (${RUNS}) runs`;
const HEADS = ReportSql.of<{ text: string; query: string; brand: string; archived: boolean }>(
  'heads of latest results',
  `select cast(to_json(${wireStruct(HEAD_COLUMNS)}) as varchar) as text, "query.id" as query, "brand.id" as brand, archived
   from (
     select h.query_id as "query.id", h.query_text as "query.queryText", h.platform as "query.platform",
            b.id as "brand.id", b.name as "brand.name", b.archived
     from (${DISTINCT}) h join snapshot.brands b on b.org_id = $org and b.id = h.brand_id
     order by ${HEADS_ORDER}
   ) heads`,
  ['text', 'query', 'brand', 'archived'],
);
/** Each query's latest runs of each day, several where they are of the same time. By query, time and id. */
const ROWS = ReportSql.of<
  Record<'head' | 'time' | 'id' | 'score' | 'position' | 'sentiment' | 'reader', unknown>
>(
  'latest results by day',
  `with runs as (${RUNS}),
   heads as (select *, row_number() over (order by ${HEADS_ORDER}) - 1 as head from (${DISTINCT}) d),
   latest as (
     select query_id, max(executed_at) as executed_at from runs group by query_id, cast(executed_at as date)
   )
   select cast(h.head as integer) as head, cast(epoch_ms(r.executed_at) as double) as time, r.id,
          cast(${visibilityScoreSql('r.named', 'r.position')} as integer) as score,
          r.position, r.sentiment, r.sentiment_reader as reader
   from latest l
   join runs r on r.query_id = l.query_id and r.executed_at = l.executed_at
   join heads h on h.query_id = r.query_id and h.brand_id = r.brand_id and h.platform = r.platform
     and h.query_text = r.query_text
   order by r.query_id, r.executed_at, r.id
   limit ${MOST_ROWS + 1}`,
  ['head', 'time', 'id', 'score', 'position', 'sentiment', 'reader'],
);

/** A query's latest result. */
interface Found {
  month: MonthOfResults;
  row: number;
  time: number;
}

/**
 * A page of the queries report, as JSON. A range of days takes a binary search for each query, where the engine reads
 * all runs of the range: the planning of its statement alone takes longer. The texts equal those of the engine
 * (reportQueries.sql).
 * @param months all that have results in the range, in chronological order
 */
export async function pageOfLatest(
  months: readonly MonthOfResults[],
  { brand, allowed, start, end, limit, offset }: ReportParameters,
): Promise<Page> {
  const range = { since: dayNumber(start) * DAY_MS, until: (dayNumber(end) + 1) * DAY_MS };
  const isWanted = (id: string, isArchived: boolean) =>
    (brand === null ? !isArchived : id === brand) && (allowed === null || allowed.includes(id));
  const found: Found[] = [];
  const queries = new Set<string>();
  for (const month of months.toReversed()) {
    if (isSliceOver()) await nextSlice();
    month.find(range, isWanted, (query, row, time) => {
      // Later months come first.
      if (queries.has(query)) return;
      queries.add(query);
      found.push({ month, row, time });
    });
  }
  const page = newestFirst(found, offset + limit).slice(offset, offset + limit);
  const rows = await mapInSlices(page, ({ month, row }, at) => `${at === 0 ? '' : ','}${month.textOf(row)}`);
  const total = found.length;
  return { body: await bytesOf(['{"data":[', ...rows, `],"total":${total}}`]), total };
}

/** The latest result of each of an organisation's queries on each day of a month. */
export class MonthOfResults {
  readonly bytes: number;
  readonly #heads: readonly Head[];
  /** By id. */
  readonly #queries: readonly QueryRows[];
  readonly #brands: readonly { id: string; isArchived: boolean }[];
  readonly #rows: LatestRows;

  constructor(heads: readonly Head[], rows: LatestRows) {
    this.#heads = heads;
    this.#rows = rows;
    const brands = new Map<string, { id: string; isArchived: boolean; index: number }>();
    for (const { brand, brandIsArchived } of heads)
      if (!brands.has(brand))
        brands.set(brand, { id: brand, isArchived: brandIsArchived, index: brands.size });
    this.#brands = [...brands.values()];
    const queries: QueryRows[] = [];
    let previous: string | null = null;
    for (let row = 0; row < rows.count; row += 1) {
      const { query, brand } = heads[rows.heads[row] as number] as Head;
      if (query !== previous)
        queries.push({ id: query, brand: brands.get(brand)?.index as number, from: row, to: row });
      (queries.at(-1) as QueryRows).to = row + 1;
      previous = query;
    }
    this.#queries = queries;
    const texts = heads.reduce((sum, { text }) => sum + 2 * text.length, 0);
    this.bytes = texts + rows.count * ROW_BYTES + (heads.length + queries.length) * ENTRY_BYTES;
  }

  /** Reports the latest row of each query in a range. @param isWanted whether a brand's queries are wanted */
  find(
    { since, until }: { since: number; until: number },
    isWanted: (brand: string, isArchived: boolean) => boolean,
    report: (query: string, row: number, time: number) => void,
  ): void {
    const wanted = this.#brands.map(({ id, isArchived }) => isWanted(id, isArchived));
    for (const query of this.#queries) {
      if (!wanted[query.brand]) continue;
      const row = this.#lastBefore(query, until);
      const time = this.#rows.times[row] as number;
      if (row >= query.from && time >= since) report(query.id, row, time);
    }
  }

  /** The last row of a query before a time; less than `from`: there is none. */
  #lastBefore({ from, to }: QueryRows, time: number): number {
    const { times } = this.#rows;
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((times[middle] as number) < time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** A row as JSON. */
  textOf(row: number): string {
    const { heads, times, scores, positions, sentiments, readers, readerNames } = this.#rows;
    const { text } = this.#heads[heads[row] as number] as Head;
    const score = scores[row] as number;
    const position = positions[row] as number;
    return `${text},"executedAt":"${new Date(times[row] as number).toISOString()}","latestResult":{"runId":"${this.#rows.idOf(row)}","brandMentioned":${score > 0},"visibilityScore":${score},"position":${position === NONE ? null : position},"sentimentScore":${scoreText(sentiments[row] as number)},"sentimentReader":${readerNames[readers[row] as number]}}}`;
  }
}

/** Columns of the rows, in the order of queries, time and id. */
class LatestRows {
  readonly heads: Int32Array;
  /** Milliseconds since 1970. */
  readonly times: Float64Array;
  readonly scores: Uint8Array;
  readonly positions: Int32Array;
  /** Hundredths. */
  readonly sentiments: Int16Array;
  readonly readers: Uint8Array;
  /** Names as JSON. */
  readonly readerNames: readonly string[];
  readonly #ids: Buffer;

  constructor(columns: Read) {
    this.heads = Int32Array.from(columns.head);
    this.times = Float64Array.from(columns.time);
    this.scores = Uint8Array.from(columns.score);
    this.positions = Int32Array.from(columns.position);
    this.sentiments = Int16Array.from(columns.sentiment);
    this.readers = Uint8Array.from(columns.reader);
    this.readerNames = [...columns.readers.keys()].map((name) => JSON.stringify(name));
    this.#ids = Buffer.concat(columns.ids);
  }

  get count(): number {
    return this.times.length;
  }

  idOf(row: number): string {
    return this.#ids.toString('latin1', row * ID_LENGTH, (row + 1) * ID_LENGTH);
  }
}

/** The values read of the rows, column by column. */
interface Read {
  head: number[];
  time: number[];
  score: number[];
  position: number[];
  sentiment: number[];
  reader: number[];
  readers: Map<string | null, number>;
  ids: Buffer[];
}

/** @returns null if there are too many, or a query has runs of two brands */
export async function readLatestResults(
  engine: Engine,
  source: Source,
  { first: start, last: end }: Days,
): Promise<MonthOfResults | null> {
  const statement = (sql: ReportSql<object>) => createStatement(source, sql, { start, end });
  const found = HEADS.rows(await engine.rows(statement(HEADS)));
  const isOfTwoBrands = found.some(
    ({ query, brand }, at) => query === found[at - 1]?.query && brand !== found[at - 1]?.brand,
  );
  if (isOfTwoBrands || found.length > MOST_QUERIES) return null;
  const heads = found.map(({ text, archived, ...head }) => ({
    ...head,
    text: text.slice(0, -1),
    brandIsArchived: archived,
  }));
  const read: Read = {
    head: [],
    time: [],
    score: [],
    position: [],
    sentiment: [],
    reader: [],
    ids: [],
    readers: new Map(),
  };
  await engine.chunks(statement(ROWS), (columns) => take(columns, read));
  const rows = read.time.length;
  const isPlain = read.ids.reduce((sum, { length }) => sum + length, 0) === rows * ID_LENGTH;
  return rows > MOST_ROWS || !isPlain ? null : new MonthOfResults(heads, new LatestRows(read));
}

function take([heads, times, ids, scores, positions, sentiments, readers]: unknown[][], read: Read): void {
  for (const value of heads as number[]) read.head.push(value);
  for (const value of times as number[]) read.time.push(value);
  for (const value of scores as number[]) read.score.push(value);
  for (const value of positions as (number | null)[]) read.position.push(value ?? NONE);
  for (const value of sentiments as (number | null)[]) read.sentiment.push(value ?? NONE);
  for (const name of readers as (string | null)[]) {
    const known = read.readers.get(name) ?? read.readers.size;
    read.readers.set(name, known);
    read.reader.push(known);
  }
  read.ids.push(Buffer.from((ids as string[]).join(''), 'latin1'));
}

/** The first `most` results or more, newest first; those of the same time stay in the order of queries. */
function newestFirst(found: Found[], most: number): Found[] {
  const byTime = (a: Found, b: Found) => b.time - a.time;
  if (found.length < 4 * most) return found.sort(byTime);
  // Numbers alone are sorted several times as fast as by a function.
  const sorted = Float64Array.from(found, ({ time }) => time).sort();
  const oldest = sorted[sorted.length - most] as number;
  return found.filter(({ time }) => time >= oldest).sort(byTime);
}

/** A sentiment of hundredths as DuckDB writes it: whole numbers have a fraction. */
function scoreText(hundredths: number): string {
  if (hundredths === NONE) return 'null';
  return hundredths % 100 === 0 ? `${hundredths / 100}.0` : `${hundredths / 100}`;
}

function columnsOf(names: RegExp): Columns {
  const { columns } = DEFINITIONS.reportQueries;
  return Object.fromEntries(Object.entries(columns).filter(([name]) => names.test(name)));
}
