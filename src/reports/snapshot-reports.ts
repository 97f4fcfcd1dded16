import { createHash } from 'node:crypto';
import packageJson from '../../package.json' with { type: 'json' };
import type { OrgId } from '../base/ids.ts';
import type { Engine } from '../engine/engine.ts';
import type { Turn } from '../engine/statement-scheduler.ts';
import { isSnapshotId } from '../snapshots/manifest.ts';
import type { Catalog } from '../snapshots/serve/catalog.ts';
import type { Lease } from '../snapshots/serve/version.ts';
import { CachedRows, type RowSource } from './cached/cached-rows.ts';
import { pulledPage } from './changes/pull.ts';
import { leaseForPull } from './changes/pull-lease.ts';
import type { Pull, PulledReport, StreamReader } from './changes/request.ts';
import { type DayCounts, SnapshotDayCounts } from './day-counts.ts';
import type { Page, TextForm } from './forms/text-page.ts';
import { LARGE_ROWS, PageMaker, type PageSource } from './page-maker.ts';
import { isBehind, reach, type SnapshotChoice } from './reached.ts';
import { type Caller, RenderedCache, RenderedPage } from './rendered-cache.ts';
import type { Query } from './report-sql.ts';
import {
  type Computation,
  type Computed,
  type RenderedReport,
  type ReportCall,
  type ReportLoad,
  type Reports,
  type ReportVersion,
  reportOf,
  type StreamedReport,
  sqlValues,
} from './reports.ts';
import { isFile } from './spreadsheet/origin.ts';
import { MentionStreams } from './streams/streams.ts';
import { CURRENT_METHOD, methodOf } from './uncertainty/methods.ts';

/** The share of the cache for rows that answers are rendered from; the rest is for answers. */
const ROW_CACHE_SHARE = 9 / 16;

/** The data of a page. */
type PageFromRows = RowSource & Omit<PageSource, 'values'>;

/** The pins of organisations, where reports look up ids that are not snapshots. */
export interface PinnedSnapshots {
  /**
   * A pin that stays readable until the lease is released, with the version of the method that its bounds and verdicts
   * are computed by; null if the organisation has none with this name or id.
   * @throws AppError unavailable while the pin is written, snapshot_gone if it cannot be served
   */
  lease(orgId: OrgId, nameOrId: string): Promise<{ lease: Lease; method: number } | null>;
}

/** Reports from the snapshot. DuckDB renders pages. Only small results, and rows with bounds, become objects here. */
export class SnapshotReports implements Reports {
  readonly keepsAnswers: boolean;
  readonly dayCounts: DayCounts;
  readonly #engine: Engine;
  readonly #catalog: Catalog;
  readonly #cache: RenderedCache;
  readonly #rows: CachedRows;
  readonly #streams: MentionStreams;
  readonly #pages: PageMaker;
  readonly #pins: PinnedSnapshots | null;

  /** @param cacheBytes for rendered answers and sums by day; 0: the engine makes each answer anew */
  constructor(engine: Engine, catalog: Catalog, cacheBytes = 128 << 20, pins: PinnedSnapshots | null = null) {
    this.#engine = engine;
    this.#catalog = catalog;
    this.keepsAnswers = cacheBytes > 0;
    this.#cache = new RenderedCache(cacheBytes * (1 - ROW_CACHE_SHARE));
    this.#rows = new CachedRows(engine, cacheBytes * ROW_CACHE_SHARE);
    this.#streams = new MentionStreams(engine);
    this.#pages = new PageMaker(engine);
    this.#pins = pins;
    this.dayCounts = new SnapshotDayCounts(engine, catalog);
  }

  current() {
    return this.#catalog.current();
  }

  trouble() {
    return this.#catalog.trouble();
  }

