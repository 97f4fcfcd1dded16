import type { DateRange } from '../range.ts';
import { ReportSql, type SqlValues } from '../report-sql.ts';
import {
  bodyOfPieces,
  type Columns,
  type JsonPiece,
  jsonPageSql,
  PAGE_COLUMNS,
  type PageRow,
} from '../wire.ts';
import { nextOf, type Pull, type PulledReport } from './request.ts';

/** Runs a statement with the values of the request and these. */
export type PullQuery = <Row extends object>(sql: ReportSql<Row>, values: SqlValues) => Promise<Row[]>;

interface PulledPage extends JsonPiece {
  /** Rows of all pages from this one on; null: none. */
  rest: bigint | null;
  /** Time and id of the last row of the piece. */
  last: string | null;
}

const TIMES = { reportQueries: 'executedAt', reportMentions: 'discoveredAt' };
const IDS = { reportQueries: 'query.id', reportMentions: 'id' };
const REMOVED: Record<PulledReport, ReportSql<{ id: string }>> = {
  reportQueries: ReportSql.load('changes/removedQueries', ['id']),
  reportMentions: ReportSql.load('changes/removedMentions', ['id']),
};

/**
 * The body of a page of a pull: rows, ids that were removed, and where the next page begins.
 * @param columns of the report. @param snapshotId the snapshot of all pages
 */
export async function pulledBody(
  report: PulledReport,
  pull: Pull,
  columns: Columns,
  {
    limit,
    inPieces,
    snapshotId,
    ...range
  }: { limit: number; inPieces: boolean; snapshotId: string } & DateRange,
  query: PullQuery,
): Promise<Buffer> {
  const sql = pageSql(report, columns, inPieces);
  const { since, rows, removed } = pull;
  const [at, id] = rows === 'end' ? ['-infinity', ''] : rows === null ? [null, null] : [rows.at, rows.id];
  const found = await query(sql, { since, aftertime: at, afterid: id, limit: rows === 'end' ? 1 : limit });
  const [, day, time, lastId] = /^(\S+) (\S+) (.*)$/s.exec(found.at(-1)?.last ?? '') ?? [];
  const hasMore = Number(found[0]?.rest ?? 0) > limit;
  const left =
    since === null || removed === 'end'
      ? []
      : await query(REMOVED[report], { since, afterremoved: removed, mostremoved: limit + 1 });
  const ids = left.slice(0, limit).map((each) => each.id);
  const next: Pull = {
    ...pull,
    rows: hasMore ? { at: `${day} ${time}`, id: lastId as string } : 'end',
    removed: left.length > limit ? (ids.at(-1) as string) : 'end',
  };
  const more = {
    ...(since === null ? {} : { removed: ids }),
    next: nextOf(next, range, snapshotId),
  };
  const body = bodyOfPieces(sql, found);
  return Buffer.concat([body.subarray(0, -1), Buffer.from(`,${JSON.stringify(more).slice(1)}`)]);
}

/** The SQL of pages is put together once. */
const PAGES = new Map<string, ReportSql<PulledPage>>();

function pageSql(report: PulledReport, columns: Columns, inPieces: boolean): ReportSql<PulledPage> {
  const key = `${report} ${inPieces}`;
  const known = PAGES.get(key);
  if (known) return known;
  const names = [...PAGE_COLUMNS, 'rest', ...Object.keys(columns)];
  const page = ReportSql.load<PageRow>(`changes/${report}`, names);
  const last = `cast("${TIMES[report]}" as varchar) || ' ' || "${IDS[report]}"`;
  const sql = jsonPageSql<PulledPage>(page, columns, { inPieces, more: { rest: 'rest', last } });
  PAGES.set(key, sql);
  return sql;
}
