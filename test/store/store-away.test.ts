// long: stops a store again and again
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../support/for-file.ts';
import { skipWithoutS3, startS3, type TestS3 } from '../support/providers/s3.ts';
import { startTestApp, type TestApp, type TestOrganisation, until } from '../support/server/app.ts';
import { type ServerProgram, startServerProgram } from '../support/server/server-program.ts';

/** How long the store is away. */
const AWAY_MS = 15_000;
/** Publishing, following, files and the recovery of each may say a line. */
const MOST_LINES = 10;

let app: TestApp;
let org: TestOrganisation;
let s3: TestS3;
let program: ServerProgram;
const dataDir = temporaryFolder();

before(async () => {
  if (skipWithoutS3) return;
  app = await startTestApp({ JOBS: 'apart', PUBLISH: 'off' });
  org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  s3 = await startS3();
  program = await startServerProgram({
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: dataDir,
    SNAPSHOT_INTERVAL_SECONDS: '1',
    ...s3.variables,
  });
});
after(async () => {
  await program?.close();
  await app?.close();
  await s3?.close();
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
