import type { Handlers } from '../../server/dispatch/handler.ts';
import { create, getById, list, removeById, reply, updateById } from '../../server/dispatch/resource.ts';
import { listLookAlikes, mergeLookAlikes, undoMerge } from './look-alikes.ts';
import {
  archiveQuery,
  bulkCreateQueries,
  createQuery,
  scheduleQueries,
  queries as stored,
  updateQuery,
} from './queries.ts';
import { suggestPrompts } from './suggestions.ts';
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
  bulkCreateQueries: reply(200, ({ actor, body, db }) => bulkCreateQueries(db, actor, body)),
  getQuery: getById(stored.find),
  updateQuery: updateById(updateQuery),
  archiveQuery: removeById(archiveQuery),
  listLookAlikes: list(listLookAlikes),
  mergeLookAlikes: reply(200, ({ actor, db, params }) => mergeLookAlikes(db, actor, params.id)),
  undoMerge: reply(200, ({ actor, db, params }) => undoMerge(db, actor, params.id)),
  scheduleQueries: reply(200, ({ actor, body, db }) => scheduleQueries(db, actor, body)),
  assignTopics: reply(200, ({ actor, body, db }) => assignTopics(db, actor, body)),
  proposeTopics: reply(200, ({ db, orgId, params }) => proposeTopics(db, orgId, params.id)),
  suggestPrompts: reply(200, ({ db, orgId, params }) => suggestPrompts(db, orgId, params.id)),
} satisfies Partial<Handlers>;
