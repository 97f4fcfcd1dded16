import type { Handlers } from '../contract/handler.ts';
import { listRange } from '../domain/report-range.ts';
import { getRun, listRuns } from '../domain/run-evidence.ts';
import { member, page } from './caller.ts';

export const runs = {
  ingestRuns: async ({ body, principal, services }) => ({
    status: 200,
    body: await services.db.guard(() =>
      services.ingestion.ingest(
        principal!.orgId,
        body,
        principal!.kind === 'key' ? principal!.brandIds : null,
      ),
    ),
  }),
  listRuns: async (call) => {
    const filter = { ...call.query, ...page(call.query), ...listRange(call.query) };
    return { status: 200, body: await listRuns(call.services.db, member(call).orgId, filter) };
  },
  getRun: async (call) => ({
    status: 200,
    body: await getRun(call.services.db, member(call).orgId, call.params.id),
  }),
} satisfies Partial<Handlers>;
