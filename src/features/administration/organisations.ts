import { notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { deleteOrganisation, insertOrganisation } from '../accounts/organisation.ts';
import { inviteOwner, type OwnerInvitation } from '../members/owner-invitations.ts';
import { writePlan } from '../organisations/organisations.ts';
import { withOrganisationLock } from '../quotas/lock.ts';
import type { Plan, Quotas } from '../quotas/quotas.ts';
import { actorIn, auditBoth, auditServer, type ServerActor } from './server-audit.ts';

type Schemas = components['schemas'];

// What the server's administrator does to organisations, over HTTP and by the command line alike.

/**
 * Makes an organisation and invites its owner.
 * @param id of the organisation
 * @throws AppError conflict for an id that was used
 */
export async function makeOrganisation(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  actor: ServerActor,
  id: OrgId,
  { name, plan, limits = {}, ownerEmail }: Schemas['ServerOrganisationCreate'],
): Promise<OwnerInvitation> {
  return db.tenant(id, async (tx) => {
    await insertOrganisation(tx, id, { name, plan, limits });
    const invitation = await inviteOwner(tx, secretBox, id, ownerEmail);
    await auditBoth(tx, id, actor, 'createOrganisation', { name, plan, limits, email: invitation.email });
    return invitation;
  });
}

/** Invites another owner. @throws AppError not_found, conflict for a member */
export async function inviteAnotherOwner(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  actor: ServerActor,
  orgId: OrgId,
  email: string,
): Promise<OwnerInvitation> {
  return db.tenant(orgId, async (tx) => {
    const invitation = await inviteOwner(tx, secretBox, orgId, email);
    await auditBoth(tx, orgId, actor, 'inviteOwner', { email: invitation.email });
    return invitation;
  });
}

/** The changes of an organisation, each of which is recorded by itself. */
export interface OrganisationChanges {
  name?: string | undefined;
  plan?: Plan | undefined;
  /** All limits of its own from now on. */
  limits?: Partial<Quotas> | undefined;
  /** null: resumes it. */
  suspension?: { reason: string } | null | undefined;
}

interface Present {
  name: string;
  limits: Partial<Quotas>;
  reason: string | null;
  isSuspended: boolean;
}

/**
 * Changes an organisation. Quotas are not checked: what is beyond a smaller one stays, and more is refused.
 * @throws AppError not_found
 */
export async function changeOrganisation(
  db: Db,
  actor: ServerActor,
  orgId: OrgId,
  { name, plan, limits, suspension }: OrganisationChanges,
): Promise<void> {
  await withOrganisationLock(db, orgId, async (tx, planBefore) => {
    const [before] = await tx<[Present]>`
      select name, limits, suspension_reason as reason, suspended_at is not null as "isSuspended"
      from organisations where id = ${orgId}`;
    const record = (action: string, details: object) => auditBoth(tx, orgId, actor, action, { ...details });
    if (name !== undefined && name !== before.name) {
      await tx`update organisations set name = ${name} where id = ${orgId}`;
      await record('updateOrganisation', { name });
    }
    if (plan !== undefined && plan !== planBefore) {
      const change = await writePlan(tx, actorIn(orgId, actor), planBefore, plan);
      await auditServer(tx, actor, change);
    }
    if (limits !== undefined && !areSame(limits, before.limits)) {
      await tx`update organisations set limits = ${JSON.stringify(limits)}::text::jsonb where id = ${orgId}`;
      await record('changeLimits', { from: before.limits, to: limits });
    }
    if (suspension !== undefined) await suspend(tx, orgId, before, suspension, record);
  });
}

/** Suspends an organisation that is not, changes the reason of one that is, or resumes it. */
async function suspend(
  tx: Tx,
  orgId: OrgId,
  before: Present,
  suspension: { reason: string } | null,
  record: (action: string, details: object) => Promise<void>,
): Promise<void> {
  const reason = suspension?.reason ?? null;
  if (reason === before.reason && (suspension !== null) === before.isSuspended) return;
  await tx`update organisations set suspension_reason = ${reason},
      suspended_at = ${suspension === null ? tx`null` : tx`coalesce(suspended_at, (select now()))`}
    where id = ${orgId}`;
  await record(
    suspension === null ? 'resumeOrganisation' : 'suspendOrganisation',
    suspension === null ? {} : { reason },
  );
}

function areSame(limits: Partial<Quotas>, others: Partial<Quotas>): boolean {
  const sorted = (one: object) => JSON.stringify(Object.entries(one).toSorted());
  return sorted(limits) === sorted(others);
}

/**
 * Deletes an organisation as its owner would: it is invisible from then on, and the purge deletes its rows and files.
 * @param name if given, it must be the organisation's name, as a confirmation
 * @throws AppError not_found, validation_error for another name
 */
export async function removeOrganisation(
  db: Db,
  actor: ServerActor,
  orgId: OrgId,
  name?: string,
): Promise<void> {
  const known = await db.sql`select from organisations where id = ${orgId} and deleted_at is null`;
  if (known.length === 0) throw notFound('organisation');
  await deleteOrganisation(db, orgId, {
    name,
    // In the same transaction: the organisation's own audit log goes with it.
    also: (tx, deleted) =>
      auditServer(tx, actor, {
        action: 'deleteOrganisation',
        targetType: 'organisation',
        targetId: orgId,
        details: { name: deleted.name },
      }),
  });
}
