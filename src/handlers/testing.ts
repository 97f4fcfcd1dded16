import type { Handlers } from '../contract/handler.ts';
import { cancelTrial, createTrial, getTrial, listTrials } from '../domain/execution/trials.ts';
import { testExtraction } from '../domain/runs/extraction-test.ts';
import { actById, create, getById, list } from './resource.ts';

export const testing = {
  testExtraction: async ({ body, db, orgId, services }) => ({
    status: 200,
    body: await db.guard(() => testExtraction(services.ingestion, orgId, body)),
  }),
  listTrials: list(listTrials),
  createTrial: create(createTrial),
  getTrial: getById(getTrial),
  cancelTrial: actById(cancelTrial),
} satisfies Partial<Handlers>;
