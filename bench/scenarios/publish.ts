import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { snapshotSelect } from '../../src/db/migrate.ts';
import { TABLES } from '../../src/snapshots/tables.ts';
import { type Copy, serverEnvironment } from '../support/bench.ts';
import { Changes } from '../support/changes.ts';
import { ask } from '../support/client.ts';
import { alternate, compare, timed } from '../support/compare.ts';
import { startProgram } from '../support/program.ts';
import { atMost, type Scenario } from '../support/scenario.ts';

/**
 * Publishing 3 million runs anew takes minutes, and five rounds of both sides most of an hour. Fewer runs are harder on
 * the subject: the fixed costs of a publication weigh more, beside COPY and beside publishing everything.
 */
const PUBLISH_SCALE = 0.3;
const SERVED_DEADLINE_MS = 600_000;

/**
 * Publishing everything, with sorting, Parquet, serving files and checksums, against the same rows as bare CSV; and
 * publishing changes against publishing everything, from the committed write until the snapshot is served (without the
 * wait for the publisher's interval). Everything is published once a round for both comparisons: it takes minutes.
 */
export const publish: Scenario = {
  name: 'publish',
  seconds: 720,
  prepare: (all) => all.ofScale(PUBLISH_SCALE),
  async measure(all) {
    const bench = await all.ofScale(PUBLISH_SCALE);
    const { dataset, settings } = bench;
    const copy = await bench.copy('changes', 'sightline');
    const changes = new Changes(copy);
    const [onePercent, tenPercent] = [await changes.partsOf(0.01), await changes.partsOf(0.1)];
    const server = await startProgram('src/main.ts', serverEnvironment(copy.url, copy.dataDir));
    const { key } = dataset.fixtures.largest;

    /** Publishes, and waits until the server answers from the new snapshot. @returns the seconds that both took */
    const served = async (parts: number | 'all') => {
      const startedAt = performance.now();
      const made = await changes.publish({ isAnew: parts === 'all' });
      if (!made.isNew || (parts !== 'all' && made.parts !== parts))
        throw new Error(`The publication read ${made.parts} parts instead of ${parts}.`);
      for (;;) {
        const { headers } = await ask(server.url, { report: 'brands', key, body: { limit: 1 } });
        const seconds = (performance.now() - startedAt) / 1000;
        if (headers['x-snapshot-id'] === made.id) return { seconds, made };
        if (seconds * 1000 > SERVED_DEADLINE_MS) throw new Error('The snapshot was never served.');
        await sleep(5);
      }
    };
    const changed = (parts: typeof onePercent) => async () => {
      await changes.changeRuns(parts);
      return (await served(parts.length)).seconds;
    };
    const publishedIn: number[] = [];
    const samples = await alternate(
      settings.slowRounds,
      {
        async full() {
          const { seconds, made } = await served('all');
          if (made.rows['runs'] !== dataset.runs || made.rows['mentions'] !== dataset.mentions)
            throw new Error(`The snapshot lacks rows: ${JSON.stringify(made.rows)}`);
          publishedIn.push(made.seconds);
          return seconds;
        },
        csv: async () => (await timed(() => copyAll(copy))) / 1000,
        one: changed(onePercent),
        ten: changed(tenPercent),
        async none() {
          const { isNew, seconds } = await changes.publish();
          if (isNew) throw new Error('A snapshot was made, though nothing had changed.');
          return seconds;
        },
      },
      { warmUp: false },
    );
    await server.stop();
    await changes.close();
    await bench.drop('changes');
    const what = 'from the write to its being served';
    const unit = 's';
    return [
      {
        row: 9,
        name: 'publishing everything ÷ COPY of the same rows to CSV files',
        unit,
        target: atMost(1.2),
        ...compare(publishedIn, samples.csv),
      },
      {
        row: 10,
        name: `${what}: 1 % of runs, in few parts (${onePercent.length}) ÷ everything`,
        unit,
        target: atMost(0.02),
        ...compare(samples.one, samples.full),
      },
      {
        row: 10,
        name: 'a check that finds nothing changed ÷ everything',
        unit,
        target: atMost(0.01),
        ...compare(samples.none, samples.full),
      },
      {
        row: 10,
        name: `${what}: 10 % of runs (${tenPercent.length} parts) ÷ 1 %`,
        unit,
        target: atMost(10),
        ...compare(samples.ten, samples.one),
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
    rows._read(0); // a full stream has paused the socket
  }
  await sql.end();
  await rm(file);
}
