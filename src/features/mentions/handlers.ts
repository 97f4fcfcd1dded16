import { listRange } from '../../reports/range.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById, updateById } from '../../server/dispatch/resource.ts';
import { getMention, listMentions, updateMention } from './mentions.ts';

export const mentions = {
  listMentions: async ({ db, orgId, page, query }) => {
    const { dismissed = false } = query;
    const filter = { ...query, ...page, ...listRange(query), dismissed };
    return { status: 200, body: await listMentions(db, orgId, filter) };
  },
  getMention: getById(getMention),
  updateMention: updateById(updateMention),
} satisfies Partial<Handlers>;
