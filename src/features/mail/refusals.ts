import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { newestFirst } from '../../db/page.ts';
import { resource } from '../resources/resource.ts';

export type MailAddress = components['schemas']['MailAddress'];

/** Notes that the server refused mail for an address. @param isForGood 5xx: mails that nobody asked for stop */
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

/** Addresses that refused mail, the latest refusal first. */
export const mailAddresses = resource<MailAddress>({
  name: 'MailAddress',
  noun: 'address',
  table: 'mail_addresses',
  columns: 'address, is_paused, refusals, status, reason',
  read: (tx) => tx`t.refused_at as "refusedAt"`,
  order: (tx) => newestFirst(tx, tx`t.refused_at`, tx`t.id`),
  removed: ({ address }) => ({ address }),
});
