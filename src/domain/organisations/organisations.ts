import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Sql, Tx } from '../../db/client.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { type Actor, audit } from './audit.ts';
import { enqueueEvent } from './events.ts';
import { bucketOf, newId } from '../../base/ids.ts';
import { hashNewPassword } from '../accounts/passwords.ts';
import { deleteUserOfNone, insertUser } from '../accounts/users.ts';

export type Plan = components['schemas']['Plan'];
/**
 * What there may be many of, with the rows that a transaction deletes at most; with a run go its observations, mentions
 * and citations. The rest goes with the organisation itself.
 */
const PURGED = {
  runs: 500,
  trials: 500,
  webhook_deliveries: 2_000,
  webhook_messages: 5_000,
  slack_messages: 5_000,
  alerts: 5_000,
  audit_log: 5_000,
  idempotency_keys: 5_000,
  content_draft_versions: 500,
  queries: 500,
};
/** Between two looks at rows that somebody else holds. */
const HELD_PAUSE_MS = 200;

export const PLANS: readonly Plan[] = ['FREE', 'STARTER', 'GROWTH', 'CUSTOM'];

/** What plans limit; the names are the spec's (schemas/subscriptions.yaml). */
export type QuotaName = components['schemas']['QuotaName'];
/** What a plan allows; null: no limit. */
export type Quotas = Record<QuotaName, number | null>;

export const QUOTAS: Record<Plan, Quotas> = {
  FREE: { brands: 1, competitors: 1, queries: 2, content: 0, schemas: 0, apiKeys: 2, webhooks: 1 },
  STARTER: { brands: 3, competitors: 5, queries: 50, content: 3, schemas: 2, apiKeys: 5, webhooks: 3 },
  GROWTH: { brands: 5, competitors: 10, queries: 150, content: 10, schemas: 5, apiKeys: 20, webhooks: 10 },
  CUSTOM: {
    brands: null,
    competitors: null,
    queries: null,
    content: null,
    schemas: null,
    apiKeys: null,
    webhooks: null,
  },
};

/** The part of a quota whose use is told. */
const WARNING_SHARE = 0.8;

/** A count that is made when it is awaited. */
type Count = PromiseLike<{ count: number }[]>;

/**
 * How much of each quota is in use: what takeFromQuota counts, and what the subscription shows.
 * @param within the one that a quota is for each of (competitors: a brand); without it, that which has most.
 */
export const USAGE: Record<QuotaName, (tx: Tx, orgId: string, within?: string) => Count> = {
  brands: (tx, orgId) => tx`
    select count(*) as count from brands where org_id = ${orgId} and archived_at is null`,
  competitors: (tx, orgId, brandId: string | null = null) => tx`
    select coalesce(max(count), 0) as count from (
      select count(*) as count from competitors
      where org_id = ${orgId} and (${brandId}::text is null or brand_id = ${brandId})
      group by brand_id) a_brand`,
  queries: (tx, orgId) => tx`
    select count(*) as count from queries where org_id = ${orgId} and archived_at is null`,
  content: (tx, orgId) => tx`
    select coalesce(max(made), 0) as count from content_months
    where org_id = ${orgId} and month = date_trunc('month', now() at time zone 'UTC')::date`,
  schemas: (tx, orgId) => tx`
    select count(*) as count from brand_schemas where org_id = ${orgId}`,
  // A key that was rotated ends by itself: its successor counts for it.
  apiKeys: (tx, orgId) => tx`
    select count(*) as count
    from api_keys k join api_key_index i on i.org_id = k.org_id and i.key_id = k.id
    where k.org_id = ${orgId} and k.replaced_by is null
      and i.revoked_at is null and (i.expires_at is null or i.expires_at > now())`,
  webhooks: (tx, orgId) => tx`
    select count(*) as count from webhooks where org_id = ${orgId}`,
};

export type Organisation = components['schemas']['Organisation'];

/** The columns of an Organisation. */
const columns = (tx: Tx | Sql) => tx`id, name, plan, is_demo as "isDemo", created_at as "createdAt"`;

