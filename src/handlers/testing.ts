import type { Handlers } from '../contract/handler.ts';
import { cancelTrial, createTrial, getTrial, listTrials } from '../domain/execution/trials.ts';
import { testExtraction } from '../domain/runs/extraction-test.ts';

export const testing = {
  testExtraction: async ({ body, db, orgId, services }) => ({
    status: 200,
    body: await db.guard(() => testExtraction(services.ingestion, orgId, body)),
  }),
  listTrials: async ({ db, orgId, page, query }) => {
    const filter = { ...page, brandId: query.brandId };
    return { status: 200, body: await listTrials(db, orgId, filter) };
  },
  createTrial: async ({ actor, body, db }) => ({
    status: 201,
    body: await createTrial(db, actor, body),
  }),
  getTrial: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getTrial(db, orgId, params.id),
  }),
  cancelTrial: async ({ actor, db, params }) => ({
    status: 200,
    body: await cancelTrial(db, actor, params.id),
  }),
} satisfies Partial<Handlers>;
