import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import type { OrgId } from '../../src/base/ids.ts';
import type { Tx } from '../../src/db/client.ts';
import { noteRunsChanged } from '../../src/snapshots/changes.ts';
import { type PublishedSnapshot, publishSnapshot } from '../../src/snapshots/publish/publish.ts';
import type { Copy } from './bench.ts';
import { benchLog } from './log.ts';

export interface RunsPart {
  bucket: string;
  /** First day of the month, YYYY-MM-DD. */
  month: string;
  runs: number;
}

/** Writes to a copy of the data, and publishes snapshots of it. */
export class Changes {
  readonly #copy: Copy;
  readonly #sql: postgres.Sql;

  constructor(copy: Copy) {
    this.#copy = copy;
    this.#sql = postgres(copy.superuserUrl, { max: 1, onnotice: () => {} });
  }

  /** Parts that together hold this share of all runs, beginning with a bucket of middle size. */
  async partsOf(share: number): Promise<RunsPart[]> {
    const parts = await this.#sql<RunsPart[]>`
      with parts as (
        select right(org_id, 1) as bucket, date_trunc('month', executed_at at time zone 'UTC')::date::text as month,
               count(*)::float8 as runs
        from runs group by 1, 2
      ), buckets as (
        select bucket, percent_rank() over (order by sum(runs)) as place from parts group by bucket
      )
      select p.* from parts p join buckets b using (bucket)
      order by abs(b.place - 0.5), bucket, month`;
    const wanted = share * parts.reduce((sum, { runs }) => sum + runs, 0);
    const chosen: RunsPart[] = [];
    for (let sum = 0; sum < wanted; sum += chosen.at(-1)!.runs) chosen.push(parts[chosen.length]!);
    return chosen;
  }

  /** Changes the sentiment of every run of the parts, and notes the parts as the program does. */
  async changeRuns(parts: RunsPart[]): Promise<void> {
    await this.#sql.begin(async (tx) => {
      for (const { bucket, month } of parts) {
        await tx`
          update observations o set sentiment = (o.sentiment + 1) % 10001
          from runs r
          where right(r.org_id, 1) = ${bucket}
            and cast(r.executed_at at time zone 'UTC' as date) >= ${month}::date
            and cast(r.executed_at at time zone 'UTC' as date) < ${month}::date + interval '1 month'
            and o.org_id = r.org_id and o.run_id = r.id and o.kind = 'BRAND'`;
        await tx`insert into changed_parts (org_id, part, month)
          select id, 'runs', ${month}::date from organisations where right(id, 1) = ${bucket}`;
      }
    });
  }

  /** A run of an organisation's newest month that names the brand. */
  async newestRun(orgId: OrgId): Promise<{ id: string; day: string }> {
    const [run] = await this.#sql<{ id: string; day: string }[]>`
      select r.id, (r.executed_at at time zone 'UTC')::date::text as day
      from runs r join observations o on o.org_id = r.org_id and o.run_id = r.id and o.kind = 'BRAND' and o.sentiment < 10000
      where r.org_id = ${orgId} order by r.executed_at desc limit 1`;
    if (!run) throw new Error(`The organisation ${orgId} has no run that names its brand.`);
    return run;
  }

  /** Changes the sentiment of one run, and notes its day as the program does. */
  async changeRun(orgId: OrgId, { id, day }: { id: string; day: string }, by: number): Promise<void> {
    await this.#sql.begin(async (tx) => {
      await tx`update observations set sentiment = sentiment + ${by}::int
        where org_id = ${orgId} and run_id = ${id} and kind = 'BRAND'`;
      await tx`insert into changed_parts (org_id, part, month, day)
        values (${orgId}, 'runs', date_trunc('month', ${day}::date), ${day}::date)`;
    });
  }

  /**
   * Adds an answer that is as another one, with its mentions, and notes its day as the program does.
   * @param at the time of it, ISO
   */
  async addRun(orgId: OrgId, like: string, at: string): Promise<string> {
    const id = randomUUID();
    await this.#sql.begin(async (tx) => {
      await tx`insert into runs
        select (jsonb_populate_record(r, ${tx.json({ id, external_id: id, executed_at: at })})).*
        from runs r where org_id = ${orgId} and id = ${like}`;
      for (const table of ['observations', 'citations'])
        await tx`insert into ${tx(table)}
          select (jsonb_populate_record(o, ${tx.json({ run_id: id })})).*
          from ${tx(table)} o where org_id = ${orgId} and run_id = ${like}`;
      await tx`insert into mentions
        select (jsonb_populate_record(m, jsonb_build_object('run_id', ${id}::text, 'id', gen_random_uuid()))).*
        from mentions m where org_id = ${orgId} and run_id = ${like}`;
      await noteRunsChanged(tx as unknown as Tx, orgId, [at.slice(0, 10)]);
    });
    return id;
  }

  /** Removes answers of one day with all that was read in them. */
  async removeRuns(orgId: OrgId, ids: string[], day: string): Promise<void> {
    await this.#sql.begin(async (tx) => {
      for (const table of ['mentions', 'citations', 'observations'])
        await tx`delete from ${tx(table)} where org_id = ${orgId} and run_id in ${tx(ids)}`;
      await tx`delete from runs where org_id = ${orgId} and id in ${tx(ids)}`;
      await noteRunsChanged(tx as unknown as Tx, orgId, [day]);
    });
  }

  /** Appends a version to the name of each brand of an organisation, so that an answer shows its snapshot. */
  async renameBrands(orgId: OrgId, version: number): Promise<void> {
    await this.#sql.begin(async (tx) => {
      await tx`update brands set name = split_part(name, ' · ', 1) || ' · ' || ${version}::int where org_id = ${orgId}`;
      await tx`insert into changed_parts (org_id, part) values (${orgId}, 'brands')`;
    });
  }

  /**
   * Publishes in this process, which is not the server's: a server, too, leaves it to a process of its own.
   * @param isAnew whether everything is read
   */
  async publish({ isAnew = false } = {}): Promise<PublishedSnapshot> {
    const made = await publishSnapshot({
      url: this.#copy.url,
      dataDir: this.#copy.dataDir,
      keepMinutes: 0,
      log: benchLog,
      wait: true,
      isAnew,
    });
    if (!made) throw new Error('Another publisher is at work, though this one waits for it.');
    return made;
  }

  async close(): Promise<void> {
    await this.#sql.end();
  }
}
