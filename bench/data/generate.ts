import { readFileSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import type postgres from 'postgres';
import { derivedId } from '../../src/base/ids.ts';
import { EXTRACTION_VERSION } from '../../src/extraction/version.ts';
import { FULL_RUNS } from './dataset.ts';

/** Runs written at once. */
const BATCH = 25_000;

/** Fills an empty, migrated database. This file and the SQL beside it are the key of the kept data. */
export async function generate(sql: postgres.Sql, scale: number): Promise<void> {
  // No trigger: the generated rows keep every foreign key anyway, which is checked below.
  await sql`set session_replication_role = replica`;
  await sql`set synchronous_commit = off`;
  await sql.unsafe(text('schema', { runs: Math.round(FULL_RUNS * scale) }));
  await sql.unsafe(text('organisations'));
  await sql`analyze`;
  await writeRuns(sql);
  console.error('Indexes of the references …');
  await sql.unsafe(text('references'));
  await sql`vacuum analyze`;
  await check(sql);
}

function text(name: string, values: Record<string, number> = {}): string {
  const sql = readFileSync(new URL(`${name}.sql`, import.meta.url), 'utf8');
  return Object.entries(values).reduce(
    (made, [key, value]) => made.replaceAll(`:${key}`, String(value)),
    sql,
  );
}

async function writeRuns(sql: postgres.Sql): Promise<void> {
  const organisations = await sql<{ rank: number; runs: number }[]>`
    select rank, run_count as runs from bench.organisations order by rank`;
  const total = organisations.reduce((sum, { runs }) => sum + runs, 0);
  const bar = new SingleBar({ format: 'Runs  {bar} {value}/{total}, {eta} s left', etaBuffer: 100 });
  bar.start(total, 0);
  for (const { rank, runs } of organisations) {
    for (let from = 0; from < runs; from += BATCH) {
      const to = Math.min(from + BATCH, runs) - 1;
      const values = { rank, from, to, extraction_version: EXTRACTION_VERSION };
      await sql.begin((tx) => tx.unsafe(text('runs', values)));
      bar.increment(to - from + 1);
    }
  }
  bar.stop();
}

/** That the rows are such as the program itself would have written. */
async function check(sql: postgres.Sql): Promise<void> {
  const sample = await sql<{ id: string; runId: string; brandId: string; url: string | null }[]>`
    select m.id, m.run_id as "runId", m.brand_id as "brandId", c.url
    from (select * from mentions limit 20) m
    left join citations c on c.org_id = m.org_id and c.run_id = m.run_id and c.ordinal = m.ordinal`;
  const [orphans] = await sql<{ count: number }[]>`
    select (select count(*) from observations o where not exists (select from runs r where (r.org_id, r.id) = (o.org_id, o.run_id)))::int
         + (select count(*) from runs r where not exists (select from queries q where (q.org_id, q.id) = (r.org_id, r.query_id)))::int as count`;
  if (orphans?.count !== 0 || sample.some((m) => m.id !== derivedId(m.runId, m.brandId, m.url ?? '')))
    throw new Error('The generated rows are not as ingestion writes them.');
}
