import { AppError } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import { type Db, isDatabaseTrouble, type Tx } from '../../db/client.ts';
import { ifGiven } from '../../db/page.ts';
import { type Actor, audit, operator } from '../audit/audit.ts';
import { hashNewPassword, verifyPassword } from './passwords.ts';

export type Me = components['schemas']['Me'];

/** The fields of an account that a login needs. */
interface Account {
  id: string;
  /** null: its logins are those of a provider alone. */
  passwordHash: string | null;
}

/** The form in which email addresses are stored and compared: trimmed, in lower case. */
export function canonicalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** The account of an email address, in any spelling of it. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const [account] = await db.sql<Account[]>`
    select id, password_hash as "passwordHash" from users where email = ${canonicalEmail(email)}`;
  return account;
}

/**
 * Creates an account.
 * @param passwordHash null: it has no password
 * @param createdBy the organisation whose provider vouches for it
 * @returns its id. @throws AppError conflict for an email that has one
 */
export async function insertUser(
  tx: Tx,
  email: string,
  passwordHash: string | null,
  createdBy: OrgId | null = null,
): Promise<string> {
  const id = newId();
  const [user] = await tx`insert into users (id, email, password_hash, made_by_organisation)
    values (${id}, ${canonicalEmail(email)}, ${passwordHash}, ${createdBy}) on conflict do nothing returning id`;
  if (!user) throw new AppError('conflict', 'email: an account with this address exists already.');
  return id;
}

/** Deletes an account if it is a member of no organisation any more. */
export async function deleteUserWithoutOrganisation(tx: Tx, id: string): Promise<void> {
  // A transaction that adds a membership meanwhile locks the user too: once it commits, the membership is seen below.
  await tx`select from users where id = ${id} for update`;
  await tx.unsafe(`set local app.user_id = '${id}'`);
  const [membership] = await tx`select from memberships where user_id = ${id} limit 1`;
  if (!membership) await tx`delete from users where id = ${id}`;
}

/**
 * The account, the organisation of its session, and all organisations that it is a member of (1,000 at most).
 * @param isAlone leaves out the others: a session of a provider is for its organisation alone
 * @throws AppError unauthorized
 */
export async function getMe(db: Db, userId: string, orgId: OrgId, isAlone = false): Promise<Me> {
  const read = async (tx: Tx, isAlone: boolean): Promise<Me> => {
    const [user] = await tx<Me['user'][]>`
      select id, email, created_at as "createdAt" from users where id = ${userId}`;
    const organisations = await tx<(Me['organisation'] & Pick<Me, 'role'>)[]>`
      select o.id, o.name, o.plan, o.is_demo as "isDemo", o.created_at as "createdAt", m.role
      from memberships m join organisations o on o.id = m.org_id
      where m.user_id = ${userId} ${isAlone ? tx`and m.org_id = ${orgId}` : tx``}
      order by m.created_at, o.id limit 1000`;
    const current = organisations.find(({ id }) => id === orgId);
    // Both existed when the token was checked, so one was deleted meanwhile.
    if (!user || !current) throw new AppError('unauthorized', 'A valid access token is required.');
    const { role, ...organisation } = current;
    return {
      user,
      organisation: { ...organisation, ...(await answerTimes(tx, orgId)) },
      role,
      organisations: organisations.map(({ id, name, role }) => ({ id, name, role })),
    };
  };
  try {
    return await (isAlone
      ? db.tenant(orgId, (tx) => read(tx, true))
      : db.asUser(userId, (tx) => read(tx, false)));
  } catch (error) {
    if (!db.isCluster || !isDatabaseTrouble(error)) throw error;
    // The node of another organisation is unreachable: leave out its organisations meanwhile.
    return db.tenant(orgId, (tx) => read(tx, true));
  }
}

/** When the oldest and the newest answer of an organisation were given: the two ends of the index runs_by_execution. */
export async function answerTimes(
  tx: Tx,
  orgId: OrgId,
): Promise<Pick<Me['organisation'], 'oldestAnswerAt' | 'newestAnswerAt'>> {
  // The rows of runs are those of one organisation; memberships were read as the user's.
  tx.unsafe(`set local app.org_id = '${orgId}'`).catch(() => {}); // pipelined
  const answers = tx`from runs where org_id = ${orgId} and state = 'COMPLETED'`;
  const [times] = await tx<Pick<Me['organisation'], 'oldestAnswerAt' | 'newestAnswerAt'>[]>`select
    (select executed_at ${answers} order by executed_at, id limit 1) as "oldestAnswerAt",
    (select executed_at ${answers} order by executed_at desc, id desc limit 1) as "newestAnswerAt"`;
  return times ?? { oldestAnswerAt: null, newestAnswerAt: null };
}

