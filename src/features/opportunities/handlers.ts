import { today } from '../../base/definitions.ts';
import { OutcomeOf } from '../../reports/opportunities/outcome.ts';
import type { Call, Handlers } from '../../server/dispatch/handler.ts';
import { create, getById, list, removeById, updateById } from '../../server/dispatch/resource.ts';
import { createMark, decidedOn, deleteMark, getMark, listMarks, updateMark } from './marks.ts';
import { opportunitiesPage } from './report.ts';

export const opportunities = {
  reportOpportunities: async (call) => reply(await opportunitiesPage(call)),
  getOpportunitiesReport: async (call) => reply(await opportunitiesPage(call)),

  listOpportunityMarks: list(listMarks),
  createOpportunityMark: create(createMark),
  getOpportunityMark: getById(getMark),
  updateOpportunityMark: updateById(updateMark),
  deleteOpportunityMark: removeById(deleteMark),
  getOpportunityOutcome: async (call) => ({ status: 200, body: await outcomeOf(call) }),
} satisfies Partial<Handlers>;

function reply<Body>({ body, snapshotId, asOf }: { body: Body; snapshotId: string; asOf: string }) {
  return { status: 200 as const, headers: { 'X-Snapshot-Id': snapshotId, 'X-Data-As-Of': asOf }, body };
}

const UNKNOWN = { before: null, after: null, points: null, low: null, high: null, verdict: null };

/** What happened after a decision, once its days are over. */
async function outcomeOf({ db, orgId, params, request, services }: Call<'getOpportunityOutcome'>) {
  const mark = await getMark(db, orgId, params.id);
  const { brandId: brand, kind, subject, outcomeFrom } = mark;
  if (outcomeFrom === null || today() < outcomeFrom) return { outcomeFrom, ...UNKNOWN };
  const decided = new OutcomeOf({ brand, kind, subject, day: decidedOn(mark) });
  const { value } = await services.reports.compute(
    {
      ...{ orgId, snapshotId: undefined, shownId: undefined, name: 'outcome', options: { kind } },
      values: { ...decided.values, org: orgId, brand, allowed: null },
      make: (query, method) => decided.outcome(query, method),
    },
    request,
  );
  return { outcomeFrom, ...value };
}
