import { ConcurrencyLimiter } from '../base/concurrency-limiter.ts';
import type { Handlers } from '../contract/handler.ts';
import { coverage } from '../domain/runs/coverage.ts';
import { getRun, listRuns } from '../domain/runs/read.ts';
import { listRange, reportRange } from '../reports/range.ts';
import { actor, member, page } from './caller.ts';

/** Half the connections to Postgres: the rest is for what is quick. */
const ingestions = new ConcurrencyLimiter({
  size: 4,
  maxWaitMs: 5_000,
  firstGuessMs: 100,
  message: 'Too many runs are being ingested. Try again shortly.',
  isShared: true,
});

export const runs = {
  ingestRuns: async ({ body, principal, request, services }) => ({
    status: 200,
    body: await services.db.guard(() =>
      ingestions.run(
        () =>
          services.ingestion.ingest(principal!.orgId, body, {
            allowed: principal!.kind === 'key' ? principal!.brandIds : null,
            tells: true,
            // By key it is a pipeline's daily work, and the key says who.
            actor: principal!.kind === 'user' ? actor({ principal, request }) : undefined,
          }),
        principal!.orgId,
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
  getCoverage: async (call) => {
    const { startDate, endDate, groupBy = 'PLATFORM', ...filter } = call.query;
    const range = reportRange(startDate, endDate, new Date(), ['startDate', 'endDate']);
    const { orgId } = member(call);
    return {
      status: 200,
      body: await coverage(call.services.db, orgId, { ...filter, ...page(filter), ...range, groupBy }),
    };
  },
} satisfies Partial<Handlers>;
