import { DAY_MS } from '../../base/days.ts';
import { idBefore, type OrgId } from '../../base/ids.ts';
import type { Db, Sql, Tx } from '../../db/client.ts';

const HOUR_MS = 3_600_000;
/** The most rows that one statement deletes, so that none holds locks for long. */
const BATCH = 5_000;

/** A rule that deletes rows by their age. */
interface Retention {
  /** A description of the rows, used as the key of their count in the result of purgeExpired. */
  what: string;
  /** How long rows are stored. */
  retentionMs: number;
  /** Why they are stored this long. */
  why: string;
}

/** A rule for rows of an organisation; rows that refer to them are deleted with them. */
interface TenantRetention extends Retention {
  table: string;
  /** The column of the primary key besides org_id. */
  key: string;
  /** The condition on the organisation's expired rows `t`; `before` is now minus keptMs. */
  expired(tx: Tx, before: Date, orgId: OrgId): ReturnType<Tx>;
}

/** A rule for rows that belong to no organisation. */
interface GlobalRetention extends Retention {
  /** Deletes at most `most` rows. */
  purge(sql: Sql, before: Date, most: number): PromiseLike<{ count: number }>;
}

/** Deletes the rows of a table of hashed credentials whose `expires_at` has passed. */
const expired =
  (table: string): GlobalRetention['purge'] =>
  (sql, before, most) =>
    sql`
    delete from ${sql(table)} where hash in (
      select hash from ${sql(table)} where expires_at < ${before} limit ${most})`;

/** The condition on deliveries `t` that ended before a time; the range of ids lets Postgres use the primary key. */
const finishedDeliveries: TenantRetention['expired'] = (tx, before) =>
  tx`t.id < ${idBefore(before)} and t.state <> 'PENDING' and coalesce(t.finished_at, t.created_at) < ${before}`;

/**
 * All rules that delete rows by age. Rows of other tables are stored as long as their organisation: runs with their
 * answers, mentions and citations, because a report may cover any day; alerts; the audit log, because changes must be
 * traceable for years. The publisher deletes snapshots; exports and pins have their own expiry. Rows removed from runs,
 * for any reason, are also removed from pins (trimPins).
 */
