import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Sql, Tx } from '../../db/client.ts';
import { type Actor, audit, type Change } from '../audit/audit.ts';
import type { Plan } from '../quotas/quotas.ts';

export type Organisation = components['schemas']['Organisation'] & { id: OrgId };

/** The columns of an Organisation. */
const columns = (tx: Tx | Sql) => tx`id, name, plan, is_demo as "isDemo", created_at as "createdAt"`;

/** @throws AppError not_found for an organisation that was deleted meanwhile */
export async function getOrganisation(db: Db, orgId: OrgId): Promise<Organisation> {
  const [organisation] = await db.sql<Organisation[]>`
    select ${columns(db.sql)} from organisations where id = ${orgId} and deleted_at is null`;
  if (!organisation) throw notFound('organisation');
  return organisation;
}

/** Renames an organisation. @throws AppError not_found if it was deleted meanwhile */
export async function updateOrganisation(
  db: Db,
  actor: Actor,
  { name }: { name: string },
): Promise<Organisation> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    const [organisation] = await tx<Organisation[]>`
      update organisations set name = ${name} where id = ${orgId} and deleted_at is null returning ${columns(tx)}`;
    if (!organisation) throw notFound('organisation');
    await audit(tx, actor, {
      action: 'updateOrganisation',
      targetType: 'organisation',
      targetId: orgId,
      details: { name },
    });
    return organisation;
  });
}

/** All organisations, oldest first. */
export async function listOrganisations(db: Db): Promise<(Organisation & { isSuspended: boolean })[]> {
  return db.sql<(Organisation & { isSuspended: boolean })[]>`
    select ${columns(db.sql)}, suspended_at is not null as "isSuspended" from organisations where deleted_at is null order by id`;
}

/** The organisation with this id, or the only one with this name; null when there is none or several. */
export async function findOrganisation(db: Db, idOrName: string): Promise<Organisation | null> {
  const found = await db.sql<Organisation[]>`
    select ${columns(db.sql)} from organisations
    where (id = ${idOrName} or name = ${idOrName}) and deleted_at is null order by id = ${idOrName} desc limit 2`;
  const [first] = found;
  return first && (found.length === 1 || first.id === idOrName) ? first : null;
}

/**
 * Writes a plan and the entry in the audit log; the caller has locked the organisation.
 * @returns what was recorded
 */
export async function writePlan(tx: Tx, actor: Actor, before: Plan, plan: Plan): Promise<Change> {
  const { orgId } = actor;
  await tx`update organisations set plan = ${plan} where id = ${orgId}`;
  const details = { from: before, to: plan };
  const change = { action: 'changePlan', targetType: 'organisation', targetId: orgId, details };
  await audit(tx, actor, change);
  return change;
}
