import { invalidField, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { ifGiven, newestFirst, type Page, type Paged, selectPage } from '../../db/page.ts';
import { findBrand } from '../brands/brands.ts';
import { type Actor, auditOf } from '../organisations/audit.ts';
import { lockOrganisation } from '../organisations/lock.ts';
import { takeFromQuota } from '../organisations/quotas.ts';
import { type JsonLd, validateJsonLd } from './validation.ts';

const auditSchema = auditOf('schema');

export type BrandSchema = components['schemas']['BrandSchema'];
export type SchemaSummary = components['schemas']['SchemaSummary'];
export type SchemaInput = components['schemas']['SchemaCreate'];
export type SchemaChanges = components['schemas']['SchemaUpdate'];

export interface SchemaFilter extends Page {
  brandId?: string | undefined;
  type?: BrandSchema['type'] | undefined;
}

const summaryColumns = (tx: Tx) => tx`
  id, brand_id as "brandId", type, created_at as "createdAt", updated_at as "updatedAt"`;

/** A page of stored markup, newest first. */
export async function listSchemas(
  tx: Tx,
  orgId: OrgId,
  { brandId, type, ...page }: SchemaFilter,
): Promise<Paged<SchemaSummary>> {
  const matching = tx`org_id = ${orgId}
    and ${ifGiven(tx, brandId, (value) => tx`brand_id = ${value}`)}
    and ${ifGiven(tx, type, (value) => tx`type = ${value}`)}`;
  return selectPage<SchemaSummary>(tx, page, {
    columns: summaryColumns(tx),
    from: tx`brand_schemas`,
    where: matching,
    order: newestFirst(tx),
  });
}

/** Stores markup. @throws AppError validation_error for markup with errors, not_found for the brand, quota_exceeded */
export async function createSchema(tx: Tx, actor: Actor, input: SchemaInput): Promise<BrandSchema> {
  const { orgId } = actor;
  const { brandId, type, jsonLd } = input;
  refuseErrors(type, jsonLd);
  const plan = await lockOrganisation(tx, orgId);
  await findBrand(tx, orgId, brandId);
  await takeFromQuota(tx, orgId, plan, 'schemas');
  const id = newId();
  await tx`insert into brand_schemas (org_id, id, brand_id, type, json_ld)
    values (${orgId}, ${id}, ${brandId}, ${type}, ${JSON.stringify(jsonLd)}::text::json)`;
  await auditSchema(tx, actor, 'createSchema', id, { brandId, type });
  return findSchema(tx, orgId, id);
}

/** Changes stored markup. @throws AppError not_found, validation_error for markup with errors */
export async function updateSchema(
  tx: Tx,
  actor: Actor,
  id: string,
  changes: SchemaChanges,
): Promise<BrandSchema> {
  const { orgId } = actor;
  await tx`select from brand_schemas where org_id = ${orgId} and id = ${id} for update`;
  const { type, jsonLd } = { ...(await findSchema(tx, orgId, id)), ...changes };
  refuseErrors(type, jsonLd);
  await tx`update brand_schemas set type = ${type}, json_ld = ${JSON.stringify(jsonLd)}::text::json, updated_at = now()
    where org_id = ${orgId} and id = ${id}`;
  await auditSchema(tx, actor, 'updateSchema', id, { type, changed: Object.keys(changes) });
  return findSchema(tx, orgId, id);
}

/** Deletes stored markup. @throws AppError not_found */
export async function deleteSchema(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  const [deleted] = await tx<{ brandId: string; type: string }[]>`
    delete from brand_schemas where org_id = ${orgId} and id = ${id} returning brand_id as "brandId", type`;
  if (!deleted) throw notFound('schema');
  await auditSchema(tx, actor, 'deleteSchema', id, { ...deleted });
}

/** @throws AppError validation_error with the first error in the markup */
function refuseErrors(type: BrandSchema['type'], jsonLd: JsonLd): void {
  const error = validateJsonLd(jsonLd, type).find(({ severity }) => severity === 'ERROR');
  if (!error) return;
  const path = error.path.startsWith('[') ? `jsonLd${error.path}` : `jsonLd.${error.path}`;
  throw invalidField(path, `${path}: ${error.message} ${error.fix}`);
}

/** Stored markup with its findings. @throws AppError not_found */
export async function findSchema(tx: Tx, orgId: OrgId, id: string): Promise<BrandSchema> {
  const [schema] = await tx<Omit<BrandSchema, 'findings'>[]>`
    select ${summaryColumns(tx)}, json_ld as "jsonLd" from brand_schemas where org_id = ${orgId} and id = ${id}`;
  if (!schema) throw notFound('schema');
  return { ...schema, findings: validateJsonLd(schema.jsonLd, schema.type) };
}
