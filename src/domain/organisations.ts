import type { components } from '../contract/generated/types.ts';
import type { Db } from '../db.ts';
import { AppError } from '../errors.ts';
import { bucketOf, newId } from './ids.ts';
import { hashPassword, PASSWORD_MIN_LENGTH } from './passwords.ts';

export type Plan = components['schemas']['Plan'];
export const PLANS: readonly Plan[] = ['FREE', 'STARTER', 'GROWTH', 'CUSTOM'];

/** What a plan allows; null: no limit. */
export interface Quotas {
  brands: number | null;
  /** Competitors of one brand. */
  competitors: number | null;
  queries: number | null;
}

export const QUOTAS: Record<Plan, Quotas> = {
  FREE: { brands: 1, competitors: 1, queries: 2 },
  STARTER: { brands: 3, competitors: 5, queries: 50 },
  GROWTH: { brands: 5, competitors: 10, queries: 150 },
  CUSTOM: { brands: null, competitors: null, queries: null },
};

export interface Organisation {
  id: string;
  name: string;
  plan: Plan;
  isDemo: boolean;
  createdAt: Date;
}

/** An AppError quota_exceeded, with the numbers a client shows. */
export function quotaExceeded(what: keyof Quotas, plan: Plan, currentUsage: number): AppError {
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
 * Refuses one more of what a plan limits.
 * @param usage gives the present `count`; it is asked for only where there is a limit.
 * @throws AppError quota_exceeded
 */
export async function refuseOverQuota(
  what: keyof Quotas,
  plan: Plan,
  usage: PromiseLike<readonly Record<string, unknown>[]>,
): Promise<void> {
  const limit = QUOTAS[plan][what];
  if (limit === null) return;
  const currentUsage = Number((await usage)[0]?.['count'] ?? 0);
  if (currentUsage >= limit) throw quotaExceeded(what, plan, currentUsage);
}

/** Makes an organisation and its owner, whose email must be new. */
export async function createOrganisation(
  db: Db,
  {
    name,
    plan,
    email,
    password,
    isDemo = false,
  }: { name: string; plan: Plan; email: string; password: string; isDemo?: boolean },
): Promise<{ id: string }> {
  if (password.length < PASSWORD_MIN_LENGTH) {
    throw new AppError(
      'validation_error',
      `password must be at least ${PASSWORD_MIN_LENGTH} characters long.`,
    );
  }
  const id = newId();
  const userId = newId();
  const passwordHash = await hashPassword(password);
  await db.tenant(id, async (tx) => {
    const [user] = await tx`insert into users (id, email, password_hash)
      values (${userId}, ${email.trim().toLowerCase()}, ${passwordHash}) on conflict do nothing returning id`;
    if (!user) throw new AppError('validation_error', 'email: an account with this address exists already.');
    await tx`insert into organisations (id, name, plan, is_demo) values (${id}, ${name}, ${plan}, ${isDemo})`;
    await tx`insert into memberships (org_id, user_id, role) values (${id}, ${userId}, 'OWNER')`;
  });
  return { id };
}

/** All organisations, oldest first. */
export async function listOrganisations(db: Db): Promise<Organisation[]> {
  return db.sql<Organisation[]>`
    select id, name, plan, is_demo as "isDemo", created_at as "createdAt" from organisations order by id`;
}

/** Organisations whose names changed since their kept answers were last read. */
export async function organisationsToReextract(db: Db): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select id from organisations where reextracted_version < lexicon_version order by id`;
  return rows.map(({ id }) => id);
}

/** The organisation with this id, or the only one with this name; null when there is none or several. */
export async function findOrganisation(db: Db, idOrName: string): Promise<Organisation | null> {
  const found = await db.sql<Organisation[]>`
    select id, name, plan, is_demo as "isDemo", created_at as "createdAt"
    from organisations where id = ${idOrName} or name = ${idOrName} order by id = ${idOrName} desc limit 2`;
  const [first] = found;
  return first && (found.length === 1 || first.id === idOrName) ? first : null;
}

export async function setPlan(db: Db, orgId: string, plan: Plan): Promise<void> {
  await db.sql`update organisations set plan = ${plan} where id = ${orgId}`;
}

/** Deletes an organisation with all that belongs to it, and its users who are in no other. */
export async function deleteOrganisation(db: Db, orgId: string): Promise<void> {
  await db.tenant(orgId, async (tx) => {
    const members = await tx<
      { id: string }[]
    >`delete from memberships where org_id = ${orgId} returning user_id as id`;
    await tx`insert into dirty_parts (part, bucket, month)
      select 'brands', ${bucketOf(orgId)}, null
      union all
      select distinct 'runs', ${bucketOf(orgId)}, date_trunc('month', executed_at at time zone 'UTC')::date from runs`;
    await tx`delete from organisations where id = ${orgId}`;
    for (const { id } of members) {
      await tx.unsafe(`set local app.user_id = '${id}'`);
      await tx`delete from users u where id = ${id}
        and not exists (select from memberships m where m.user_id = u.id)`;
    }
  });
}

/** Sets a user's password and ends the sessions; false when there is no such account. */
export async function resetPassword(db: Db, email: string, password: string): Promise<boolean> {
  if (password.length < PASSWORD_MIN_LENGTH) {
    throw new AppError(
      'validation_error',
      `password must be at least ${PASSWORD_MIN_LENGTH} characters long.`,
    );
  }
  const passwordHash = await hashPassword(password);
  const [user] = await db.sql<{ id: string }[]>`
    update users set password_hash = ${passwordHash} where email = ${email.trim().toLowerCase()} returning id`;
  if (user) await db.sql`update sessions set ended_at = coalesce(ended_at, now()) where user_id = ${user.id}`;
  return user !== undefined;
}
