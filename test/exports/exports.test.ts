import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../src/db/client.ts';
import { deleteOrganisation } from '../../src/features/accounts/organisation.ts';
import { exportsFolder, sweepExports } from '../../src/features/exports/files.ts';
import { callerWith, tokenAs } from '../support/callers/caller.ts';
import { downloadExport, finishedExport, makeExport } from '../support/callers/exports.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { until } from '../support/server/app.ts';

const { app, org, token, call } = await withOrganisation({
  brands: [{ name: 'Lumenfold' }, { name: 'Gleamwell' }],
});
const large = await app.organisation({
  brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }],
});
await app.ingest(
  org,
  ['One', 'Two', 'Three'].flatMap((queryText) =>
    ['Lumenfold', 'Gleamwell'].map((brand) => ({ brand, queryText, answer: `${brand} is good.` })),
  ),
);
await app.ingest(
  large,
  Array.from({ length: 300 }, (_, at) => ({
    brand: 'Lumenfold',
    answer: `Lumenfold is good ${at}. ${'x'.repeat(2_000)}`,
  })),
);
await app.snapshot();

test('createExport takes the filters of the report; an unknown brand gives an empty file with its columns', async () => {
  const { json } = await call('listBrands', { query: { search: 'lumen' } });
  const one = await makeExport(call, {
    report: 'QUERIES',
    format: 'CSV',
    parameters: { brand_id: json.data[0]!.id },
  });
  assert.equal(one.rowsWritten, 3);
  assert.equal(one.parameters!.brand_id, json.data[0]!.id);
  const none = await makeExport(call, {
    report: 'QUERIES',
    format: 'CSV',
    parameters: { brand_id: 'unknown' },
  });
  assert.equal(none.rowsWritten, 0);
  assert.match(await (await downloadExport(app, token, none.id)).text(), /^query_id,query_queryText,.*\n$/);
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
    { report: 'BRANDS', format: 'XLS' },
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
  assert.ok(all.data[0]!.createdAt >= all.data[1]!.createdAt);
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
  const folder = join(app.dataDir, 'exports', org.id);
  const [name = ''] = readdirSync(folder).filter((each) => each.startsWith(done.id));
  const path = join(folder, name);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal((await call('deleteExport', { ids: [done.id] })).status, 204);
  assert.equal((await call('getExport', { ids: [done.id] })).status, 404);
  assert.ok(!existsSync(path));
});

test('an export that expired is gone, and its file is removed', async () => {
  const done = await makeExport(call, { report: 'BRANDS', format: 'CSV' });
  await app.sql(org)`update exports set expires_at = now() where id = ${done.id}`;
  assert.equal((await downloadExport(app, token, done.id)).status, 404);
  assert.equal((await call('getExport', { ids: [done.id] })).status, 404);
  const folder = join(app.dataDir, 'exports', org.id);
  await until(() => !readdirSync(folder).some((name) => name.startsWith(done.id)));
});

test('createDataExport writes every row of the organisation, no other one, and no secret', async () => {
  const token = await app.login(large);
  const call = callerWith(app, token);
  const { status, json } = await call('createDataExport');
  assert.equal(status, 201);
  assert.equal(json.kind, 'ORGANISATION');
  const done = await finishedExport(call, json.id);
  assert.equal(done.state, 'COMPLETED', String(done.reason));
  const { text } = await app.call('GET', `/api/reports/exports/${json.id}/download`, { token });
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { table: string; row: Record<string, unknown> });
  assert.equal(done.rowsWritten, lines.length);
  assert.equal(done.rowsTotal, lines.length);
  const tables = Map.groupBy(lines, ({ table }) => table);
  const { db } = app.app.services;
  for (const table of [
    'memberships',
    'api_keys',
    'brands',
    'competitors',
    'queries',
    'runs',
    'mentions',
    'audit_log',
  ]) {
    const [counted] = await db.tenant(
      large.id,
      (tx) => tx<{ count: number }[]>`select count(*) as count from ${tx(table)} where org_id = ${large.id}`,
    );
    assert.equal(tables.get(table)?.length, counted?.count, table);
  }
  assert.equal(tables.get('organisations')?.[0]?.row['id'], large.id);
  for (const { row } of lines) assert.ok(row['org_id'] === undefined || row['org_id'] === large.id);
  const names = new Set(lines.flatMap(({ row }) => Object.keys(row)));
  assert.deepEqual(
    [...names].filter((name) => /hash|secret|password|token/.test(name)).sort(),
    // Counts, which are the organisation's own.
    ['input_tokens', 'output_tokens'],
  );
  assert.ok(!text.includes('\\\\x'), 'no bytes, sealed or hashed');
  assert.ok(!text.includes(large.key));
});

