import { listRange } from '../../reports/range.ts';
import type { Principal } from '../../server/auth/auth.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById, removeById, reply, updateById } from '../../server/dispatch/resource.ts';
import {
  bulkCreateAnnotations,
  createAnnotation,
  annotations as notes,
  updateAnnotation,
} from './annotations.ts';

export const annotations = {
  listAnnotations: async ({ db, orgId, page, principal, query }) => {
    const { brandId, queryId, isShared } = query;
    const limits = { ...listRange(query), allowed: brandsOf(principal), ...page };
    const filter = { brandId, queryId, isShared, ...limits };
    return { status: 200, body: await db.tenant(orgId, (tx) => notes.list(tx, orgId, filter)) };
  },
  createAnnotation: reply(201, ({ actor, body, db, principal }) =>
    createAnnotation(db, actor, body, brandsOf(principal)),
  ),
  bulkCreateAnnotations: async ({ actor, body, db, principal }) => ({
    status: 200,
    body: { created: await bulkCreateAnnotations(db, actor, body, brandsOf(principal)) },
  }),
  getAnnotation: getById(notes.find),
  updateAnnotation: updateById(updateAnnotation),
  deleteAnnotation: removeById(notes.remove),
} satisfies Partial<Handlers>;

/** The brands that a caller is limited to; null: all. */
function brandsOf(principal: Principal): string[] | null {
  return principal.kind === 'key' ? principal.brandIds : null;
}
