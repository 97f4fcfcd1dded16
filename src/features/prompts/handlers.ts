import { listRange } from '../../reports/range.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { create, getById, list, removeById, updateById } from '../../server/dispatch/resource.ts';
import { runQueries, runQuery } from '../prompt-runs/queue.ts';
import { listQueryRuns } from '../runs/read.ts';
import { listLookAlikes, mergeLookAlikes, undoMerge } from './look-alikes.ts';
import {
  archiveQuery,
  bulkCreateQueries,
  createQuery,
  scheduleQueries,
  queries as stored,
  updateQuery,
} from './queries.ts';
import { assignTopics, proposeTopics } from './topics.ts';

export const queries = {
  listQueries: async ({ db, orgId, page, query }) => {
    const filter = { ...query, ...page, archived: query.archived ?? false };
    return { status: 200, body: await db.tenant(orgId, (tx) => stored.list(tx, orgId, filter)) };
  },
  listReportPrompts: async ({ db, orgId, page, principal, query }) => {
    const { api_key: _, ...rest } = query;
    const filter = { ...rest, ...page, archived: query.archived ?? false, allowed: principal.brandIds };
    return { status: 200, body: await db.tenant(orgId, (tx) => stored.list(tx, orgId, filter)) };
  },
  createQuery: create(createQuery),
  bulkCreateQueries: async ({ actor, body, db }) => ({
    status: 200,
    body: await bulkCreateQueries(db, actor, body),
  }),
  getQuery: getById(stored.find),
  updateQuery: updateById(updateQuery),
  archiveQuery: removeById(archiveQuery),
  listLookAlikes: list(listLookAlikes),
  mergeLookAlikes: async ({ actor, db, params }) => ({
    status: 200,
    body: await mergeLookAlikes(db, actor, params.id),
  }),
  undoMerge: async ({ actor, db, params }) => ({ status: 200, body: await undoMerge(db, actor, params.id) }),
  runQuery: async ({ actor, db, params }) => ({
    status: 201,
    body: await runQuery(db, actor, params.id),
  }),
  runQueries: async ({ actor, body, db }) => ({
    status: 200,
    body: await runQueries(db, actor, body ?? {}),
  }),
  scheduleQueries: async ({ actor, body, db }) => ({
    status: 200,
    body: await scheduleQueries(db, actor, body),
  }),
  assignTopics: async ({ actor, body, db }) => ({
    status: 200,
    body: await assignTopics(db, actor, body),
  }),
  proposeTopics: async ({ db, orgId, params }) => ({
    status: 200,
    body: await proposeTopics(db, orgId, params.id),
  }),
  listQueryRuns: async ({ db, page, params, orgId, query }) => {
    const filter = { ...query, ...page, ...listRange(query) };
    return { status: 200, body: await listQueryRuns(db, orgId, params.id, filter) };
  },
} satisfies Partial<Handlers>;
