import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db, Tx } from '../../db/client.ts';
import { SealedTokens } from '../tokens/tokens.ts';

/** An address, and what is sent to it by itself, such as the reports of a schedule. */
export interface Agreement {
  orgId: OrgId;
  subjectId: string;
  address: string;
}

export type Consent = 'GIVEN' | 'NOT_CONFIRMED' | 'STOPPED';

const TOKENS = new SealedTokens('confirm mails');
/** A person outside is asked at most so often, whatever members change. */
const ASK_AGAIN_HOURS = 24;

/** The token of a link by which an address agrees to mails; it opens nothing else. */
export function confirmationToken(secretBox: SecretBox, { orgId, subjectId, address }: Agreement): string {
  return TOKENS.make(secretBox, [orgId, subjectId, address]);
}

/** @returns null for a token that this server did not make */
export function openConfirmation(secretBox: SecretBox, token: string): Agreement | null {
  const values = TOKENS.open(secretBox, token);
  if (values === null) return null;
  const [orgId, subjectId, address] = values as [OrgId, string, string];
  return { orgId, subjectId, address };
}

/** Notes that an address agrees. @returns false where it was never asked, or the schedule is gone */
export async function confirmMails(db: Db, { orgId, subjectId, address }: Agreement): Promise<boolean> {
  const changed = await db.tenant(
    orgId,
    (tx) => tx`update mail_consents set confirmed_at = now(), stopped_at = null
      where org_id = ${orgId} and subject_id = ${subjectId} and address = ${address} returning 1 as one`,
  );
  return changed.length > 0;
}

/** Stops what is sent to an address; a member is not asked again either, until it confirms. */
export async function stopAgreement(db: Db, { orgId, subjectId, address }: Agreement): Promise<void> {
  await db.tenant(
    orgId,
    (tx) => tx`insert into mail_consents (org_id, subject_id, address, stopped_at)
      select id, ${subjectId}, ${address}, now() from organisations where id = ${orgId}
      on conflict (org_id, subject_id, address) do update set stopped_at = excluded.stopped_at, confirmed_at = null`,
  );
}

/** What sends mails, such as a schedule, and the addresses that it sends to. */
interface Sender {
  id: string;
  addresses: readonly string[];
}

/** Whether addresses get the mails of their senders: members do unless they stopped them. One statement for all. */
export async function consentsOf(
  tx: Tx,
  orgId: OrgId,
  senders: readonly Sender[],
): Promise<(senderId: string, address: string) => Consent> {
  const pairs = senders.flatMap(({ id, addresses }) => addresses.map((address) => ({ id, address })));
  const found = await tx<{ id: string; address: string; consent: Consent }[]>`
    select a.id, a.address,
      case when c.stopped_at is not null then 'STOPPED'
           when c.confirmed_at is not null or exists (
             select from memberships m join users u on u.id = m.user_id
             where m.org_id = ${orgId} and u.email = a.address) then 'GIVEN'
           else 'NOT_CONFIRMED' end as consent
    from unnest(${pairs.map(({ id }) => id)}::text[], ${pairs.map(({ address }) => address)}::text[]) as a (id, address)
    left join mail_consents c on c.org_id = ${orgId} and c.subject_id = a.id and c.address = a.address`;
  const consents = new Map(found.map(({ id, address, consent }) => [`${id} ${address}`, consent]));
  return (id, address) => consents.get(`${id} ${address}`) ?? 'NOT_CONFIRMED';
}

/** Which of some addresses are to be asked now, and notes that they are: call it where the question is queued. */
export async function requestConsents(
  tx: Tx,
  orgId: OrgId,
  subjectId: string,
  addresses: readonly string[],
): Promise<string[]> {
  if (addresses.length === 0) return [];
  const requested = await tx<{ address: string }[]>`
    insert into mail_consents as c (org_id, subject_id, address, asked_at)
    select ${orgId}, ${subjectId}, address, now() from unnest(${[...addresses]}::text[]) as a (address)
    on conflict (org_id, subject_id, address) do update set asked_at = excluded.asked_at
      where c.asked_at is null or c.asked_at < now() - make_interval(hours => ${ASK_AGAIN_HOURS})
    returning address`;
  return requested.map(({ address }) => address);
}
