import { flatColumns } from '../flat.ts';
import { type Page, type TextForm, TextPage, type TextPiece } from '../forms/text-page.ts';
import type { DateRange } from '../range.ts';
import { ReportSql, type SqlParts, type SqlValues } from '../report-sql.ts';
import { LIST_PARTS } from '../rules.ts';
import { type Columns, PAGE_COLUMNS, type PageRow } from '../wire.ts';
import { nextCursor, type Pull, type PulledReport } from './request.ts';

/** Runs a statement with the values of the request and the given ones. */
export type PullQuery = <Row extends object>(sql: ReportSql<Row>, values: SqlValues) => Promise<Row[]>;

interface PulledPiece extends TextPiece {
  /** Rows left from this page on; null: none. */
  rest: bigint | null;
  /** Time and id of the last row of the piece. */
  last: string | null;
}

const TIMES = { reportQueries: 'executedAt', reportMentions: 'discoveredAt' };
const IDS = { reportQueries: 'query.id', reportMentions: 'id' };
/** A column of flat forms with updated_since: whether the row left the report. Then only its id is known. */
const DELETED = 'deleted';
const REMOVED: Record<PulledReport, ReportSql<{ id: string }>> = {
  reportQueries: removed({ table: 'runs', id: 'query_id', time: 'executed_at' }),
  reportMentions: removed({ table: 'mentions', id: 'id', time: 'discovered_at' }),
};

function removed(parts: SqlParts): ReportSql<{ id: string }> {
  return ReportSql.load('changes/removed', ['id'], parts);
}

/** The parameters of a page of a pull. */
export interface PulledCall extends DateRange {
  report: PulledReport;
  /** Columns of the report. */
  columns: Columns;
  limit: number;
  form: TextForm;
  inPieces: boolean;
  /** The count of all pages. */
  snapshotId: string;
}

/** The body of a page of a pull: rows, removed ids, and the start of the next page. */
export async function pulledPage(call: PulledCall, pull: Pull, query: PullQuery): Promise<Page> {
  const { since, rows, removed } = pull;
  const { report, limit, form, snapshotId } = call;
  const { columns, text } = pullText(call, since);
  const [at, id] = rows === 'end' ? ['-infinity', ''] : rows === null ? [null, null] : [rows.at, rows.id];
  const found = await query(text.sql, {
    since,
    aftertime: at,
    afterid: id,
    limit: rows === 'end' ? 1 : limit,
  });
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
  const nextPage = nextCursor(next, call, snapshotId);
  const { body, total } = await text.page(found);
  if (form === 'json') {
    const more = { ...(since === null ? {} : { removed: ids }), next: nextPage };
    const tail = Buffer.from(`,${JSON.stringify(more).slice(1)}`);
    return { body: Buffer.concat([body.subarray(0, -1), tail]), total, next: nextPage };
  }
  const lines = ids.map((removedId) => removedLine(report, removedId, columns, form)).join('');
  return { body: Buffer.concat([body, Buffer.from(lines)]), total, next: nextPage };
}

/** A removed id as a line of a flat form. Everything but the id is empty. */
function removedLine(report: PulledReport, id: string, columns: Columns, form: TextForm): string {
  if (form === 'ndjson')
    return `${JSON.stringify(report === 'reportQueries' ? { query: { id }, deleted: true } : { id, deleted: true })}\n`;
  const cells = flatColumns(columns).map(({ path }) =>
    path === IDS[report] ? id : path === DELETED ? 'true' : '',
  );
  return `${cells.join(',')}\n`;
}

const PAGES = new Map<string, { columns: Columns; text: TextPage<PulledPiece> }>();

/**
 * How a page is rendered. The full list of mentions has its own SQL file, because it is the only report with millions
 * of rows.
 */
function pullText({ report, columns: own, form, inPieces }: PulledCall, since: string | null) {
  const file = since === null && report === 'reportMentions' ? 'allMentions' : report;
  const isMarked = since !== null && form !== 'json';
  const key = `${file} ${form} ${isMarked} ${inPieces}`;
  const known = PAGES.get(key);
  if (known) return known;
  const columns: Columns = isMarked ? { ...own, [DELETED]: 'BOOLEAN' } : own;
  const names = [...PAGE_COLUMNS, 'rest', ...Object.keys(own)];
  const rows = ReportSql.load<PageRow>(`changes/${file}`, names, LIST_PARTS);
  const sql = rows.wrap<PageRow>(
    (text) => `select *, false as ${DELETED} from (${text}) rows`,
    [...names, DELETED],
  );
  const last = `cast("${TIMES[report]}" as varchar) || ' ' || "${IDS[report]}"`;
  const more = { rest: 'rest', last };
  const text = new TextPage<PulledPiece>(isMarked ? sql : rows, columns, { form, inPieces, more });
  PAGES.set(key, { columns, text });
  return { columns, text };
}
