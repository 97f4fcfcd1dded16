import { textIdentity } from '../../base/definitions.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { rows } from '../../db/rows.ts';
import type { SearchMode } from '../../platforms/capabilities.ts';
import type { Platform } from '../../platforms/names.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { findBrand } from '../brands/brands.ts';
import { noIntegration, servesPlatform } from '../integrations/access.ts';
import { identityColumn } from '../prompts/identity.ts';
import { shareOrganisation } from '../quotas/lock.ts';
import { findRunSummary, type RunSummary } from '../runs/read.ts';
import { jitterMs, type Occurrence, occurrenceAt, type Schedule } from './schedule.ts';

type RunFilter = components['schemas']['QueriesRun'];
type RunsQueued = components['schemas']['QueriesRunResult'];

/** A run that could not be sent within this time after it was due fails. */
export const GIVE_UP_MS = 24 * 3_600_000;
/** The most schedules that one transaction advances. */
const SCHEDULED_AT_ONCE = 100;

/** The fields that a run copies from its query. */
interface RunQuery {
  queryId: string;
  brandId: string;
  platform: Platform;
  queryText: string;
  country: string | null;
  region: string | null;
  city: string | null;
  search: SearchMode;
}

/** A run to queue. */
interface NewRun extends RunQuery {
  id: string;
  plannedAt: Date;
  /** When it may be sent: plannedAt with jitter. */
  dueAt: Date;
  /** Occurrences of the schedule before plannedAt that passed without a run. */
  missed: number;
}

/**
 * Queues a run of each query of an organisation whose scheduledAt has come, and advances its schedule to the next
 * occurrence, both in one transaction: a stop in between loses nothing and queues nothing twice. A query with a run
 * under way waits until that ends. A query of an archived brand is advanced without a run.
 * @param options.now by default the database's time
 * @param options.signal ends it after the batch under way
 * @returns how many schedules were advanced
 */
export async function queueScheduled(
  db: Db,
  orgId: OrgId,
  { now = null, signal }: { now?: Date | null; signal?: AbortSignal } = {},
): Promise<number> {
  let done = 0;
  for (;;) {
    if (signal?.aborted) return done;
    const advanced = await db.tenant(orgId, (tx) => queueBatch(tx, orgId, now));
    done += advanced;
    if (advanced === 0) return done;
  }
}

/** A query whose scheduledAt has come. */
interface DueQuery extends Schedule, RunQuery {
  /** Whether its brand is archived. */
  isArchived: boolean;
  now: Date;
}

async function queueBatch(tx: Tx, orgId: OrgId, given: Date | null): Promise<number> {
  const due = await tx<DueQuery[]>`
    select q.id as "queryId", q.brand_id as "brandId", q.platform, q.query_text as "queryText",
           q.country, q.region, q.city, q.search, q.scheduled_at as "scheduledAt", q.repeat_interval as "repeatInterval",
           q.runs_per_day as "runsPerDay", q.schedule_anchor as anchor, q.schedule_set_at as "setAt", b.archived_at is not null as "isArchived",
           coalesce(${given}::timestamptz, now()) as now
    from queries q join brands b on b.org_id = ${orgId} and b.id = q.brand_id
    where q.org_id = ${orgId} and q.scheduled_at <= coalesce(${given}::timestamptz, now())
      and not exists (select from runs r where r.org_id = ${orgId} and r.query_id = q.id and r.due_at is not null)
    order by q.scheduled_at, q.id limit ${SCHEDULED_AT_ONCE} for no key update of q`;
  if (due.length === 0) return 0;
  const occurrences = due.map((query) => ({ ...query, ...occurrenceAt(query, query.now) }));
  const runs = occurrences.filter(({ isArchived }) => !isArchived).map(scheduledRun);
  const queued = await insertRuns(tx, orgId, 'SCHEDULE', runs);
  // A query with a manual run queued meanwhile by another transaction is not advanced: it waits for that run's end.
  const advanced = occurrences.filter(({ queryId, isArchived }) => isArchived || queued.has(queryId));
  await tx`
    update queries q set scheduled_at = w.next,
      repeat_interval = case when w.next is not null then q.repeat_interval end,
      runs_per_day = case when w.next is not null then q.runs_per_day else 1 end,
      schedule_anchor = case when w.next is not null then q.schedule_anchor end,
      schedule_set_at = case when w.next is not null then q.schedule_set_at end
    from ${rows(tx, 'w("queryId" text, next timestamptz)', advanced)}
    where q.org_id = ${orgId} and q.id = w."queryId"`;
  await countMissed(
    tx,
    orgId,
    advanced.filter(({ isArchived }) => !isArchived),
  );
  return advanced.length;
}

