import { join } from 'node:path';
import postgres from 'postgres';
import { readCurrent, readManifest, snapshotsFolder } from '../../src/snapshots/manifest.ts';
import type { Bench } from '../support/bench.ts';
import { compare } from '../support/compare.ts';
import { atMost, type Scenario } from '../support/scenario.ts';

/** Bytes a run takes in a snapshot's Parquet files, against those in Postgres' tables without indexes. */
export const storage: Scenario = {
  name: 'storage',
  seconds: 2,
  async measure(bench) {
    const { superuserUrl, dataset } = bench;
    const sql = postgres(superuserUrl, { max: 1 });
    const [heap] = await sql<{ bytes: number }[]>`
      select sum(pg_table_size(name::regclass))::float8 as bytes
      from unnest(${['runs', 'observations', 'citations', 'mentions']}::text[]) as name`;
    await sql.end();
    const inPostgres = [heap!.bytes / dataset.runs];
    return [
      {
        row: 14,
        name: 'Parquet bytes a run ÷ bytes a run in Postgres without indexes',
        unit: 'bytes',
        target: atMost(0.12),
        ...compare([await bytesARun(bench, '.parquet')], inPostgres),
      },
      {
        row: 14,
        name: 'serving files, bytes a run ÷ bytes a run in Postgres without indexes',
        unit: 'bytes',
        ...compare([await bytesARun(bench, '.duckdb')], inPostgres),
      },
    ];
  },
};

/** Bytes a run in the files of the current snapshot whose names end so. */
export async function bytesARun({ folder, dataset }: Bench, ending = ''): Promise<number> {
  const snapshots = snapshotsFolder(folder);
  const id = await readCurrent(snapshots);
  if (id === null) throw new Error(`${folder} has no snapshot.`);
  const { files } = await readManifest(join(snapshots, id));
  const found = files.filter(({ name }) => name.endsWith(ending));
  return found.reduce((sum, { bytes }) => sum + bytes, 0) / dataset.runs;
}
