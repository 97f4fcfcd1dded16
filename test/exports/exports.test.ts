import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestOrganisation, until } from '../support/app.ts';
import { type Caller, callerWith, tokenAs } from '../support/caller.ts';
import { downloadExport, makeExport } from '../support/exports.ts';

let app: TestApp;
let org: TestOrganisation;
let token: string;
let call: Caller;

before(async () => {
  app = await startTestApp();
  org = await app.organisation({
    brands: [{ name: 'Lumenfold' }, { name: 'Gleamwell' }],
  });
  await app.ingest(
    org,
    ['One', 'Two', 'Three'].flatMap((queryText) =>
      ['Lumenfold', 'Gleamwell'].map((brand) => ({ brand, queryText, answer: `${brand} is good.` })),
    ),
  );
  await app.snapshot();
  token = await app.login(org);
  call = callerWith(app, token);
});
after(() => app?.close());

test('createExport takes the filters of the report; an unknown brand gives an empty file with its columns', async () => {
  const { json } = await call('listBrands', { query: { search: 'lumen' } });
  const one = await makeExport(call, {
    report: 'QUERIES',
    format: 'CSV',
    parameters: { brand_id: json.data[0].id },
  });
  assert.equal(one.rowsWritten, 3);
  assert.equal(one.parameters.brand_id, json.data[0].id);
  const none = await makeExport(call, {
    report: 'QUERIES',
    format: 'CSV',
    parameters: { brand_id: 'unknown' },
  });
  assert.equal(none.rowsWritten, 0);
  assert.match(await (await downloadExport(app, token, none.id)).text(), /^query\.id,query\.queryText,.*\n$/);
  const past = await makeExport(call, {
    report: 'MENTIONS',
    format: 'NDJSON',
    parameters: { start_date: '2001-01-01', end_date: '2001-01-31' },
  });
  assert.equal(past.bytes, 0);
  const response = await downloadExport(app, token, past.id);
  assert.equal(response.status, 200);
  assert.equal(await response.text(), '');
});

test('createExport refuses what it cannot make', async () => {
  for (const body of [
    {},
    { report: 'BRANDS' },
    { report: 'BRANDS', format: 'XLSX' },
    { report: 'brands', format: 'CSV' },
    { report: 'BRANDS', format: 'CSV', parameters: { start_date: '2023-02-29' } },
    { report: 'BRANDS', format: 'CSV', parameters: { start_date: '2025-02-01', end_date: '2025-01-01' } },
    { report: 'BRANDS', format: 'CSV', parameters: { limit: 5 } },
  ])
    assert.equal((await call('createExport', { body })).status, 400, JSON.stringify(body));
  const viewer = callerWith(app, await tokenAs(app, org, 'VIEWER'));
  assert.equal((await viewer('createExport', { body: { report: 'BRANDS', format: 'CSV' } })).status, 403);
  assert.equal((await viewer('listExports')).status, 200);
});

test('listExports shows them latest first, by state', async () => {
  const all = (await call('listExports', { query: { limit: 2 } })).json;
  assert.equal(all.data.length, 2);
  assert.ok(all.data[0].createdAt >= all.data[1].createdAt);
  assert.equal((await call('listExports', { query: { state: 'COMPLETED' } })).json.total, all.total);
  assert.equal((await call('listExports', { query: { state: 'FAILED' } })).json.total, 0);
});

test("getExport, downloadExport and deleteExport know no other organisation's exports", async () => {
  const done = await makeExport(call, { report: 'BRANDS', format: 'CSV' });
  const other = await app.login(await app.organisation());
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/download'],
    ['DELETE', ''],
  ] as const) {
    const foreign = await app.call(method, `/api/reports/exports/${done.id}${path}`, { token: other });
    const unknown = await app.call(method, `/api/reports/exports/unknown${path}`, { token: other });
    assert.equal(foreign.status, 404);
    assert.equal(foreign.text, unknown.text);
  }
  assert.equal((await downloadExport(app, token, done.id)).status, 200);
});

test('deleteExport removes the file; it was readable by the server alone', async () => {
  const done = await makeExport(call, { report: 'BRANDS', format: 'CSV' });
  const path = join(app.dataDir, 'exports', org.id, `${done.id}.csv`);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal((await call('deleteExport', { ids: [done.id] })).status, 204);
  assert.equal((await call('getExport', { ids: [done.id] })).status, 404);
  assert.ok(!existsSync(path));
});

test('an export that expired is gone, and its file is removed', async () => {
  const done = await makeExport(call, { report: 'BRANDS', format: 'CSV' });
  const { db } = app.app.services;
  await db.tenant(org.id, (tx) => tx`update exports set expires_at = now() where id = ${done.id}`);
  assert.equal((await downloadExport(app, token, done.id)).status, 404);
  assert.equal((await call('getExport', { ids: [done.id] })).status, 404);
  const folder = join(app.dataDir, 'exports', org.id);
  await until(() => !readdirSync(folder).some((name) => name.startsWith(done.id)));
});
