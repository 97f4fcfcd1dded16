import type { Handlers } from '../contract/handler.ts';
import { runQueries, runQuery } from '../domain/execution/queue.ts';
import {
  archiveQuery,
  bulkCreateQueries,
  createQuery,
  getQuery,
  listQueries,
  updateQuery,
} from '../domain/queries/queries.ts';
import { listQueryRuns } from '../domain/runs/read.ts';
import { listRange } from '../reports/range.ts';

export const queries = {
  listQueries: async ({ db, orgId, page, query }) => {
    const filter = { ...query, ...page, archived: query.archived ?? false };
    return { status: 200, body: await listQueries(db, orgId, filter) };
  },
  createQuery: async ({ actor, body, db }) => ({
    status: 201,
    body: await createQuery(db, actor, body),
  }),
  bulkCreateQueries: async ({ actor, body, db }) => ({
    status: 201,
    body: await bulkCreateQueries(db, actor, body),
  }),
  getQuery: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getQuery(db, orgId, params.id),
  }),
  updateQuery: async ({ actor, body, db, params }) => ({
    status: 200,
    body: await updateQuery(db, actor, params.id, body),
  }),
  archiveQuery: async ({ actor, db, params }) => {
    await archiveQuery(db, actor, params.id);
    return { status: 204 };
  },
  runQuery: async ({ actor, db, params }) => ({
    status: 201,
    body: await runQuery(db, actor, params.id),
  }),
  runQueries: async ({ actor, body, db }) => ({
    status: 200,
    body: await runQueries(db, actor, body ?? {}),
  }),
  listQueryRuns: async ({ db, page, params, orgId, query }) => {
    const filter = { ...query, ...page, ...listRange(query) };
    return { status: 200, body: await listQueryRuns(db, orgId, params.id, filter) };
  },
} satisfies Partial<Handlers>;
