import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withApp } from '../support/callers/organisation.ts';
import { until } from '../support/server/app.ts';

const app = await withApp({
  METRICS_PORT: '0',
  WORKERS: '2',
  RATE_LIMIT_PER_MINUTE: '60',
  RATE_LIMIT_BURST: '20',
});
const url = `http://127.0.0.1:${app.app.metricsPort()}`;
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
await until(() => app.app.isServing());

/** The value of a metric with exactly these labels, in the order they are written. */
async function value(name: string): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

test('/metrics tells what waits of each kind of job, from the first time on', async () => {
  for (const name of ['depth', 'age_seconds', 'failing'])
    assert.equal(await value(`sightline_jobs_${name}{kind="make-exports"}`), 0, name);
});

test('/metrics adds up what all threads answered, by operationId and status', async () => {
  const report = (key: string) =>
    // A connection each: the kernel spreads them over the threads.
    app.call('POST', '/api/customer/v1/reports/brands', { key, headers: { Connection: 'close' } });
  for (let at = 0; at < 20; at += 1) assert.equal((await report(org.key)).status, 200);
  assert.equal((await report('sl_live_wrong')).status, 401);
  assert.equal((await app.call('GET', '/nowhere/quillfish')).status, 404);
  let refused = 0;
  while (refused === 0) if ((await report(org.key)).status === 429) refused += 1;
  const count = (operation: string, status: number) =>
    value(`sightline_http_requests_total{operation="${operation}",status="${status}"}`);
  assert.ok(((await count('reportBrands', 200)) ?? 0) >= 20);
  assert.equal(await count('reportBrands', 401), 1);
  assert.equal(await count('reportBrands', 429), 1);
  assert.equal(await count('none', 404), 1);
  const reports = (await count('reportBrands', 200)) ?? 0;
  assert.equal(
    await value('sightline_http_request_duration_seconds_count{operation="reportBrands"}'),
    reports + 2,
  );
  const made = [await value('sightline_rendered_hits_total'), await value('sightline_rendered_misses_total')];
  assert.equal((made[0] ?? 0) + (made[1] ?? 0), reports);
});

test('/metrics tells of the database, the snapshot, the jobs and the process, and names nobody', async () => {
  assert.equal(await value('sightline_postgres_up'), 1);
  const age = (await value('sightline_snapshot_age_seconds')) ?? -1;
  assert.ok(age >= 0 && age < 600, `${age}`);
  await until(
    async () => ((await value('sightline_jobs_ended_total{kind="housekeeping",outcome="done"}')) ?? 0) >= 1,
  );
  assert.equal(await value('sightline_jobs_depth{kind="make-exports"}'), 0);
  assert.ok(((await value('process_resident_memory_bytes')) ?? 0) > 0);
  const text = await (await fetch(`${url}/metrics`)).text();
  for (const secret of [org.id, org.key.slice(0, 16), org.email, 'Lumenfold', 'quillfish'])
    assert.ok(!text.includes(secret), `${secret} is in a label`);
});

test('the port of metrics answers GET /metrics alone, and the public one has none', async () => {
  const { status, headers } = await fetch(`${url}/metrics`);
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  assert.equal((await fetch(`${url}/health`)).status, 404);
  const posted = await fetch(`${url}/metrics`, { method: 'POST' });
  assert.equal(posted.status, 405);
  assert.equal(posted.headers.get('allow'), 'GET');
  assert.equal((await app.call('GET', '/metrics')).status, 404);
});
