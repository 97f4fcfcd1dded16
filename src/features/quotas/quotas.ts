import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { ifGiven } from '../../db/page.ts';
import { queueToMembers } from '../mail/queue.ts';
import { enqueueEvent } from '../outbox/outbox.ts';

export type Plan = components['schemas']['Plan'];
export const PLANS: readonly Plan[] = ['FREE', 'STARTER', 'GROWTH', 'CUSTOM'];

/** The quotas of a plan, by their names in the contract (spec/schemas/subscriptions.yaml). */
export type QuotaName = components['schemas']['QuotaName'];
/** The limits of a plan; null: no limit. */
export type Quotas = Record<QuotaName, number | null>;

export const QUOTAS: Record<Plan, Quotas> = {
  FREE: { brands: 1, competitors: 1, queries: 2, content: 0, schemas: 0, apiKeys: 2, webhooks: 1, pins: 1 },
  STARTER: {
    brands: 3,
    competitors: 5,
    queries: 50,
    content: 3,
    schemas: 2,
    apiKeys: 5,
    webhooks: 3,
    pins: 3,
  },
  GROWTH: {
    brands: 5,
    competitors: 10,
    queries: 150,
    content: 10,
    schemas: 5,
    apiKeys: 20,
    webhooks: 10,
    pins: 12,
  },
  CUSTOM: {
    brands: null,
    competitors: null,
    queries: null,
    content: null,
    schemas: null,
    apiKeys: null,
    webhooks: null,
    pins: null,
  },
};

/** The limits of an organisation: its own, and those of its plan for the rest. */
export async function quotasOf(tx: Tx, orgId: OrgId, plan: Plan): Promise<Quotas> {
  const [organisation] = await tx<{ limits: Partial<Quotas> }[]>`
    select limits from organisations where id = ${orgId}`;
  return { ...QUOTAS[plan], ...organisation?.limits };
}

/** The event quota.warning is emitted when this share of a quota is in use. */
const WARNING_SHARE = 0.8;

/** A counting query; it is sent when awaited. */
type Count = PromiseLike<[{ count: number }]>;

/**
 * How much of each quota is in use, by organisation. The quota `competitors` is per brand: it counts the competitors of
 * the brand `within`, or by default of the brand with the most.
 */
export const USAGE: Record<QuotaName, (tx: Tx, orgId: OrgId, within?: string) => Count> = {
  brands: (tx, orgId) => tx<[{ count: number }]>`
    select count(*) as count from brands where org_id = ${orgId} and archived_at is null`,
  competitors: (tx, orgId, brandId) => tx<[{ count: number }]>`
    select coalesce(max(count), 0) as count from (
      select count(*) as count from competitors
      where org_id = ${orgId} and ${ifGiven(tx, brandId, (id) => tx`brand_id = ${id}`)}
      group by brand_id) a_brand`,
  queries: (tx, orgId) => tx<[{ count: number }]>`
    select count(*) as count from queries where org_id = ${orgId} and archived_at is null`,
  content: (tx, orgId) => tx<[{ count: number }]>`
    select coalesce(max(made), 0) as count from content_months
    where org_id = ${orgId} and month = date_trunc('month', now() at time zone 'UTC')::date`,
  schemas: (tx, orgId) => tx<[{ count: number }]>`
    select count(*) as count from brand_schemas where org_id = ${orgId}`,
  // A rotated key expires soon and is not counted: its successor is.
  apiKeys: (tx, orgId) => tx<[{ count: number }]>`
    select count(*) as count
    from api_keys k join api_key_index i on i.org_id = k.org_id and i.key_id = k.id
    where k.org_id = ${orgId} and k.replaced_by is null
      and i.revoked_at is null and (i.expires_at is null or i.expires_at > now())`,
  webhooks: (tx, orgId) => tx<[{ count: number }]>`
    select count(*) as count from webhooks where org_id = ${orgId}`,
  pins: (tx, orgId) => tx<[{ count: number }]>`
    select count(*) as count from pins where org_id = ${orgId} and state <> 'FAILED' and expires_at > now()`,
};

/**
 * An AppError quota_exceeded, with the numbers that a client shows.
 * @param limit the organisation's own, or the plan's
 */
export function quotaExceeded(what: QuotaName, plan: Plan, limit: number, currentUsage: number): AppError {
  const who = limit === QUOTAS[plan][what] ? `The plan ${plan}` : 'The administrator of this server';
  return new AppError('quota_exceeded', `${who} allows ${limit} ${what}; ${currentUsage} are in use.`, {
    body: { currentUsage, limit, plan },
  });
}

/**
 * Checks that a plan has room for more, and emits quota.warning near its limit. Call it before adding the rows, in the
 * same transaction, with the organisation locked (`lockOrganisation`).
 * @param options.more how many are to be added
 * @param options.within see USAGE
 * @throws AppError quota_exceeded
 */
export async function takeFromQuota(
  tx: Tx,
  orgId: OrgId,
  plan: Plan,
  what: QuotaName,
  { more = 1, within }: { more?: number; within?: string } = {},
): Promise<void> {
  const limit = (await quotasOf(tx, orgId, plan))[what];
  if (limit === null) return;
  const [{ count }] = await USAGE[what](tx, orgId, within);
  if (count + more > limit) throw quotaExceeded(what, plan, limit, count);
  await warnOfQuota(tx, orgId, { plan, quota: what, limit }, count, count + more);
}

/**
 * Emits quota.warning when the use of a quota rises from below WARNING_SHARE to it or above. It is emitted again only
 * after the use has fallen below.
 * @param before the use before the change
 * @param used the use after it
 */
export async function warnOfQuota(
  tx: Tx,
  orgId: OrgId,
  { plan, quota, limit }: { plan: Plan; quota: QuotaName; limit: number },
  before: number,
  used: number,
): Promise<void> {
  if (before >= limit * WARNING_SHARE || used < limit * WARNING_SHARE) return;
  await enqueueEvent(tx, orgId, 'quota.warning', { quota, used, limit, plan });
  await queueToMembers(tx, orgId, 'QUOTA_WARNING', { quota, used, limit, plan });
}
