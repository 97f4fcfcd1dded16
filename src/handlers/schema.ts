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

  listSchemas: async ({ db, orgId, page, query }) => {
    const filter = { ...query, ...page };
    return { status: 200, body: await listSchemas(db, orgId, filter) };
  },
  createSchema: async ({ actor, body, db }) => ({
    status: 201,
    body: await createSchema(db, actor, body),
  }),
  getSchema: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getSchema(db, orgId, params.id),
  }),
  updateSchema: async ({ actor, body, db, params }) => ({
    status: 200,
    body: await updateSchema(db, actor, params.id, body),
  }),
  deleteSchema: async ({ actor, db, params }) => {
    await deleteSchema(db, actor, params.id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
