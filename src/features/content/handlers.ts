import type { Handlers } from '../../server/dispatch/handler.ts';
import { create, getById, list, removeById, updateById } from '../../server/dispatch/resource.ts';
import { createBrief, deleteBrief, findBrief, listBriefs } from './briefs.ts';
import {
  createDraft,
  findDraft,
  getDraftVersion,
  listDrafts,
  listDraftVersions,
  updateDraft,
} from './drafts.ts';

export const content = {
  listBriefs: list(listBriefs),
  createBrief: create(createBrief),
  getBrief: getById(findBrief),
  deleteBrief: removeById(deleteBrief),

  listDrafts: list(listDrafts),
  createDraft: create(createDraft),
  getDraft: getById(findDraft),
  updateDraft: updateById(updateDraft),
  listDraftVersions: async ({ db, page, params, orgId }) => {
    return {
      status: 200,
      body: await listDraftVersions(db, orgId, params.id, page),
    };
  },
  getDraftVersion: async ({ db, orgId, params }) => {
    const { id, version } = params;
    return { status: 200, body: await getDraftVersion(db, orgId, id, version) };
  },
} satisfies Partial<Handlers>;
