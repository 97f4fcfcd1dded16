import type { Handlers } from '../contract/handler.ts';
import { archiveBrand, createBrand, getBrand, listBrands, updateBrand } from '../domain/brands/brands.ts';

export const brands = {
  listBrands: async ({ db, orgId, page, query }) => {
    const { archived = false, search } = query;
    const filter = { ...page, archived, search };
    return { status: 200, body: await listBrands(db, orgId, filter) };
  },
  createBrand: async ({ actor, body, db }) => ({
    status: 201,
    body: await createBrand(db, actor, body),
  }),
  getBrand: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getBrand(db, orgId, params.id),
  }),
  updateBrand: async ({ actor, body, db, params }) => ({
    status: 200,
    body: await updateBrand(db, actor, params.id, body),
  }),
  archiveBrand: async ({ actor, db, params }) => {
    await archiveBrand(db, actor, params.id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
