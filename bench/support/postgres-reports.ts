import postgres from 'postgres';
import type { ReportParameters } from '../../src/reports/reports.ts';

/** The reports by plain SQL on Postgres, over one flat table with a covering index for each: data/references.sql. */
export class PostgresReports {
  readonly #sql: postgres.Sql;

  /** @param superuserUrl row-level security would cost it something. */
  constructor(superuserUrl: string) {
    // A plan for any range sorts all mentions of the range, 90 ms instead of 1.
    const connection = { plan_cache_mode: 'force_custom_plan' };
    this.#sql = postgres(superuserUrl, { max: 1, onnotice: () => {}, connection });
  }

  /** A range of each brand's runs in an index that holds all that is counted. */
  async brands(orgId: string, { start, end, limit }: ReportParameters): Promise<postgres.Row[]> {
    return this.#sql`
      select b.id, b.name, c.*
      from brands b
      cross join lateral (
        select count(*) as runs, count(*) filter (where named) as named, round(avg(sentiment), 0) as sentiment,
               count(sentiment) as sentiment_count, round(avg(position), 2) as position, count(position) as position_count
        from bench.reported_runs r
        where r.org_id = b.org_id and r.brand_id = b.id
          and r.executed_at >= ${start}::date and r.executed_at < ${end}::date + 1
      ) c
      where b.org_id = ${orgId} and b.archived_at is null
      order by c.named::float8 / nullif(c.runs, 0) desc nulls last, b.name, b.id
      limit ${limit}`;
  }

  /** Each query's latest run by one walk through an index in that order. */
  async latest(orgId: string, { start, end, limit }: ReportParameters): Promise<postgres.Row[]> {
    return this.#sql`
      with latest as (
        select distinct on (query_id) query_id, id, brand_id, executed_at, named, position, sentiment
        from bench.reported_runs
        where org_id = ${orgId} and executed_at >= ${start}::date and executed_at < ${end}::date + 1
        order by query_id, executed_at desc, id desc
      )
      select count(*) over () as total, l.*, q.query_text, q.platform, b.name
      from latest l
      join queries q on q.org_id = ${orgId} and q.id = l.query_id
      join brands b on b.org_id = ${orgId} and b.id = l.brand_id
      order by l.executed_at desc, l.query_id
      limit ${limit}`;
  }

  /** The same by one probe of that index a query, which suits long ranges of few queries. */
  async latestByProbes(
    orgId: string,
    { start, end, limit, offset }: ReportParameters,
  ): Promise<postgres.Row[]> {
    return this.#sql`
      select count(*) over () as total, l.*, q.query_text, q.platform, b.name
      from queries q
      join brands b on b.org_id = q.org_id and b.id = q.brand_id
      cross join lateral (
        select r.id, r.executed_at, r.named, r.position, r.sentiment
        from bench.reported_runs r
        where r.org_id = q.org_id and r.query_id = q.id
          and r.executed_at >= ${start}::date and r.executed_at < ${end}::date + 1
        order by r.executed_at desc, r.id desc
        limit 1
      ) l
      where q.org_id = ${orgId}
      order by l.executed_at desc, q.id
      limit ${limit} offset ${offset}`;
  }

  /**
   * The newest mentions by one walk through an index in that order, which ends after the page; their number from counts
   * by day, which something would have to keep up to date.
   */
  async mentions(orgId: string, { start, end, limit, offset }: ReportParameters): Promise<postgres.Row[]> {
    return this.#sql`
      select (select coalesce(sum(mentions), 0)::float8 from bench.mention_days
              where org_id = ${orgId} and day between ${start}::date and ${end}::date) as total,
             m.*, b.name
      from bench.reported_mentions m
      join brands b on b.org_id = m.org_id and b.id = m.brand_id
      where m.org_id = ${orgId} and m.discovered_at >= ${start}::date and m.discovered_at < ${end}::date + 1
      order by m.discovered_at desc, m.id
      limit ${limit} offset ${offset}`;
  }

  async close(): Promise<void> {
    await this.#sql.end();
  }
}
