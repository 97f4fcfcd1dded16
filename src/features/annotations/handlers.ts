import { listRange } from '../../reports/range.ts';
import type { Principal } from '../../server/auth/auth.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { getById, removeById, updateById } from '../../server/dispatch/resource.ts';
import {
  bulkCreateAnnotations,
  createAnnotation,
  deleteAnnotation,
  findAnnotation,
  listAnnotations,
  updateAnnotation,
} from './annotations.ts';

export const annotations = {
  listAnnotations: async ({ db, orgId, page, principal, query }) => {
    const { brandId, queryId, isShared } = query;
    const filter = { brandId, queryId, isShared, ...listRange(query), ...page };
    return {
      status: 200,
      body: await listAnnotations(db, orgId, { ...filter, allowed: brandsOf(principal) }),
    };
  },
  createAnnotation: async ({ actor, body, db, principal }) => ({
    status: 201,
    body: await createAnnotation(db, actor, body, brandsOf(principal)),
  }),
  bulkCreateAnnotations: async ({ actor, body, db, principal }) => ({
    status: 200,
    body: { created: await bulkCreateAnnotations(db, actor, body, brandsOf(principal)) },
  }),
  getAnnotation: getById(findAnnotation),
  updateAnnotation: updateById(updateAnnotation),
  deleteAnnotation: removeById(deleteAnnotation),
} satisfies Partial<Handlers>;

/** The brands that a caller is limited to; null: all. */
function brandsOf(principal: Principal): string[] | null {
  return principal.kind === 'key' ? principal.brandIds : null;
}
