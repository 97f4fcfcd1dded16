import { createLog } from '../../src/base/log.ts';
import { readChecked, snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { publishSnapshot } from '../../src/snapshots/publish.ts';
import { type Difference, difference } from './difference.ts';
import { Writer } from './writer.ts';

export interface ConsistencyTest extends Difference {
  transactions: number;
  /** Those that had written when an export read, and committed later. */
  late: number;
}

/**
 * Exports one after the other while an writer writes; after each round, what is served is compared with
 * Postgres row by row. A row that an incremental export lost would be lost for good, so it is seen then.
 * @param url of the owner of a migrated database
 */
export async function testConsistency(
  { url, dataDir }: { url: string; dataDir: string },
  { seed, rounds, writes }: { seed: number; rounds: number; writes: number },
): Promise<ConsistencyTest> {
  const exported = () =>
    publishSnapshot({ url, dataDir, keepMinutes: 0, log: createLog('warn'), wait: true });
  const writer = await Writer.open(url, seed);
  const sum: ConsistencyTest = { rows: 0, missed: 0, extra: 0, transactions: 0, late: 0 };
  const reads: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      let isOver = false;
      const writing = writer.round(writes).finally(() => {
        isOver = true;
      });
      writing.catch(() => {}); // it is looked at when the export under way is through
      while (!isOver) {
        await exported();
        const checked = await readChecked(snapshotsFolder(dataDir));
        reads.push(Date.parse(checked?.asOf ?? ''));
      }
      await writing;
      await exported();
      const { rows, missed, extra } = await difference({ url, dataDir });
      sum.rows += rows;
      sum.missed += missed;
      sum.extra += extra;
      if (missed + extra > 0) console.error(`Seed ${seed}, round ${round}: ${missed} missed, ${extra} extra`);
    }
  } finally {
    await writer.close();
  }
  sum.transactions = writer.rests.length;
  sum.late = writer.rests.filter(({ from, to }) => reads.some((at) => from < at && at < to)).length;
  return sum;
}