/** The run of an occurrence; it is due at once if the occurrence and its jitter have passed. */
function scheduledRun(due: DueQuery & Occurrence): NewRun {
  const { plannedAt, missed, now } = due;
  const dueAt = new Date(Math.max(plannedAt.getTime() + jitterMs(due), now.getTime()));
  return { ...due, id: newId(), plannedAt, dueAt, missed: sum(missed) };
}

/** Adds the occurrences that passed without a run to the counts of missed runs, which the coverage shows. */
async function countMissed(
  tx: Tx,
  orgId: OrgId,
  queries: { brandId: string; platform: Platform; missed: Map<string, number> }[],
): Promise<void> {
  const counts = new Map<string, { day: string; brandId: string; platform: Platform; count: number }>();
  for (const { brandId, platform, missed } of queries)
    for (const [day, count] of missed) {
      const key = `${day} ${brandId} ${platform}`;
      counts.set(key, { day, brandId, platform, count: count + (counts.get(key)?.count ?? 0) });
    }
  if (counts.size === 0) return;
  await tx`
    insert into missed_runs as m (org_id, day, brand_id, platform, count)
    select o.id, w.day, w."brandId", w.platform, w.count
    from organisations o
    cross join ${rows(tx, 'w(day date, "brandId" text, platform text, count integer)', [...counts.values()])}
    where o.id = ${orgId} order by w.day, w."brandId", w.platform
    on conflict (org_id, day, brand_id, platform) do update set count = m.count + excluded.count`;
}

/**
 * Queues runs, except of queries with one under way.
 * @returns the ids of the queued runs, by query id
 */
async function insertRuns(
  tx: Tx,
  orgId: OrgId,
  source: 'SCHEDULE' | 'MANUAL',
  runs: NewRun[],
): Promise<Map<string, string>> {
  if (runs.length === 0) return new Map();
  const inserted = await tx<{ id: string; queryId: string }[]>`
    insert into runs (org_id, id, query_id, brand_id, platform, state, query_text, identity, prompt, country, region,
                      city, search, executed_at, source, planned_at, missed, due_at, give_up_at)
    select o.id, r.id, r."queryId", r."brandId", r.platform, 'QUEUED', r."queryText", r.identity, q.prompt, r.country,
           r.region, r.city, r.search, r."plannedAt", ${source}, r."plannedAt", r.missed, r."dueAt",
           r."dueAt" + make_interval(secs => ${GIVE_UP_MS / 1000})
    from organisations o cross join ${rows(
      tx,
      `r(id text, "queryId" text, "brandId" text, platform text, "queryText" text, identity text, country text, region text,
         city text, search text, "plannedAt" timestamptz, missed integer, "dueAt" timestamptz)`,
      runs.map((run) => ({ ...run, identity: identityColumn(run.queryText) })),
    )}
    join queries q on q.org_id = ${orgId} and q.id = r."queryId"
    where o.id = ${orgId}
    on conflict (org_id, query_id) where due_at is not null do nothing
    returning id, query_id as "queryId"`;
  return new Map(inserted.map(({ id, queryId }) => [queryId, id]));
}

/** A query to run manually; its row is locked, so that it is not archived meanwhile. */
interface Runnable extends RunQuery {
  isArchived: boolean;
  isBrandArchived: boolean;
  hasIntegration: boolean;
  /** Whether it has a run that is queued or running. */
  isUnderWay: boolean;
  now: Date;
}

