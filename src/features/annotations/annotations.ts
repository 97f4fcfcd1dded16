import { AppError, invalidField, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, type Page, type Paged, selectPage } from '../../db/page.ts';
import { rows } from '../../db/rows.ts';
import { type Actor, auditOf } from '../organisations/audit.ts';
import { withOrganisationLock } from '../organisations/lock.ts';

export type Annotation = components['schemas']['Annotation'];
type AnnotationInput = components['schemas']['AnnotationCreate'];
type AnnotationChanges = components['schemas']['AnnotationUpdate'];

/** The most annotations of an organisation. */
const MOST = 10_000;
const auditAnnotation = auditOf('annotation');

interface AnnotationFilter extends Page {
  brandId?: string | undefined;
  queryId?: string | undefined;
  isShared?: boolean | undefined;
  /** First and last day, both included; null: open at that end. */
  start: string | null;
  end: string | null;
  /** The brands that a key is limited to; null: all. */
  allowed: string[] | null;
}

const columns = (tx: Tx) => tx`
  a.id, a.brand_id as "brandId", to_char(a.day, 'YYYY-MM-DD') as day, a.text, a.platform, a.query_id as "queryId",
  a.is_shared as "isShared", coalesce(u.email, k.name) as author, a.created_by as "createdBy",
  a.created_at as "createdAt", a.updated_at as "updatedAt"`;

const annotations = (tx: Tx) => tx`annotations a
  left join users u on u.id = a.created_by
  left join api_keys k on k.org_id = a.org_id and k.id = a.created_by`;

/** A page of annotations, the latest day first. */
export async function listAnnotations(
  db: Db,
  orgId: OrgId,
  { brandId, queryId, isShared, start, end, allowed, ...page }: AnnotationFilter,
): Promise<Paged<Annotation>> {
  return db.tenant(orgId, (tx) =>
    selectPage<Annotation>(tx, page, {
      columns: columns(tx),
      from: annotations(tx),
      where: tx`a.org_id = ${orgId}
        and ${ifGiven(tx, brandId, (value) => tx`a.brand_id = ${value}`)}
        and ${ifGiven(tx, queryId, (value) => tx`a.query_id = ${value}`)}
        and ${ifGiven(tx, isShared, (value) => tx`a.is_shared = ${value}`)}
        and ${ifGiven(tx, start, (value) => tx`a.day >= ${value}::text::date`)}
        and ${ifGiven(tx, end, (value) => tx`a.day <= ${value}::text::date`)}
        and ${ifGiven(tx, allowed, (ids) => tx`a.brand_id = any(${ids}::text[])`)}`,
      order: [
        { by: tx`a.day`, type: 'date', descending: true },
        { by: tx`a.id`, descending: true },
      ],
    }),
  );
}

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
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*) as count from annotations where org_id = ${orgId}`;
  if (count + inputs.length > MOST)
    throw new AppError('conflict', `There are ${count} annotations, and ${MOST} are the most. Delete some.`);
  const made = inputs.map(({ brandId, day, text, platform = null, queryId = null, isShared = false }) => ({
    ...{ id: newId(), brand_id: brandId, day: checkedDay(day), text, platform },
    ...{ query_id: queryId, is_shared: isShared },
  }));
  await tx`insert into annotations (org_id, id, brand_id, day, text, platform, query_id, is_shared, created_by)
    select o.id, t.id, t.brand_id, t.day, t.text, t.platform, t.query_id, t.is_shared, ${actor.id}
    from organisations o, ${rows(
      tx,
      't(id text, brand_id text, day date, text text, platform text, query_id text, is_shared boolean)',
      made,
    )}
    where o.id = ${orgId}`;
  return made.map(({ id }) => id);
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
    await auditAnnotation(tx, actor, 'createAnnotation', id, { ...input });
    return findAnnotation(tx, orgId, id);
  });
}

/** @returns how many were made. @throws AppError as insertAnnotations does */
export async function bulkCreateAnnotations(
  db: Db,
  actor: Actor,
  inputs: readonly AnnotationInput[],
  allowed: string[] | null,
): Promise<number> {
  return withOrganisationLock(db, actor.orgId, async (tx) => {
    const ids = await insertAnnotations(tx, actor, inputs, allowed);
    await auditAnnotation(tx, actor, 'bulkCreateAnnotations', ids[0] ?? '', { created: ids.length });
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
  const { orgId } = actor;
  const row = { ...(await findAnnotation(tx, orgId, id)), ...changes };
  await refuseUnknown(tx, orgId, [row], null);
  await tx`update annotations set day = ${checkedDay(row.day)}::text::date, text = ${row.text},
      platform = ${row.platform}, query_id = ${row.queryId}, is_shared = ${row.isShared}, updated_at = now()
    where org_id = ${orgId} and id = ${id}`;
  await auditAnnotation(tx, actor, 'updateAnnotation', id, { ...changes });
  return findAnnotation(tx, orgId, id);
}

/** @throws AppError not_found */
export async function deleteAnnotation(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  const { day, text } = await findAnnotation(tx, orgId, id);
  await tx`delete from annotations where org_id = ${orgId} and id = ${id}`;
  await auditAnnotation(tx, actor, 'deleteAnnotation', id, { day, text });
}

/** @throws AppError not_found */
export async function findAnnotation(tx: Tx, orgId: OrgId, id: string): Promise<Annotation> {
  const [found] = await tx<Annotation[]>`
    select ${columns(tx)} from ${annotations(tx)} where a.org_id = ${orgId} and a.id = ${id}`;
  if (!found) throw notFound('annotation');
  return found;
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
