// long: stops a store again and again
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { skipWithoutS3, startS3, type TestS3 } from '../support/providers/s3.ts';
import { startTestApp, type TestApp, type TestOrganisation, until } from '../support/server/app.ts';
import { type Program, startProgram } from '../support/server/programs.ts';

/** How long the store is away. */
const AWAY_MS = 15_000;
/** Publishing, following, files and the recovery of each may say a line. */
const MOST_LINES = 10;

let app: TestApp;
let org: TestOrganisation;
let s3: TestS3;
let program: Program;
const dataDir = mkdtempSync(join(tmpdir(), 'sightline-away-'));

before(async () => {
  if (skipWithoutS3) return;
  app = await startTestApp({ JOBS: 'apart', PUBLISH: 'off' });
  org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  s3 = await startS3();
  program = startProgram('src/main.ts', [], {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    JWT_SECRET: 'a secret of tests that is long enough',
    ENCRYPTION_KEY: 'another secret of tests, long enough',
    SNAPSHOT_INTERVAL_SECONDS: '1',
    ...s3.variables,
  });
  await until(() => program.stdout().includes('listens on'));
});
after(async () => {
  program?.child.kill('SIGTERM');
  await program?.ended;
  await app?.close();
  await s3?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a store that is away is some lines in the log and not lines a second, and its return is one', {
  skip: skipWithoutS3,
}, async (t) => {
  const lines = () =>
    (program.stdout() + program.stderr()).split('\n').filter((line) => line.startsWith('{'));
  const known = lines().length;
  await s3.stop();
  const token = await app.login(org);
  // What needs the store goes on being asked for: snapshots by ingestion, an export.
  for (let at = 0; at < AWAY_MS / 1000; at += 1) {
    await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold.' }]);
    await app.call('POST', '/api/reports/exports', { token, body: { report: 'BRANDS', format: 'CSV' } });
    await sleep(1000);
  }
  const said = lines().slice(known);
  t.diagnostic(`${said.length} lines in ${AWAY_MS / 1000} s:\n${said.join('\n')}`);
  assert.ok(said.length >= 1 && said.length <= MOST_LINES, said.join('\n'));
  await s3.start();
  await until(() => lines().some((line) => /followed again|ended|serving a new snapshot/.test(line)));
});
