import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { openDb } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { publishSnapshot } from '../../src/snapshots/publish/publish.ts';
import type { Cluster } from '../support/cluster.ts';
import { benchLog } from '../support/log.ts';
import {
  ageOf,
  type BenchOrganisation,
  type Dataset,
  type Fixtures,
  migrations,
  readDataset,
  snapshotKey,
} from './dataset.ts';
import { generate } from './generate.ts';

/**
 * The data of a scale: the data kept in the folder, brought up to this version's migrations and snapshots, or new data
 * where there is none. Leftovers of a killed build are removed.
 */
export async function openDataset(cluster: Cluster, folder: string, scale: number): Promise<Dataset> {
  const kept = readDataset(folder);
  if (kept === null) return build(cluster, folder, scale);
  const age = ageOf(await appliedTo(cluster), migrations());
  if (age === 'another') {
    console.error('The kept data has a migration that this version has not, or otherwise: it is made again.');
    return build(cluster, folder, scale);
  }
  const isPublished = existsSync(join(folder, 'snapshots', 'CURRENT'));
  if (age === 'same' && kept.snapshotKey === snapshotKey() && isPublished) return kept;
  if (age === 'older') {
    console.error('The kept data is migrated …');
    await migrate(cluster.ownerUrl('sightline'), benchLog);
    await compact(cluster);
  }
  const dataset = { ...kept, snapshotKey: snapshotKey() };
  await publishAnew(cluster, folder);
  keep(folder, dataset);
  return dataset;
}

async function build(cluster: Cluster, folder: string, scale: number): Promise<Dataset> {
  rmSync(join(folder, 'data.json'), { force: true });
  await cluster.replaceDatabase('sightline');
  const url = cluster.ownerUrl('sightline');
  await migrate(url, benchLog);
  const sql = postgres(cluster.superuserUrl('sightline'), { max: 1, onnotice: () => {} });
  try {
    await generate(sql, scale);
    const fixtures = await chooseFixtures(sql, url, scale);
    const [counts] = await sql<{ runs: number; mentions: number; organisations: number }[]>`
      select (select count(*)::float8 from runs) as runs, (select count(*)::float8 from mentions) as mentions,
             (select count(*)::float8 from organisations) as organisations`;
    await publishAnew(cluster, folder);
    const dataset: Dataset = { scale, ...counts!, fixtures, snapshotKey: snapshotKey() };
    keep(folder, dataset);
    return dataset;
  } finally {
    await sql.end();
  }
}

function keep(folder: string, dataset: Dataset): void {
  writeFileSync(join(folder, 'data.json.new'), JSON.stringify(dataset, null, 2), { mode: 0o600 });
  renameSync(join(folder, 'data.json.new'), join(folder, 'data.json'));
}

/** Publishes a snapshot that shares nothing with an earlier one: without CURRENT everything is read. */
export async function publishAnew(cluster: Cluster, folder: string): Promise<void> {
  console.error('First snapshot …');
  rmSync(join(folder, 'snapshots'), { recursive: true, force: true });
  await publishSnapshot({
    url: cluster.ownerUrl('sightline'),
    dataDir: folder,
    keepMinutes: 0,
    log: benchLog,
  });
}

async function appliedTo(cluster: Cluster): Promise<Record<string, string>> {
  const sql = postgres(cluster.superuserUrl('sightline'), { max: 1 });
  const rows = await sql<{ name: string; sha256: string }[]>`select name, sha256 from migration_checksums`;
  await sql.end();
  return Object.fromEntries(rows.map(({ name, sha256 }) => [name, sha256]));
}

/** Removes dead rows, which a migration that updates rows leaves behind and newly made data does not have. */
async function compact(cluster: Cluster): Promise<void> {
  const sql = postgres(cluster.superuserUrl('sightline'), { max: 1, onnotice: () => {} });
  const bloated = await sql<{ name: string }[]>`
    select relname as name from pg_stat_user_tables
    where schemaname = 'public' and n_live_tup > 10000 and n_dead_tup > n_live_tup / 100`;
  for (const { name } of bloated) await sql`vacuum full ${sql(name)}`;
  await sql`vacuum analyze`;
  await sql.end();
}

async function chooseFixtures(sql: postgres.Sql, url: string, scale: number): Promise<Fixtures> {
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
      // With very little data none has so few.
      small: await play(
        ({ rank, runs }) => rank === 198 || (rank < 198 && runs <= 10_000 * Math.min(1, scale)),
      ),
      tenth: await play(({ rank }) => rank === 200),
      tenfold: await play(({ rank }) => rank === 199),
    };
  } finally {
    await db.close();
  }
}
