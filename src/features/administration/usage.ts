import { DAY_MS, dayNumber, dayOf } from '../../base/days.ts';
import { today } from '../../base/definitions.ts';
import { invalidField } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { onDays } from '../../db/page.ts';
import { type DateRange, reportRange } from '../../reports/range.ts';
import { getSubscription } from '../organisations/subscriptions.ts';

type Usage = components['schemas']['OrganisationUsage'];
type DayUse = Usage['days'][number];

/** Requests to platforms are stored this long (RETENTION), and requests of keys a little longer. */
const MOST_DAYS = 90;
/** So many answers are looked at to estimate what all take. */
const SAMPLED = 1_000;

/** A day of requests to platforms. */
interface SentOn {
  day: string;
  prompts: number;
  micros: number;
}

/**
 * What an organisation uses: quotas and storage now, and the days of a range.
 * @param owner whose requests its API keys and agents are counted as; null: they are not counted
 * @throws AppError not_found, validation_error for a range of too many days
 */
export async function organisationUsage(
  db: Db,
  orgId: OrgId,
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
  owner: bigint | null,
): Promise<Usage> {
  const range = usageRange(startDate, endDate);
  const { plan, quotas } = await getSubscription(db, orgId);
  const requests = owner === null ? null : await requestsByDay(db, owner, range);
  return db.tenant(orgId, async (tx) => {
    const answers = await answersByDay(tx, orgId, range);
    const sent = await sentByDay(tx, orgId, range);
    const firstDay = dayOf(new Date(Date.now() - (MOST_DAYS - 1) * DAY_MS));
    const days = daysOf(range).map((day): DayUse => {
      const isStored = day >= firstDay;
      return {
        day,
        answers: answers.get(day) ?? 0,
        prompts: isStored ? (sent.get(day)?.prompts ?? 0) : null,
        promptCost: isStored ? (sent.get(day)?.micros ?? 0) / 1_000_000 : null,
        requests: requests?.(day) ?? null,
      };
    });
    const { start, end } = range;
    const storage = await storageOf(tx, orgId);
    return { organisationId: orgId, plan, startDate: start, endDate: end, quotas, storage, days };
  });
}

function usageRange(startDate: string | undefined, endDate: string | undefined): DateRange {
  const range = reportRange(startDate, endDate, new Date(), ['startDate', 'endDate']);
  if (dayNumber(range.end) - dayNumber(range.start) >= MOST_DAYS)
    throw invalidField('startDate', `startDate must be at most ${MOST_DAYS - 1} days before endDate.`);
  return range;
}

function daysOf({ start, end }: DateRange): string[] {
  const count = dayNumber(end) - dayNumber(start) + 1;
  return Array.from({ length: count }, (_, at) => today(new Date((dayNumber(start) + at) * DAY_MS)));
}

async function answersByDay(tx: Tx, orgId: OrgId, range: DateRange): Promise<Map<string, number>> {
  const rows = await tx<{ day: string; answers: number }[]>`
    select to_char(executed_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as answers
    from runs where org_id = ${orgId} and state = 'COMPLETED' and ${onDays(tx, tx`executed_at`, range)} group by 1`;
  return new Map(rows.map(({ day, answers }) => [day, answers]));
}

async function sentByDay(tx: Tx, orgId: OrgId, range: DateRange): Promise<Map<string, SentOn>> {
  const rows = await tx<SentOn[]>`
    select to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(charge_micros)::float8 as micros,
           count(*) filter (where run_id is not null or trial_id is not null) as prompts
    from run_attempts where org_id = ${orgId} and ${onDays(tx, tx`sent_at`, range)} group by 1`;
  return new Map(rows.map((row) => [row.day, row]));
}

/** The requests of a day; null: not stored so long. */
async function requestsByDay(
  { sql }: Db,
  owner: bigint,
  { start, end }: DateRange,
): Promise<(day: string) => number | null> {
  const rows = await sql<{ day: string; requests: number }[]>`
    select day::text as day, sum(requests)::float8 as requests from request_days
    where owner = ${`${owner}`} and not is_session and day between ${start}::text::date and ${end}::text::date group by 1`;
  const [oldest] = await sql<{ since: string | null }[]>`
    select min(day)::text as since from request_days where not is_session`;
  const counts = new Map(rows.map(({ day, requests }) => [day, requests]));
  const since = oldest?.since ?? today();
  return (day) => (day < since ? null : (counts.get(day) ?? 0));
}

async function storageOf(tx: Tx, orgId: OrgId): Promise<Usage['storage']> {
  const [storage] = await tx<[Usage['storage']]>`
    with newest as (
      select pg_column_size(r.*) as bytes from runs r
      where org_id = ${orgId} and state = 'COMPLETED' order by executed_at desc, id desc limit ${SAMPLED}),
    counted as (select count(*) as answers from runs where org_id = ${orgId} and state = 'COMPLETED')
    select c.answers, round(c.answers * coalesce((select avg(bytes) from newest), 0))::float8 as "answerBytes",
      (select coalesce(sum(bytes), 0)::float8 from exports
        where org_id = ${orgId} and state = 'COMPLETED' and expires_at > now()) as "exportBytes",
      (select coalesce(sum(bytes), 0)::float8 from (
        select distinct sha256, bytes from pin_files where org_id = ${orgId}) files) as "pinBytes"
    from counted c`;
  return storage;
}
