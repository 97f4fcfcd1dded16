import { listRange } from '../../reports/range.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById, updateById } from '../../server/dispatch/resource.ts';
import { findMention, listMentions, updateMention } from './mentions.ts';

export const mentions = {
  listMentions: async ({ db, orgId, page, query }) => {
    const { dismissed = false } = query;
    const filter = { ...query, ...page, ...listRange(query), dismissed };
    return { status: 200, body: await listMentions(db, orgId, filter) };
  },
  getMention: getById(findMention),
  updateMention: updateById(updateMention),
} satisfies Partial<Handlers>;