export const RETENTION: { perTenant: TenantRetention[]; global: GlobalRetention[] } = {
  perTenant: [
    {
      what: 'responses stored for an Idempotency-Key',
      retentionMs: DAY_MS,
      why: 'the contract promises a day',
      table: 'idempotency_keys',
      key: 'key_hash',
      expired: (tx, before) => tx`t.created_at < ${before}`,
    },
    {
      what: 'webhook deliveries that have ended, with their attempts',
      retentionMs: 30 * DAY_MS,
      why: 'long enough to find a fault and replay a month, and the largest table of a busy organisation',
      table: 'webhook_deliveries',
      key: 'id',
      expired: finishedDeliveries,
    },
    {
      what: 'webhook messages with no delivery left',
      retentionMs: 30 * DAY_MS,
      why: 'the same as their deliveries',
      table: 'webhook_messages',
      key: 'id',
      expired: (tx, before, orgId) =>
        tx`t.id < ${`msg_${idBefore(before).replaceAll('-', '')}`} and t.created_at < ${before}
          and not exists (select from webhook_deliveries d where d.org_id = ${orgId} and d.message_id = t.id)`,
    },
    {
      what: 'Slack messages that have ended',
      retentionMs: 30 * DAY_MS,
      why: 'the same as webhook deliveries; the alert itself stays',
      table: 'slack_messages',
      key: 'id',
      expired: finishedDeliveries,
    },
    {
      what: 'mails that were sent or given up',
      retentionMs: 30 * DAY_MS,
      why: 'the same as webhook deliveries; they have no secret any more',
      table: 'mail_messages',
      key: 'id',
      expired: finishedDeliveries,
    },
    {
      what: 'reports that were mailed, with their files',
      retentionMs: 30 * DAY_MS,
      why: 'the same as their mails; a report can be made again from a pin',
      table: 'mail_contents',
      key: 'id',
      expired: (tx, before, orgId) =>
        tx`t.created_at < ${before}
          and not exists (select from mail_messages m where m.org_id = ${orgId} and m.content_id = t.id)`,
    },
    {
      what: 'what became of scheduled reports',
      retentionMs: 400 * DAY_MS,
      why: 'a year of them, and that of the year before beside it',
      table: 'report_deliveries',
      key: 'id',
      expired: (tx, before) => tx`t.created_at < ${before}`,
    },
    {
      what: 'invitations that were accepted or revoked, or have expired',
      retentionMs: 30 * DAY_MS,
      why: 'the audit log has who invited whom; the address of somebody who never joined need not stay',
      table: 'invitations',
      key: 'id',
      expired: (tx, before) =>
        tx`t.id < ${idBefore(before)} and coalesce(t.accepted_at, t.revoked_at, t.expires_at) < ${before}`,
    },
    {
      what: 'shared links that were revoked or have ended',
      retentionMs: 30 * DAY_MS,
      why: 'the audit log has who shared what; the list shows for a while how often they were opened',
      table: 'shared_links',
      key: 'id',
      expired: (tx, before) =>
        tx`t.id < ${idBefore(before)} and coalesce(t.revoked_at, t.expires_at) < ${before}`,
    },
    {
      what: 'trials of prompts that have ended, with their runs',
      retentionMs: 90 * DAY_MS,
      why: 'no report counts them',
      table: 'trials',
      key: 'id',
      expired: (tx, before, orgId) =>
        tx`t.id < ${idBefore(before)} and t.created_at < ${before} and not exists (
          select from trial_runs r where r.org_id = ${orgId} and r.trial_id = t.id and r.state in ('QUEUED', 'RUNNING'))`,
    },
    {
      what: 'requests to platforms that have an outcome',
      retentionMs: 90 * DAY_MS,
      why: 'the run itself has the outcome and the cost',
      table: 'run_attempts',
      key: 'id',
      expired: (tx, before) =>
        tx`t.id < ${idBefore(before)} and t.outcome is not null and coalesce(t.finished_at, t.sent_at) < ${before}`,
    },
  ],
  global: [
    {
      what: 'refresh tokens that expired',
      retentionMs: 0,
      why: 'a used one is needed until it expires, to notice that it is used again',
      purge: expired('refresh_tokens'),
    },
    {
      what: 'sessions that have ended, or have no refresh token left',
      retentionMs: 30 * DAY_MS,
      why: 'access tokens refer to them for an hour; the rest of the time helps to investigate a break-in',
      purge: (sql, before, most) => sql`
        delete from sessions where id in (
          select id from sessions s where created_at < ${before}
            and (ended_at < ${before} or not exists (
              select from refresh_tokens t where t.session_id = s.id
              union all select from oauth_refresh_tokens t where t.session_id = s.id))
          limit ${most})`,
    },
    {
      what: 'requests for new passwords that no process took up',
      retentionMs: HOUR_MS,
      why: 'a link that comes later surprises',
      purge: (sql, before, most) => sql`
        delete from password_requests where id in (
          select id from password_requests where requested_at < ${before} limit ${most})`,
    },
    {
      what: 'links for new passwords that were used or have expired',
      retentionMs: DAY_MS,
      why: 'they work no longer',
      purge: expired('password_resets'),
    },
    {
      what: 'logins that no code finished',
      retentionMs: HOUR_MS,
      why: 'they work no longer',
      purge: expired('login_challenges'),
    },
    {
      what: 'codes of agents that were used or have expired',
      retentionMs: DAY_MS,
      why: 'a used one is needed for a while, to notice that it is used again',
      purge: expired('oauth_codes'),
    },
    {
      what: 'refresh tokens of agents that expired',
      retentionMs: 0,
      why: 'a used one is needed until it expires, to notice that it is used again',
      purge: expired('oauth_refresh_tokens'),
    },
    {
      what: 'clients of agents without a connection',
      retentionMs: DAY_MS,
      why: 'anybody may register one; an agent registers again, or its document is read again',
      purge: (sql, before, most) => sql`
        delete from oauth_clients where id in (
          select id from oauth_clients c where created_at < ${before}
            and not exists (select from oauth_connections n where n.client_id = c.id)
            and not exists (select from oauth_codes d where d.client_id = c.id) limit ${most})`,
    },
    {
      what: 'what a provider answered, and reports of logouts',
      retentionMs: HOUR_MS,
      why: 'they would be too old by then',
      purge: expired('single_sign_on_used'),
    },
    {
      what: 'leases of partitions that paused after a failure and have no work due any more',
      retentionMs: DAY_MS,
      why: 'they are shown as failing; one with work due is retried every 5 minutes',
      purge: (sql, before) => sql`delete from job_leases where leased_until < ${before}`,
    },
  ],
};

/**
 * Deletes all rows that have expired by RETENTION, organisation by organisation, in batches.
 * @param stopping ends it after the batch under way; the next call continues
 * @returns the number of rows by `what`, without rows that a foreign key deleted with them
 * @throws the first error, after all other rules were applied
 */
export async function purgeExpired(
  db: Db,
  organisations: readonly OrgId[],
  stopping: AbortSignal,
  now = new Date(),
): Promise<Record<string, number>> {
  const failures: unknown[] = [];
  const purged: Record<string, number> = {};
  const inBatches = async ({ what }: Retention, purge: () => PromiseLike<{ count: number }>) => {
    try {
      for (let count = BATCH; count === BATCH && !stopping.aborted; ) {
        ({ count } = await purge());
        if (count > 0) purged[what] = (purged[what] ?? 0) + count;
      }
    } catch (error) {
      failures.push(error);
    }
  };
  const before = ({ retentionMs }: Retention) => new Date(now.getTime() - retentionMs);
  for (const orgId of organisations)
    for (const rule of RETENTION.perTenant)
      await inBatches(rule, () => db.tenant(orgId, (tx) => purgeTenant(tx, orgId, rule, before(rule))));
  for (const rule of RETENTION.global) await inBatches(rule, () => rule.purge(db.sql, before(rule), BATCH));
  if (failures.length > 0) throw failures[0];
  return purged;
}

function purgeTenant(tx: Tx, orgId: OrgId, { table, key, expired }: TenantRetention, before: Date) {
  return tx`delete from ${tx(table)} where org_id = ${orgId} and ${tx(key)} in (
    select t.${tx(key)} from ${tx(table)} t where t.org_id = ${orgId} and ${expired(tx, before, orgId)} limit ${BATCH})`;
}
