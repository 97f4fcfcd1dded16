import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../audit/audit.ts';
import { consentsOf, requestConsents } from '../mail/consents.ts';
import { mailSender, queueTo } from '../mail/queue.ts';

interface Named {
  id: string;
  name: string;
  addresses: readonly string[];
}

/** Asks addresses that do not get a schedule's reports whether they want them; call it in the transaction of the change. */
export async function requestConsentOfOutsiders(
  tx: Tx,
  actor: Actor,
  { id, name, addresses }: Named,
): Promise<void> {
  const { orgId } = actor;
  if (addresses.length === 0 || (await mailSender(tx, orgId)) === null) return;
  const consentOf = await consentsOf(tx, orgId, [{ id, addresses }]);
  const outside = addresses.filter((address) => consentOf(id, address) !== 'GIVEN');
  const requested = await requestConsents(tx, orgId, id, outside);
  const data = {
    organisation: await organisationName(tx, orgId),
    schedule: name,
    scheduleId: id,
    askedBy: await addressOf(tx, actor),
  };
  await queueTo(tx, orgId, { kind: 'REPORT_CONFIRMATION', addresses: requested, data });
}

export async function organisationName(tx: Tx, orgId: OrgId): Promise<string> {
  const [organisation] = await tx<{ name: string }[]>`select name from organisations where id = ${orgId}`;
  return organisation?.name ?? '';
}

async function addressOf(tx: Tx, { id }: Actor): Promise<string> {
  const [user] = await tx<{ email: string }[]>`select email from users where id = ${id}`;
  return user?.email ?? 'Somebody';
}
