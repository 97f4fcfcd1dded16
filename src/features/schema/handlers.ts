import type { Handlers } from '../../server/dispatch/handler.ts';
import { create, getById, list, removeById, updateById } from '../../server/dispatch/resource.ts';
import { findBrand } from '../brands/brands.ts';
import { generateJsonLd } from './generation.ts';
import { createSchema, schemas, updateSchema } from './schemas.ts';
import { validateJsonLd } from './validation.ts';

export const schema = {
  generateSchema: async ({ body, db, orgId }) => {
    const { brandId, type, fields } = body;
    const brand = await db.tenant(orgId, (tx) => findBrand(tx, orgId, brandId));
    const jsonLd = generateJsonLd(type, brand, fields);
    return { status: 200, body: { jsonLd, findings: validateJsonLd(jsonLd, type) } };
  },
  validateSchema: ({ body }) => {
    const findings = validateJsonLd(body.jsonLd);
    return { status: 200, body: { valid: findings.every(({ severity }) => severity !== 'ERROR'), findings } };
  },

  listSchemas: list(schemas.list),
  createSchema: create(createSchema),
  getSchema: getById(schemas.find),
  updateSchema: updateById(updateSchema),
  deleteSchema: removeById(schemas.remove),
} satisfies Partial<Handlers>;
