import type { Handlers } from '../contract/handler.ts';
import { archiveBrand, createBrand, getBrand, listBrands, updateBrand } from '../domain/brands/brands.ts';
import { actor, member, page } from './caller.ts';

export const brands = {
  listBrands: async (call) => {
    const { archived = false, search } = call.query;
    const filter = { ...page(call.query), archived, search };
    return { status: 200, body: await listBrands(call.services.db, member(call).orgId, filter) };
  },
  createBrand: async (call) => ({
    status: 201,
    body: await createBrand(call.services.db, actor(call), call.body),
  }),
  getBrand: async (call) => ({
    status: 200,
    body: await getBrand(call.services.db, member(call).orgId, call.params.id),
  }),
  updateBrand: async (call) => ({
    status: 200,
    body: await updateBrand(call.services.db, actor(call), call.params.id, call.body),
  }),
  archiveBrand: async (call) => {
    await archiveBrand(call.services.db, actor(call), call.params.id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
