import { notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { newestFirst, type Page, type Paged, selectPage } from '../../db/page.ts';

export type MailAddress = components['schemas']['MailAddress'];

/** Notes that the server refused mail for an address. @param isForGood 5xx: mails that nobody requested stop */
export async function noteRefusal(
  tx: Tx,
  orgId: OrgId,
  {
    address,
    status,
    reason,
    isForGood,
  }: { address: string; status: number; reason: string; isForGood: boolean },
): Promise<void> {
  await tx`insert into mail_addresses as a (org_id, id, address, is_paused, refusals, status, reason)
    values (${orgId}, ${newId()}, ${address}, ${isForGood}, 1, ${status}, ${reason})
    on conflict (org_id, address) do update set is_paused = a.is_paused or excluded.is_paused, refusals = a.refusals + 1,
      status = excluded.status, reason = excluded.reason, refused_at = excluded.refused_at`;
}

/** Forgets the refusals of an address that has taken a mail. */
export async function noteTaken(tx: Tx, orgId: OrgId, address: string): Promise<void> {
  await tx`delete from mail_addresses where org_id = ${orgId} and address = ${address}`;
}

const columns = (tx: Tx) =>
  tx`id, address, is_paused as "isPaused", refusals, status, reason, refused_at as "refusedAt"`;

/** One of them. @throws AppError not_found */
export async function findMailAddress(tx: Tx, orgId: OrgId, id: string): Promise<MailAddress> {
  const [found] = await tx<MailAddress[]>`
    select ${columns(tx)} from mail_addresses where org_id = ${orgId} and id = ${id}`;
  if (!found) throw notFound('address');
  return found;
}

/** A page of addresses that refused mail, the latest refusal first. */
export async function listMailAddresses(tx: Tx, orgId: OrgId, page: Page): Promise<Paged<MailAddress>> {
  return selectPage<MailAddress>(tx, page, {
    columns: columns(tx),
    from: tx`mail_addresses`,
    where: tx`org_id = ${orgId}`,
    order: newestFirst(tx, tx`refused_at`, tx`id`),
  });
}

/**
 * Forgets the refusals of an address, so that mail goes to it again.
 * @returns the address.
 * @throws AppError not_found
 */
export async function removeMailAddress(tx: Tx, orgId: OrgId, id: string): Promise<string> {
  const [removed] = await tx<{ address: string }[]>`
    delete from mail_addresses where org_id = ${orgId} and id = ${id} returning address`;
  if (!removed) throw notFound('address');
  return removed.address;
}
