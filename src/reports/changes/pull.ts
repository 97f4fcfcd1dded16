import { flatColumns } from '../flat.ts';
import type { DateRange } from '../range.ts';
import { ReportSql, type SqlValues } from '../report-sql.ts';
import { type Page, pageOfPieces, type TextForm, type TextPiece, textPageSql } from '../text-page.ts';
import { type Columns, PAGE_COLUMNS, type PageRow } from '../wire.ts';
import { nextOf, type Pull, type PulledReport } from './request.ts';

/** Runs a statement with the values of the request and the given ones. */
export type PullQuery = <Row extends object>(sql: ReportSql<Row>, values: SqlValues) => Promise<Row[]>;

interface PulledPage extends TextPiece {
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
  reportQueries: ReportSql.load('changes/removedQueries', ['id']),
  reportMentions: ReportSql.load('changes/removedMentions', ['id']),
};

/**
 * The body of a page of a pull: rows, removed ids, and the start of the next page.
 * @param columns of the report @param snapshotId the snapshot of all pages
 */
export async function pulledPage(
  report: PulledReport,
  pull: Pull,
  columns: Columns,
  {
    limit,
    inPieces,
    snapshotId,
    form,
    ...range
  }: { limit: number; inPieces: boolean; snapshotId: string; form: TextForm } & DateRange,
  query: PullQuery,
): Promise<Page> {
  const { since, rows, removed } = pull;
  const shown: Columns = since !== null && form !== 'json' ? { ...columns, [DELETED]: 'BOOLEAN' } : columns;
  const sql = pageSql(fileOf(report, since), report, shown, form, inPieces);
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
  const nextPage = nextOf(next, range, snapshotId);
  const { body, total } = await pageOfPieces(sql, found, shown, form);
  if (form === 'json') {
    const more = { ...(since === null ? {} : { removed: ids }), next: nextPage };
    const tail = Buffer.from(`,${JSON.stringify(more).slice(1)}`);
    return { body: Buffer.concat([body.subarray(0, -1), tail]), total, next: nextPage };
  }
  const lines = ids.map((removedId) => removedLine(report, removedId, shown, form)).join('');
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
/** Cache of the pages' SQL. */
const PAGES = new Map<string, ReportSql<PulledPage>>();

/**
 * The SQL file of a page. The full list of mentions has its own, because it is the only report with millions of rows.
 */
function fileOf(report: PulledReport, since: string | null): string {
  return since === null && report === 'reportMentions' ? 'changes/allMentions' : `changes/${report}`;
}

function pageSql(
  file: string,
  report: PulledReport,
  columns: Columns,
  form: TextForm,
  inPieces: boolean,
): ReportSql<PulledPage> {
  const key = `${file} ${form} ${DELETED in columns} ${inPieces}`;
  const known = PAGES.get(key);
  if (known) return known;
  const names = [...PAGE_COLUMNS, 'rest', ...Object.keys(columns).filter((name) => name !== DELETED)];
  const rows = ReportSql.load<PageRow>(file, names);
  const page =
    DELETED in columns
      ? rows.wrap<PageRow>((text) => `select *, false as ${DELETED} from (${text}) rows`, [...names, DELETED])
      : rows;
  const last = `cast("${TIMES[report]}" as varchar) || ' ' || "${IDS[report]}"`;
  const sql = textPageSql<PulledPage>(page, columns, { form, inPieces, more: { rest: 'rest', last } });
  PAGES.set(key, sql);
  return sql;
}
