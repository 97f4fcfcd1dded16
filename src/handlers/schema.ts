import type { Handlers } from '../contract/handler.ts';
import { getBrand } from '../domain/brands/brands.ts';
import { generateJsonLd } from '../domain/markup/generation.ts';
import {
  createSchema,
  deleteSchema,
  getSchema,
  listSchemas,
  updateSchema,
} from '../domain/markup/schemas.ts';
import { validateJsonLd } from '../domain/markup/validation.ts';
import { create, getById, list, removeById, updateById } from './resource.ts';

export const schema = {
  generateSchema: async ({ body, db, orgId }) => {
    const { brandId, type, fields } = body;
    const brand = await getBrand(db, orgId, brandId);
    const jsonLd = generateJsonLd(type, brand, fields);
    return { status: 200, body: { jsonLd, findings: validateJsonLd(jsonLd, type) } };
  },
  validateSchema: ({ body }) => {
    const findings = validateJsonLd(body.jsonLd);
    return { status: 200, body: { valid: findings.every(({ severity }) => severity !== 'ERROR'), findings } };
  },

  listSchemas: list(listSchemas),
  createSchema: create(createSchema),
  getSchema: getById(getSchema),
  updateSchema: updateById(updateSchema),
  deleteSchema: removeById(deleteSchema),
} satisfies Partial<Handlers>;
