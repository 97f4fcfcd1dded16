import type { Handlers } from '../../server/dispatch/handler.ts';
import { create, removeById, reply, updateById } from '../../server/dispatch/resource.ts';
import { createView, deleteView, findView, views as saved, seenBy, updateView } from './views.ts';

export const views = {
  listViews: reply(200, ({ db, orgId, page, principal, query }) =>
    db.tenant(orgId, (tx) => saved.list(tx, orgId, { ...query, ...page }, seenBy(tx, principal.userId))),
  ),
  createView: create(createView),
  getView: reply(200, ({ db, orgId, params, principal }) =>
    db.tenant(orgId, (tx) => findView(tx, { orgId, userId: principal.userId }, params.id)),
  ),
  updateView: updateById(updateView),
  deleteView: removeById(deleteView),
} satisfies Partial<Handlers>;
