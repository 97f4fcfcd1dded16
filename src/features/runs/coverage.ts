import { DAY_MS } from '../../base/days.ts';
import { roundedMean } from '../../base/definitions.ts';
import { invalidField } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import { ifGiven, type Order, onDays, type Page, pageOf, pageSelect } from '../../db/page.ts';
import type { DateRange } from '../../reports/range.ts';

export type Coverage = components['schemas']['Coverage'];
type Counts = components['schemas']['CoverageCounts'];
type Row = components['schemas']['CoverageRow'];

const MOST_DAYS = 366;

interface CoverageFilter extends DateRange, Page {
  brandId?: string | undefined;
  platform?: string | undefined;
  groupBy: 'PLATFORM' | 'BRAND';
  /** The brands of a limited key; null: all. */
  allowed: string[] | null;
}

/** A selected row, with the count and sum of all pages. An empty page has one row, whose other columns are null. */
type SelectedRow = Omit<Row, 'coverage' | 'shown'> & {
  total: number;
  sum: Omit<Counts, 'coverage' | 'shown'>;
  listPosition: string;
};

/**
 * The numbers of planned runs and of their outcomes: one row for each day and platform; with BRAND, for each brand too.
 * It is one statement, so that the page, the number of rows and their sum agree.
 * @returns days as YYYY-MM-DD (UTC), the latest first; coverage in percent with 2 decimals
 * @throws AppError validation_error for a range of more than MOST_DAYS
 */
export async function coverage(
  db: Db,
  orgId: OrgId,
  { start, end, brandId, platform, groupBy, allowed, ...page }: CoverageFilter,
): Promise<Coverage> {
  if (Date.parse(end) - Date.parse(start) >= MOST_DAYS * DAY_MS)
    throw invalidField('startDate', `startDate to endDate must be at most ${MOST_DAYS} days.`);
  return db.tenant(orgId, async (tx) => {
    const isBrand = groupBy === 'BRAND';
    const matching = (table: string) => tx`
      and ${ifGiven(tx, brandId, (value) => tx`${tx(table)}.brand_id = ${value}`)}
      and ${ifGiven(tx, platform, (value) => tx`${tx(table)}.platform = ${value}`)}
      and ${ifGiven(tx, allowed, (ids) => tx`${tx(table)}.brand_id = any(${ids}::text[])`)}`;
    const days = { start, end };
    const ofDay: Order = [{ by: tx`day`, type: 'date', descending: true }, { by: tx`platform` }];
    const order = isBrand ? [...ofDay, { by: tx`name` }, { by: tx`id` }] : ofDay;
    const { isAfter, limits, orderBy, position } = pageSelect(tx, page, order);
    const expected = tx`executed + "notShown" + failed + pending + missed - "ingestedNotShown" - "ingestedFailed"`;
    const found = await tx<SelectedRow[]>`
      with counted as (
        select (planned_at at time zone 'UTC')::date as day, platform, brand_id,
               count(*) filter (where state = 'COMPLETED') as executed,
               count(*) filter (where state = 'NOT_SHOWN') as "notShown",
               count(*) filter (where state = 'FAILED') as failed,
               count(*) filter (where state in ('QUEUED', 'RUNNING')) as pending, 0 as missed, 0 as ingested,
               0 as "ingestedNotShown", 0 as "ingestedFailed"
        from runs
        where org_id = ${orgId} and ${onDays(tx, tx`planned_at`, days)}
          and failure_reason is distinct from 'CANCELLED' ${matching('runs')}
        group by 1, 2, 3
        union all
        select day, platform, brand_id, 0, 0, 0, 0, count, 0, 0, 0 from missed_runs
        where org_id = ${orgId} and day between ${start}::date and ${end}::date ${matching('missed_runs')}
        union all
        select (executed_at at time zone 'UTC')::date, platform, brand_id, 0,
               count(*) filter (where state = 'NOT_SHOWN'), count(*) filter (where state = 'FAILED'), 0, 0,
               count(*) filter (where state = 'COMPLETED'), count(*) filter (where state = 'NOT_SHOWN'),
               count(*) filter (where state = 'FAILED')
        from runs
        where org_id = ${orgId} and source = 'INGESTED' and ${onDays(tx, tx`executed_at`, days)} ${matching('runs')}
        group by 1, 2, 3
      ), grouped as (
        select c.day, c.platform, ${isBrand ? tx`b.id` : tx`null`} as id, ${isBrand ? tx`b.name` : tx`null`} as name,
               sum(executed)::integer as executed, sum("notShown")::integer as "notShown",
               sum(failed)::integer as failed, sum(pending)::integer as pending, sum(missed)::integer as missed, sum(ingested)::integer as ingested,
               sum("ingestedNotShown")::integer as "ingestedNotShown", sum("ingestedFailed")::integer as "ingestedFailed"
        from counted c join brands b on b.org_id = ${orgId} and b.id = c.brand_id
        ${brandId === undefined ? tx`where b.archived_at is null` : tx``}
        group by c.day, c.platform ${isBrand ? tx`, b.id, b.name` : tx``}
      ), summed as (
        select count(*)::integer as total, json_build_object(
          'executed', coalesce(sum(executed), 0), 'notShown', coalesce(sum("notShown"), 0),
          'failed', coalesce(sum(failed), 0),
          'pending', coalesce(sum(pending), 0), 'missed', coalesce(sum(missed), 0),
          'ingested', coalesce(sum(ingested), 0), 'ingestedNotShown', coalesce(sum("ingestedNotShown"), 0),
          'ingestedFailed', coalesce(sum("ingestedFailed"), 0), 'expected', coalesce(sum(${expected}), 0)) as sum
        from grouped
      )
      select s.total, s.sum, to_char(g.day, 'YYYY-MM-DD') as day, g.platform,
             case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as brand,
             g."listPosition", ${expected} as expected, g.executed,
             g."notShown", g.failed, g.pending, g.missed, g.ingested, g."ingestedNotShown", g."ingestedFailed"
      from summed s
      left join (select *, ${position} as "listPosition" from grouped
                 where ${isAfter} order by ${orderBy} ${limits}) g on true
      order by g.day desc, g.platform, g.name, g.id`;
    const [first] = found;
    if (!first) throw new Error('The coverage returned no row.');
    const { total, sum } = first;
    const rows = found
      .filter(({ day }) => day !== null)
      .map(({ total: _, sum: __, ...row }) => ({ ...row, ...shares(row) }));
    return {
      startDate: start,
      endDate: end,
      ...pageOf<Row>(rows, page, total),
      sum: { ...sum, ...shares(sum) },
    };
  });
}

/**
 * The share of the expected runs that exist, and the share of pages with an answer, percent with 2 decimals; null:
 * there were none. Ingested answers are pages where their sender says of others that they had none.
 */
function shares({
  executed,
  notShown,
  expected,
  ingested,
  ingestedNotShown,
}: Omit<Counts, 'coverage' | 'shown'>) {
  const shown = executed + (ingestedNotShown > 0 ? ingested : 0);
  return {
    coverage: roundedMean(10_000 * (executed + notShown - ingestedNotShown), expected),
    shown: roundedMean(10_000 * shown, shown + notShown),
  };
}
