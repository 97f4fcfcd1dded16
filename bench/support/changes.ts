import postgres from 'postgres';
import type { OrgId } from '../../src/base/ids.ts';
import { createLog } from '../../src/base/log.ts';
import { type PublishedSnapshot, publishSnapshot } from '../../src/snapshots/publish.ts';
import type { Copy } from './bench.ts';

export interface RunsPart {
  bucket: string;
  /** YYYY-MM-DD, its first day. */
  month: string;
  runs: number;
}

/** Writes to a copy of the data, and the exporter's work on it. */
export class Changes {
  readonly #copy: Copy;
  readonly #sql: postgres.Sql;

  constructor(copy: Copy) {
    this.#copy = copy;
    this.#sql = postgres(copy.superuserUrl, { max: 1, onnotice: () => {} });
  }

  /** As few parts as hold this share of all runs, from a bucket of middle size on. */
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

  /** Changes the sentiment of every run of the parts, and notes them as a write does. */
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
        await tx`insert into dirty_parts (part, bucket, month) values ('runs', ${bucket}, ${month})`;
      }
    });
  }

  /** Ends the name of each brand of an organisation with a version, so that an answer tells what it was made from. */
  async renameBrands(orgId: OrgId, version: number): Promise<void> {
    await this.#sql.begin(async (tx) => {
      await tx`update brands set name = split_part(name, ' · ', 1) || ' · ' || ${version}::int where org_id = ${orgId}`;
      await tx`insert into dirty_parts (part, bucket) values ('brands', ${orgId.slice(-1)})`;
    });
  }

  /** Makes the next export read everything, as after a restored backup. */
  async forget(): Promise<void> {
    await this.#sql`update snapshot_state set last_snapshot_id = null`;
  }

  /** The exporter's work, which in a server is that of a process of its own, as this one is. */
  async export(dataDir = this.#copy.dataDir): Promise<PublishedSnapshot> {
    const made = await publishSnapshot({
      url: this.#copy.url,
      dataDir,
      keepMinutes: 0,
      log: createLog('warn'),
      wait: true,
    });
    return made!;
  }

  async close(): Promise<void> {
    await this.#sql.end();
  }
}
