import { AppError, invalidField, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { countRows, ifGiven } from '../../db/page.ts';
import { rows } from '../../db/rows.ts';
import type { Actor } from '../audit/audit.ts';
import { withOrganisationLock } from '../quotas/lock.ts';
import { resource } from '../resources/resource.ts';

export type Annotation = components['schemas']['Annotation'];
type AnnotationInput = components['schemas']['AnnotationCreate'];
type AnnotationChanges = components['schemas']['AnnotationUpdate'];

/** The most annotations of an organisation. */
const MOST = 10_000;

interface AnnotationFilter {
  brandId?: string | undefined;
  queryId?: string | undefined;
  isShared?: boolean | undefined;
  /** First and last day, both included; null: open at that end. */
  start: string | null;
  end: string | null;
  /** The brands that a key is limited to; null: all. */
  allowed: string[] | null;
}

/** Notes on days of a brand's charts; the latest day first. */
export const annotations = resource<Annotation, AnnotationFilter>({
  name: 'Annotation',
  table: 'annotations',
  columns: 'brand_id, day date, text, platform, query_id, is_shared, created_by',
  read: (tx) => tx`
    coalesce(u.email, k.name) as author, t.created_at as "createdAt", t.updated_at as "updatedAt"`,
  joins: (tx) => tx`
    left join users u on u.id = t.created_by
    left join api_keys k on k.org_id = t.org_id and k.id = t.created_by`,
  filters: 'brand_id, query_id, is_shared',
  filter: (tx, { start, end, allowed }) => tx`
    ${ifGiven(tx, start, (value) => tx`t.day >= ${value}::text::date`)}
    and ${ifGiven(tx, end, (value) => tx`t.day <= ${value}::text::date`)}
    and ${ifGiven(tx, allowed, (ids) => tx`t.brand_id = any(${ids}::text[])`)}`,
  order: (tx) => [
    { by: tx`t.day`, type: 'date', descending: true },
    { by: tx`t.id`, descending: true },
  ],
  removed: ({ day, text }) => ({ day, text }),
});

/**
 * Makes annotations, all or none.
 * @param allowed the brands that a key is limited to; null: all
 * @returns their ids, in order
 * @throws AppError not_found for a brand, or for a query that is none of the brand; conflict for too many
 */
async function insertAnnotations(
  tx: Tx,
  actor: Actor,
  inputs: readonly AnnotationInput[],
  allowed: string[] | null,
): Promise<string[]> {
  const { orgId } = actor;
  await refuseUnknown(tx, orgId, inputs, allowed);
  const count = await countRows(tx, tx`annotations where org_id = ${orgId}`);
  if (count + inputs.length > MOST)
    throw new AppError('conflict', `There are ${count} annotations, and ${MOST} are the most. Delete some.`);
  const notes = inputs.map(({ brandId, day, text, platform = null, queryId = null, isShared = false }) => ({
    id: newId(),
    brand_id: brandId,
    day: checkedDay(day),
    text,
    platform,
    query_id: queryId,
    is_shared: isShared,
  }));
  await tx`insert into annotations (org_id, id, brand_id, day, text, platform, query_id, is_shared, created_by)
    select o.id, t.id, t.brand_id, t.day, t.text, t.platform, t.query_id, t.is_shared, ${actor.id}
    from organisations o, ${rows(
      tx,
      't(id text, brand_id text, day date, text text, platform text, query_id text, is_shared boolean)',
      notes,
    )}
    where o.id = ${orgId}`;
  return notes.map(({ id }) => id);
}

/** @throws AppError as insertAnnotations does */
export async function createAnnotation(
  db: Db,
  actor: Actor,
  input: AnnotationInput,
  allowed: string[] | null,
): Promise<Annotation> {
  const { orgId } = actor;
  return withOrganisationLock(db, orgId, async (tx) => {
    const [id = ''] = await insertAnnotations(tx, actor, [input], allowed);
    await annotations.note(tx, actor, 'createAnnotation', id, { ...input });
    return annotations.find(tx, orgId, id);
  });
}

/** @returns how many were created. @throws AppError as insertAnnotations does */
export async function bulkCreateAnnotations(
  db: Db,
  actor: Actor,
  inputs: readonly AnnotationInput[],
  allowed: string[] | null,
): Promise<number> {
  return withOrganisationLock(db, actor.orgId, async (tx) => {
    const ids = await insertAnnotations(tx, actor, inputs, allowed);
    await annotations.note(tx, actor, 'bulkCreateAnnotations', ids[0] ?? '', { created: ids.length });
    return ids.length;
  });
}

/** @throws AppError not_found, also for the query */
export async function updateAnnotation(
  tx: Tx,
  actor: Actor,
  id: string,
  changes: AnnotationChanges,
): Promise<Annotation> {
  const row = { ...(await annotations.find(tx, actor.orgId, id)), ...changes };
  await refuseUnknown(tx, actor.orgId, [row], null);
  checkedDay(row.day);
  return annotations.update(tx, actor, id, changes);
}

/** @throws AppError not_found for a brand, or for a query that is none of the brand */
async function refuseUnknown(
  tx: Tx,
  orgId: OrgId,
  inputs: readonly Pick<AnnotationInput, 'brandId' | 'queryId'>[],
  allowed: string[] | null,
): Promise<void> {
  const brands = [...new Set(inputs.map(({ brandId }) => brandId))];
  const known = await tx`select from brands where org_id = ${orgId} and id = any(${brands})`;
  if (known.length < brands.length || brands.some((id) => allowed !== null && !allowed.includes(id)))
    throw notFound('brand');
  const queries = inputs.flatMap(({ queryId }) => queryId ?? []);
  if (queries.length === 0) return;
  const found = await tx<{ id: string; brandId: string }[]>`
    select id, brand_id as "brandId" from queries where org_id = ${orgId} and id = any(${queries})`;
  const brandOf = new Map(found.map(({ id, brandId }) => [id, brandId]));
  if (inputs.some(({ brandId, queryId }) => queryId && brandOf.get(queryId) !== brandId))
    throw notFound('query of the brand');
}

function checkedDay(day: string): string {
  if (day.startsWith('0000-')) throw invalidField('day', 'day must be from 0001-01-01 to 9999-12-31.');
  return day;
}
