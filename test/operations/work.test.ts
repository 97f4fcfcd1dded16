// long: starts processes that work and cuts their connections
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect } from '../../src/db/client.ts';
import { callerWith } from '../support/callers/caller.ts';
import { finishedExport } from '../support/callers/exports.ts';
import { withApp } from '../support/callers/organisation.ts';
import { until } from '../support/server/app.ts';
import { type Program, startProgram } from '../support/server/programs.ts';

let worker: Program;

const variables = () => ({
  DATABASE_URL: app.databaseUrl,
  DATA_DIR: app.dataDir,
  // No JWT_SECRET: it lets nobody in.
  ENCRYPTION_KEY: 'another secret of tests, long enough',
  METRICS_PORT: '0',
});

const app = await withApp({ JOBS: 'apart' });
const call = callerWith(app, await app.login(await app.organisation()));
after(async () => {
  worker?.child.kill('SIGKILL');
  await worker?.ended;
});

test('with JOBS=apart the server leaves the work to cli work', async () => {
  const { json } = await call('createDataExport');
  const sql = connect(app.databaseUrl, { role: 'worker', max: 1 });
  const [schedule] = await sql<{ count: number }[]>`select count(*) as count from job_schedule`;
  await sql.end();
  assert.equal(schedule?.count, 0, 'no runner has come');
  assert.equal((await call('getExport', { ids: [json.id] })).json.state, 'QUEUED');
  worker = startProgram('src/cli.ts', ['work'], variables());
  await until(() => worker.stderr().includes('Working.'));
  assert.equal((await finishedExport(call, json.id)).state, 'COMPLETED', worker.stderr());
});

test('cli work serves metrics of its own', async () => {
  await until(() => worker.stderr().includes('metrics at'));
  const [, port] = /"port":(\d+),"msg":"metrics at/.exec(worker.stderr()) ?? [];
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  assert.match(text, /^sightline_jobs_ended_total\{kind="make-exports",outcome="done"\} [1-9]/m);
});

test('cli work goes on after all its connections were cut', async () => {
  const owner = connect(app.databaseUrl, { role: 'owner', max: 1 });
  const cut = await owner`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename like 'sightline%'`;
  await owner.end();
  assert.ok(cut.length > 0);
  await until(async () => (await call('listExports')).status === 200);
  const { json } = await call('createDataExport');
  assert.equal((await finishedExport(call, json.id)).state, 'COMPLETED');
  assert.equal(worker.child.exitCode, null);
});

test('SIGTERM: cli work gives its leases back and exits 0', async () => {
  const startedAt = performance.now();
  worker.child.kill('SIGTERM');
  const { code, stdout, stderr } = await worker.ended;
  assert.deepEqual([code, stdout], [0, ''], stderr);
  assert.ok(performance.now() - startedAt < 9_000);
  const sql = connect(app.databaseUrl, { role: 'worker', max: 1 });
  const left = await sql`select kind from job_leases where holder is not null`;
  await sql.end();
  assert.deepEqual([...left], []);
});

test('cli work without ENCRYPTION_KEY says so and exits 1', async () => {
  const { ENCRYPTION_KEY: _, ...rest } = variables();
  const { code, stderr } = await startProgram('src/cli.ts', ['work'], rest).ended;
  assert.equal(code, 1);
  assert.match(stderr, /- ENCRYPTION_KEY is required/);
  assert.doesNotMatch(stderr, /JWT_SECRET/);
});
