import { OperatorError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Db } from '../../db/client.ts';
import { canonicalEmail } from '../accounts/users.ts';
import { operator } from '../audit/audit.ts';
import { removeMember } from '../members/members.ts';
import { listOrganisations } from '../organisations/organisations.ts';
import { type Erased, eraseInOrganisation } from './erase.ts';

interface Membership {
  orgId: OrgId;
  name: string;
  role: string;
}

/** An account, and where it is a member. */
export interface Account {
  /** null: there is none. */
  id: string | null;
  memberships: Membership[];
}

/** The account of an address. */
export async function accountOf(db: Db, email: string): Promise<Account> {
  const [user] = await db.sql<{ id: string }[]>`select id from users where email = ${canonicalEmail(email)}`;
  if (!user) return { id: null, memberships: [] };
  const memberships = await db.asUser(
    user.id,
    (tx) => tx<Membership[]>`
      select o.id as "orgId", o.name, m.role from memberships m join organisations o on o.id = m.org_id
      where m.user_id = ${user.id} order by o.id`,
  );
  return { id: user.id, memberships };
}

/**
 * Erases an address from the whole installation, for the operator: its account with all memberships, and what each
 * organisation keeps about it. After an interruption, call it again.
 * @param onErased called with each organisation that had something; null: what belongs to none
 * @throws OperatorError, before anything is erased, where the account is the last OWNER of an organisation
 */
export async function eraseEverywhere(
  db: Db,
  email: string,
  onErased: (organisation: string | null, erased: Erased[]) => void,
): Promise<void> {
  const address = canonicalEmail(email);
  const { id, memberships } = await accountOf(db, address);
  const alone = [];
  for (const membership of memberships) if (await isLastOwner(db, membership)) alone.push(membership);
  if (alone.length > 0)
    throw new OperatorError(
      `The account is the last OWNER of ${alone.map(({ name, orgId }) => `${name} (${orgId})`).join(', ')}. Make another member an OWNER first, or delete the organisation: sightline org delete.`,
    );
  let revokedKeys = 0;
  for (const { orgId } of memberships)
    if (id !== null) revokedKeys += await removeMember(db, { ...operator(orgId), role: 'OWNER' }, id);
  const requests = await db.sql`delete from password_requests where lower(email) = ${address}`;
  // One without a membership; the others went with their last one.
  await db.sql`delete from users where email = ${address}`;
  const noted = await db.sql`update server_audit_log
    set details = replace(details::text, ${address}, 'erased')::jsonb where position(${address} in details::text) > 0`;
  const count = id === null ? 0 : 1;
  const own = [
    { what: 'account, with its logins and second factor', count },
    { what: 'memberships', count: memberships.length },
    { what: 'API keys that it made, revoked', count: revokedKeys },
    { what: 'requests for a new password', count: requests.count },
    { what: "entries of the server's audit log, in which the address is erased", count: noted.count },
  ].filter((one) => one.count > 0);
  onErased(null, own);
  for (const { id: orgId, name } of await listOrganisations(db)) {
    const { erased } = await eraseInOrganisation(db, operator(orgId), address);
    if (erased.length > 0) onErased(name, erased);
  }
}

async function isLastOwner(db: Db, { orgId, role }: Membership): Promise<boolean> {
  if (role !== 'OWNER') return false;
  const owners = await db.tenant(
    orgId,
    (tx) => tx`select from memberships where org_id = ${orgId} and role = 'OWNER' limit 2`,
  );
  return owners.length < 2;
}
