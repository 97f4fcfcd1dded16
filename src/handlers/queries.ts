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
import { actor, member, page } from './caller.ts';

export const queries = {
  listQueries: async (call) => {
    const filter = { ...call.query, ...page(call.query), archived: call.query.archived ?? false };
    return { status: 200, body: await listQueries(call.services.db, member(call).orgId, filter) };
  },
  createQuery: async (call) => ({
    status: 201,
    body: await createQuery(call.services.db, actor(call), call.body),
  }),
  bulkCreateQueries: async (call) => ({
    status: 201,
    body: await bulkCreateQueries(call.services.db, actor(call), call.body),
  }),
  getQuery: async (call) => ({
    status: 200,
    body: await getQuery(call.services.db, member(call).orgId, call.params.id),
  }),
  updateQuery: async (call) => ({
    status: 200,
    body: await updateQuery(call.services.db, actor(call), call.params.id, call.body),
  }),
  archiveQuery: async (call) => {
    await archiveQuery(call.services.db, actor(call), call.params.id);
    return { status: 204 };
  },
  runQuery: async (call) => ({
    status: 201,
    body: await runQuery(call.services.db, actor(call), call.params.id),
  }),
  runQueries: async (call) => ({
    status: 200,
    body: await runQueries(call.services.db, actor(call), call.body ?? {}),
  }),
  listQueryRuns: async (call) => {
    const filter = { ...call.query, ...page(call.query), ...listRange(call.query) };
    const { orgId } = member(call);
    return { status: 200, body: await listQueryRuns(call.services.db, orgId, call.params.id, filter) };
  },
} satisfies Partial<Handlers>;