/** An AppError quota_exceeded, with the numbers a client shows. */
export function quotaExceeded(what: QuotaName, plan: Plan, currentUsage: number): AppError {
  const limit = QUOTAS[plan][what] ?? 0;
  return new AppError(
    'quota_exceeded',
    `The plan ${plan} allows ${limit} ${what}; ${currentUsage} are in use.`,
    {
      body: { currentUsage, limit, plan },
    },
  );
}

/**
 * Takes more of what a plan limits; to be called before it is added, in the same transaction, by one at a time.
 * @param options.within what the quota is for each of: see USAGE
 * @throws AppError quota_exceeded
 */
export async function takeFromQuota(
  tx: Tx,
  orgId: string,
  plan: Plan,
  what: QuotaName,
  { more = 1, within }: { more?: number; within?: string } = {},
): Promise<void> {
  if (QUOTAS[plan][what] === null) return;
  const [{ count } = { count: 0 }] = await USAGE[what](tx, orgId, within);
  if (count + more > (QUOTAS[plan][what] ?? 0)) throw quotaExceeded(what, plan, count);
  await warnOfQuota(tx, orgId, plan, what, count, count + more);
}

/**
 * Tells webhooks that a quota is nearly used: when its use rises to WARNING_SHARE, so again only after it fell
 * below.
 */
export async function warnOfQuota(
  tx: Tx,
  orgId: string,
  plan: Plan,
  quota: QuotaName,
  before: number,
  used: number,
): Promise<void> {
  const limit = QUOTAS[plan][quota];
  if (limit === null || before >= limit * WARNING_SHARE || used < limit * WARNING_SHARE) return;
  await enqueueEvent(tx, orgId, 'quota.warning', { quota, used, limit, plan });
}

interface NewOrganisation {
  name: string;
  plan: Plan;
  email: string;
  password: string;
  isDemo?: boolean;
}

/**
 * Makes an organisation and its owner, whose email must be new.
 * @param also what else belongs to its making, in the same transaction.
 * @throws AppError validation_error for a short password, conflict for an email that has an account
 */
export async function createOrganisation<T>(
  db: Db,
  { name, plan, email, password, isDemo = false }: NewOrganisation,
  also?: (tx: Tx, made: { id: string; ownerId: string }) => Promise<T>,
): Promise<{ id: string; also: T | undefined }> {
  const id = newId();
  const passwordHash = await hashNewPassword(password);
  return db.tenant(id, async (tx) => {
    const ownerId = await insertUser(tx, email, passwordHash);
    await tx`insert into organisations (id, name, plan, is_demo) values (${id}, ${name}, ${plan}, ${isDemo})`;
    await tx`insert into memberships (org_id, user_id, role) values (${id}, ${ownerId}, 'OWNER')`;
    return { id, also: await also?.(tx, { id, ownerId }) };
  });
}

/** @throws AppError not_found for one that was deleted just now */
export async function getOrganisation(db: Db, orgId: string): Promise<Organisation> {
  const [organisation] = await db.sql<Organisation[]>`
    select ${columns(db.sql)} from organisations where id = ${orgId} and deleted_at is null`;
  if (!organisation) throw notFound('organisation');
  return organisation;
}

/** @throws AppError not_found for one that was deleted just now */
export async function updateOrganisation(
  db: Db,
  actor: Actor,
  { name }: { name: string },
): Promise<Organisation> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    const [organisation] = await tx<Organisation[]>`
      update organisations set name = ${name} where id = ${orgId} and deleted_at is null returning ${columns(tx)}`;
    if (!organisation) throw notFound('organisation');
    await audit(tx, actor, {
      action: 'updateOrganisation',
      targetType: 'organisation',
      targetId: orgId,
      details: { name },
    });
    return organisation;
  });
}

/** All organisations, oldest first. */
export async function listOrganisations(db: Db): Promise<Organisation[]> {
  return db.sql<Organisation[]>`
    select ${columns(db.sql)} from organisations where deleted_at is null order by id`;
}

