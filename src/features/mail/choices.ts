import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import type { Stoppable } from './letters.ts';

/** Which mails a member gets. */
export interface Choices {
  alerts: boolean;
  quotaWarnings: boolean;
}

/** Members who get mails of a kind. More than this are an organisation's own mailing list. */
const MOST_MEMBERS = 200;

/** The roles that get mails unless they chose otherwise. */
const isNotified = (tx: Tx) => tx`m.role in ('OWNER', 'ADMIN')`;

export async function choicesOf(tx: Tx, orgId: OrgId, userId: string): Promise<Choices | undefined> {
  const [choices] = await tx<Choices[]>`
    select coalesce(c.alerts, ${isNotified(tx)}) as alerts, coalesce(c.quota_warnings, ${isNotified(tx)}) as "quotaWarnings"
    from memberships m left join mail_choices c on c.org_id = m.org_id and c.user_id = m.user_id
    where m.org_id = ${orgId} and m.user_id = ${userId}`;
  return choices;
}

/** What is not given stays. Does nothing for somebody who is no member. */
export async function chooseMail(
  tx: Tx,
  orgId: OrgId,
  userId: string,
  { alerts = null, quotaWarnings = null }: Partial<Choices> | { alerts?: null; quotaWarnings?: null },
): Promise<void> {
  await tx`insert into mail_choices as c (org_id, user_id, alerts, quota_warnings)
    select org_id, user_id, ${alerts}::boolean, ${quotaWarnings}::boolean from memberships
    where org_id = ${orgId} and user_id = ${userId}
    on conflict (org_id, user_id) do update
    set alerts = coalesce(excluded.alerts, c.alerts), quota_warnings = coalesce(excluded.quota_warnings, c.quota_warnings)`;
}

/** The members who get mails of a kind, without those whose address refuses them. */
export async function recipientsOf(
  tx: Tx,
  orgId: OrgId,
  kind: Stoppable,
): Promise<{ userId: string; address: string }[]> {
  const chosen = kind === 'ALERT' ? tx`c.alerts` : tx`c.quota_warnings`;
  return tx<{ userId: string; address: string }[]>`
    select u.id as "userId", u.email as address
    from memberships m join users u on u.id = m.user_id
    left join mail_choices c on c.org_id = m.org_id and c.user_id = m.user_id
    where m.org_id = ${orgId} and coalesce(${chosen}, ${isNotified(tx)})
      and not exists (select from mail_addresses a where a.org_id = ${orgId} and a.address = u.email and a.is_paused)
    order by m.created_at, u.id limit ${MOST_MEMBERS}`;
}