  version(call: ReportCall): ReportVersion | null {
    const served = this.#catalog.served(call.orgId);
    if (!served || call.pull || (call.snapshotId !== undefined && call.snapshotId !== served.id)) return null;
    if (isBehind(served, call)) return null;
    // Another version of the program may render the same data differently.
    const content = contentKey(served.content, served.id, call);
    const dataVersion = `${packageJson.version} ${CURRENT_METHOD} ${cacheKey(content, call)}`;
    const digest = createHash('sha256').update(dataVersion).digest('base64url');
    const { id: snapshotId, asOf } = served;
    return { etag: `"${digest.slice(0, 22)}"`, snapshotId, asOf, canRepeat: this.#whileServed(served) };
  }

  load(): ReportLoad {
    return { cache: this.#cache.stats(), ...this.#engine.load(), ...this.#catalog.load() };
  }

  async render(call: ReportCall, caller?: Caller): Promise<RenderedReport> {
    // A cached answer needs no lease: it is complete even if its files are closed.
    const served = this.#catalog.served(call.orgId);
    if (served && isBehind(served, call)) return this.#renderReached(call, caller);
    if (served && !call.pull && (call.snapshotId === undefined || call.snapshotId === served.id)) {
      const key = cacheKey(contentKey(served.content, served.id, call), call);
      const body = this.#cache.cached(key);
      if (body) {
        const { id: snapshotId, asOf } = served;
        const isServed = this.#whileServed(served);
        // The bytes stay right if the cache drops them.
        const canRepeat = () => {
          const canNow = isServed();
          if (canNow) this.#cache.countHit();
          return canNow;
        };
        return { body, snapshotId, asOf, canRepeat };
      }
    }
    return this.#make(call, caller);
  }

  /** From as new a snapshot as the client has seen, if it comes in time; the next such call waits again if not. */
  async #renderReached(call: ReportCall, caller: Caller | undefined): Promise<RenderedReport> {
    await reach(this.#catalog, call.shownId as string);
    const { canRepeat: _, ...rendered } = await this.render({ ...call, shownId: undefined }, caller);
    return rendered;
  }

  async stream(call: ReportCall & { pull: Pull }, reader: StreamReader): Promise<StreamedReport> {
    const { lease } = await this.#lease(call);
    const onClosed = () => lease.release();
    try {
      const tables = await lease.tables(call.orgId);
      await lease.hold();
      const content = lease.content(call.orgId);
      const days = await this.#rows.mentionDays(call, { tables, content }, true);
      const { lines, total } = await this.#streams.begin(call, { tables, days, onClosed }, reader);
      return { lines, total, snapshotId: lease.id, asOf: lease.asOf.toISOString() };
    } catch (error) {
      onClosed();
      throw error;
    }
  }

  async compute<Value>(computation: Computation<Value>, caller?: Caller): Promise<Computed<Value>> {
    const { orgId, shownId, name, options, urgency, values, make } = computation;
    const ticket = { class: 'large' as const, kind: name, orgId, urgency, isOfSeveral: true };
    const served = this.#catalog.served(orgId);
    if (served && isBehind(served, computation)) await reach(this.#catalog, shownId as string);
    const { lease, method } = await this.#lease(computation);
    try {
      const tables = await lease.tables(orgId);
      const key = `${lease.content(orgId)} ${method} ${name} ${orgId} ${digestOf({ options, values })}`;
      const body = await this.#cache.get(key, caller, (signal) =>
        this.#engine.hold({ ...ticket, signal }, async (held) => {
          const query: Query = async (sql) =>
            sql.rows(await this.#engine.rows({ ...sql.duckdb(tables, values), held, signal }));
          const value = await make(query, methodOf(method));
          return { body: Buffer.from(JSON.stringify(value)), total: 0 };
        }),
      );
      const value = JSON.parse(new TextDecoder().decode(body.identity)) as Value;
      return { value, snapshotId: lease.id, asOf: lease.asOf.toISOString() };
    } finally {
      lease.release();
    }
  }

  /** For DuckDB, over the files of the snapshot. */
  async statements(call: ReportCall): Promise<string> {
    const { lease, method } = await this.#lease(call);
    try {
      const report = reportOf(call);
      const values = { ...sqlValues(call.orgId, call), ...report.values };
      const tables = await lease.tables(call.orgId);
      return await this.#pages.statements(call, report, { tables, snapshotId: lease.id, method, values });
    } finally {
      lease.release();
    }
  }

  turn<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    return this.#engine.turn(turn, work);
  }

