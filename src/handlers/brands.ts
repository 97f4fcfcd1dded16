import type { Handlers } from '../contract/handler.ts';
import { archiveBrand, createBrand, getBrand, listBrands, updateBrand } from '../domain/brands/brands.ts';
import { create, getById, removeById, updateById } from './resource.ts';

export const brands = {
  listBrands: async ({ db, orgId, page, query }) => {
    const { archived = false, search } = query;
    const filter = { ...page, archived, search };
    return { status: 200, body: await listBrands(db, orgId, filter) };
  },
  createBrand: create(createBrand),
  getBrand: getById(getBrand),
  updateBrand: updateById(updateBrand),
  archiveBrand: removeById(archiveBrand),
} satisfies Partial<Handlers>;
