import { createLog } from '../../src/base/log.ts';
import { readChecked, snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { exportSnapshot } from '../../src/snapshots/publish.ts';
import { Adversary } from './adversary.ts';
import { type Difference, difference } from './difference.ts';

export interface Siege extends Difference {
  transactions: number;
  /** Those that had written when an export read, and committed later. */
  late: number;
}

/**
 * Exports one after the other while an adversary writes; after each storm, what is served is compared with
 * Postgres row by row. A row that an incremental export lost would be lost for good, so it is seen then.
 * @param url of the owner of a migrated database
 */
export async function besiege(
  { url, dataDir }: { url: string; dataDir: string },
  { seed, storms, writes }: { seed: number; storms: number; writes: number },
): Promise<Siege> {
  const exported = () => exportSnapshot({ url, dataDir, keepMinutes: 0, log: createLog('warn'), wait: true });
  const adversary = await Adversary.open(url, seed);
  const sum: Siege = { rows: 0, missed: 0, extra: 0, transactions: 0, late: 0 };
  const reads: number[] = [];
  try {
    for (let storm = 0; storm < storms; storm += 1) {
      let isOver = false;
      const writing = adversary.storm(writes).finally(() => {
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
      if (missed + extra > 0) console.error(`Seed ${seed}, storm ${storm}: ${missed} missed, ${extra} extra`);
    }
  } finally {
    await adversary.close();
  }
  sum.transactions = adversary.rests.length;
  sum.late = adversary.rests.filter(({ from, to }) => reads.some((at) => from < at && at < to)).length;
  return sum;
}
