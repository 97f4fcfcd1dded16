import type { Handlers } from '../contract/handler.ts';
import { getMention, listMentions, updateMention } from '../domain/runs/mentions.ts';
import { listRange } from '../reports/range.ts';
import { getById, updateById } from './resource.ts';

export const mentions = {
  listMentions: async ({ db, orgId, page, query }) => {
    const { dismissed = false } = query;
    const filter = { ...query, ...page, ...listRange(query), dismissed };
    return { status: 200, body: await listMentions(db, orgId, filter) };
  },
  getMention: getById(getMention),
  updateMention: updateById(updateMention),
} satisfies Partial<Handlers>;
