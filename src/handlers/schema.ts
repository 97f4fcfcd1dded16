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
import { actor, member, page } from './caller.ts';

export const schema = {
  generateSchema: async (call) => {
    const { brandId, type, fields } = call.body;
    const brand = await getBrand(call.services.db, member(call).orgId, brandId);
    const jsonLd = generateJsonLd(type, brand, fields);
    return { status: 200, body: { jsonLd, findings: validateJsonLd(jsonLd, type) } };
  },
  validateSchema: (call) => {
    const findings = validateJsonLd(call.body.jsonLd);
    return { status: 200, body: { valid: findings.every(({ severity }) => severity !== 'ERROR'), findings } };
  },

  listSchemas: async (call) => {
    const filter = { ...call.query, ...page(call.query) };
    return { status: 200, body: await listSchemas(call.services.db, member(call).orgId, filter) };
  },
  createSchema: async (call) => ({
    status: 201,
    body: await createSchema(call.services.db, actor(call), call.body),
  }),
  getSchema: async (call) => ({
    status: 200,
    body: await getSchema(call.services.db, member(call).orgId, call.params.id),
  }),
  updateSchema: async (call) => ({
    status: 200,
    body: await updateSchema(call.services.db, actor(call), call.params.id, call.body),
  }),
  deleteSchema: async (call) => {
    await deleteSchema(call.services.db, actor(call), call.params.id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
