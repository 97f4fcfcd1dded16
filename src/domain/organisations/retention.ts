import { idBefore, type OrgId } from '../../base/ids.ts';
import type { Db, Sql, Tx } from '../../db/client.ts';

/** Rows a statement deletes at most, so that none holds locks for long. */
const BATCH = 5_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What is forgotten when. */
interface Retention {
  what: string;
  keptMs: number;
  why: string;
}

/** Rows of one organisation; with those the rows that refer to them go. */
interface TenantRetention extends Retention {
  table: string;
  /** Its key besides org_id. */
  key: string;
  /** Which rows t are past keeping; `before` is now less keptMs. */
  past(tx: Tx, before: Date): ReturnType<Tx>;
}

/** Rows of no organisation. */
interface GlobalRetention extends Retention {
  /** Deletes a batch. */
  forget(sql: Sql, before: Date, most: number): PromiseLike<{ count: number }>;
}

/**
 * All that is ever deleted by time. What is not here is kept as long as its organisation: runs with their
 * answers, mentions and citations, because reports may ask for any day; alerts; the audit log, because who did
 * what must be known after years too. Snapshots are the exporter's to remove, exports expire by themselves.
 */
export const RETENTION: { ofTenants: TenantRetention[]; ofAll: GlobalRetention[] } = {
  ofTenants: [
    {
      what: 'answers kept for an Idempotency-Key',
      keptMs: DAY_MS,
      why: 'the contract promises a day',
      table: 'idempotency_keys',
      key: 'key_hash',
      past: (tx, before) => tx`t.created_at < ${before}`,
    },
    {
      what: 'deliveries that are over, with their attempts',
      keptMs: 30 * DAY_MS,
      why: 'long enough to find a fault and replay a month, and the largest table of a busy organisation',
      table: 'webhook_deliveries',
      key: 'id',
      past: (tx, before) =>
        tx`t.id < ${idBefore(before)} and t.state <> 'PENDING' and coalesce(t.finished_at, t.created_at) < ${before}`,
    },
    {
      what: 'messages with no delivery left',
      keptMs: 30 * DAY_MS,
      why: 'as their deliveries',
      table: 'webhook_messages',
      key: 'id',
      past: (tx, before) =>
        tx`t.id < ${`msg_${idBefore(before).replaceAll('-', '')}`} and t.created_at < ${before}
          and not exists (select from webhook_deliveries d where d.org_id = t.org_id and d.message_id = t.id)`,
    },
    {
      what: 'messages to Slack that are over',
      keptMs: 30 * DAY_MS,
      why: 'as deliveries; the alert itself stays',
      table: 'slack_messages',
      key: 'id',
      past: (tx, before) =>
        tx`t.id < ${idBefore(before)} and t.state <> 'PENDING' and coalesce(t.finished_at, t.created_at) < ${before}`,
    },
    {
      what: 'invitations that were accepted, revoked or not taken',
      keptMs: 30 * DAY_MS,
      why: 'the audit log says who invited whom; the address of who did not come need not stay',
      table: 'invitations',
      key: 'id',
      past: (tx, before) =>
        tx`t.id < ${idBefore(before)} and coalesce(t.accepted_at, t.revoked_at, t.expires_at) < ${before}`,
    },
    {
      what: 'trials of prompts that are over, with what was sent',
      keptMs: 90 * DAY_MS,
      why: 'they count in no report',
      table: 'trials',
      key: 'id',
      past: (tx, before) =>
        tx`t.id < ${idBefore(before)} and t.created_at < ${before} and not exists (
          select from trial_runs r where r.org_id = t.org_id and r.trial_id = t.id and r.state in ('QUEUED', 'RUNNING'))`,
    },
    {
      what: 'requests to platforms that have an outcome',
      keptMs: 90 * DAY_MS,
      why: 'the run itself says what came of them and what it cost',
      table: 'run_attempts',
      key: 'id',
      past: (tx, before) =>
        tx`t.id < ${idBefore(before)} and t.outcome is not null and coalesce(t.finished_at, t.sent_at) < ${before}`,
    },
  ],
  ofAll: [
    {
      what: 'refresh tokens that expired',
      keptMs: 0,
      why: 'a used one is needed until then, to notice that it is used again',
      forget: (sql, before, most) => sql`
        delete from refresh_tokens where hash in (
          select hash from refresh_tokens where expires_at < ${before} limit ${most})`,
    },
    {
      what: 'sessions that ended, or can go on no more',
      keptMs: 30 * DAY_MS,
      why: 'access tokens of an hour refer to them; the rest is for who looks into a break-in',
      forget: (sql, before, most) => sql`
        delete from sessions where id in (
          select id from sessions s where created_at < ${before}
            and (ended_at < ${before} or not exists (select from refresh_tokens t where t.session_id = s.id))
          limit ${most})`,
    },
    {
      what: 'leases of lanes that rested after a failure and have nothing due any more',
      keptMs: DAY_MS,
      why: 'they show as failing; one that is still due is tried again every 5 minutes',
      forget: (sql, before) => sql`delete from job_leases where leased_until < ${before}`,
    },
  ],
};

/**
 * Deletes all that is past its time, organisation by organisation, in batches.
 * @param stopping ends it after the batch under way; the next time goes on
 * @returns how many rows of each kind; those that went with them are not counted
 * @throws the first failure, when all the rest is done
 */
export async function purgeExpired(
  db: Db,
  organisations: readonly OrgId[],
  stopping: AbortSignal,
  now = new Date(),
): Promise<Record<string, number>> {
  const failures: unknown[] = [];
  const forgotten: Record<string, number> = {};
  const inBatches = async ({ what }: Retention, forget: () => PromiseLike<{ count: number }>) => {
    try {
      for (let count = BATCH; count === BATCH && !stopping.aborted; ) {
        ({ count } = await forget());
        if (count > 0) forgotten[what] = (forgotten[what] ?? 0) + count;
      }
    } catch (error) {
      failures.push(error);
    }
  };
  const before = ({ keptMs }: Retention) => new Date(now.getTime() - keptMs);
  for (const orgId of organisations)
    for (const rule of RETENTION.ofTenants)
      await inBatches(rule, () => db.tenant(orgId, (tx) => purgeTenant(tx, orgId, rule, before(rule))));
  for (const rule of RETENTION.ofAll) await inBatches(rule, () => rule.forget(db.sql, before(rule), BATCH));
  if (failures.length > 0) throw failures[0];
  return forgotten;
}

function purgeTenant(tx: Tx, orgId: OrgId, { table, key, past }: TenantRetention, before: Date) {
  return tx`delete from ${tx(table)} where org_id = ${orgId} and ${tx(key)} in (
    select t.${tx(key)} from ${tx(table)} t where t.org_id = ${orgId} and ${past(tx, before)} limit ${BATCH})`;
}
