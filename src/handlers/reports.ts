import { AppError } from '../base/errors.ts';
import type { Call, Handlers } from '../contract/handler.ts';
import { breakdownOf } from '../reports/breakdown/request.ts';
import { pullOf } from '../reports/changes/request.ts';
import { reportRange } from '../reports/range.ts';
import { reportReply } from './report-reply.ts';

type CustomerReport = 'reportBrands' | 'reportQueries' | 'reportMentions';
type MemberReport = 'getBrandsReport' | 'getQueriesReport' | 'getMentionsReport';

/** A longer id can be no brand's: the empty id is looked up instead, which keeps long texts out of the caches. */
const LONGEST_ID = 200;
const NO_BRAND = '';

/** The same reports for API keys (report…) and for members (get…); only the access rules differ. */
export const reports = {
  reportBrands: (call) => render('reportBrands', call),
  reportQueries: (call) => render('reportQueries', call),
  reportMentions: (call) => render('reportMentions', call),
  getBrandsReport: (call) => render('reportBrands', call),
  getQueriesReport: (call) => render('reportQueries', call),
  getMentionsReport: (call) => render('reportMentions', call),
} satisfies Pick<Handlers, CustomerReport | MemberReport>;

function render<Body>(
  report: CustomerReport,
  { body = {}, orgId, principal, request, services }: Call<CustomerReport | MemberReport>,
) {
  if (body.brand_id !== undefined && body.project_id !== undefined && body.brand_id !== body.project_id) {
    throw new AppError('validation_error', 'brand_id and project_id differ. Send one or the other.');
  }
  const brand = body.brand_id ?? body.project_id ?? null;
  const header = request.headers['x-snapshot-id'] as string | undefined;
  if (header !== undefined && body.snapshot_id !== undefined && header !== body.snapshot_id)
    throw new AppError('validation_error', 'snapshot_id and X-Snapshot-Id differ. Send one or the other.');
  const days = reportRange(body.start_date, body.end_date, new Date());
  const asked = pullOf(report, body, days, brand);
  const range = asked?.range ?? days;
  const snapshotId = header ?? body.snapshot_id;
  if (asked?.snapshotId && snapshotId !== undefined && snapshotId !== asked.snapshotId)
    throw new AppError(
      'validation_error',
      'after stays on another snapshot. Leave out X-Snapshot-Id and snapshot_id.',
    );
  const rendered = services.reports.render({
    report,
    breakdown: asked ? null : breakdownOf(report, body, range),
    pull: asked?.pull ?? null,
    orgId,
    brand: brand !== null && brand.length > LONGEST_ID ? NO_BRAND : brand,
    allowed: principal.kind === 'key' ? principal.brandIds : null,
    ...range,
    limit: body.limit ?? 1000,
    // No report has as many rows, and it fits the integers of both report engines.
    offset: Math.min(body.offset ?? 0, Number.MAX_SAFE_INTEGER),
    snapshotId: asked?.snapshotId ?? snapshotId,
    caller: request,
  });
  // A cached report is replied without a promise, which would cost as much as its validation.
  return rendered instanceof Promise ? rendered.then(reportReply<Body>) : reportReply<Body>(rendered);
}
