import { tagIdentities, textIdentity } from '../../base/definitions.ts';
import { AppError, invalidField } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, ORDERED_CHARACTERS } from '../../db/page.ts';
import { rows } from '../../db/rows.ts';
import { WITH_COUNTRY } from '../../platforms/capabilities.ts';
import { noteBrandsChanged } from '../../snapshots/changes.ts';
import { type Actor, audit } from '../audit/audit.ts';
import { brands, findBrand, isOfActiveBrand } from '../brands/brands.ts';
import { lockOrganisation } from '../quotas/lock.ts';
import { takeFromQuota } from '../quotas/quotas.ts';
import { resource } from '../resources/resource.ts';
import { brandNaming, withBranded } from './branded.ts';
import { DETECTABLE_POINTS, detectableWith } from './detectable.ts';
import { identityColumn, isAlike, promptColumn, withFirstSpelling } from './identity.ts';
import { cancelQueued } from './queued-runs.ts';
import { changedSchedule, UNSCHEDULED } from './schedules.ts';
import { askable, refuseSearch, settingsOf } from './settings.ts';

export type Query = components['schemas']['Query'];
type QueryInput = components['schemas']['QueryCreate'];
type QueryChanges = components['schemas']['QueryUpdate'];
type BulkInput = components['schemas']['QueriesBulkCreate'];
type ScheduleInput = components['schemas']['QueriesSchedule'];
type BulkResult = components['schemas']['QueriesBulkResult'];
/** The fields that identify a query within an organisation. */
type Wording = Pick<Query, 'brandId' | 'platform' | 'queryText'>;

const MAX_BULK = 500;
const ARCHIVED = 'It was cancelled: the query was archived.';
const CLEARED = 'It was cancelled: the schedule was cleared.';

export interface QueryFilter {
  brandId?: string | undefined;
  platform?: string | undefined;
  tag?: string | undefined;
  topic?: string | undefined;
  search?: string | undefined;
  archived: boolean;
  branded?: boolean | undefined;
  /** Whether a run is scheduled. */
  scheduled?: boolean | undefined;
  queryId?: string | undefined;
  /** The brands of a limited key; null: all. */
  allowed?: string[] | null;
}

/** Queries, by the beginning of the text and the platform. */
export const queries = resource<Query, QueryFilter>({
  name: 'Query',
  table: 'queries',
  columns: `brand_id, query_text, platform, country, search, region, city, topic, runs_per_day, scheduled_at,
    repeat_interval, tags`,
  unread: 'identity, prompt, branded, schedule_anchor, schedule_set_at, archived_at',
  read: (tx) => tx`
    t.country is not null and t.search <> 'NEVER' and t.platform = any(${WITH_COUNTRY}::text[]) as "countrySent",
    (${DETECTABLE_POINTS}::float8[])[case t.repeat_interval
      when 'DAILY' then t.runs_per_day when 'HOURLY' then 24 end] as "detectablePoints",
    counts_as_branded(t.branded, t.tags) as branded, t.archived_at is not null as archived,
    t.created_at as "createdAt", t.updated_at as "updatedAt"`,
  filters: 'brand_id, platform, topic',
  filter: (tx, { brandId, tag, branded, search, archived, scheduled, queryId, allowed }, orgId) => tx`
    (t.archived_at is not null) = ${archived}
    and ${brandId === undefined ? isOfActiveBrand(tx, orgId, tx`t.brand_id`) : tx`true`}
    and ${ifGiven(tx, tag, (value) => tx`${textIdentity(value)} = any(t.tags)`)}
    and ${ifGiven(tx, branded, (value) => tx`counts_as_branded(t.branded, t.tags) = ${value}`)}
    and ${ifGiven(tx, search, (value) => tx`position(lower(${textIdentity(value)}) in lower(coalesce(t.identity, t.query_text))) > 0`)}
    and ${ifGiven(tx, scheduled, (value) => tx`(t.scheduled_at is not null) = ${value}`)}
    and ${ifGiven(tx, queryId, (value) => tx`t.id = ${value}`)}
    and ${ifGiven(tx, allowed, (ids) => tx`t.brand_id = any(${ids}::text[])`)}`,
  order: (tx) => [
    { by: tx`left(t.query_text, ${ORDERED_CHARACTERS}::integer)` },
    { by: tx`t.platform` },
    { by: tx`t.id` },
  ],
});

