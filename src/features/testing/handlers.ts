import type { Handlers } from '../../server/dispatch/handler.ts';
import { actById, create, getById, list, reply } from '../../server/dispatch/resource.ts';
import { explainRun, testExtraction } from './extraction-test.ts';
import { suggestNames } from './name-suggestions.ts';
import { cancelTrial, createTrial, trials } from './trials.ts';

export const testing = {
  testExtraction: reply(200, ({ body, db, orgId, services }) =>
    db.guard(() => testExtraction(services.ingestion, orgId, body)),
  ),
  suggestNames: reply(200, ({ db, orgId, params, query, services }) =>
    db.guard(() => suggestNames(db, services.ingestion, orgId, params.id, query.subjectId)),
  ),
  getRunNamings: reply(200, ({ db, orgId, params, services }) =>
    db.guard(() => explainRun(db, services.ingestion, orgId, params.id)),
  ),
  listTrials: list(trials.list),
  createTrial: create(createTrial),
  getTrial: getById(trials.find),
  cancelTrial: actById(cancelTrial),
} satisfies Partial<Handlers>;
