import type { Handlers } from '../contract/handler.ts';
import { getMention, listMentions, updateMention } from '../domain/runs/mentions.ts';
import { listRange } from '../reports/range.ts';

export const mentions = {
  listMentions: async ({ db, orgId, page, query }) => {
    const { dismissed = false } = query;
    const filter = { ...query, ...page, ...listRange(query), dismissed };
    return { status: 200, body: await listMentions(db, orgId, filter) };
  },
  getMention: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getMention(db, orgId, params.id),
  }),
  updateMention: async ({ actor, body, db, params }) => ({
    status: 200,
    body: await updateMention(db, actor, params.id, body),
  }),
} satisfies Partial<Handlers>;
