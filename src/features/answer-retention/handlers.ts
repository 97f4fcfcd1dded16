import type { Handlers } from '../../server/dispatch/handler.ts';
import { getAnswerRetention, putAnswerRetention } from './retention.ts';

export const answerRetention = {
  getAnswerRetention: async ({ db, orgId, query }) => ({
    status: 200,
    body: await getAnswerRetention(db, orgId, query.months),
  }),
  putAnswerRetention: async ({ actor, body, db }) => ({
    status: 200,
    body: await putAnswerRetention(db, actor, body),
  }),
} satisfies Partial<Handlers>;