test('createDataExport, its download and its deletion are for an OWNER', async () => {
  const owner = callerWith(app, await app.login(large));
  const token = await tokenAs(app, large, 'ADMIN');
  const admin = callerWith(app, token);
  assert.equal((await admin('createDataExport')).status, 403);
  const { json } = await owner('createDataExport');
  await finishedExport(owner, json.id);
  assert.equal((await admin('getExport', { ids: [json.id] })).status, 200);
  assert.equal((await app.call('GET', `/api/reports/exports/${json.id}/download`, { token })).status, 403);
  assert.equal((await admin('deleteExport', { ids: [json.id] })).status, 403);
  assert.equal((await owner('deleteExport', { ids: [json.id] })).status, 204);
});

test('downloadExport sends the file after a restart too, and survives a client that leaves', async () => {
  const token = await app.login(large);
  const done = await makeExport(callerWith(app, token), { report: 'MENTIONS', format: 'NDJSON' });
  await app.restart();
  const path = `/api/reports/exports/${done.id}/download`;
  await new Promise<void>((gone) => {
    const leaving = request(
      `${app.url}${path}`,
      { headers: { Authorization: `Bearer ${token}` } },
      (response) => {
        response.once('data', () => leaving.destroy());
        response.on('error', () => {});
      },
    );
    leaving.on('error', () => {});
    leaving.on('close', () => gone());
    leaving.end();
  });
  const head = await app.call('HEAD', path, { token });
  assert.equal(Number(head.headers.get('content-length')), done.bytes);
  const { status, text } = await app.call('GET', path, { token });
  assert.equal(status, 200);
  assert.equal(Buffer.byteLength(text), done.bytes);
  assert.equal(text.trimEnd().split('\n').length, 300);
});

test('an export under way is 409 to download; where its server died, another makes it', async () => {
  const token = await app.login(large);
  const call = callerWith(app, token);
  const done = await makeExport(call, { report: 'BRANDS', format: 'CSV' });
  // As a server leaves it that was killed: RUNNING, its lease still valid, half a file.
  const worker = connect(app.databaseUrl, { role: 'worker', max: 1 });
  await worker`insert into job_leases (org_id, kind, subject_id, holder, leased_until)
    values (${large.id}, 'make-exports', '', 'somebody', now() + interval '1 minute')`;
  await app.sql(
    large,
  )`update exports set state = 'RUNNING', bytes = null, finished_at = null, expires_at = null
      where id = ${done.id}`;
  const folder = join(exportsFolder(app.dataDir), large.id);
  writeFileSync(join(folder, `${done.id}.csv.1.tmp`), 'half');
  const early = await app.call('GET', `/api/reports/exports/${done.id}/download`, { token });
  assert.equal(early.status, 409);
  assert.match(early.json.message, /RUNNING/);
  await worker`update job_leases set leased_until = now() where holder = 'somebody'`;
  await worker.end();
  assert.equal((await finishedExport(call, done.id)).state, 'COMPLETED');
  const left = readdirSync(folder).filter((name) => name.startsWith(done.id));
  assert.match(left.join(), new RegExp(`^${done.id}\\.[0-9a-f]{64}\\.csv$`));
});

test('the files of an organisation that was deleted are removed, and what belongs to no export', async () => {
  const other = await app.organisation({ brands: [{ name: 'Other' }] });
  const call = callerWith(app, await app.login(other));
  await makeExport(call, { report: 'BRANDS', format: 'CSV' });
  const { db } = app.app.services;
  const folder = join(exportsFolder(app.dataDir), other.id);
  assert.equal(readdirSync(folder).length, 1);
  await deleteOrganisation(db, other.id);
  mkdirSync(join(exportsFolder(app.dataDir), large.id), { recursive: true });
  const stray = join(exportsFolder(app.dataDir), large.id, 'unknown.csv');
  writeFileSync(stray, '');
  const { exportFiles } = app.app.services;
  await sweepExports(db, exportFiles, await exportFiles.organisationsHere());
  assert.ok(!existsSync(folder));
  assert.ok(!existsSync(stray));
});
