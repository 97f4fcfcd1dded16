import { readChecked, snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { publishSnapshot } from '../../src/snapshots/publish/publish.ts';
import { type Difference, difference } from './difference.ts';
import { benchLog } from './log.ts';
import { Writer } from './writer.ts';

export interface ConsistencyTest extends Difference {
  transactions: number;
  /** Transactions that had written when a publication read, and committed later. */
  late: number;
}

/**
 * Publishes one snapshot after the other while a writer writes; after each round, the rows that are served are compared
 * with those of Postgres. A row that one incremental snapshot lacks is missing in all later ones, so it is found then.
 * @param url of the owner of a migrated database
 */
export async function testConsistency(
  { url, dataDir }: { url: string; dataDir: string },
  { seed, rounds, writes }: { seed: number; rounds: number; writes: number },
): Promise<ConsistencyTest> {
  const published = () => publishSnapshot({ url, dataDir, keepMinutes: 0, log: benchLog, wait: true });
  const writer = await Writer.open(url, seed);
  const sum: ConsistencyTest = { rows: 0, missed: 0, extra: 0, transactions: 0, late: 0 };
  const reads: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      let isOver = false;
      const writing = writer.round(writes).finally(() => {
        isOver = true;
      });
      writing.catch(() => {}); // awaited below, when the publication under way has ended
      while (!isOver) {
        await published();
        const checked = await readChecked(snapshotsFolder(dataDir));
        if (!checked) throw new Error('A snapshot was published without a time.');
        reads.push(Date.parse(checked.asOf));
      }
      await writing;
      await published();
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