/**
 * Creates a query, scheduled if scheduledAt is given.
 * @throws AppError not_found for the brand, conflict for an existing query, validation_error for the schedule,
 *   quota_exceeded
 */
export async function createQuery(tx: Tx, actor: Actor, input: QueryInput): Promise<Query> {
  const { orgId } = actor;
  const { brandId, platform, queryText } = input;
  const tags = tagIdentities(input.tags ?? []);
  const settings = settingsOf(input);
  const schedule = changedSchedule(UNSCHEDULED, input);
  const plan = await lockOrganisation(tx, orgId);
  await refuseSearch(tx, orgId, { platform, search: settings.search });
  const brand = await findBrand(tx, orgId, brandId);
  await refuseTaken(tx, orgId, input);
  await takeFromQuota(tx, orgId, plan, 'queries');
  const id = newId();
  const query = await queries.create(
    tx,
    actor,
    {
      id,
      brandId,
      platform,
      queryText,
      identity: identityColumn(queryText),
      prompt: promptOf(tx, orgId, { id, brandId, queryText }),
      branded: brandNaming(brand)(queryText),
      ...settings,
      ...schedule,
      scheduleAnchor: schedule.scheduledAt,
      scheduleSetAt: schedule.scheduledAt === null ? null : tx`now()`,
      tags,
    },
    { ...input },
  );
  await noteBrandsChanged(tx, orgId);
  return query;
}

/**
 * Creates a query of each text on each platform; existing queries do not change.
 * @throws AppError validation_error for too many, not_found for the brand, quota_exceeded
 */
export async function bulkCreateQueries(db: Db, actor: Actor, input: BulkInput): Promise<BulkResult> {
  const { orgId } = actor;
  const { brandId, texts } = input;
  const tags = tagIdentities(input.tags ?? []);
  const { country, region, city, search, topic } = settingsOf(input);
  return db.tenant(orgId, async (tx) => {
    const plan = await lockOrganisation(tx, orgId);
    const { platforms, refused } = await askable(tx, orgId, input.platforms, search);
    if (texts.length * platforms.length > MAX_BULK)
      throw invalidField('texts', `texts × platforms must be at most ${MAX_BULK}.`);
    const brand = await findBrand(tx, orgId, brandId);
    const wording = texts.map((queryText) => ({ brandId, queryText }));
    const named = (await withBranded(wording, [brand]))
      .flatMap(({ queryText, branded }) =>
        platforms.map((platform) => ({ id: newId(), brand_id: brandId, platform, text: queryText, branded })),
      )
      .map((query, ordinal) => ({ ...query, ordinal }));
    const wanted = withFirstSpelling(named);
    const find = () => tx<(Query & { ordinal: number })[]>`
      select distinct on (w.ordinal) w.ordinal, ${queries.fields(tx, orgId)}
      from ${rows(tx, 'w(platform text, text text, identity text, ordinal integer)', wanted)}
      join queries q on q.org_id = ${orgId} and q.brand_id = ${brandId} and q.platform = w.platform
        and ${isAlike(tx, tx`coalesce(w.identity, w.text)`)}
      join queries t on t.org_id = ${orgId} and t.id = q.id
      order by w.ordinal, q.query_text = w.text desc, q.created_at, q.id`;
    const known = new Set((await find()).map(({ ordinal }) => ordinal));
    const unknown = wanted.filter(({ ordinal }) => !known.has(ordinal));
    // Of texts that look alike the first becomes the query's.
    const missing = new Set(unknown.map(({ platform, text, identity }) => `${platform} ${identity ?? text}`))
      .size;
    if (missing > 0) {
      await takeFromQuota(tx, orgId, plan, 'queries', { more: missing });
      const columnsOf = `w(id text, brand_id text, platform text, text text, identity text, first text,
                           branded boolean, ordinal integer)`;
      await tx`insert into queries (org_id, id, brand_id, platform, query_text, identity, prompt, country, region, city,
                                     search, topic, branded, tags)
        select o.id, w.id, ${brandId}, w.platform, w.text, w.identity, ${promptColumn(tx, orgId)}, ${country},
               ${region}, ${city}, ${search}, ${topic}, w.branded, ${tags}::text[]
        from organisations o cross join ${rows(tx, columnsOf, unknown)}
        where o.id = ${orgId}
        order by w.ordinal
        on conflict do nothing`;
      await noteBrandsChanged(tx, orgId);
      const details = { brandId, platforms, country, region, city, search, topic, tags, created: missing };
      await brands.note(tx, actor, 'bulkCreateQueries', brandId, details);
    }
    const created = new Set<string>();
    const data = (await find()).map(({ ordinal, ...query }) => {
      const isNew = !known.has(ordinal) && !created.has(query.id);
      if (isNew) created.add(query.id);
      return { status: isNew ? ('created' as const) : ('unchanged' as const), query };
    });
    const unchanged = wanted.length - missing;
    return { created: missing, unchanged, ...(refused.length > 0 && { refused }), data };
  });
}

