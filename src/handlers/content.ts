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

export const content = {
  listBriefs: async ({ db, orgId, page, query }) => {
    const filter = { ...query, ...page };
    return { status: 200, body: await listBriefs(db, orgId, filter) };
  },
  createBrief: async ({ actor, body, db }) => ({
    status: 201,
    body: await createBrief(db, actor, body),
  }),
  getBrief: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getBrief(db, orgId, params.id),
  }),
  deleteBrief: async ({ actor, db, params }) => {
    await deleteBrief(db, actor, params.id);
    return { status: 204 };
  },

  listDrafts: async ({ db, orgId, page, query }) => {
    const filter = { ...query, ...page };
    return { status: 200, body: await listDrafts(db, orgId, filter) };
  },
  createDraft: async ({ actor, body, db }) => ({
    status: 201,
    body: await createDraft(db, actor, body),
  }),
  getDraft: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getDraft(db, orgId, params.id),
  }),
  updateDraft: async ({ actor, body, db, params }) => ({
    status: 200,
    body: await updateDraft(db, actor, params.id, body),
  }),
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
