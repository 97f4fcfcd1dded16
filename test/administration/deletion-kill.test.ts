// long: kills
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../src/db/client.ts';
import { patiently } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { adminKey } from '../support/callers/server-admin.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import { until } from '../support/server/app.ts';
import { startServerProgram } from '../support/server/server-program.ts';
import { largeOrganisation } from '../support/worlds/large-organisation.ts';

// Only the servers that are killed do jobs.
const app = await withApp({ JOBS: 'apart' });
const org = (await largeOrganisation(app, 6_000)).org;
const other = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
await app.ingest(other, [{ brand: 'Lumenfold', answer: 'Lumenfold.' }]);
const dataDir = temporaryFolder();

const startServer = () =>
  forFile(
    startServerProgram({
      HOST: '127.0.0.1',
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: dataDir,
      SNAPSHOT_INTERVAL_SECONDS: '0',
    }),
    (it) => it.close('SIGKILL'),
  );

const runsLeft = async () => {
  const [row] = await app.sql(org)<
    { count: number }[]
  >`select count(*) as count from runs where org_id = ${org.id}`;
  return row?.count ?? 0;
};

test('a server that is killed in the middle of a deletion leaves it to the next one, and nobody sees half of it', async () => {
  const token = await adminKey(app);
  const path = `/api/server/organisations/${org.id}`;
  const first = await startServer();
  // A server that has just started may refuse for a moment, on a busy machine.
  const { json } = await patiently(() => first.call('GET', path, { token }));
  const all = await runsLeft();
  // What another transaction holds is deleted later: without it, the deletion may be done before it is seen.
  const { promise: isKilled, resolve: release } = Promise.withResolvers<void>();
  // The program's own transactions end when they do nothing for ten seconds.
  await using holder = connect(app.databaseUrl, { role: 'owner', max: 1 });
  const held = holder.begin(async (tx) => {
    await tx.unsafe(`set local app.org_id = '${org.id}'`);
    await tx`select from runs where org_id = ${org.id} order by id desc limit 1 for update`;
    await isKilled;
  });
  try {
    const deleted = await patiently(() =>
      first.call('DELETE', `${path}?name=${encodeURIComponent(json.name)}`, { token }),
    );
    assert.equal(deleted.status, 204, deleted.text);
    await until(async () => (await runsLeft()) < all);
    await first.close('SIGKILL');
    const left = await runsLeft();
    assert.ok(left > 0 && left < all, `killed with ${left} of ${all}`);
  } finally {
    release();
  }
  await held;

  const { sql } = app.app.services.db;
  const second = await startServer();
  for (const { call } of [second, app]) {
    const found = await patiently(() => call('GET', path, { token }));
    assert.equal(found.status, 404, found.text);
    const { email, password } = org;
    const login = await patiently(() => call('POST', '/api/auth/login', { body: { email, password } }));
    assert.equal(login.status, 401, login.text);
  }
  await until(async () => (await sql`select from organisations where id = ${org.id}`).length === 0);
  assert.equal(await runsLeft(), 0);
  assert.equal((await sql`select from api_key_index where org_id = ${org.id}`).length, 0);
  const log = await app.call('GET', `/api/server/audit-log?organisationId=${org.id}`, { token });
  assert.deepEqual(
    [log.json.data[0].action, log.json.data[0].details.name],
    ['deleteOrganisation', json.name],
  );
  assert.equal((await app.call('GET', '/api/brands', { token: await app.login(other) })).json.total, 1);
});
