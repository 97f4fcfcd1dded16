import { createHash } from 'node:crypto';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import { openCursor, sealCursor } from '../../db/cursors.ts';
import { invalid, type ReportBody } from '../breakdown/request.ts';
import type { DateRange } from '../range.ts';

type Schemas = components['schemas'];
type ListBody = Schemas['QueriesReportParameters'] & Schemas['MentionsReportParameters'];
export type PulledReport = 'reportQueries' | 'reportMentions';

/** The value of `after` that requests the first page. */
const START = 'start';
/** A row's id, which no cursor looks like. */
const ROW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Parameters that pulls do not support, with the reason. */
const REFUSED: Partial<Record<keyof Schemas['MentionsReportParameters'], string>> = {
  dimensions: 'groups of rows have no ids to keep a copy by',
  compare_to: 'rows are not compared with other days',
  having: 'a row that stops meeting it could not be told as removed',
  filters: 'a row that stops meeting them could not be told as removed',
  order_by: 'pages go on in the usual order',
  include: 'rows are those of the plain report',
  sentiment_readers: 'rows are those of the plain report',
  offset: 'pages go on by after, with next of the page before',
};

/** The time and id of a row. */
export interface RowPosition {
  at: string;
  id: string;
}
/** Start of a page: the row before it; null: the first page; end: no rows are left. */
type RowsPosition = RowPosition | null | 'end';

/** A report that is pulled: all of it, page by page or in one answer, or only changes. */
export interface Pull {
  /** Only changes since this snapshot; null: the whole report. */
  since: string | null;
  rows: RowsPosition;
  /** The removed id before this page's; null: none yet; end: no more are left. */
  removed: string | null | 'end';
  /** All rows in one answer, from `rows` on or behind the row with an id; null: a page. */
  stream: { afterId: string | null } | null;
  /** Identifies the report and brand; all pages of one pull share it. */
  mark: string;
  /** Seals a position into the cursor that callers send back. */
  seal(position: string): string;
}

/** The reader of a stream. */
export interface StreamReader {
  readonly signal: AbortSignal;
  /** Whether it may still read what it began to read. */
  isAllowed(): Promise<boolean>;
}

/** A pull with the days and snapshot of its pages. */
export interface PullParameters {
  pull: Pull;
  range: DateRange;
  /** null: as in the request. */
  snapshotId: string | null;
}

/**
 * The pull that a body requests; null for a plain page.
 * @param range the days of the request, or the default ones @param brand as the request restricts it
 * @param owner whose pages they are, and the secret box that seals the cursors
 * @throws AppError validation_error naming the field, for options that do not combine
 */
export function pullOf(
  report: string,
  body: ReportBody,
  { brand, ...range }: DateRange & { brand: string | null },
  { orgId, secretBox }: { orgId: OrgId; secretBox: SecretBox },
): PullParameters | null {
  const { updated_since: since = null, after, stream: isStream = false } = body as ListBody;
  const { start_date: start, end_date: end } = body;
  if (since === null && after === undefined && !isStream) return null;
  if (isStream && since !== null)
    throw invalid('stream cannot be with updated_since: changes come page by page.');
  const parameter = since !== null ? 'updated_since' : isStream ? 'stream' : 'after';
  for (const [field, reason] of Object.entries(REFUSED)) {
    const value = body[field as keyof ReportBody];
    if (value !== undefined && value !== 0 && !(Array.isArray(value) && value.length === 0))
      throw invalid(`${field} cannot be with ${parameter}: ${reason}.`);
  }
  const mark = createHash('sha256')
    .update(JSON.stringify([report, brand, since]))
    .digest('base64url')
    .slice(0, 12);
  const list = `report pull ${orgId}`;
  const seal = (position: string) => sealCursor(secretBox, list, position);
  const stream = isStream ? { afterId: null } : null;
  const first: Pull = { since, rows: null, removed: since === null ? 'end' : null, stream, mark, seal };
  if (after === undefined || after === START) return { pull: first, range, snapshotId: null };
  if (isStream && ROW_ID.test(after)) {
    for (const [field, day] of Object.entries({ start_date: start, end_date: end }))
      if (day === undefined) throw invalid(`${field} is required where after is the id of a row.`);
    return { pull: { ...first, stream: { afterId: after } }, range, snapshotId: null };
  }
  const position = readCursor(secretBox, list, after);
  if (position.mark !== mark)
    throw invalid(
      'after is of another request. Send the report, brand_id and updated_since that it was given for.',
    );
  const other = start !== undefined && start !== position.start ? 'start_date' : 'end_date';
  if (other === 'start_date' || (end !== undefined && end !== position.end))
    throw invalid(`${other} differs from the request that after was given for.`);
  return {
    pull: { ...first, rows: position.rows, removed: position.removed },
    range: { start: position.start, end: position.end },
    snapshotId: position.snapshotId,
  };
}

/** The cursor of the next page; null if there is none. */
export function nextCursor(pull: Pull, { start, end }: DateRange, snapshotId: string): string | null {
  const { rows, removed, mark, seal } = pull;
  if (rows === 'end' && removed === 'end') return null;
  return seal(JSON.stringify({ snapshotId, start, end, mark, rows, removed } satisfies CursorPosition));
}

interface CursorPosition extends Pick<Pull, 'rows' | 'removed' | 'mark'>, DateRange {
  snapshotId: string;
}

/** Opens a cursor of nextCursor. @throws AppError validation_error for any other text */
function readCursor(secretBox: SecretBox, list: string, text: string): CursorPosition {
  try {
    return JSON.parse(openCursor(secretBox, list, text));
  } catch {
    throw invalid(
      'after must be "start" or the text `next` of an answer before, as it was. Begin again with "start".',
    );
  }
}
