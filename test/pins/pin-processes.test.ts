// long: kills
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../src/db/client.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { finishedPin } from '../support/callers/pins.ts';
import { until } from '../support/server/app.ts';
import { type Program, startProgram } from '../support/server/programs.ts';

const { app, org, call } = await withOrganisation(
  { brands: [{ name: 'Lumenfold' }] },
  { JOBS: 'apart', WORKERS: '2' },
);
const MONTHS = 12;
await app.ingest(
  org,
  Array.from({ length: 10 * MONTHS }, (_, at) => ({
    brand: 'Lumenfold',
    queryText: `Which lamp ${at}?`,
    executedAt: `2025-${String((at % MONTHS) + 1).padStart(2, '0')}-11T10:00:00Z`,
    answer: `Lumenfold ${at}.`,
  })),
);
await app.snapshot();
const folder = join(app.dataDir, 'pins', org.id);

const startWorker = (): Program =>
  startProgram('src/cli.ts', ['work'], {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: app.dataDir,
    ENCRYPTION_KEY: 'another secret of tests, long enough',
  });
const report = (snapshot?: string) =>
  app.call('POST', '/api/customer/v1/reports/queries', {
    key: org.key,
    body: { start_date: '2025-01-01', end_date: '2025-12-31' },
    // A connection each: the kernel spreads them over the threads.
    headers: { Connection: 'close', ...(snapshot === undefined ? {} : { 'X-Snapshot-Id': snapshot }) },
  });

test('killed in the middle, a pin is not READY; another worker makes it, and every thread serves it', async () => {
  let before = await report();
  const all = () => Promise.all(Array.from({ length: 24 }, () => report()));
  // Each thread comes to the snapshot by itself.
  await until(async () => (await all()).every(({ json }) => json.total === 10 * MONTHS));
  before = await report();
  const { id } = (await call('createPin', { body: { name: 'cut' } })).json;
  const state = async () => (await call('getPin', { ids: [id] })).json.state;
  const first = startWorker();
  const sql = connect(app.databaseUrl, { role: 'owner', max: 1 });
  try {
    await sql.begin(async (tx) => {
      // Its completion waits for this lock: all files are written then, and none is where pins find it.
      await tx`select from organisations where id = ${org.id} for update`;
      const isWritten = () =>
        existsSync(folder) &&
        readdirSync(folder).some(
          (name) =>
            name.endsWith('.tmp') && readdirSync(join(folder, name)).includes('mentions-2025-12.parquet'),
        );
      await until(isWritten);
      assert.equal(await state(), 'RUNNING');
      first.child.kill('SIGKILL');
      await first.ended;
    });
    assert.equal(await state(), 'RUNNING');
    const early = await report('cut');
    assert.deepEqual([early.status, early.json.error], [503, 'unavailable']);
    assert.ok(readdirSync(folder).every((name) => name.endsWith('.tmp')));
    // As if its lease had run out, which takes 10 s.
    await sql`update job_leases set leased_until = now() where holder like ${`% ${first.child.pid} %`}`;
  } finally {
    await sql.end();
  }
  const second = startWorker();
  assert.equal((await finishedPin(call, id)).state, 'READY');
  // What the killed one left, and its own, is removed after it is READY.
  await until(() => readdirSync(folder).every((name) => !name.endsWith('.tmp')));
  second.child.kill('SIGTERM');
  assert.equal((await second.ended).code, 0);

  await app.ingest(org, [{ brand: 'Lumenfold', executedAt: '2025-05-05T00:00:00Z' }]);
  await app.snapshot();
  const pinned = () => Promise.all(Array.from({ length: 24 }, () => report('cut')));
  // On a busy machine a thread may say for a while that it opens the pin (503).
  await until(async () => (await pinned()).every(({ status }) => status === 200));
  const answers = await pinned();
  for (const { status, text } of answers) assert.deepEqual([status, text], [200, before.text]);
  const serving = readdirSync(folder).filter((name) => name.endsWith('.duckdb'));
  assert.ok(serving.length >= 1 && serving.length <= 2, serving.join());
});
