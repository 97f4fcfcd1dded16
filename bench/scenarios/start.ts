import { openDb } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createOrganisation } from '../../src/features/accounts/organisation.ts';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { publishSnapshot } from '../../src/snapshots/publish/publish.ts';
import { type Bench, serverEnvironment } from '../support/bench.ts';
import { alternate, compare } from '../support/compare.ts';
import { firstReport } from '../support/first-report.ts';
import { benchLog } from '../support/log.ts';
import { atMost, type Scenario } from '../support/scenario.ts';

/** From the start of the process to its first report, with files that an earlier process has found good. */
export const start: Scenario = {
  name: 'start',
  seconds: 90,
  async measure(bench) {
    const { largest } = bench.dataset.fixtures;
    const empty = await makeEmpty(bench);
    const first = (url: string, dataDir: string, key: string) => () =>
      firstReport(serverEnvironment(url, dataDir), key);
    const sides = {
      full: first(bench.ownerUrl, bench.folder, largest.key),
      empty: first(empty.url, empty.dataDir, empty.key),
    };
    const { slowRounds, isQuick } = bench.settings;
    const samples = await alternate(slowRounds, sides, { warmUp: !isQuick });
    return [
      {
        row: 16,
        name: 'start to the first report, a snapshot of all runs ÷ an empty one',
        unit: 's',
        target: atMost(1.5),
        ...compare(samples.full, samples.empty),
      },
    ];
  },
};

async function makeEmpty(bench: Bench): Promise<{ url: string; dataDir: string; key: string }> {
  const { url, dataDir } = await bench.copy('empty');
  await migrate(url, benchLog);
  const db = await openDb(url);
  try {
    const { id } = await createOrganisation(db, {
      name: 'Empty',
      plan: 'CUSTOM',
      email: 'owner@empty.example',
      password: 'a password of the benchmark',
    });
    const { key } = await createApiKey(db, operator(id), { name: 'Benchmark', scopes: ['reports:read'] });
    await publishSnapshot({ url, dataDir, keepMinutes: 0, log: benchLog });
    return { url, dataDir, key };
  } finally {
    await db.close();
  }
}
