import { invalidField } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Urgency } from '../../engine/statement-scheduler.ts';
import { isOfItems } from '../../reports/breakdown/items.ts';
import { type BrokenDown, breakdownOf, type ReportBody } from '../../reports/breakdown/request.ts';
import { type Pull, pullOf } from '../../reports/changes/request.ts';
import { reportRange } from '../../reports/range.ts';
import type { Form, ReportCall } from '../../reports/reports.ts';

/** Who asks for a report, and on which snapshot. */
export interface ReportAsker {
  orgId: OrgId;
  secretBox: SecretBox;
  /** The brands a key is limited to; null: all. */
  allowed: string[] | null;
  /** The headers X-Snapshot-Id and X-Snapshot-Shown. */
  snapshotId: string | undefined;
  shownId?: string | undefined;
  urgency?: Urgency;
}

/** No brand id is longer: the empty id is looked up instead, which keeps long texts out of the caches. */
const LONGEST_ID = 200;
const NO_BRAND = '';

/** The call of a report for a body of the contract. @throws AppError validation_error for what the schema cannot say */
export function reportCallOf(
  report: BrokenDown,
  body: ReportBody,
  form: Form,
  { orgId, secretBox, allowed, snapshotId: header, shownId, urgency }: ReportAsker,
): ReportCall {
  if (body.brand_id !== undefined && body.project_id !== undefined && body.brand_id !== body.project_id)
    throw invalidField('brand_id', 'brand_id and project_id differ. Send one or the other.');
  const brand = body.brand_id ?? body.project_id ?? null;
  if (header !== undefined && body.snapshot_id !== undefined && header !== body.snapshot_id)
    throw invalidField('snapshot_id', 'snapshot_id and X-Snapshot-Id differ. Send one or the other.');
  const days = reportRange(body.start_date, body.end_date, new Date());
  const pull = pullOf(report, body, { ...days, brand }, { orgId, secretBox });
  const range = pull?.range ?? days;
  const snapshotId = header ?? body.snapshot_id;
  if (pull?.snapshotId && snapshotId !== undefined && snapshotId !== pull.snapshotId)
    throw invalidField('after', 'after stays on another snapshot. Leave out X-Snapshot-Id and snapshot_id.');
  if (pull && (form === 'parquet' || form === 'xlsx'))
    throw invalidField(
      'after',
      `after and updated_since are answered as JSON, NDJSON or CSV, not as ${form === 'xlsx' ? 'XLSX' : 'Parquet'}.`,
    );
  if (pull?.pull.stream) refuseStream(pull.pull.stream, form, snapshotId);
  return {
    report,
    orgId,
    breakdown:
      pull || (!isOfItems(report) && isWithoutBreakdown(body)) ? null : breakdownOf(report, body, range),
    pull: pull?.pull ?? null,
    brand: brand !== null && brand.length > LONGEST_ID ? NO_BRAND : brand,
    allowed,
    ...range,
    limit: body.limit ?? 1000,
    // No report has that many rows, and the number fits the integers of both report engines.
    offset: Math.min(body.offset ?? 0, Number.MAX_SAFE_INTEGER),
    form,
    snapshotId: pull?.snapshotId ?? snapshotId,
    shownId,
    urgency,
  };
}

/** @throws AppError validation_error for a stream in another form, or behind a row of an unknown snapshot */
function refuseStream(
  { afterId }: NonNullable<Pull['stream']>,
  form: Form,
  snapshotId: string | undefined,
): void {
  if (form !== 'ndjson')
    throw invalidField('stream', 'stream is answered as NDJSON. Send Accept: application/x-ndjson.');
  if (afterId !== null && snapshotId === undefined)
    throw invalidField(
      'after',
      'after is the id of a row: send the X-Snapshot-Id of the answer that it was in.',
    );
}

/** Most requests contain only a range and a page. */
function isWithoutBreakdown(body: ReportBody): boolean {
  const { dimensions, filters, having, order_by, include, compare_to } = body;
  const sentiment_readers = 'sentiment_readers' in body ? body.sentiment_readers : undefined;
  return (
    dimensions === undefined &&
    filters === undefined &&
    having === undefined &&
    order_by === undefined &&
    include === undefined &&
    compare_to === undefined &&
    sentiment_readers === undefined
  );
}
