import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type Page, type Paged, selectPage } from '../../db/page.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { noteBrandsChanged, noteRunsChanged } from '../../snapshots/changes.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { isOfActiveBrand } from '../brands/brands.ts';
import { withOrganisationLock } from '../quotas/lock.ts';
import { takeFromQuota } from '../quotas/quotas.ts';
import { identityOf } from './identity.ts';
import { queries } from './queries.ts';
import { cancelQueued } from './queued-runs.ts';

type LookAlikes = components['schemas']['LookAlikes'];
type Merged = components['schemas']['QueryMerge'];

/** Runs that go over in one transaction: some 50 ms. */
const RUNS_AT_ONCE = 2_000;
const MERGED = 'It was cancelled: the prompt was merged with one that looks alike.';

/** The prompts that are asked in several spellings, from before spellings were one: the oldest with the others. */
export async function listLookAlikes(tx: Tx, orgId: OrgId, page: Page): Promise<Paged<LookAlikes>> {
  const others = tx`
    select coalesce(json_agg(json_build_object('id', o.id, 'queryText', o.query_text, 'runs', (
             select count(*) from runs r where r.org_id = ${orgId} and r.query_id = o.id)) order by o.look_alike), '[]')
    from queries o where o.org_id = ${orgId} and ${isOther(tx)}`;
  const columns = tx`q.id, q.brand_id as "brandId", q.platform, q.query_text as "queryText", (${others}) as others`;
  // From the later spellings, of which there are few, to the first ones: not the other way round.
  const firsts = tx`
    select q.id from queries o join queries q on q.org_id = ${orgId} and q.look_alike = 0 and ${isOther(tx)}
    where o.org_id = ${orgId} and o.look_alike > 0`;
  const where = tx`q.org_id = ${orgId} and ${isOfActiveBrand(tx, orgId, tx`q.brand_id`)}
    and q.id = any(array(${firsts}))`;
  const order = [{ by: tx`q.id` }];
  return selectPage<LookAlikes>(tx, page, { columns, from: tx`queries q`, where, order });
}

/** The condition that queries o look like a query q, and are not merged. */
const isOther = (tx: Tx) => tx`o.id <> q.id and o.brand_id = q.brand_id and o.platform = q.platform
  and md5(coalesce(o.identity, o.query_text)) = md5(${identityOf(tx)})
  and coalesce(o.identity, o.query_text) = ${identityOf(tx)} and o.merged_into is null`;

/**
 * Merges the queries that look like this one into it: their runs become its own, and they are archived. Its schedule
 * becomes theirs where it has none. An interrupted call is completed by the next one.
 * @throws AppError not_found, conflict while one of them is being asked
 */
export async function mergeLookAlikes(db: Db, actor: Actor, id: string): Promise<Merged> {
  const { orgId } = actor;
  const merged = await withOrganisationLock(db, orgId, async (tx) => {
    const into = await queries.lock(tx, orgId, id);
    const others = await tx<{ id: string }[]>`
      select o.id from queries q join queries o on o.org_id = ${orgId} and ${isOther(tx)}
      where q.org_id = ${orgId} and q.id = ${id} order by o.scheduled_at, o.id for no key update of o`;
    const ids = others.map((other) => other.id);
    const [busy] = await tx`
      select from runs where org_id = ${orgId} and query_id = any(${ids}) and state = 'RUNNING' limit 1`;
    if (busy) throw new AppError('conflict', 'One of them is being asked just now. Try again in a minute.');
    await cancelQueued(tx, orgId, ids, MERGED);
    if (into.scheduledAt === null && !into.archived)
      await tx`update queries q set scheduled_at = o.scheduled_at, repeat_interval = o.repeat_interval,
          runs_per_day = o.runs_per_day, schedule_anchor = o.schedule_anchor, schedule_set_at = o.schedule_set_at
        from (select * from queries where org_id = ${orgId} and id = any(${ids}) and scheduled_at is not null
              order by scheduled_at, id limit 1) o
        where q.org_id = ${orgId} and q.id = ${id}`;
    const { count } = await tx`
      update queries set merged_into = ${id}, merged_at = now(), archived_at = coalesce(archived_at, now()),
        scheduled_at = null, repeat_interval = null, runs_per_day = 1, schedule_anchor = null, schedule_set_at = null
      where org_id = ${orgId} and id = any(${ids})`;
    return count;
  });
  const runs = await moveRuns(db, orgId, (tx) => ({
    moving: tx`query_id in (select id from queries where org_id = ${orgId} and merged_into = ${id})`,
    to: tx`query_id = ${id}, merged_from = query_id`,
  }));
  return recordMoved(db, actor, id, 'mergeLookAlikes', { merged, runs });
}

/**
 * Undoes all merges into a query: the others are what they were, except for their schedules.
 * @throws AppError not_found, quota_exceeded for those that were not archived
 */
export async function undoMerge(db: Db, actor: Actor, id: string): Promise<Merged> {
  const { orgId } = actor;
  const merged = await withOrganisationLock(db, orgId, async (tx, plan) => {
    await queries.find(tx, orgId, id);
    const [{ active }] = await tx<[{ active: number }]>`
      select count(*)::int as active from queries
      where org_id = ${orgId} and merged_into = ${id} and archived_at = merged_at`;
    if (active > 0) await takeFromQuota(tx, orgId, plan, 'queries', { more: active });
    const { count } = await tx`
      update queries set merged_into = null, merged_at = null,
        archived_at = case when archived_at <> merged_at then archived_at end
      where org_id = ${orgId} and merged_into = ${id}`;
    return count;
  });
  const runs = await moveRuns(db, orgId, (tx) => ({
    moving: tx`query_id = ${id} and merged_from is not null`,
    to: tx`query_id = merged_from, merged_from = null`,
  }));
  return recordMoved(db, actor, id, 'undoMerge', { merged, runs });
}

/** Moves runs in short transactions. @returns how many */
async function moveRuns(
  db: Db,
  orgId: OrgId,
  what: (tx: Tx) => { moving: Fragment; to: Fragment },
): Promise<number> {
  for (let moved = 0; ; ) {
    const days = await db.tenant(orgId, async (tx) => {
      const { moving, to } = what(tx);
      const found = await tx<{ day: string }[]>`
        update runs set ${to} where org_id = ${orgId} and id in (
          select id from runs where org_id = ${orgId} and ${moving} order by id limit ${RUNS_AT_ONCE} for update)
        returning to_char(executed_at at time zone 'UTC', 'YYYY-MM-DD') as day`;
      const days = found.map(({ day }) => day);
      await noteRunsChanged(tx, orgId, days);
      return days;
    });
    moved += days.length;
    if (days.length < RUNS_AT_ONCE) return moved;
  }
}

async function recordMoved(
  db: Db,
  actor: Actor,
  id: string,
  action: 'mergeLookAlikes' | 'undoMerge',
  details: { merged: number; runs: number },
): Promise<Merged> {
  return db.tenant(actor.orgId, async (tx) => {
    await noteBrandsChanged(tx, actor.orgId);
    await audit(tx, actor, { action, targetType: 'query', targetId: id, details });
    return { query: await queries.find(tx, actor.orgId, id), ...details };
  });
}
