import type { Handlers } from '../contract/handler.ts';
import { cancelTrial, createTrial, getTrial, listTrials } from '../domain/execution/trials.ts';
import { testExtraction } from '../domain/runs/extraction-test.ts';
import { actor, member, page } from './caller.ts';

export const testing = {
  testExtraction: async (call) => ({
    status: 200,
    body: await call.services.db.guard(() =>
      testExtraction(call.services.ingestion, member(call).orgId, call.body),
    ),
  }),
  listTrials: async (call) => {
    const filter = { ...page(call.query), brandId: call.query.brandId };
    return { status: 200, body: await listTrials(call.services.db, member(call).orgId, filter) };
  },
  createTrial: async (call) => ({
    status: 201,
    body: await createTrial(call.services.db, actor(call), call.body),
  }),
  getTrial: async (call) => ({
    status: 200,
    body: await getTrial(call.services.db, member(call).orgId, call.params.id),
  }),
  cancelTrial: async (call) => ({
    status: 200,
    body: await cancelTrial(call.services.db, actor(call), call.params.id),
  }),
} satisfies Partial<Handlers>;
