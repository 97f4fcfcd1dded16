import type { Handlers } from '../contract/handler.ts';
import { getMention, listMentions, updateMention } from '../domain/runs/mentions.ts';
import { listRange } from '../reports/range.ts';
import { actor, member, page } from './caller.ts';

export const mentions = {
  listMentions: async (call) => {
    const { dismissed = false } = call.query;
    const filter = { ...call.query, ...page(call.query), ...listRange(call.query), dismissed };
    return { status: 200, body: await listMentions(call.services.db, member(call).orgId, filter) };
  },
  getMention: async (call) => ({
    status: 200,
    body: await getMention(call.services.db, member(call).orgId, call.params.id),
  }),
  updateMention: async (call) => ({
    status: 200,
    body: await updateMention(call.services.db, actor(call), call.params.id, call.body),
  }),
} satisfies Partial<Handlers>;
