import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';
import { retainedFrom } from './retention.ts';

/** Stored messages that one transaction looks through, and trials that one deletes. */
const BATCH = 1_000;

/** The bound of an organisation, as a scalar subquery; null: it keeps texts for ever. */
const bound = (tx: Tx, orgId: OrgId) => tx`(
  select ${retainedFrom(tx, tx`months`)} from answer_retentions where org_id = ${orgId})`;

/**
 * Removes the sentences of forgotten answers from stored webhook messages. A delivery that is still to be sent, or is
 * replayed, has none then. What receivers answered is removed with it: some repeat what they got.
 */
export async function forgetInMessages(db: Db, orgId: OrgId, ending: AbortSignal): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined && !ending.aborted; ) {
    const from: string = after;
    after = await db.tenant(orgId, async (tx) => {
      const found = await tx<{ id: string; body: string | null }[]>`
        select id, case when event = 'mention.created'
                         and (body::json #>> '{data,discoveredAt}')::timestamptz < ${bound(tx, orgId)}
                         and body::json #>> '{data,snippet}' is not null then body end as body
        from (select id, event, body from webhook_messages where org_id = ${orgId} and id > ${from}
              order by id limit ${BATCH}) next
        order by id`;
      const changed = found.flatMap(({ id, body }) =>
        body === null ? [] : [{ id, body: withoutText(body) }],
      );
      if (changed.length > 0) {
        await tx`update webhook_messages m set body = c.body from ${rows(tx, 'c(id text, body text)', changed)}
          where m.org_id = ${orgId} and m.id = c.id`;
        await tx`update webhook_attempts set response_body = null where org_id = ${orgId} and response_body is not null
          and delivery_id in (select id from webhook_deliveries where org_id = ${orgId}
                                and message_id = any(${changed.map(({ id }) => id)}))`;
      }
      return found.length < BATCH ? undefined : found.at(-1)?.id;
    });
  }
}

/** A message without the sentence. Its other fields keep their order. */
function withoutText(body: string): string {
  const message = JSON.parse(body) as { data: Record<string, unknown> };
  return JSON.stringify({ ...message, data: { ...message.data, snippet: null } });
}

/** Deletes trials of prompts past the time of texts: no report counts them, and they are hardly more than texts. */
export async function deleteTrials(db: Db, orgId: OrgId, ending: AbortSignal): Promise<void> {
  for (let count = BATCH; count === BATCH && !ending.aborted; ) {
    ({ count } = await db.tenant(
      orgId,
      (tx) => tx`delete from trials where org_id = ${orgId} and id in (
        select t.id from trials t where t.org_id = ${orgId} and t.created_at < ${bound(tx, orgId)}
          and not exists (select from trial_runs r where r.org_id = ${orgId} and r.trial_id = t.id
                            and r.state in ('QUEUED', 'RUNNING')) limit ${BATCH})`,
    ));
  }
}

/**
 * Deletes reports that were mailed, or posted to Slack, from data of before the latest forgetting: they quote
 * sentences. What is still to be sent goes out first.
 */
export async function deleteSentReports(db: Db, orgId: OrgId): Promise<void> {
  await db.tenant(orgId, async (tx) => {
    const isOld = tx`t.created_at < (select forgot_at + interval '1 minute' from answer_retentions where org_id = ${orgId})`;
    await tx`delete from mail_contents t where t.org_id = ${orgId} and ${isOld} and not exists (
      select from mail_messages m where m.org_id = ${orgId} and m.content_id = t.id and m.state = 'PENDING')`;
    await tx`delete from slack_messages t where t.org_id = ${orgId} and t.report is not null and t.state <> 'PENDING' and ${isOld}`;
  });
}

/**
 * Expires the files of exports that may hold forgotten texts: their data is from before the latest forgetting.
 * A minute's margin, because that was noted a moment before its transaction ended. They can be written again.
 */
export async function expireExports(db: Db, orgId: OrgId): Promise<number> {
  const { count } = await db.tenant(
    orgId,
    (tx) => tx`update exports e set expires_at = now() from answer_retentions r
      where e.org_id = ${orgId} and r.org_id = e.org_id and e.state = 'COMPLETED' and e.expires_at > now()
        and e.data_as_of < r.forgot_at + interval '1 minute'
        and (e.kind = 'ORGANISATION' or e.report = 'MENTIONS' and e.start_date < r.forgotten_before at time zone 'UTC')`,
  );
  return count;
}
