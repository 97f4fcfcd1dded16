import { AppError } from '../base/errors.ts';
import { type Call, type Handlers, Rendered } from '../contract/handler.ts';
import { reportRange } from '../reports/range.ts';
import type { RenderedReport } from '../reports/reports.ts';

type CustomerReport = 'reportBrands' | 'reportQueries' | 'reportMentions';
type MemberReport = 'getBrandsReport' | 'getQueriesReport' | 'getMentionsReport';

/** No id is longer, so that none this long is looked for, or kept. */
const LONGEST_ID = 200;
const NO_BRAND = '';

/** The same reports for API keys and for members; they differ in who may ask. */
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
  const rendered = services.reports.render({
    report,
    orgId,
    brand: brand !== null && brand.length > LONGEST_ID ? NO_BRAND : brand,
    allowed: principal.kind === 'key' ? principal.brandIds : null,
    ...reportRange(body.start_date, body.end_date, new Date()),
    limit: body.limit ?? 1000,
    // Past this nothing can match, and it fits every engine's integer.
    offset: Math.min(body.offset ?? 0, Number.MAX_SAFE_INTEGER),
    snapshotId: request.headers['x-snapshot-id'] as string | undefined,
    caller: request,
  });
  // One that is kept is answered in the same turn: promises cost a cached answer as much as its validation.
  return rendered instanceof Promise ? rendered.then(reply<Body>) : reply<Body>(rendered);
}

function reply<Body>({ json, snapshotId, asOf }: RenderedReport) {
  return {
    status: 200 as const,
    headers: { 'X-Snapshot-Id': snapshotId, 'X-Data-As-Of': asOf },
    body: new Rendered<Body>(json),
  };
}
