import { AppError, invalidField, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import { daysOfRange, isCalendarRange } from '../../base/views/range.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, type Page, type Paged, selectPage } from '../../db/page.ts';
import { findBrand } from '../brands/brands.ts';
import { type Actor, auditOf } from '../organisations/audit.ts';
import { lockOrganisation } from '../organisations/lock.ts';

export type View = components['schemas']['View'];
type ViewInput = components['schemas']['ViewCreate'];
type ViewChanges = components['schemas']['ViewUpdate'];

const MOST_OF_MEMBER = 200;
const MOST_OF_ORGANISATION = 2_000;
const auditView = auditOf('view');

/** Whose views are seen: a member's own and the organisation's. */
export interface Reader {
  orgId: OrgId;
  userId: string;
}

interface ViewFilter extends Page {
  brandId?: string | undefined;
  visibility?: View['visibility'] | undefined;
}

const columns = (tx: Tx) => tx`
  v.id, v.name, v.screen, v.path, v.brand_id as "brandId", v.range, v.filters, v.settings, v.visibility,
  v.created_by as "createdBy", v.created_at as "createdAt", v.updated_at as "updatedAt"`;

const seenBy = (tx: Tx, { orgId, userId }: Reader) => tx`
  v.org_id = ${orgId} and (v.visibility = 'ORGANISATION' or v.created_by = ${userId})`;

/** A page of the views that a member sees, by name. */
export async function listViews(
  db: Db,
  reader: Reader,
  { brandId, visibility, ...page }: ViewFilter,
): Promise<Paged<View>> {
  return db.tenant(reader.orgId, (tx) =>
    selectPage<View>(tx, page, {
      columns: columns(tx),
      from: tx`views v`,
      where: tx`${seenBy(tx, reader)} and ${ifGiven(tx, brandId, (value) => tx`v.brand_id = ${value}`)}
        and ${ifGiven(tx, visibility, (value) => tx`v.visibility = ${value}`)}`,
      order: [{ by: tx`v.name` }, { by: tx`v.id` }],
    }),
  );
}

/** A view that a member sees, in a transaction of the caller. @throws AppError not_found */
export async function findView(tx: Tx, reader: Reader, id: string): Promise<View> {
  const [view] = await tx<View[]>`
    select ${columns(tx)} from views v where ${seenBy(tx, reader)} and v.id = ${id}`;
  if (!view) throw notFound('view');
  return view;
}

/**
 * Saves a view.
 * @throws AppError not_found for the brand, validation_error for days that do not exist, conflict for too many
 */
export async function createView(tx: Tx, actor: Actor, input: ViewInput): Promise<View> {
  const { orgId } = actor;
  const { filters = {}, settings = {}, range = '30d', visibility = 'PRIVATE' } = input;
  const row = { path: null, brandId: null, ...input, filters, settings, range, visibility };
  await lockOrganisation(tx, orgId);
  await checkView(tx, orgId, row);
  await refuseTooMany(tx, actor);
  const id = newId();
  await tx`insert into views
    (org_id, id, name, screen, path, brand_id, range, filters, settings, visibility, created_by)
    values (${orgId}, ${id}, ${row.name}, ${row.screen}, ${row.path}, ${row.brandId}, ${range},
      ${JSON.stringify(filters)}::text::jsonb, ${JSON.stringify(settings)}::text::jsonb, ${visibility}, ${actor.id})`;
  await auditView(tx, actor, 'createView', id, { ...input });
  return findView(tx, readerOf(actor), id);
}

/** @throws AppError not_found, also for the brand; validation_error; forbidden for another's made private */
export async function updateView(tx: Tx, actor: Actor, id: string, changes: ViewChanges): Promise<View> {
  const { orgId } = actor;
  const known = await lockView(tx, actor, id);
  const row = { ...known, ...changes };
  await checkView(tx, orgId, row);
  // Another's would be lost to all: its maker alone may make it private.
  if (row.visibility === 'PRIVATE' && known.createdBy !== actor.id)
    throw new AppError('forbidden', 'visibility: the maker of a view alone may make it private.');
  await tx`update views set name = ${row.name}, screen = ${row.screen}, path = ${row.path},
      brand_id = ${row.brandId}, range = ${row.range}, filters = ${JSON.stringify(row.filters)}::text::jsonb,
      settings = ${JSON.stringify(row.settings)}::text::jsonb, visibility = ${row.visibility}, updated_at = now()
    where org_id = ${orgId} and id = ${id}`;
  await auditView(tx, actor, 'updateView', id, { ...changes });
  return findView(tx, readerOf(actor), id);
}

/** @throws AppError not_found */
export async function deleteView(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  const { name } = await lockView(tx, actor, id);
  await tx`delete from views where org_id = ${orgId} and id = ${id}`;
  await auditView(tx, actor, 'deleteView', id, { name });
}

export function readerOf({ orgId, id }: Actor): Reader {
  return { orgId, userId: id };
}

/** Locks a view to the end of the transaction. @throws AppError not_found */
async function lockView(tx: Tx, actor: Actor, id: string): Promise<View> {
  const view = await findView(tx, readerOf(actor), id);
  await tx`select from views where org_id = ${actor.orgId} and id = ${id} for update`;
  return view;
}

async function checkView(
  tx: Tx,
  orgId: OrgId,
  { brandId, range }: Pick<View, 'brandId' | 'range'>,
): Promise<void> {
  if (!/^\d+d$/.test(range) && !isCalendarRange(range) && !daysOfRange(range))
    throw invalidField('range', 'range must name two days that exist, the first not after the last.');
  if (brandId !== null) await findBrand(tx, orgId, brandId);
}

async function refuseTooMany(tx: Tx, { orgId, id }: Actor): Promise<void> {
  const [{ all, own }] = await tx<[{ all: number; own: number }]>`
    select count(*) as all, count(*) filter (where created_by = ${id}) as own from views where org_id = ${orgId}`;
  if (own >= MOST_OF_MEMBER)
    throw new AppError('conflict', `You have ${MOST_OF_MEMBER} views already. Delete some.`);
  if (all >= MOST_OF_ORGANISATION)
    throw new AppError('conflict', `There are ${MOST_OF_ORGANISATION} views already. Delete some.`);
}