/** The organisation with this id, or the only one with this name; null when there is none or several. */
export async function findOrganisation(db: Db, idOrName: string): Promise<Organisation | null> {
  const found = await db.sql<Organisation[]>`
    select ${columns(db.sql)} from organisations
    where (id = ${idOrName} or name = ${idOrName}) and deleted_at is null order by id = ${idOrName} desc limit 2`;
  const [first] = found;
  return first && (found.length === 1 || first.id === idOrName) ? first : null;
}

/** Changes the plan, whatever is in use. */
export async function setPlan(db: Db, actor: Actor, plan: Plan): Promise<void> {
  const { orgId } = actor;
  await db.tenant(orgId, async (tx) => {
    const [before] = await tx<
      { plan: Plan }[]
    >`select plan from organisations where id = ${orgId} for update`;
    await tx`update organisations set plan = ${plan} where id = ${orgId}`;
    await audit(tx, actor, {
      action: 'changePlan',
      targetType: 'organisation',
      targetId: orgId,
      details: { from: before?.plan, to: plan },
    });
  });
}

/**
 * Deletes an organisation, with its users who are in no other: from here on it is seen nowhere, whatever there is of
 * it. Its rows are left to purgeOrganisation.
 * @param name what it must be called, if given: then somebody confirmed which one is meant.
 * @throws AppError validation_error for another name
 */
export async function deleteOrganisation(db: Db, orgId: string, name?: string): Promise<void> {
  await db.tenant(orgId, async (tx) => {
    const [organisation] = await tx<{ name: string }[]>`
      select name from organisations where id = ${orgId} and deleted_at is null for update`;
    if (name !== undefined && organisation?.name !== name) {
      throw new AppError(
        'validation_error',
        "name must be the organisation's name, to confirm the deletion.",
      );
    }
    await tx`update organisations set deleted_at = now() where id = ${orgId}`;
    await tx`update api_key_index set revoked_at = coalesce(revoked_at, now()) where org_id = ${orgId}`;
    await tx`update sessions set ended_at = coalesce(ended_at, now()) where org_id = ${orgId}`;
    await tx`delete from invitations where org_id = ${orgId}`;
    const members = await tx<
      { id: string }[]
    >`delete from memberships where org_id = ${orgId} returning user_id as id`;
    for (const { id } of members) await deleteUserOfNone(tx, id);
  });
}

/** Organisations that were deleted, with rows left; work on the whole installation, because they are nobody's. */
export const deletedOrganisations = (sql: Sql) => sql`
  select '' as org_id, id as subject_id, deleted_at as since, 1 as depth from organisations where deleted_at is not null`;

/** Removes all rows of a deleted organisation, in batches; begun anew it goes on. */
export async function purgeOrganisation(db: Db, orgId: string, stopping?: AbortSignal): Promise<void> {
  const bucket = bucketOf(orgId);
  for (const [table, most] of Object.entries(PURGED)) {
    while (!stopping?.aborted) {
      const { gone, left } = await db.tenant(orgId, async (tx) => {
        // What another process purges just now is its own.
        const batch = tx`delete from ${tx(table)} where org_id = ${orgId} and ctid = any(array(
          select ctid from ${tx(table)} where org_id = ${orgId} limit ${most} for update skip locked))`;
        const { count } =
          table === 'runs'
            ? await tx`with gone as (${batch} returning executed_at), noted as (
                insert into dirty_parts (part, bucket, month)
                select distinct 'runs', ${bucket}, date_trunc('month', executed_at at time zone 'UTC')::date from gone)
                select from gone`
            : await batch;
        const left =
          count > 0 || (await tx`select from ${tx(table)} where org_id = ${orgId} limit 1`).length > 0;
        return { gone: count, left };
      });
      if (!left) break;
      if (gone === 0) await sleep(HELD_PAUSE_MS);
    }
  }
  if (stopping?.aborted) return;
  await db.tenant(orgId, async (tx) => {
    await tx`insert into dirty_parts (part, bucket) values ('brands', ${bucket})`;
    await tx`delete from organisations where id = ${orgId} and deleted_at is not null`;
  });
}
