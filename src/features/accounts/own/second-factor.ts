import { AppError } from '../../../base/errors.ts';
import type { OrgId } from '../../../base/ids.ts';
import type { SecretBox } from '../../../base/secret-box.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { type Actor, audit, operator } from '../../audit/audit.ts';
import { verifyPassword } from '../passwords.ts';
import {
  confirmEnrolment,
  endSecondFactor,
  hasSecondFactor,
  isSecondFactorDemanded,
  wrongCode,
} from '../second-factor.ts';
import { auditInAll, endSessions, findUser } from '../users.ts';

/** @throws AppError forbidden, unavailable */
export async function requirePassword(db: Db, userId: string, password: string): Promise<void> {
  const [user] = await db.sql<
    { hash: string | null }[]
  >`select password_hash as hash from users where id = ${userId}`;
  if (!(await verifyPassword(password, user?.hash ?? null)))
    throw new AppError('forbidden', 'password is not the password of the account.');
}

/**
 * Switches the second factor on that was begun; the account's other logins end.
 * @param sessionId the session that stays
 * @returns the recovery codes. @throws AppError validation_error for a wrong code, conflict
 */
export async function confirmSecondFactor(
  db: Db,
  secretBox: SecretBox,
  actor: Actor,
  sessionId: string,
  code: string,
): Promise<string[]> {
  return db.tenant(actor.orgId, async (tx) => {
    const codes = await confirmEnrolment(tx, secretBox, actor.id, code);
    if (codes === null) throw wrongCode();
    await endSessions(tx, actor.id, sessionId);
    await tx`delete from login_challenges where user_id = ${actor.id}`;
    await auditInAll(tx, actor.id, (orgId) => ({ ...actor, orgId }), 'confirmSecondFactor');
    return codes;
  });
}

/** Switches the second factor off. @throws AppError conflict where an organisation of the account demands one */
export async function disableSecondFactor(db: Db, actor: Actor): Promise<void> {
  await db.sql.begin(async (tx) => {
    await tx`select from users where id = ${actor.id} for update`;
    const demanding = await demandingOrganisation(tx, actor.id);
    if (demanding !== undefined)
      throw new AppError(
        'conflict',
        `${demanding} demands a second factor of its members. Set up another one instead.`,
      );
    if (await endSecondFactor(tx, actor.id))
      await auditInAll(tx, actor.id, (orgId) => ({ ...actor, orgId }), 'disableSecondFactor');
  });
}

/** Ends a user's second factor and logins, for the operator. @returns false when there is no such account or factor */
export async function resetSecondFactor(db: Db, email: string): Promise<boolean> {
  return db.sql.begin(async (tx) => {
    const id = await findUser(tx, email);
    if (id === undefined || !(await endSecondFactor(tx, id))) return false;
    await endSessions(tx, id);
    await auditInAll(tx, id, operator, 'resetSecondFactor');
    return true;
  });
}

/** The name of an organisation of the account that demands a second factor. */
async function demandingOrganisation(tx: Tx, userId: string): Promise<string | undefined> {
  await tx.unsafe(`set local app.user_id = '${userId}'`);
  const [organisation] = await tx<{ name: string }[]>`
    select o.name from memberships m join organisations o on o.id = m.org_id
    where m.user_id = ${userId} and o.demands_second_factor and o.deleted_at is null limit 1`;
  return organisation?.name;
}

/**
 * Sets whether an organisation demands a second factor of its members. Logins of members without one end.
 * @throws AppError conflict for an actor without one
 */
export async function demandSecondFactor(db: Db, actor: Actor, isDemanded: boolean): Promise<void> {
  const { orgId } = actor;
  await db.tenant(orgId, async (tx) => {
    if (isDemanded && !(await hasSecondFactor(tx, actor.id)))
      throw new AppError('conflict', 'Set up a second factor for yourself first: this would end your login.');
    // Waits for logins that have just read the rule, so that they are found below.
    await tx`update organisations set demands_second_factor = ${isDemanded} where id = ${orgId}`;
    if (isDemanded)
      await tx`update sessions s set ended_at = now() where s.org_id = ${orgId} and s.ended_at is null
        and not exists (select from second_factors f where f.user_id = s.user_id)`;
    await audit(tx, actor, {
      action: 'putSecurity',
      targetType: 'organisation',
      targetId: orgId,
      details: { demandsSecondFactor: isDemanded },
    });
  });
}

/** Whether the organisation demands a second factor. */
export async function demandsSecondFactor(db: Db, orgId: OrgId): Promise<boolean> {
  return db.tenant(orgId, (tx) => isSecondFactorDemanded(tx, orgId));
}
