import type { Handlers } from '../contract/handler.ts';
import { promptly } from '../db.ts';
import { listRange } from '../domain/report-range.ts';
import { getRun, listRuns } from '../domain/run-evidence.ts';
import { member, page } from './caller.ts';

/** A full call (16 MiB of answers) takes seconds to read. */
const INGEST_DEADLINE_MS = 60_000;

export const runs = {
  ingestRuns: async ({ body, principal, services }) => ({
    status: 200,
    body: await promptly(
      services.ingestion.ingest(
        principal!.orgId,
        body,
        principal!.kind === 'key' ? principal!.brandIds : null,
      ),
      INGEST_DEADLINE_MS,
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