/**
 * Changes a query. Archiving it, or clearing its schedule, cancels its queued runs.
 * @throws AppError not_found, conflict for an existing query and for scheduling an archived one, validation_error for
 *   the schedule, quota_exceeded if an archived query becomes active
 */
export async function updateQuery(tx: Tx, actor: Actor, id: string, changes: QueryChanges): Promise<Query> {
  const { orgId } = actor;
  const plan = await lockOrganisation(tx, orgId);
  // Locked, because the scheduler moves scheduledAt to the next occurrence.
  const known = await queries.lock(tx, orgId, id);
  const wanted = {
    ...known,
    ...changes,
    tags: tagIdentities(changes.tags ?? known.tags),
    ...settingsOf({ ...known, ...changes }),
    ...changedSchedule(known, changes),
  };
  if (wanted.platform !== known.platform || wanted.search !== known.search)
    await refuseSearch(tx, orgId, wanted);
  if (wanted.archived && changes.scheduledAt)
    throw new AppError('conflict', 'scheduledAt: an archived query has none; send archived: false too.');
  if (wanted.queryText !== known.queryText || wanted.platform !== known.platform)
    await refuseTaken(tx, orgId, wanted);
  if (known.archived && !wanted.archived) await takeFromQuota(tx, orgId, plan, 'queries');
  const isRescheduled =
    changes.scheduledAt !== undefined ||
    wanted.repeatInterval !== known.repeatInterval ||
    wanted.runsPerDay !== known.runsPerDay;
  await writeQuery(tx, orgId, wanted, isRescheduled);
  if (wanted.queryText !== known.queryText) await writeBranded(tx, orgId, wanted);
  if (wanted.queryText !== known.queryText || changes.tags || wanted.topic !== known.topic)
    await noteBrandsChanged(tx, orgId);
  if (wanted.archived) await cancelQueued(tx, orgId, [id], ARCHIVED);
  else if (wanted.scheduledAt === null) await cancelQueued(tx, orgId, [id], CLEARED, 'SCHEDULE');
  await queries.note(tx, actor, 'updateQuery', id, {
    ...changes,
    // A break: answers of another search are not comparable.
    ...(wanted.search !== known.search && { searchSet: wanted.search }),
  });
  return queries.find(tx, orgId, id);
}

/**
 * Sets or clears the schedule of each matching query; archived ones never match.
 * @returns how many match
 * @throws AppError not_found for the brand, validation_error for the schedule
 */