/**
 * Sets a new password and ends all other sessions of the account.
 * @param sessionId the session that stays
 * @throws AppError forbidden for a wrong password, validation_error for a new one that is too short, unavailable
 */
export async function changePassword(
  db: Db,
  actor: Actor,
  sessionId: string,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const [user] = await db.sql<Account[]>`
    select id, password_hash as "passwordHash" from users where id = ${actor.id}`;
  const known = user?.passwordHash ?? null;
  const wrong = new AppError('forbidden', 'currentPassword is not the password of the account.');
  if (!(await verifyPassword(currentPassword, known))) throw wrong;
  const passwordHash = await hashNewPassword(newPassword);
  await db.tenant(actor.orgId, async (tx) => {
    // The hash is compared again, to keep a password that the operator has set meanwhile.
    const { count } = await tx`
      update users set password_hash = ${passwordHash} where id = ${actor.id} and password_hash = ${known}`;
    if (count === 0) throw wrong;
    await endSessions(tx, actor.id, sessionId);
    await endLinks(tx, actor.id);
    await audit(tx, actor, { action: 'changePassword', targetType: 'user', targetId: actor.id });
  });
}

/**
 * Sets a user's password and ends all its sessions, for the operator.
 * @returns false when there is no such account
 * @throws AppError validation_error for a password that is too short
 */
export async function resetPassword(db: Db, email: string, password: string): Promise<boolean> {
  const passwordHash = await hashNewPassword(password);
  return db.sql.begin(async (tx) => {
    const id = await findUser(tx, email);
    if (id === undefined) return false;
    await setPassword(tx, id, passwordHash, operator);
    return true;
  });
}

/** The id of an account, for the operator's commands. */
export async function findUser(tx: Tx, email: string): Promise<string | undefined> {
  const [user] = await tx<{ id: string }[]>`select id from users where email = ${canonicalEmail(email)}`;
  return user?.id;
}

/** Sets a password and ends all logins and links of the account; recorded in each of its organisations. */
export async function setPassword(
  tx: Tx,
  id: string,
  passwordHash: string,
  actorIn: (orgId: OrgId) => Actor,
): Promise<void> {
  await tx`update users set password_hash = ${passwordHash}, made_by_organisation = null where id = ${id}`;
  await endSessions(tx, id);
  await endLinks(tx, id);
  await auditInAll(tx, id, actorIn, 'resetPassword');
}

/** Ends what an earlier password, or a person who requested a new one, may still use. */
async function endLinks(tx: Tx, userId: string): Promise<void> {
  await tx`update password_resets set used_at = coalesce(used_at, (select now())) where user_id = ${userId}`;
  await tx`delete from login_challenges where user_id = ${userId}`;
}

/** Records a change of an account in the audit log of each organisation that it is a member of. */
export async function auditInAll(
  tx: Tx,
  userId: string,
  actorIn: (orgId: OrgId) => Actor,
  action: string,
): Promise<void> {
  await tx.unsafe(`set local app.user_id = '${userId}'`);
  const memberships = await tx<{ orgId: OrgId }[]>`
    select org_id as "orgId" from memberships where user_id = ${userId} order by org_id`;
  for (const { orgId } of memberships) {
    await tx.unsafe(`set local app.org_id = '${orgId}'`);
    await audit(tx, actorIn(orgId), { action, targetType: 'user', targetId: userId });
  }
}

/**
 * Ends the sessions of a user, and the codes of agents that it agreed to.
 * @param exceptId a session that stays
 * @param onlyIn the organisation whose sessions end; default: all
 * @returns the ended sessions
 */
export async function endSessions(
  tx: Tx,
  userId: string,
  exceptId?: string,
  onlyIn?: OrgId,
): Promise<{ id: string; orgId: OrgId }[]> {
  // A session that is being started refers to the user, so this waits for it and ends it too.
  await tx`select from users where id = ${userId} for update`;
  await tx`delete from oauth_codes where login_id in (
    select id from sessions where user_id = ${userId} and ${ifGiven(tx, onlyIn, (orgId) => tx`org_id = ${orgId}`)})`;
  return tx<{ id: string; orgId: OrgId }[]>`update sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null and ${ifGiven(tx, exceptId, (id) => tx`id <> ${id}`)}
      and ${ifGiven(tx, onlyIn, (orgId) => tx`org_id = ${orgId}`)}
    returning id, org_id as "orgId"`;
}
