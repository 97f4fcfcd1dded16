import { AppError, invalidField } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import { daysOfRange, isCalendarRange } from '../../base/views/range.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../audit/audit.ts';
import { findBrand } from '../brands/brands.ts';
import { lockOrganisation } from '../quotas/lock.ts';
import { resource } from '../resources/resource.ts';

export type View = components['schemas']['View'];
type ViewInput = components['schemas']['ViewCreate'];
type ViewChanges = components['schemas']['ViewUpdate'];

const MOST_OF_MEMBER = 200;
const MOST_OF_ORGANISATION = 2_000;
/** Whose views are seen: a member's own and the organisation's. */
export interface Reader {
  orgId: OrgId;
  userId: string;
}

/** Saved views, by name. */
export const views = resource<View>({
  name: 'View',
  table: 'views',
  columns: 'name, screen, path, brand_id, range, filters jsonb, settings jsonb, visibility, created_by',
  filters: 'brand_id, visibility',
  order: (tx) => [{ by: tx`t.name` }, { by: tx`t.id` }],
  removed: ({ name }) => ({ name }),
});

/** The condition on views that a member sees: their own, and the organisation's. */
export const seenBy = (tx: Tx, userId: string) =>
  tx`(t.visibility = 'ORGANISATION' or t.created_by = ${userId})`;

/** A view that a member sees, in a transaction of the caller. @throws AppError not_found */
export async function findView(tx: Tx, { orgId, userId }: Reader, id: string): Promise<View> {
  return views.find(tx, orgId, id, seenBy(tx, userId));
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
  return views.create(tx, actor, { ...row, createdBy: actor.id }, { ...input });
}

/**
 * @throws AppError not_found, also for the brand; validation_error; forbidden for making another member's view private
 */
export async function updateView(tx: Tx, actor: Actor, id: string, changes: ViewChanges): Promise<View> {
  const { orgId } = actor;
  await findView(tx, readerOf(actor), id);
  const known = await views.lock(tx, orgId, id);
  const row = { ...known, ...changes };
  await checkView(tx, orgId, row);
  // Another's would be lost to all: its maker alone may make it private.
  if (row.visibility === 'PRIVATE' && known.createdBy !== actor.id)
    throw new AppError('forbidden', 'visibility: the maker of a view alone may make it private.');
  return views.update(tx, actor, id, changes);
}

/** @throws AppError not_found */
export async function deleteView(tx: Tx, actor: Actor, id: string): Promise<void> {
  await findView(tx, readerOf(actor), id);
  await views.remove(tx, actor, id);
}

export function readerOf({ orgId, id }: Actor): Reader {
  return { orgId, userId: id };
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
