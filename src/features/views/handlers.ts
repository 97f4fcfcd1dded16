import type { Call, Handlers } from '../../server/dispatch/handler.ts';
import { create, removeById, updateById } from '../../server/dispatch/resource.ts';
import { createView, deleteView, findView, listViews, updateView } from './views.ts';

export const views = {
  listViews: async (call) => ({
    status: 200,
    body: await listViews(call.db, reader(call), { ...call.query, ...call.page }),
  }),
  createView: create(createView),
  getView: async (call) => ({
    status: 200,
    body: await call.db.tenant(call.orgId, (tx) => findView(tx, reader(call), call.params.id)),
  }),
  updateView: updateById(updateView),
  deleteView: removeById(deleteView),
} satisfies Partial<Handlers>;

function reader({ orgId, principal }: Pick<Call<'getView'>, 'orgId' | 'principal'>) {
  return { orgId, userId: principal.userId };
}
