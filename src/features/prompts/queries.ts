import { tagIdentities, textIdentity } from '../../base/definitions.ts';
import { AppError, invalidField, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { ifGiven, ORDERED_CHARACTERS, type Page, type Paged, selectPage } from '../../db/page.ts';
import { rows } from '../../db/rows.ts';
import { WITH_COUNTRY } from '../../platforms/capabilities.ts';
import { noteBrandsChanged } from '../../snapshots/changes.ts';
import { findBrand, isOfActiveBrand } from '../brands/brands.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import { lockOrganisation } from '../organisations/lock.ts';
import { takeFromQuota } from '../organisations/quotas.ts';
import { askable, askedOf, refuseSearch } from './asked.ts';
import { brandNaming, withBranded } from './branded.ts';
import { DETECTABLE_POINTS, detectableWith } from './detectable.ts';
import { identityColumn, identityOf, isAlike, promptColumn, withFirstSpelling } from './identity.ts';
import { cancelQueued } from './queued-runs.ts';
import { changedSchedule, UNSCHEDULED } from './schedules.ts';

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

const columns = (tx: Tx) => tx`
  q.id, q.brand_id as "brandId", q.query_text as "queryText", q.platform, q.country, q.search,
  q.country is not null and q.search <> 'NEVER' and q.platform = any(${WITH_COUNTRY}::text[]) as "countrySent",
  q.region, q.city, q.topic,
  q.runs_per_day as "runsPerDay", (${DETECTABLE_POINTS}::float8[])[case q.repeat_interval
    when 'DAILY' then q.runs_per_day when 'HOURLY' then 24 end] as "detectablePoints",
  counts_as_branded(q.branded, q.tags) as branded, q.scheduled_at as "scheduledAt",
  q.repeat_interval as "repeatInterval", q.tags, q.archived_at is not null as archived,
  q.created_at as "createdAt", q.updated_at as "updatedAt"`;

/** A page of queries, ordered by the beginning of the text and the platform. */
export async function listQueries(
  db: Db,
  orgId: OrgId,
  {
    brandId,
    platform,
    tag,
    topic,
    branded,
    search,
    archived,
    scheduled,
    queryId,
    allowed = null,
    ...page
  }: QueryFilter & Page,
): Promise<Paged<Query>> {
  return db.tenant(orgId, async (tx) => {
    const where = tx`q.org_id = ${orgId} and (q.archived_at is not null) = ${archived}
        and ${brandId === undefined ? isOfActiveBrand(tx, orgId, tx`q.brand_id`) : tx`q.brand_id = ${brandId}`}
        and ${ifGiven(tx, platform, (value) => tx`q.platform = ${value}`)}
        and ${ifGiven(tx, tag, (value) => tx`${textIdentity(value)} = any(q.tags)`)}
        and ${ifGiven(tx, topic, (value) => tx`q.topic = ${value}`)}
        and ${ifGiven(tx, branded, (value) => tx`counts_as_branded(q.branded, q.tags) = ${value}`)}
        and ${ifGiven(tx, search, (value) => tx`position(lower(${textIdentity(value)}) in lower(${identityOf(tx)})) > 0`)}
        and ${ifGiven(tx, scheduled, (value) => tx`(q.scheduled_at is not null) = ${value}`)}
        and ${ifGiven(tx, queryId, (value) => tx`q.id = ${value}`)}
        and ${ifGiven(tx, allowed, (ids) => tx`q.brand_id = any(${ids}::text[])`)}`;
    const text = tx`left(q.query_text, ${ORDERED_CHARACTERS}::integer)`;
    const order = [{ by: text }, { by: tx`q.platform` }, { by: tx`q.id` }];
    return selectPage<Query>(tx, page, { columns: columns(tx), from: tx`queries q`, where, order });
  });
}

/**
 * Creates a query, scheduled if scheduledAt is given.
 * @throws AppError not_found for the brand, conflict for an existing query, validation_error for the schedule,
 *   quota_exceeded
 */
export async function createQuery(tx: Tx, actor: Actor, input: QueryInput): Promise<Query> {
  const { orgId } = actor;
  const { brandId, platform, queryText } = input;
  const tags = tagIdentities(input.tags ?? []);
  const { country, region, city, search, topic } = askedOf(input);
  const { scheduledAt, repeatInterval, runsPerDay } = changedSchedule(UNSCHEDULED, input);
  const plan = await lockOrganisation(tx, orgId);
  await refuseSearch(tx, orgId, { platform, search });
  const brand = await findBrand(tx, orgId, brandId);
  await refuseTaken(tx, orgId, input);
  await takeFromQuota(tx, orgId, plan, 'queries');
  const id = newId();
  await tx`
    insert into queries (org_id, id, brand_id, platform, query_text, identity, prompt, country, region, city, search,
                         topic, branded, scheduled_at, repeat_interval, runs_per_day, schedule_anchor, schedule_set_at, tags)
    values (${orgId}, ${id}, ${brandId}, ${platform}, ${queryText}, ${identityColumn(queryText)},
            ${promptOf(tx, orgId, { id, brandId, queryText })}, ${country},
            ${region}, ${city}, ${search}, ${topic}, ${brandNaming(brand)(queryText)}, ${scheduledAt}, ${repeatInterval}, ${runsPerDay}, ${scheduledAt},
            ${scheduledAt === null ? null : tx`now()`}, ${tags})`;
  await noteBrandsChanged(tx, orgId);
  await audit(tx, actor, {
    action: 'createQuery',
    targetType: 'query',
    targetId: id,
    details: { ...input },
  });
  return findQuery(tx, orgId, id);
}

/**
 * Creates a query of each text on each platform; existing queries do not change.
 * @throws AppError validation_error for too many, not_found for the brand, quota_exceeded
 */
export async function bulkCreateQueries(db: Db, actor: Actor, input: BulkInput): Promise<BulkResult> {
  const { orgId } = actor;
  const { brandId, texts } = input;
  const tags = tagIdentities(input.tags ?? []);
  const { country, region, city, search, topic } = askedOf(input);
  return db.tenant(orgId, async (tx) => {
    const plan = await lockOrganisation(tx, orgId);
    const { platforms, refused } = await askable(tx, orgId, input.platforms, search);
    if (texts.length * platforms.length > MAX_BULK)
      throw invalidField('texts', `texts × platforms must be at most ${MAX_BULK}.`);
    const brand = await findBrand(tx, orgId, brandId);
    const queries = texts.map((queryText) => ({ brandId, queryText }));
    const named = (await withBranded(queries, [brand]))
      .flatMap(({ queryText, branded }) =>
        platforms.map((platform) => ({ id: newId(), brand_id: brandId, platform, text: queryText, branded })),
      )
      .map((query, ordinal) => ({ ...query, ordinal }));
    const wanted = withFirstSpelling(named);
    const find = () => tx<(Query & { ordinal: number })[]>`
      select distinct on (w.ordinal) w.ordinal, ${columns(tx)}
      from ${rows(tx, 'w(platform text, text text, identity text, ordinal integer)', wanted)}
      join queries q on q.org_id = ${orgId} and q.brand_id = ${brandId} and q.platform = w.platform
        and ${isAlike(tx, tx`coalesce(w.identity, w.text)`)}
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
      await audit(tx, actor, {
        action: 'bulkCreateQueries',
        targetType: 'brand',
        targetId: brandId,
        details,
      });
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
 *   the schedule, quota_exceeded if an archived query is made active
 */
export async function updateQuery(tx: Tx, actor: Actor, id: string, changes: QueryChanges): Promise<Query> {
  const { orgId } = actor;
  const plan = await lockOrganisation(tx, orgId);
  // Locked, because the scheduler moves scheduledAt to the next occurrence.
  const known = await findQuery(tx, orgId, id, 'for no key update');
  const wanted = {
    ...known,
    ...changes,
    tags: tagIdentities(changes.tags ?? known.tags),
    ...askedOf({ ...known, ...changes }),
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
  await audit(tx, actor, {
    action: 'updateQuery',
    targetType: 'query',
    targetId: id,
    // A break: answers of another search are not comparable.
    details: { ...changes, ...(wanted.search !== known.search && { searchSet: wanted.search }) },
  });
  return findQuery(tx, orgId, id);
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
  const known = await findQuery(tx, orgId, id, 'for no key update');
  if (known.archived) return;
  await writeQuery(tx, orgId, { ...known, archived: true });
  await cancelQueued(tx, orgId, [id], ARCHIVED);
  await audit(tx, actor, { action: 'archiveQuery', targetType: 'query', targetId: id });
}

/** A query of the organisation. @throws AppError not_found */
export async function findQuery(
  tx: Tx,
  orgId: OrgId,
  id: string,
  lock?: 'for no key update',
): Promise<Query> {
  const [query] = await tx<Query[]>`
    select ${columns(tx)} from queries q where q.org_id = ${orgId} and q.id = ${id}
    ${lock ? tx`for no key update` : tx``}`;
  if (!query) throw notFound('query');
  return query;
}

/**
 * Writes the new state of a query; an archived one has no schedule.
 * @param isRescheduled whether its scheduledAt becomes the anchor of its repetitions, set now
 */
async function writeQuery(tx: Tx, orgId: OrgId, query: Query, isRescheduled = false): Promise<void> {
  const { archived } = query;
  const scheduledAt = archived ? null : query.scheduledAt;
  await tx`update queries set query_text = ${query.queryText},
      identity = ${identityColumn(query.queryText)}, prompt = ${promptOf(tx, orgId, query)},
      platform = ${query.platform},
      country = ${query.country}, region = ${query.region}, city = ${query.city}, search = ${query.search},
      topic = ${query.topic}, tags = ${query.tags},
      scheduled_at = ${scheduledAt}, repeat_interval = ${archived ? null : query.repeatInterval},
      runs_per_day = ${archived ? 1 : query.runsPerDay},
      schedule_anchor = ${scheduledAt === null || isRescheduled ? scheduledAt : tx`schedule_anchor`},
      schedule_set_at = ${scheduledAt === null ? null : isRescheduled ? tx`now()` : tx`schedule_set_at`},
      archived_at = case when ${archived} then coalesce(archived_at, (select now())) end, updated_at = now()
    where org_id = ${orgId} and id = ${query.id}`;
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