async function runnable(tx: Tx, orgId: OrgId, matching: ReturnType<Tx>): Promise<Runnable[]> {
  // The organisation is locked before its queries, as in every transaction, to avoid deadlocks.
  await shareOrganisation(tx, orgId);
  return tx<Runnable[]>`
    select q.id as "queryId", q.brand_id as "brandId", q.platform, q.query_text as "queryText", q.country, q.region,
           q.city, q.search, now() as now,
           q.archived_at is not null as "isArchived", b.archived_at is not null as "isBrandArchived",
           exists (select from integrations where org_id = ${orgId} and ${servesPlatform(tx, tx`q.platform`)})
             as "hasIntegration",
           exists (select from runs r where r.org_id = ${orgId} and r.query_id = q.id and r.due_at is not null)
             as "isUnderWay"
    from queries q join brands b on b.org_id = ${orgId} and b.id = q.brand_id
    where q.org_id = ${orgId} and ${matching} order by q.id for no key update of q`;
}

function manualRun(query: Runnable): NewRun {
  return { ...query, id: newId(), plannedAt: query.now, dueAt: query.now, missed: 0 };
}

/**
 * Queues a run of a query, due now.
 * @throws AppError not_found, conflict if a run is under way, the query or its brand is archived, or its platform has
 *   no active integration
 */
export async function runQuery(db: Db, actor: Actor, id: string): Promise<RunSummary> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    const [query] = await runnable(tx, orgId, tx`q.id = ${id}`);
    if (!query) throw notFound('query');
    const { platform } = query;
    if (query.isArchived)
      throw new AppError('conflict', 'An archived query is not run; send archived: false first.');
    if (query.isBrandArchived) throw new AppError('conflict', 'Queries of an archived brand are not run.');
    if (!query.hasIntegration) throw new AppError('conflict', noIntegration(platform));
    const runId = (await insertRuns(tx, orgId, 'MANUAL', [manualRun(query)])).get(id);
    if (runId === undefined) throw new AppError('conflict', 'A run of this query is under way already.');
    await audit(tx, actor, {
      action: 'runQuery',
      targetType: 'query',
      targetId: id,
      details: { runId, platform },
    });
    return findRunSummary(tx, orgId, runId);
  });
}

/**
 * Queues a run of each matching query, due now; archived ones never match.
 * @returns how many were queued, and how many were not because a run is under way or an integration is missing
 * @throws AppError not_found for the brand
 */
export async function runQueries(db: Db, actor: Actor, filter: RunFilter): Promise<RunsQueued> {
  const { orgId } = actor;
  const { brandId, platform, tag } = filter;
  return db.tenant(orgId, async (tx) => {
    if (brandId !== undefined) await findBrand(tx, orgId, brandId);
    const queries = await runnable(
      tx,
      orgId,
      tx`q.archived_at is null and b.archived_at is null
        ${brandId === undefined ? tx`` : tx`and q.brand_id = ${brandId}`}
        ${platform === undefined ? tx`` : tx`and q.platform = ${platform}`}
        ${tag === undefined ? tx`` : tx`and ${textIdentity(tag)} = any(q.tags)`}`,
    );
    const free = queries.filter(({ isUnderWay }) => !isUnderWay);
    const ready = free.filter(({ hasIntegration }) => hasIntegration);
    const queued = await insertRuns(tx, orgId, 'MANUAL', ready.map(manualRun));
    const result = {
      queued: queued.size,
      underWay: queries.length - free.length + ready.length - queued.size,
      withoutIntegration: free.length - ready.length,
    };
    await audit(tx, actor, {
      action: 'runQueries',
      targetType: 'query',
      targetId: null,
      details: { ...filter, ...result },
    });
    return result;
  });
}

function sum(counts: Map<string, number>): number {
  return counts.values().reduce((total, count) => total + count, 0);
}
