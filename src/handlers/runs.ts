import type { Handlers } from '../contract/handler.ts';
import { promptly } from '../db.ts';

/** A full call (16 MiB of answers) takes seconds to read. */
const INGEST_DEADLINE_MS = 60_000;

export const runs = {
  ingestRuns: async ({ body, principal, services }) => ({
    status: 200,
    body: await promptly(services.ingestion.ingest(principal!.orgId, body), INGEST_DEADLINE_MS),
  }),
} satisfies Pick<Handlers, 'ingestRuns'>;
