import type { DuckDBBlobValue } from '@duckdb/node-api';
import type { Engine } from '../../engine/engine.ts';
import { type Days, wholeMonths } from '../../snapshots/periods.ts';
import { brokenDownRows, undividedRows } from '../daily/daily-rows.ts';
import { readDailySums } from '../daily/daily-sums.ts';
import { type MentionDays, readMentionDays } from '../daily/mention-days.ts';
import { createStatement, RowCache, type Source } from '../daily/row-cache.ts';
import { textOfRows } from '../forms/rows-page.ts';
import { type Page, type TextForm, textPage } from '../forms/text-page.ts';
import type { SqlValues } from '../report-sql.ts';
import { DEFINITIONS, type Report, type ReportCall, sqlValues } from '../reports.ts';
import { type MonthOfResults, pageOfLatest, readLatestResults } from './latest-results.ts';
import { pageOfMentions } from './mention-rows.ts';

/** The engine renders larger pages: few of them are requested again. */
const MOST_MENTIONS = 1_000;
/** Ranges of more months are the engine's: each query is looked up in each month. */
const MOST_MONTHS = 60;
const ALL_DAYS: Days = { first: '0001-01-01', last: '9999-12-31' };

/** The data of a call. */
export interface RowSource extends Omit<Source, 'orgId'> {
  /** Hash of the files. */
  content: string;
}

/** Cached rows of an organisation's data: most pages need no statement then, whatever their range. */
export class CachedRows {
  readonly #engine: Engine;
  readonly #cache: RowCache;

  /** @param maxBytes 0: nothing is cached */
  constructor(engine: Engine, maxBytes: number) {
    this.#engine = engine;
    this.#cache = new RowCache(maxBytes);
  }

  /** A page from cached rows; null: the engine must render it. */
  async page(call: ReportCall, report: Report, source: RowSource, signal: AbortSignal): Promise<Page | null> {
    const { form = 'json', limit } = call;
    if (form !== 'json' && form !== 'ndjson') return null;
    if (call.report === 'reportBrands') return this.#brands(call, report, source, form);
    if (call.breakdown || form !== 'json') return null;
    if (call.report === 'reportQueries') return this.#queries(call, source);
    return limit > MOST_MENTIONS ? null : this.#mentionPage(call, source, signal);
  }

  /**
   * Counts of mentions by day; null if unknown.
   * @param isLarge a large page, or one of many that will be requested
   */
  mentionDays(
    { orgId, urgency, start, end }: ReportCall,
    { tables }: RowSource,
    isLarge: boolean,
  ): Promise<MentionDays | null> {
    const months = wholeMonths({ first: start, last: end });
    const key = `mention days ${tables.content(months)} ${orgId} ${months.first} ${months.last}`;
    // Without the caller's signal, because others may wait for the same counts.
    const as = { class: isLarge ? ('large' as const) : ('small' as const) };
    const read = () => readMentionDays(this.#engine, { orgId, urgency, tables }, { start, end }, as);
    return this.#cache.read(key, read, isLarge);
  }

  /** From the sums by day. */
  async #brands(
    call: ReportCall,
    { measuresOfDays: measures }: Report,
    { content, tables }: RowSource,
    form: TextForm,
  ): Promise<Page | null> {
    const { orgId, urgency, breakdown } = call;
    if (breakdown && !measures) return null;
    const daily = await this.#cache.read(`days ${content} ${orgId}`, () =>
      readDailySums(this.#engine, { orgId, urgency, tables }),
    );
    const found =
      daily &&
      (breakdown && measures ? brokenDownRows(daily, call, breakdown, measures) : undividedRows(daily, call));
    return found && { body: await textOfRows({ ...found, columns: {} }, form), total: found.total };
  }

  /** From the latest results by month, so that a publication has only the months read again that it changed. */
  async #queries(call: ReportCall, { tables }: RowSource): Promise<Page | null> {
    const { orgId, urgency, start, end } = call;
    const months = tables.months({ first: start, last: end }) ?? [ALL_DAYS];
    if (months.length > MOST_MONTHS) return null;
    const read = (days: Days) =>
      this.#cache.read(`latest ${tables.content(days)} ${orgId} ${days.first}`, () =>
        readLatestResults(this.#engine, { orgId, urgency, tables }, days),
      );
    const found = await Promise.all(months.map(read));
    return found.includes(null) ? null : pageOfLatest(found as MonthOfResults[], call);
  }

  async #mentionPage(call: ReportCall, source: RowSource, signal: AbortSignal): Promise<Page | null> {
    const { orgId, urgency } = call;
    const days = await this.mentionDays(call, source, false);
    if (!days) return null;
    const read = async (more: SqlValues) => {
      const own = { orgId, urgency, tables: source.tables };
      const values = { ...sqlValues(orgId, call), ...more };
      const [row] = MENTION_LINES.sql.rows(
        await this.#engine.rows(createStatement(own, MENTION_LINES.sql, values, { signal })),
      );
      return (row?.rows as DuckDBBlobValue | null)?.bytes ?? new Uint8Array();
    };
    const contentOf = (day: string) => source.tables.content({ first: day, last: day });
    return pageOfMentions(this.#cache, call, contentOf, days, read);
  }
}

/** The rows of a page of mentions as lines of JSON. */
const MENTION_LINES = textPage(DEFINITIONS.reportMentions.sql, DEFINITIONS.reportMentions.columns, {
  form: 'ndjson',
  inPieces: false,
});
