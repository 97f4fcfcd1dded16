import { AppError, invalidField, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import { type Db, sqlState, type Tx } from '../../db/client.ts';
import { ifGiven } from '../../db/page.ts';
import { canonicalEmail, insertUser } from '../accounts/users.ts';
import { endMembership } from '../members/members.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import { hasDomain } from '../single-sign-on/domains.ts';
import { type Filter, wantedState } from './protocol.ts';

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

const ADDRESS = /^[^\s@"<>(),;:\\]{1,64}@[^\s@]{3,189}$/;

const columns = (tx: Tx) => tx`
  s.id, s.user_name as "userName", s.email, s.external_id as "externalId", s.user_id as "userId", s.role,
  s.created_at as "createdAt", s.changed_at as "changedAt",
  exists (select from memberships m where m.org_id = s.org_id and m.user_id = s.user_id) as "isActive"`;

/** Users in the order in which they were created. */
export async function listUsers(
  db: Db,
  orgId: OrgId,
  { filter, offset, limit }: { filter: Filter | null; offset: number; limit: number },
): Promise<{ total: number; rows: ScimRow[] }> {
  return db.tenant(orgId, async (tx) => {
    const matching = tx`s.org_id = ${orgId}
      and ${ifGiven(tx, filter?.userName, (name) => tx`lower(s.user_name) = lower(${name})`)}
      and ${ifGiven(tx, filter?.externalId, (id) => tx`s.external_id = ${id}`)}`;
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
    select ${columns(tx)} from scim_users s where s.org_id = ${orgId} and s.id = ${id}`;
  if (!row) throw notFound('user');
  return row;
}

/**
 * Creates a user; an account or a membership that is there already is taken over as it is.
 * @throws AppError conflict for a name that there is, forbidden for a domain that is not proved, validation_error
 */
export async function createUser(db: Db, actor: Actor, input: Input): Promise<ScimRow> {
  const { orgId } = actor;
  const email = addressOf(input);
  const id = newId();
  try {
    return await db.tenant(orgId, async (tx) => {
      await refuseForeignDomain(tx, orgId, email);
      const [provider] = await tx<{ role: Role | null }[]>`
        select default_role as role from single_sign_on where org_id = ${orgId}`;
      await tx`insert into scim_users (org_id, id, user_name, email, external_id, role)
        values (${orgId}, ${id}, ${input.userName}, ${email}, ${input.externalId ?? null}, ${provider?.role ?? 'VIEWER'})`;
      await audit(tx, actor, {
        action: 'createScimUser',
        targetType: 'user',
        targetId: id,
        details: { userName: input.userName, active: input.active !== false },
      });
      if (input.active !== false) await activate(tx, actor, await findUser(tx, orgId, id));
      return findUser(tx, orgId, id);
    });
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw new AppError('conflict', 'userName: there is a user of this name already.');
  }
}

/** Activates or deactivates a user. @throws AppError not_found, validation_error, conflict for the last OWNER */
export async function patchUser(db: Db, actor: Actor, id: string, patch: Patch): Promise<ScimRow> {
  const { orgId } = actor;
  const isWanted = wantedState(patch);
  return db.tenant(orgId, async (tx) => {
    await tx`select from scim_users where org_id = ${orgId} and id = ${id} for update`;
    const user = await findUser(tx, orgId, id);
    if (isWanted === null || isWanted === user.isActive) return user;
    if (isWanted) {
      await refuseForeignDomain(tx, orgId, user.email);
      await activate(tx, actor, user);
    } else await deactivate(tx, actor, user);
    await tx`update scim_users set changed_at = now() where org_id = ${orgId} and id = ${id}`;
    return findUser(tx, orgId, id);
  });
}

async function activate(tx: Tx, actor: Actor, { id, email, role }: ScimRow): Promise<void> {
  const { orgId } = actor;
  const [account] = await tx<{ id: string }[]>`select id from users where email = ${email}`;
  const userId = account?.id ?? (await insertUser(tx, email, null, orgId));
  await tx`insert into memberships (org_id, user_id, role) values (${orgId}, ${userId}, ${role}) on conflict do nothing`;
  await tx`update scim_users set user_id = ${userId} where org_id = ${orgId} and id = ${id}`;
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

function addressOf({ userName, emails = [] }: Input): string {
  const primary = emails.find((one) => one.primary === true) ?? emails[0];
  const found = [primary?.value, userName].find((text) => text !== undefined && ADDRESS.test(text));
  if (found === undefined)
    throw invalidField('userName', 'userName: it, or one of emails, must be an e-mail address.');
  return canonicalEmail(found);
}
