import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { ifGiven } from '../../db/page.ts';
import { enqueueEvent } from './events.ts';

export type Plan = components['schemas']['Plan'];
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
export const USAGE: Record<QuotaName, (tx: Tx, orgId: OrgId, within?: string) => Count> = {
  brands: (tx, orgId) => tx`
    select count(*) as count from brands where org_id = ${orgId} and archived_at is null`,
  competitors: (tx, orgId, brandId) => tx`
    select coalesce(max(count), 0) as count from (
      select count(*) as count from competitors
      where org_id = ${orgId} and ${ifGiven(tx, brandId, (id) => tx`brand_id = ${id}`)}
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
  orgId: OrgId,
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
  orgId: OrgId,
  plan: Plan,
  quota: QuotaName,
  before: number,
  used: number,
): Promise<void> {
  const limit = QUOTAS[plan][quota];
  if (limit === null || before >= limit * WARNING_SHARE || used < limit * WARNING_SHARE) return;
  await enqueueEvent(tx, orgId, 'quota.warning', { quota, used, limit, plan });
}
