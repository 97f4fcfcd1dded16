import { AppError, invalidField, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import { type Db, sqlState, type Tx } from '../../db/client.ts';
import { ifGiven } from '../../db/page.ts';
import { canonicalEmail, insertUser } from '../accounts/users.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { endMembership } from '../members/members.ts';
import { hasDomain } from '../single-sign-on/domains.ts';
import { ADDRESS, type Changes, changesOfPatch, changesOfResource } from './changes.ts';
import { conditionOf, type ParsedFilter } from './filter.ts';
import { type Refusal, ScimRefusal } from './protocol.ts';

type Input = components['schemas']['ScimUserInput'];
type Patch = components['schemas']['ScimPatch'];
type Role = components['schemas']['SingleSignOnRoleName'];

/** A user as the provider knows it. */
export interface ScimRow {
  id: string;
  userName: string;
  email: string;
  externalId: string | null;
  userId: string | null;
  role: Role;
  createdAt: Date;
  changedAt: Date;
  isActive: boolean;
}

const isActive = (tx: Tx) =>
  tx`exists (select from memberships m where m.org_id = s.org_id and m.user_id = s.user_id)`;
const columns = (tx: Tx) => tx`
  s.id, s.user_name as "userName", s.email, s.external_id as "externalId", s.user_id as "userId", s.role,
  s.created_at as "createdAt", s.changed_at as "changedAt", ${isActive(tx)} as "isActive"`;

/** Users in the order in which they were created. @throws AppError validation_error for what cannot be compared */
export async function listUsers(
  db: Db,
  orgId: OrgId,
  { filter, offset, limit }: { filter: ParsedFilter | null; offset: number; limit: number },
): Promise<{ total: number; rows: ScimRow[] }> {
  return db.tenant(orgId, async (tx) => {
    const matching = tx`s.org_id = ${orgId} and s.deleted_at is null
      and ${ifGiven(tx, filter, (given) => conditionOf(tx, given, isActive(tx)))}`;
    const [count] = await tx<
      { total: number }[]
    >`select count(*)::int as total from scim_users s where ${matching}`;
    const rows = await tx<ScimRow[]>`
      select ${columns(tx)} from scim_users s where ${matching} order by s.created_at, s.id limit ${limit} offset ${offset}`;
    return { total: count?.total ?? 0, rows: [...rows] };
  });
}

/** One user. @throws AppError not_found */
export async function getUser(db: Db, orgId: OrgId, id: string): Promise<ScimRow> {
  return db.tenant(orgId, (tx) => findUser(tx, orgId, id));
}

async function findUser(tx: Tx, orgId: OrgId, id: string): Promise<ScimRow> {
  const [row] = await tx<ScimRow[]>`
    select ${columns(tx)} from scim_users s where s.org_id = ${orgId} and s.id = ${id} and s.deleted_at is null`;
  if (!row) throw notFound('user');
  return row;
}

/**
 * Creates a user; an account or a membership that is there already is taken over as it is.
 * @throws AppError conflict for a name that there is, forbidden for a domain that is not proved, validation_error
 */
export async function createUser(db: Db, actor: Actor, input: Input): Promise<ScimRow> {
  const { orgId } = actor;
  const { active = true, externalId = null, userName, email = userName, refused } = changesOfResource(input);
  if (refused.length > 0) throw new ScimRefusal(refused);
  if (userName === undefined) throw invalidField('userName', 'userName is required.');
  if (email === undefined || !ADDRESS.test(email))
    throw invalidField('userName', 'userName: it, or one of emails, must be an e-mail address.');
  const address = canonicalEmail(email);
  const id = newId();
  return db
    .tenant(orgId, async (tx) => {
      await refuseForeignDomain(tx, orgId, address);
      const [provider] = await tx<{ role: Role | null }[]>`
        select default_role as role from single_sign_on where org_id = ${orgId}`;
      await tx`insert into scim_users (org_id, id, user_name, email, external_id, role)
        values (${orgId}, ${id}, ${userName}, ${address}, ${externalId}, ${provider?.role ?? 'VIEWER'})`;
      await auditUser(tx, actor, 'createScimUser', id, { userName, active });
      if (active) await activate(tx, actor, await findUser(tx, orgId, id));
      return findUser(tx, orgId, id);
    })
    .catch((error: unknown) => nameIsTaken(error));
}

/** Changes a user. @throws as `change` does */
export async function patchUser(db: Db, actor: Actor, id: string, patch: Patch): Promise<ScimRow> {
  return change(db, actor, id, changesOfPatch(patch));
}

/** Changes a user to its whole description; what that leaves out stays. @throws as `change` does */
export async function replaceUser(db: Db, actor: Actor, id: string, input: Input): Promise<ScimRow> {
  const changes = changesOfResource(input);
  if (changes.userName === undefined)
    changes.refused.push({ type: 'invalidValue', field: 'userName', message: 'userName is required.' });
  return change(db, actor, id, changes);
}

/**
 * Makes all changes, or none, but that whoever is to be deactivated is so first, whatever else is refused: the
 * administrator believes it, and some providers never repeat it.
 * @throws AppError not_found, validation_error, conflict for the last OWNER or a name that there is
 */
async function change(db: Db, actor: Actor, id: string, changes: Changes): Promise<ScimRow> {
  const { orgId } = actor;
  const { active = null } = changes;
  if (active === false)
    await db.tenant(orgId, async (tx) => setState(tx, actor, await lockUser(tx, orgId, id), false));
  const done = active === false ? 'The user is deactivated. Nothing else was changed: ' : '';
  return db
    .tenant(orgId, async (tx) => {
      const user = await lockUser(tx, orgId, id);
      const refused = [...changes.refused, ...refusedOf(user, changes)];
      if (refused.length > 0) throw new ScimRefusal(refused, done);
      await setState(tx, actor, user, active);
      await describe(tx, actor, user, changes);
      return findUser(tx, orgId, id);
    })
    .catch((error: unknown) => nameIsTaken(error, done));
}

/** Changes that would make a user somebody else. */
function refusedOf(user: ScimRow, { userName, email, id }: Changes): Refusal[] {
  const refused: Refusal[] = [];
  const refuse = (field: string, fix: string) =>
    refused.push({ type: 'mutability', field, message: `${field} cannot be changed. ${fix}` });
  const name = userName?.toLowerCase();
  // Entra renames whom it deletes, and names them back if they are restored.
  if (name !== undefined && user.isActive && name !== user.userName.toLowerCase() && name !== user.email)
    refuse('userName', 'Deactivate the user first, or create another one.');
  if (email !== undefined && email !== user.email)
    refuse('emails', 'Logins go by it: delete the user, and create one with the other address.');
  if (id !== undefined && id !== user.id) refuse('id', 'Leave it out.');
  return refused;
}

/** Notes what the provider calls a user. */
async function describe(
  tx: Tx,
  actor: Actor,
  user: ScimRow,
  { userName = user.userName, externalId = user.externalId }: Changes,
): Promise<void> {
  const isRenamed = userName.toLowerCase() !== user.userName.toLowerCase();
  if (!isRenamed && externalId === user.externalId) return;
  await tx`update scim_users set external_id = ${externalId}, changed_at = now(),
      user_name = ${isRenamed ? userName : user.userName}
    where org_id = ${actor.orgId} and id = ${user.id}`;
  if (isRenamed) await auditUser(tx, actor, 'renameScimUser', user.id, { from: user.userName, to: userName });
}

function nameIsTaken(error: unknown, done = ''): never {
  if (sqlState(error) !== '23505') throw error;
  throw new AppError('conflict', `${done}userName: there is a user of this name already.`);
}

async function auditUser(
  tx: Tx,
  actor: Actor,
  action: string,
  id: string,
  details: Record<string, unknown>,
): Promise<void> {
  await audit(tx, actor, { action, targetType: 'user', targetId: id, details });
}

/** Deactivates a user and forgets it. @throws AppError not_found, conflict for the last OWNER */
export async function deleteUser(db: Db, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  await db.tenant(orgId, async (tx) => {
    const user = await lockUser(tx, orgId, id);
    await setState(tx, actor, user, false);
    await tx`update scim_users set deleted_at = now() where org_id = ${orgId} and id = ${id}`;
    await auditUser(tx, actor, 'deleteScimUser', id, { userName: user.userName });
  });
}

async function lockUser(tx: Tx, orgId: OrgId, id: string): Promise<ScimRow> {
  await tx`select from scim_users where org_id = ${orgId} and id = ${id} for update`;
  return findUser(tx, orgId, id);
}

/** @param isWanted null: as it is */
async function setState(tx: Tx, actor: Actor, user: ScimRow, isWanted: boolean | null): Promise<void> {
  const { orgId } = actor;
  if (isWanted === null || isWanted === user.isActive) return;
  if (isWanted) {
    await refuseForeignDomain(tx, orgId, user.email);
    await activate(tx, actor, user);
  } else await deactivate(tx, actor, user);
  await tx`update scim_users set changed_at = now() where org_id = ${orgId} and id = ${user.id}`;
}

async function activate(tx: Tx, actor: Actor, { id, email, role }: ScimRow): Promise<void> {
  const { orgId } = actor;
  const [account] = await tx<{ id: string }[]>`select id from users where email = ${email}`;
  const userId = account?.id ?? (await insertUser(tx, email, null, orgId));
  await tx`insert into memberships (org_id, user_id, role) values (${orgId}, ${userId}, ${role}) on conflict do nothing`;
  // An account is that of one user: whoever had the address before does not come and go with this one.
  await tx`update scim_users set user_id = case when id = ${id} then ${userId}::text end
    where org_id = ${orgId} and (id = ${id} or user_id = ${userId})`;
  await audit(tx, actor, {
    action: 'activateMember',
    targetType: 'member',
    targetId: userId,
    details: { email, role },
  });
}

async function deactivate(tx: Tx, actor: Actor, { id, userId }: ScimRow): Promise<void> {
  const { orgId } = actor;
  if (userId === null) return;
  const keys = await tx<{ id: string; name: string }[]>`
    select k.id, k.name from api_keys k join api_key_index i on i.org_id = ${orgId} and i.key_id = k.id
    where k.org_id = ${orgId} and k.created_by = ${userId} and i.revoked_at is null order by k.id limit 100`;
  const { email, role } = await endMembership(tx, actor, userId);
  const next = role === 'OWNER' ? 'ADMIN' : role;
  await tx`update scim_users set role = ${next} where org_id = ${orgId} and id = ${id}`;
  await audit(tx, actor, {
    action: 'deactivateMember',
    targetType: 'member',
    targetId: userId,
    details: { email, role, apiKeys: [...keys] },
  });
}

async function refuseForeignDomain(tx: Tx, orgId: OrgId, email: string): Promise<void> {
  if (!(await hasDomain(tx, orgId, email)))
    throw new AppError(
      'forbidden',
      'The address is of a domain that the organisation has not proved. An OWNER proves it in Settings.',
    );
}
