import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { canonicalEmail } from '../accounts/users.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { accountsOf, scrubAuditLog } from './audit-entries.ts';
import { DELETED, deleteRows, STAYS } from './places.ts';

export type Erasure = components['schemas']['Erasure'];
/** Rows in words, and how many. */
export type Erased = Erasure['erased'][number];

/**
 * Erases what an organisation keeps about an e-mail address of somebody who is no member. It can be called again: what
 * is erased already is not found.
 * @throws AppError conflict for a member
 */
export async function eraseInOrganisation(db: Db, actor: Actor, email: string): Promise<Erasure> {
  const { orgId } = actor;
  const address = canonicalEmail(email);
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => db.tenant(orgId, work);
  const accounts = await inTransaction(async (tx) => {
    const [member] = await tx`select from memberships m join users u on u.id = m.user_id
      where m.org_id = ${orgId} and u.email = ${address}`;
    if (member) throw new AppError('conflict', 'email: this address is a member. Remove the member first.');
    return accountsOf(tx, orgId, address);
  });
  const erased: Erased[] = [];
  for (const place of DELETED)
    erased.push({ what: place.what, count: await deleteRows(inTransaction, orgId, place, address) });
  erased.push({
    what: 'entries of the audit log, in which the address and network addresses are erased',
    count: await scrubAuditLog(inTransaction, orgId, address, accounts),
  });
  const { count: schedules } = await inTransaction(
    (tx) => tx`update report_schedules set addresses = array_remove(addresses, ${address})
      where org_id = ${orgId} and ${address} = any(addresses)`,
  );
  erased.push({ what: 'places among the addresses of scheduled reports', count: schedules });
  const found = erased.filter(({ count }) => count > 0);
  if (found.length > 0) {
    const count = await inTransaction((tx) => expireDataExports(tx, orgId));
    if (count > 0) found.push({ what: 'files with all data of the organisation', count });
  }
  if (found.length > 0)
    await inTransaction((tx) =>
      audit(tx, actor, {
        action: 'eraseAddress',
        targetType: 'organisation',
        targetId: orgId,
        details: { erased: found },
      }),
    );
  return { erased: found, stays: [...STAYS] };
}

/** Files of all data have the members and the audit log of their time. They can be written again. */
async function expireDataExports(tx: Tx, orgId: OrgId): Promise<number> {
  const { count } = await tx`update exports set expires_at = now()
    where org_id = ${orgId} and kind = 'ORGANISATION' and state = 'COMPLETED' and expires_at > now()`;
  return count;
}
