import { CompressedBody } from '../../base/compressed-body.ts';
import { today } from '../../base/definitions.ts';
import { textOfRows } from '../../reports/forms/rows-page.ts';
import { OutcomeOf } from '../../reports/opportunities/outcome.ts';
import { type Call, type Handlers, Rendered } from '../../server/dispatch/handler.ts';
import { create, getById, list, removeById, reply, updateById } from '../../server/dispatch/resource.ts';
import { createMark, decidedOn, marks, updateMark } from './marks.ts';
import { type OpportunitiesRequest, opportunitiesPage } from './report.ts';

export const opportunities = {
  reportOpportunities: (call) => report(call, { allowed: call.principal.brandIds, urgency: undefined }),
  getOpportunitiesReport: (call) => report(call, { allowed: null, urgency: 'person' }),

  listOpportunityMarks: list(marks.list),
  createOpportunityMark: create(createMark),
  getOpportunityMark: getById(marks.find),
  updateOpportunityMark: updateById(updateMark),
  deleteOpportunityMark: removeById(marks.remove),
  getOpportunityOutcome: reply(200, (call) => outcomeOf(call)),
} satisfies Partial<Handlers>;

type ReportCall = Pick<Call<'getOpportunitiesReport'>, 'body' | 'db' | 'orgId' | 'request' | 'services'>;

async function report(
  { body, db, orgId, request, services }: ReportCall,
  { allowed, urgency }: Pick<OpportunitiesRequest, 'allowed' | 'urgency'>,
) {
  const { 'x-snapshot-id': snapshotId, 'x-snapshot-shown': shownId } = request.headers as Record<
    string,
    string
  >;
  const { reports, config } = services;
  const requested = { body, orgId, allowed, snapshotId, shownId, urgency, caller: request };
  const { asOf, ...page } = await opportunitiesPage({ db, reports, basePath: config.basePath }, requested);
  const headers = { 'X-Snapshot-Id': page.snapshotId, 'X-Data-As-Of': asOf };
  // A page of long prompts is several MB, which is written in slices.
  const { data, ...more } = page.body;
  const bytes = await textOfRows({ rows: data, columns: {}, total: more.total, more }, 'json');
  return { status: 200 as const, headers, body: new Rendered<typeof page.body>(new CompressedBody(bytes)) };
}

const UNKNOWN = { before: null, after: null, points: null, low: null, high: null, verdict: null };

/** What happened after a decision, once its days are over. */
async function outcomeOf({ db, orgId, params, request, services }: Call<'getOpportunityOutcome'>) {
  const mark = await db.tenant(orgId, (tx) => marks.find(tx, orgId, params.id));
  const { brandId: brand, kind, subject, outcomeFrom } = mark;
  if (outcomeFrom === null || today() < outcomeFrom) return { outcomeFrom, ...UNKNOWN };
  const decided = new OutcomeOf({ brand, kind, subject, day: decidedOn(mark) });
  const { value } = await services.reports.compute(
    {
      orgId,
      snapshotId: undefined,
      shownId: undefined,
      name: 'outcome',
      options: { kind },
      urgency: 'person',
      values: { ...decided.values, org: orgId, brand, allowed: null },
      make: (query, method) => decided.outcome(query, method),
    },
    request,
  );
  return { outcomeFrom, ...value };
}
