import { join } from 'node:path';
import postgres from 'postgres';
import { readCurrent, readManifest, snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { compare } from '../support/compare.ts';
import { atMost, type Scenario } from '../support/scenario.ts';

/** Bytes a run takes in a snapshot's Parquet files, against those in Postgres' tables without indexes. */
export const storage: Scenario = {
  name: 'storage',
  seconds: 2,
  async measure({ folder, superuserUrl, dataset }) {
    const snapshots = snapshotsFolder(folder);
    const id = await readCurrent(snapshots);
    if (id === null) throw new Error(`${folder} has no snapshot.`);
    const { files } = await readManifest(join(snapshots, id));
    const bytesOf = (ending: string) =>
      files.filter(({ name }) => name.endsWith(ending)).reduce((sum, { bytes }) => sum + bytes, 0);
    const sql = postgres(superuserUrl, { max: 1 });
    const [heap] = await sql<{ bytes: number }[]>`
      select sum(pg_table_size(name::regclass))::float8 as bytes
      from unnest(${['runs', 'observations', 'citations', 'mentions']}::text[]) as name`;
    await sql.end();
    const aRun = (bytes: number) => [bytes / dataset.runs];
    return [
      {
        row: 14,
        name: 'Parquet bytes a run ÷ bytes a run in Postgres without indexes',
        unit: 'bytes',
        target: atMost(0.12),
        ...compare(aRun(bytesOf('.parquet')), aRun(heap!.bytes)),
      },
      {
        row: 14,
        name: 'serving files, bytes a run ÷ bytes a run in Postgres without indexes',
        unit: 'bytes',
        ...compare(aRun(bytesOf('.duckdb')), aRun(heap!.bytes)),
      },
    ];
  },
};
