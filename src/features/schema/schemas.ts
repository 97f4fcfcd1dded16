import { invalidField } from '../../base/errors.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../audit/audit.ts';
import { findBrand } from '../brands/brands.ts';
import { resource } from '../resources/resource.ts';
import { type JsonLd, validateJsonLd } from './validation.ts';

export type BrandSchema = components['schemas']['BrandSchema'];
type SchemaSummary = components['schemas']['SchemaSummary'];
type SchemaInput = components['schemas']['SchemaCreate'];
type SchemaChanges = components['schemas']['SchemaUpdate'];

/** Stored markup; a single one comes with its findings. */
export const schemas = resource<BrandSchema, object, SchemaSummary, Omit<BrandSchema, 'findings'>>({
  name: 'Schema',
  table: 'brand_schemas',
  columns: 'brand_id, type, json_ld json',
  summary: (tx) => tx`
    t.id, t.brand_id as "brandId", t.type, t.created_at as "createdAt", t.updated_at as "updatedAt"`,
  filters: 'brand_id, type',
  shown: (rows) =>
    rows.map((schema) => ({ ...schema, findings: validateJsonLd(schema.jsonLd, schema.type) })),
  quota: 'schemas',
  removed: ({ brandId, type }) => ({ brandId, type }),
});

/** Stores markup. @throws AppError validation_error for markup with errors, not_found for the brand, quota_exceeded */
export async function createSchema(tx: Tx, actor: Actor, input: SchemaInput): Promise<BrandSchema> {
  const { brandId, type, jsonLd } = input;
  refuseErrors(type, jsonLd);
  await findBrand(tx, actor.orgId, brandId);
  return schemas.create(tx, actor, input, { brandId, type });
}

/** Changes stored markup. @throws AppError not_found, validation_error for markup with errors */
export async function updateSchema(
  tx: Tx,
  actor: Actor,
  id: string,
  changes: SchemaChanges,
): Promise<BrandSchema> {
  const { type, jsonLd } = { ...(await schemas.lock(tx, actor.orgId, id)), ...changes };
  refuseErrors(type, jsonLd);
  return schemas.update(tx, actor, id, changes, { type, changed: Object.keys(changes) });
}

/** @throws AppError validation_error with the first error in the markup */
function refuseErrors(type: BrandSchema['type'], jsonLd: JsonLd): void {
  const error = validateJsonLd(jsonLd, type).find(({ severity }) => severity === 'ERROR');
  if (!error) return;
  const path = error.path.startsWith('[') ? `jsonLd${error.path}` : `jsonLd.${error.path}`;
  throw invalidField(path, `${path}: ${error.message} ${error.fix}`);
}
