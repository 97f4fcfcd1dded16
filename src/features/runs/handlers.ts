import { listRange, reportRange } from '../../reports/range.ts';
import type { Call, Handlers } from '../../server/dispatch/handler.ts';
import { acceptsLines, getById, linesReply, reply } from '../../server/dispatch/resource.ts';
import type { Actor } from '../audit/audit.ts';
import { coverage } from './coverage.ts';
import { getRun, listQueryRuns, listReportRuns, listRuns } from './read.ts';
import { previewNames } from './versions/names-preview.ts';

export const runs = {
  ingestRuns: async ({ actor, body, db, orgId, principal, services }) => {
    const ingest = () => services.ingestion.ingest(orgId, body, ingestOptions(principal, actor));
    return { status: 200, body: await db.guard(() => services.ingestions.run(ingest, orgId)) };
  },
  listRuns: async ({ db, orgId, page, query }) => {
    const filter = { ...query, ...page, ...listRange(query) };
    return { status: 200, body: await listRuns(db, orgId, filter) };
  },
  getRun: getById(getRun),
  listQueryRuns: async ({ db, page, params, orgId, query }) => {
    const filter = { ...query, ...page, ...listRange(query) };
    return { status: 200, body: await listQueryRuns(db, orgId, params.id, filter) };
  },
  previewNames: reply(200, ({ body, db, orgId, params, services }) =>
    db.guard(() => previewNames(db, services.ingestion.reader, orgId, params.id, body)),
  ),
  listReportRuns: async ({ db, orgId, page, principal, query, request, services }) => {
    const { api_key: _, ...rest } = query;
    const filter = { ...rest, ...page, ...listRange(query), allowed: principal.brandIds };
    const found = await listReportRuns(db, orgId, filter);
    return acceptsLines(request) ? linesReply(services, request, found) : { status: 200, body: found };
  },
  getReportRun: reply(200, ({ db, orgId, params, principal }) =>
    db.tenant(orgId, (tx) => getRun(tx, orgId, params.id, principal.brandIds)),
  ),
  getCoverage: reply(200, (call) => coverageOf(call, null)),
  getReportCoverage: reply(200, (call) => coverageOf(call, call.principal.brandIds)),
} satisfies Partial<Handlers>;

/** For whom runs are ingested, and what is noted of it. */
export function ingestOptions(principal: Call<'ingestRuns'>['principal'], actor: Actor) {
  const isUser = principal.kind === 'user';
  return {
    allowed: isUser ? null : principal.brandIds,
    emitsEvents: true,
    // Ingestion by API key is routine and stays out of the audit log; ingestion by a member is logged.
    actor: isUser ? actor : undefined,
  };
}

/** The same operation for members and for API keys, which may be limited to brands. */
function coverageOf(
  { db, orgId, page, query }: Pick<Call<'getCoverage'>, 'db' | 'orgId' | 'page' | 'query'>,
  allowed: string[] | null,
) {
  const { brandId, platform, startDate, endDate, groupBy = 'PLATFORM' } = query;
  const range = reportRange(startDate, endDate, new Date(), ['startDate', 'endDate']);
  return coverage(db, orgId, { brandId, platform, ...page, ...range, groupBy, allowed });
}
