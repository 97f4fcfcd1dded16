import type { Handlers } from '../../server/dispatch/handler.ts';
import { create, getById, list, removeById, reply, updateById } from '../../server/dispatch/resource.ts';
import { briefs, createBrief, deleteBrief } from './briefs.ts';
import { createDraft, drafts, getDraftVersion, listDraftVersions, updateDraft } from './drafts.ts';

export const content = {
  listBriefs: list(briefs.list),
  createBrief: create(createBrief),
  getBrief: getById(briefs.find),
  deleteBrief: removeById(deleteBrief),

  listDrafts: list(drafts.list),
  createDraft: create(createDraft),
  getDraft: getById(drafts.find),
  updateDraft: updateById(updateDraft),
  listDraftVersions: reply(200, ({ db, page, params, orgId }) => {
    return listDraftVersions(db, orgId, params.id, page);
  }),
  getDraftVersion: async ({ db, orgId, params }) => {
    const { id, version } = params;
    return { status: 200, body: await getDraftVersion(db, orgId, id, version) };
  },
} satisfies Partial<Handlers>;
