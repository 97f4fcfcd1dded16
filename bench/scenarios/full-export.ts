import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import postgres from 'postgres';
import { TABLES } from '../../src/analytics/parts.ts';
import { snapshotSelect } from '../../src/migrate.ts';
import type { Copy } from '../support/bench.ts';
import { Changes } from '../support/changes.ts';
import { alternate, compare, timed } from '../support/compare.ts';
import { atMost, type Scenario } from '../support/scenario.ts';

/** A whole export, with its sorting, Parquet, serving files and checksums, against the same rows as bare CSV. */
export const fullExport: Scenario = {
  name: 'full-export',
  isLong: true, // and incremental-export does a full one too
  async measure(bench) {
    const copy = await bench.copy('changes', 'sightline');
    const changes = new Changes(copy);
    const sides = {
      async ours() {
        await changes.forget();
        const { seconds, rows } = await changes.export();
        if (rows['runs'] !== bench.dataset.runs || rows['mentions'] !== bench.dataset.mentions)
          throw new Error(`The export lacks rows: ${JSON.stringify(rows)}`);
        return seconds;
      },
      theirs: async () => (await timed(() => copyAll(copy))) / 1000,
    };
    const { slowRounds } = bench.settings;
    const samples = await alternate(slowRounds, sides, { warmUp: false });
    await changes.close();
    return [
      {
        name: 'full export ÷ COPY of the same rows to CSV files',
        unit: 's',
        target: atMost(2),
        ...compare(samples.ours, samples.theirs),
      },
    ];
  },
};

async function copyAll({ superuserUrl, dataDir }: Copy): Promise<void> {
  const sql = postgres(superuserUrl, { max: 1 });
  const file = join(dataDir, 'copy.csv');
  for (const table of TABLES) {
    const rows = await sql.unsafe(`copy (${snapshotSelect(table)}) to stdout (format csv)`).readable();
    await pipeline(rows, createWriteStream(file));
    rows._read(0); // see copyToFile() in src/analytics/parts.ts
  }
  await sql.end();
  await rm(file);
}
