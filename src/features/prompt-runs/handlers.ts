import type { Handlers } from '../../server/dispatch/handler.ts';
import { reply } from '../../server/dispatch/resource.ts';
import { runQueries, runQuery } from './queue.ts';

export const promptRuns = {
  runQuery: reply(201, ({ actor, db, params }) => runQuery(db, actor, params.id)),
  runQueries: reply(200, ({ actor, body, db }) => runQueries(db, actor, body ?? {})),
} satisfies Partial<Handlers>;
