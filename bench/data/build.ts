import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SingleBar } from 'cli-progress';
import postgres from 'postgres';
import { exportSnapshot } from '../../src/analytics/export.ts';
import { openDb } from '../../src/db.ts';
import { createApiKey } from '../../src/domain/api-keys.ts';
import { operator } from '../../src/domain/audit.ts';
import { derivedId } from '../../src/domain/ids.ts';
import { EXTRACTION_VERSION } from '../../src/extraction/extract.ts';
import { createLog } from '../../src/log.ts';
import { migrate } from '../../src/migrate.ts';
import type { Cluster } from '../support/cluster.ts';
import { type BenchOrganisation, type Cast, type Dataset, FULL_RUNS } from './dataset.ts';

/** Runs written at once. */
const BATCH = 25_000;

/** Makes the data of a scale, from nothing: what a killed build left is thrown away. */
export async function buildDataset(cluster: Cluster, folder: string, scale: number): Promise<Dataset> {
  const log = createLog('warn');
  rmSync(join(folder, 'snapshots'), { recursive: true, force: true });
  await cluster.replaceDatabase('sightline');
  const url = cluster.ownerUrl('sightline');
  await migrate(url, log);
  const sql = postgres(cluster.superuserUrl('sightline'), { max: 1, onnotice: () => {} });
  try {
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
    const cast = await chooseCast(sql, url, scale);
    console.error('First snapshot …');
    await exportSnapshot({ url, dataDir: folder, keepMinutes: 0, log });
    const [counts] = await sql<{ runs: number; mentions: number; organisations: number }[]>`
      select (select count(*)::float8 from runs) as runs, (select count(*)::float8 from mentions) as mentions,
             (select count(*)::float8 from organisations) as organisations`;
    const dataset: Dataset = { scale, ...counts!, cast };
    writeFileSync(join(folder, 'data.json.new'), JSON.stringify(dataset, null, 2), { mode: 0o600 });
    renameSync(join(folder, 'data.json.new'), join(folder, 'data.json'));
    return dataset;
  } finally {
    await sql.end();
  }
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

async function chooseCast(sql: postgres.Sql, url: string, scale: number): Promise<Cast> {
  const organisations = await sql<(Omit<BenchOrganisation, 'key'> & { rank: number })[]>`
    select rank, id, run_count as runs, brand_count as brands from bench.organisations order by run_count desc`;
  const db = await openDb(url);
  const play = async (isIt: (organisation: { rank: number; runs: number }) => boolean) => {
    const { rank: _, ...organisation } = organisations.find(isIt)!;
    const { key } = await createApiKey(db, operator(organisation.id), {
      name: 'Benchmark',
      scopes: ['reports:read'],
    });
    return { ...organisation, key };
  };
  try {
    return {
      largest: await play(() => true),
      small: await play(({ rank, runs }) => rank < 199 && runs <= 10_000 * Math.min(1, scale)),
      tenth: await play(({ rank }) => rank === 200),
      tenfold: await play(({ rank }) => rank === 199),
    };
  } finally {
    await db.close();
  }
}
