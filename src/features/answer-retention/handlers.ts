import type { Handlers } from '../../server/dispatch/handler.ts';
import { reply } from '../../server/dispatch/resource.ts';
import { getAnswerRetention, putAnswerRetention } from './retention.ts';

export const answerRetention = {
  getAnswerRetention: reply(200, ({ db, orgId, query }) => getAnswerRetention(db, orgId, query.months)),
  putAnswerRetention: reply(200, ({ actor, body, db }) => putAnswerRetention(db, actor, body)),
} satisfies Partial<Handlers>;
