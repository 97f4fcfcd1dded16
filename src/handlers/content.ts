import type { Handlers } from '../contract/handler.ts';
import { createBrief, deleteBrief, getBrief, listBriefs } from '../domain/content/briefs.ts';
import {
  createDraft,
  getDraft,
  getDraftVersion,
  listDrafts,
  listDraftVersions,
  updateDraft,
} from '../domain/content/drafts.ts';
import { actor, member, page } from './caller.ts';

export const content = {
  listBriefs: async (call) => {
    const filter = { ...call.query, ...page(call.query) };
    return { status: 200, body: await listBriefs(call.services.db, member(call).orgId, filter) };
  },
  createBrief: async (call) => ({
    status: 201,
    body: await createBrief(call.services.db, actor(call), call.body),
  }),
  getBrief: async (call) => ({
    status: 200,
    body: await getBrief(call.services.db, member(call).orgId, call.params.id),
  }),
  deleteBrief: async (call) => {
    await deleteBrief(call.services.db, actor(call), call.params.id);
    return { status: 204 };
  },

  listDrafts: async (call) => {
    const filter = { ...call.query, ...page(call.query) };
    return { status: 200, body: await listDrafts(call.services.db, member(call).orgId, filter) };
  },
  createDraft: async (call) => ({
    status: 201,
    body: await createDraft(call.services.db, actor(call), call.body),
  }),
  getDraft: async (call) => ({
    status: 200,
    body: await getDraft(call.services.db, member(call).orgId, call.params.id),
  }),
  updateDraft: async (call) => ({
    status: 200,
    body: await updateDraft(call.services.db, actor(call), call.params.id, call.body),
  }),
  listDraftVersions: async (call) => {
    const { orgId } = member(call);
    return {
      status: 200,
      body: await listDraftVersions(call.services.db, orgId, call.params.id, page(call.query)),
    };
  },
  getDraftVersion: async (call) => {
    const { id, version } = call.params;
    return { status: 200, body: await getDraftVersion(call.services.db, member(call).orgId, id, version) };
  },
} satisfies Partial<Handlers>;
