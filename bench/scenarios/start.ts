import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../src/base/log.ts';
import { openDb } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createApiKey } from '../../src/domain/accounts/api-keys.ts';
import { createOrganisation } from '../../src/domain/accounts/organisation.ts';
import { operator } from '../../src/domain/organisations/audit.ts';
import { publishSnapshot } from '../../src/snapshots/publishing/publish.ts';
import { FIRST_DAY, LAST_DAY } from '../data/dataset.ts';
import { type Bench, serverEnvironment } from '../support/bench.ts';
import { ask } from '../support/client.ts';
import { alternate, compare } from '../support/compare.ts';
import { describe, freePort, spawnProgram } from '../support/program.ts';
import { atMost, type Scenario } from '../support/scenario.ts';

const DEADLINE_MS = 120_000;

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

async function firstReport(environment: Record<string, string>, key: string): Promise<number> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawnProgram('src/main.ts', { ...environment, PORT: String(port) });
  try {
    for (;;) {
      const answer = await ask(url, {
        report: 'brands',
        key,
        body: { start_date: FIRST_DAY, end_date: LAST_DAY },
      }).catch(() => null);
      const time = performance.now() - startedAt;
      if (answer?.status === 200) return time / 1000;
      if (time > DEADLINE_MS || child.exitCode !== null)
        throw new Error('The server answered no report in time.');
      await sleep(5);
    }
  } finally {
    await describe(child).stop();
  }
}

async function makeEmpty(bench: Bench): Promise<{ url: string; dataDir: string; key: string }> {
  const { url, dataDir } = await bench.copy('empty');
  const log = createLog('warn');
  await migrate(url, log);
  const db = await openDb(url);
  try {
    const { id } = await createOrganisation(db, {
      name: 'Empty',
      plan: 'CUSTOM',
      email: 'owner@empty.example',
      password: 'a password of the benchmark',
    });
    const { key } = await createApiKey(db, operator(id), { name: 'Benchmark', scopes: ['reports:read'] });
    await publishSnapshot({ url, dataDir, keepMinutes: 0, log });
    return { url, dataDir, key };
  } finally {
    await db.close();
  }
}