  /** Whether the same snapshot is still served, its data known to be complete until the same time. */
  #whileServed({ id, asOf }: { id: string; asOf: string }): () => boolean {
    return () => this.#catalog.isServed(id, asOf);
  }

  async #make(call: ReportCall, caller: Caller | undefined): Promise<RenderedReport> {
    const { lease, method } = await this.#lease(call);
    try {
      const tables = await lease.tables(call.orgId);
      const content = lease.content(call.orgId);
      // A pin of another method has answers of its own.
      const dataVersion = method === CURRENT_METHOD ? content : `${content} ${method}`;
      const answer = contentKey(dataVersion, lease.id, call);
      const source = { tables, content, method, snapshotId: lease.id };
      // Pages of a pull are requested once each, by snapshot, so caching them would only evict others.
      const body = call.pull
        ? await this.#pulled(call, call.pull, source, caller?.signal)
        : await this.#cache.get(cacheKey(answer, call), caller, (signal) => this.#page(call, source, signal));
      return { body, snapshotId: lease.id, asOf: lease.asOf.toISOString() };
    } finally {
      lease.release();
    }
  }

  /** @throws AppError as Catalog.lease: an unknown pin is treated as an unknown snapshot */
  async #lease({ orgId, snapshotId, pull }: SnapshotChoice): Promise<{ lease: Lease; method: number }> {
    const method = CURRENT_METHOD;
    if (pull) return { lease: await leaseForPull(this.#catalog, orgId, pull, snapshotId), method };
    if (snapshotId !== undefined && !isSnapshotId(snapshotId)) {
      const pinned = await this.#pins?.lease(orgId, snapshotId);
      if (pinned) return pinned;
    }
    return { lease: await this.#catalog.lease(snapshotId), method };
  }

  /** One page of a pull. */
  async #pulled(
    call: ReportCall,
    pull: Pull,
    source: PageFromRows,
    signal?: AbortSignal,
  ): Promise<RenderedPage> {
    const { report, orgId, limit, urgency, form = 'json' } = call;
    const { tables, snapshotId } = source;
    const days =
      report === 'reportMentions' && pull.since === null
        ? await this.#rows.mentionDays(call, source, true)
        : null;
    const firstDay = pull.rows === null || pull.rows === 'end' ? null : pull.rows.at.slice(0, 10);
    const window = days && pull.rows !== 'end' ? days.window(call, firstDay) : null;
    const isLarge = limit > LARGE_ROWS;
    const pulled = {
      ...call,
      report: report as PulledReport,
      columns: reportOf(call).columns,
      form: form as TextForm,
      inPieces: isLarge,
      snapshotId,
    };
    const page = await pulledPage(pulled, pull, async (sql, more) => {
      const statement = sql.duckdb(tables, { ...sqlValues(orgId, call), ...window, ...more });
      const speed = isLarge ? 'large' : 'small';
      return sql.rows(await this.#engine.rows({ ...statement, class: speed, orgId, urgency, signal }));
    });
    const rendered = new RenderedPage(page);
    rendered.isSentOnce = true;
    return rendered;
  }

  async #page(call: ReportCall, source: PageFromRows, signal: AbortSignal): Promise<Page> {
    const report = reportOf(call);
    const cached = await this.#rows.page(call, report, source, signal);
    if (cached) return cached;
    const days =
      call.report === 'reportMentions' && !call.breakdown
        ? await this.#rows.mentionDays(call, source, call.limit > LARGE_ROWS)
        : null;
    const values = { ...sqlValues(call.orgId, call), ...report.values, ...days?.window(call) };
    return this.#pages.page(call, report, { ...source, values }, signal);
  }
}

/**
 * Everything that determines an answer's bytes. The content represents the files. The brand is the only text from the
 * caller, and is last so that it cannot be mistaken for another parameter.
 */
function cacheKey(
  content: string,
  { report, orgId, brand, allowed, start, end, limit, offset, breakdown, form = 'json', csv }: ReportCall,
): string {
  return `${content} ${report} ${orgId} ${start} ${end} ${limit} ${offset} ${allowed?.join() ?? 'all'} ${form}${csv ? JSON.stringify(csv) : ''} ${
    breakdown ? digestOf(breakdown) : ''
  } ${brand === null ? 'all' : `=${brand}`}`;
}

/** The identity of the data in the key of an answer. A file names its snapshot, so it is of that one alone. */
function contentKey(content: string, snapshotId: string, call: ReportCall): string {
  return isFile(call) ? `${content} ${snapshotId}` : content;
}

/** Some breakdowns have 2 MB of filters, and their digest is used three times for a report. */
const digests = new WeakMap<object, string>();

function digestOf(options: object): string {
  const digest =
    digests.get(options) ?? createHash('sha256').update(JSON.stringify(options)).digest('base64');
  digests.set(options, digest);
  return digest;
}
