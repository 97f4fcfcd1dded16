import type { Config } from '../../base/config.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db, Sql, Tx } from '../../db/client.ts';
import { recipientsOf } from './choices.ts';
import type { MailData, MailKind, Stoppable } from './letters.ts';

/**
 * The sender's address if the process that sends has an SMTP server; null: no mail is sent. The demo sends none: its
 * people are invented.
 * @param orgId null: whether this server sends mail at all
 */
export async function mailSender(sql: Sql | Tx, orgId: OrgId | null): Promise<string | null> {
  const [state] = await sql<{ sender: string | null }[]>`
    select sender from mail_state where not exists (select from organisations where id = ${orgId} and is_demo)`;
  return state?.sender ?? null;
}

/** Notes whether mail is sent from now on; called by the process that sends. */
export async function noteMailSender({
  db: { sql },
  config: { mail },
}: {
  db: Pick<Db, 'sql'>;
  config: Pick<Config, 'mail'>;
}): Promise<void> {
  const sender = mail?.from.address ?? null;
  await sql`update mail_state set sender = ${sender} where sender is distinct from ${sender}`;
}

/** What the token of a message is sealed for: that message alone. */
export const sealedForMail = (orgId: OrgId, id: string) => `mail ${orgId} ${id}`;

/**
 * Queues a mail that a person requested, with the token of its link; call it in the transaction that creates the token.
 * @returns whether it is sent; false: this server sends no mail
 */
export async function queueLink<Kind extends 'INVITATION' | 'PASSWORD_RESET'>(
  tx: Tx,
  secretBox: SecretBox,
  orgId: OrgId,
  mail: { kind: Kind; address: string; userId: string | null; data: MailData[Kind]; token: string },
): Promise<boolean> {
  if ((await mailSender(tx, orgId)) === null) return false;
  const id = newId();
  const secret = secretBox.seal(mail.token, sealedForMail(orgId, id));
  await tx`insert into mail_messages (org_id, id, kind, address, user_id, data, secret)
    values (${orgId}, ${id}, ${mail.kind}, ${mail.address}, ${mail.userId}, ${JSON.stringify(mail.data)}::text::jsonb, ${secret})`;
  return true;
}

/**
 * Queues a mail to each member who wants mails of this kind; call it in the transaction of the change. Does nothing
 * where this server sends no mail.
 */
export async function queueToMembers<Kind extends Stoppable>(
  tx: Tx,
  orgId: OrgId,
  kind: Kind,
  data: Omit<MailData[Kind], 'organisation'>,
): Promise<void> {
  if ((await mailSender(tx, orgId)) === null) return;
  const recipients = await recipientsOf(tx, orgId, kind);
  if (recipients.length === 0) return;
  const ids = recipients.map(() => newId());
  await tx`insert into mail_messages (org_id, id, kind, address, user_id, data)
    select o.id, m.id, ${kind satisfies MailKind}, m.address, m.user_id,
           ${JSON.stringify(data)}::text::jsonb || jsonb_build_object('organisation', o.name)
    from organisations o cross join unnest(${ids}::text[], ${recipients.map(({ address }) => address)}::text[],
                                           ${recipients.map(({ userId }) => userId)}::text[]) as m (id, address, user_id)
    where o.id = ${orgId}`;
}

/** Queues mails to addresses, each with the same data; call it in the transaction of the change. @returns their ids */
export async function queueTo<Kind extends 'REPORT' | 'REPORT_CONFIRMATION' | 'REPORT_FAILED'>(
  tx: Tx,
  orgId: OrgId,
  mail: { kind: Kind; addresses: readonly string[]; data: MailData[Kind]; contentId?: string },
): Promise<string[]> {
  const ids = mail.addresses.map(() => newId());
  if (ids.length > 0)
    await tx`insert into mail_messages (org_id, id, kind, address, data, content_id)
      select ${orgId}, m.id, ${mail.kind}, m.address, ${JSON.stringify(mail.data)}::text::jsonb, ${mail.contentId ?? null}
      from unnest(${ids}::text[], ${[...mail.addresses]}::text[]) as m (id, address)`;
  return ids;
}

/** Tells the member who created a scheduled report why it was not sent; nothing where it is no member any more. */
export async function queueReportFailure(
  tx: Tx,
  orgId: OrgId,
  { madeBy, organisation, schedule, reason }: { madeBy: string } & MailData['REPORT_FAILED'],
): Promise<void> {
  if ((await mailSender(tx, orgId)) === null) return;
  const [maker] = await tx<{ address: string }[]>`
    select u.email as address from memberships m join users u on u.id = m.user_id
    where m.org_id = ${orgId} and m.user_id = ${madeBy}`;
  const addresses = maker ? [maker.address] : [];
  await queueTo(tx, orgId, { kind: 'REPORT_FAILED', addresses, data: { organisation, schedule, reason } });
}
