import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { readCurrent, readManifest, snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { AttachedFiles } from '../../src/snapshots/serve/attached-files.ts';
import type { SnapshotTables } from '../../src/snapshots/serve/snapshot-tables.ts';
import { Version } from '../../src/snapshots/serve/version.ts';
import { benchLog } from './log.ts';

/** The current snapshot of a data folder, read by @duckdb/node-api alone. */
export interface OpenSnapshot {
  id: string;
  instance: DuckDBInstance;
  connection: DuckDBConnection;
  /** The tables with the rows of an organisation, or, by the bucket itself, of all in a bucket. */
  tables(orgIdOrBucket: string): Promise<SnapshotTables>;
  buckets: string[];
  close(): void;
}

export async function openSnapshot(
  dataDir: string,
  options: Record<string, string> = {},
): Promise<OpenSnapshot> {
  const folder = snapshotsFolder(dataDir);
  const id = await readCurrent(folder);
  if (id === null) throw new Error(`${dataDir} has no snapshot.`);
  const instance = await DuckDBInstance.create(':memory:', options);
  const connection = await instance.connect();
  let aliases = 0;
  const engine = {
    async attach(path: string) {
      aliases += 1;
      const alias = `snapshot_${aliases}`;
      await connection.run(`attach '${path}' as ${alias} (read_only)`);
      return alias;
    },
    detach: async (alias: string) => void (await connection.run(`detach ${alias}`)),
  };
  const files = new AttachedFiles(engine, benchLog);
  const version = Version.ofSnapshot(join(folder, id), await readManifest(join(folder, id)), files);
  const lease = version.lease();
  return {
    id,
    instance,
    connection,
    tables: (orgIdOrBucket) => lease.tables(orgIdOrBucket),
    buckets: [...version.contents().keys()],
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