export async function scheduleQueries(
  db: Db,
  actor: Actor,
  { scheduledAt, repeatInterval = null, runsPerDay = 1, ...filter }: ScheduleInput,
): Promise<{ changed: number; detectablePoints: number | null }> {
  const { orgId } = actor;
  const { brandId, platform, tag, queryIds } = filter;
  const wanted = changedSchedule(UNSCHEDULED, { scheduledAt, repeatInterval, runsPerDay });
  return db.tenant(orgId, async (tx) => {
    await lockOrganisation(tx, orgId);
    if (brandId !== undefined) await findBrand(tx, orgId, brandId);
    // Locked in the scheduler's order, against deadlocks.
    const matching = await tx<{ id: string }[]>`
      select q.id from queries q where q.org_id = ${orgId} and q.archived_at is null
        and ${isOfActiveBrand(tx, orgId, tx`q.brand_id`)}
        and ${ifGiven(tx, brandId, (value) => tx`q.brand_id = ${value}`)}
        and ${ifGiven(tx, platform, (value) => tx`q.platform = ${value}`)}
        and ${ifGiven(tx, tag, (value) => tx`${textIdentity(value)} = any(q.tags)`)}
        and ${ifGiven(tx, queryIds, (value) => tx`q.id = any(${value})`)}
      order by q.scheduled_at, q.id for no key update`;
    const ids = matching.map(({ id }) => id);
    await tx`update queries set scheduled_at = ${wanted.scheduledAt}, repeat_interval = ${wanted.repeatInterval},
        runs_per_day = ${wanted.runsPerDay}, schedule_anchor = ${wanted.scheduledAt},
        schedule_set_at = ${wanted.scheduledAt === null ? null : tx`now()`}, updated_at = now()
      where org_id = ${orgId} and id = any(${ids})`;
    if (wanted.scheduledAt === null) await cancelQueued(tx, orgId, ids, CLEARED, 'SCHEDULE');
    const changed = ids.length;
    await audit(tx, actor, {
      action: 'scheduleQueries',
      targetType: 'query',
      targetId: null,
      details: { ...filter, ...wanted, changed },
    });
    return { changed, detectablePoints: detectableWith(wanted) };
  });
}

/** Archives a query: it leaves lists and its schedule ends; its runs stay. @throws AppError not_found */
export async function archiveQuery(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  await lockOrganisation(tx, orgId);
  const known = await queries.lock(tx, orgId, id);
  if (known.archived) return;
  await writeQuery(tx, orgId, { ...known, archived: true });
  await cancelQueued(tx, orgId, [id], ARCHIVED);
  await queries.note(tx, actor, 'archiveQuery', id);
}

/**
 * Writes the new state of a query; an archived one has no schedule.
 * @param isRescheduled whether its scheduledAt becomes the anchor of its repetitions, set now
 */
async function writeQuery(tx: Tx, orgId: OrgId, query: Query, isRescheduled = false): Promise<void> {
  const { archived, branded: _, ...row } = query;
  const scheduledAt = archived ? null : query.scheduledAt;
  await queries.write(tx, orgId, query.id, {
    ...row,
    identity: identityColumn(query.queryText),
    prompt: promptOf(tx, orgId, query),
    scheduledAt,
    ...(archived && { repeatInterval: null, runsPerDay: 1 }),
    ...((scheduledAt === null || isRescheduled) && {
      scheduleAnchor: scheduledAt,
      scheduleSetAt: scheduledAt === null ? null : tx`now()`,
    }),
    archivedAt: archived ? tx`coalesce(archived_at, (select now()))` : null,
  });
}

/** The column `prompt` of one query. */
function promptOf(
  tx: Tx,
  orgId: OrgId,
  { id, brandId, queryText: text }: Pick<Query, 'id' | 'brandId' | 'queryText'>,
) {
  const row = { id, brand_id: brandId, text };
  const columns = 'w(id text, brand_id text, text text, identity text, first text)';
  return tx`(select ${promptColumn(tx, orgId)} from ${rows(tx, columns, withFirstSpelling([row]))})`;
}

/** Writes whether a query's text names its brand. */
async function writeBranded(tx: Tx, orgId: OrgId, { id, brandId, queryText }: Query): Promise<void> {
  const namesBrand = brandNaming(await findBrand(tx, orgId, brandId));
  await tx`update queries set branded = ${namesBrand(queryText)} where org_id = ${orgId} and id = ${id}`;
}

/** @throws AppError conflict if another query of the brand and platform has this text, or one that looks alike */
async function refuseTaken(
  tx: Tx,
  orgId: OrgId,
  { id = null, brandId, platform, queryText }: Wording & { id?: string | null },
): Promise<void> {
  const [taken] = await tx`
    select from queries q where q.org_id = ${orgId} and q.brand_id = ${brandId} and q.platform = ${platform}
      and ${isAlike(tx, tx`${textIdentity(queryText)}`)} and q.id is distinct from ${id} limit 1`;
  if (taken)
    throw new AppError(
      'conflict',
      'queryText: the brand has this prompt for this platform already, perhaps archived or with other blanks.',
    );
}
