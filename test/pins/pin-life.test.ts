// long: 31 s
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { DAY_MS } from '../../src/base/definitions.ts';
import type { OrgId } from '../../src/base/ids.ts';
import type { Tx } from '../../src/db/client.ts';
import { runRetention } from '../../src/features/housekeeping/job.ts';
import { trimPins } from '../../src/features/pins/trim.ts';
import { noteRunsChanged } from '../../src/snapshots/changes.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { finishedPin, madePin } from '../support/callers/pins.ts';
import { partition } from '../support/partition.ts';
import { type TestAnswer, type TestOrganisation, until } from '../support/server/app.ts';

const app = await withApp({ SNAPSHOT_KEEP_MINUTES: '0' });
const live = await withApp({ REPORT_ENGINE: 'postgres' });
/** Of the server that runs now. */
const services = () => app.app.services;
const DAYS = ['2026-01-10', '2026-02-10', '2026-03-05', '2026-03-20', '2026-04-10'];

/** An organisation with an answer on each of the days. */
async function organisation(
  plan: 'CUSTOM' | 'FREE' = 'CUSTOM',
): Promise<{ org: TestOrganisation; call: Caller; folder: string }> {
  const org = await app.organisation({ plan, brands: [{ name: 'Lumenfold', competitors: [] }] });
  await app.ingest(
    org,
    DAYS.map((day) => ({
      brand: 'Lumenfold',
      queryText: 'Which lamp?',
      answer: `Lumenfold shines on ${day}.`,
      executedAt: `${day}T08:00:00Z`,
    })),
  );
  await app.snapshot();
  return {
    org,
    call: callerWith(app, await app.login(org)),
    folder: join(app.dataDir, 'pins', org.id),
  };
}

const report = (org: TestOrganisation, snapshot?: string, name = 'mentions'): Promise<TestAnswer> =>
  app.report(org, name, { start_date: '2026-01-01', end_date: '2026-12-31' }, snapshot);
const tenant = (orgId: OrgId, work: (tx: Tx) => Promise<unknown>) => services().db.tenant(orgId, work);
const trim = (orgId: OrgId) =>
  trimPins(services().db, services().pinFiles, services().pinWriter!, orgId, new AbortController().signal);
const files = (folder: string, ending: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

test('what the database keeps no longer goes from pins too, and a touched pin says so', async () => {
  const { org, call, folder } = await organisation();
  const pin = await madePin(call, { name: 'kept' });
  const whole = (await report(org, 'kept')).json;
  assert.equal(whole.total, DAYS.length);
  assert.equal(await trim(org.id), 0);
  assert.equal((await call('getPin', { ids: [pin.id] })).json.touchedAt, null);

  await tenant(org.id, async (tx) => {
    await tx`delete from runs where org_id = ${org.id} and executed_at < '2026-03-10'`;
    await noteRunsChanged(tx, org.id, DAYS.slice(0, 3));
  });
  await app.snapshot();
  await runRetention(services()).work(partition(org.id));
  const now = await report(org);
  assert.equal(now.json.total, 2);
  assert.equal((await report(org, 'kept')).text, now.text);
  const touched = (await call('getPin', { ids: [pin.id] })).json;
  assert.ok(touched.touchedAt !== null);
  assert.ok(touched.bytes! < pin.bytes!);
  assert.equal(await trim(org.id), 0, 'once');
  assert.equal((await call('getPin', { ids: [pin.id] })).json.touchedAt, touched.touchedAt);

  // Nothing of it stays on disk, in files of serving neither.
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  for (const path of files(folder, '.parquet')) {
    const found = await duckdb.runAndReadAll(`select * from '${path}'`);
    assert.ok(!JSON.stringify(found.getRowsJson()).includes('2026-03-05'), path);
  }
  for (const path of files(folder, '.duckdb')) assert.ok(!readFileSync(path).includes('2026-03-05'), path);

  await tenant(org.id, (tx) => tx`delete from runs where org_id = ${org.id}`);
  assert.equal(await trim(org.id), 1);
  assert.equal((await report(org, 'kept')).json.total, 0);
  assert.equal((await report(org, 'kept', 'brands')).json.total, 1, 'the brand is no answer');
});

test('deleting the organisation deletes its files at once', async () => {
  const { org, call, folder } = await organisation();
  await madePin(call, { name: 'doomed' });
  await report(org, 'doomed');
  assert.ok(files(folder, '.parquet').length > 0 && files(folder, '.duckdb').length > 0);
  const { name } = (await call('getOrganisation')).json;
  const token = await app.login(org);
  const answer = await app.call('DELETE', `/api/organisation?name=${encodeURIComponent(name)}`, { token });
  assert.equal(answer.status, 204);
  assert.ok(!existsSync(folder));
});

test('an expired pin answers no more, and its files are removed', async () => {
  const { org, call, folder } = await organisation();
  const pin = await madePin(call, { name: 'brief', keepDays: 1 });
  const days = (Date.parse(pin.expiresAt) - Date.parse(pin.createdAt)) / DAY_MS;
  assert.equal(days, 1);
  await report(org, 'brief');
  await tenant(org.id, (tx) => tx`update pins set expires_at = now() where org_id = ${org.id}`);
  assert.equal((await report(org, 'brief')).status, 410);
  assert.equal((await call('listPins')).json.total, 0);
  await until(() => readdirSync(folder).length === 0);
});

test('the plan limits how many there are: 402; one that failed does not count', async () => {
  const { org, call } = await organisation('FREE');
  const failed = (await call('createPin', { body: { name: 'failed' } })).json;
  await finishedPin(call, failed.id);
  await tenant(
    org.id,
    (tx) => tx`update pins set state = 'FAILED', reason = 'The disk is full.' where org_id = ${org.id}`,
  );
  const first = await madePin(call, { name: 'first' });
  const second = await call('createPin', { body: { name: 'second' } });
  assert.deepEqual(
    [second.status, second.json.error, second.json.currentUsage, second.json.limit, second.json.plan],
    [402, 'quota_exceeded', 1, 1, 'FREE'],
  );
  const { quotas } = (await call('getSubscription')).json;
  assert.deepEqual(
    quotas.find(({ quota }) => quota === 'pins'),
    { quota: 'pins', limit: 1, used: 1 },
  );
  await call('deletePin', { ids: [first.id] });
  assert.equal((await call('createPin', { body: { name: 'failed' } })).status, 201, 'its name is free again');
});

test('a pin that grows past the space for pins fails and leaves nothing; a full space is 409', async () => {
  const { call, folder } = await organisation();
  const { config } = services();
  const pinsMb = config.pinsMb;
  try {
    config.pinsMb = 0.004;
    const { json } = await call('createPin', { body: { name: 'large' } });
    const pin = await finishedPin(call, json.id);
    assert.equal(pin.state, 'FAILED');
    assert.match(pin.reason!, /grew past/);
    assert.deepEqual(readdirSync(folder), []);
    config.pinsMb = 1;
    await madePin(call, { name: 'fits' });
    config.pinsMb = 0.001;
    const refused = await call('createPin', { body: { name: 'more' } });
    assert.deepEqual([refused.status, refused.json.error], [409, 'conflict']);
  } finally {
    config.pinsMb = pinsMb;
  }
});

test('missing and damaged files are said, a damaged serving file is made again, nothing wrong is ever answered', async () => {
  const { org, call, folder } = await organisation();
  await madePin(call, { name: 'fragile' });
  const { text } = await report(org, 'fragile');
  const flip = (path: string) => {
    const content = readFileSync(path);
    content[content.length >> 1]! ^= 1;
    writeFileSync(path, content);
  };
  const refused = async () => {
    const { status, json } = await report(org, 'fragile');
    assert.deepEqual([status, json.error], [410, 'snapshot_gone']);
    assert.match(json.message, /pin fragile are missing or damaged/);
  };
  await app.restart(); // so that nothing is attached
  const [serving] = files(folder, '.duckdb');
  flip(serving!);
  assert.equal((await report(org, 'fragile')).text, text);

  await app.restart();
  for (const path of files(folder, '.duckdb')) rmSync(path);
  const [content] = files(folder, '.parquet').sort((a, b) => statSync(b).size - statSync(a).size);
  flip(content!);
  await refused();
  flip(content!);
  assert.equal((await report(org, 'fragile')).text, text);

  await app.restart();
  rmSync(folder, { recursive: true }); // what a restore of the database alone has
  await refused();
  assert.equal((await call('listPins')).json.total, 1);
  const { json } = await call('createPin', { body: { name: 'anew' } });
  assert.equal((await finishedPin(call, json.id)).state, 'READY');
  assert.equal((await report(org, 'fragile')).text, text, 'the same content mends it');
});

test('a pin of an older version is served: what came later is null; one of a newer version is 503', async () => {
  const { org, call, folder } = await organisation();
  await madePin(call, { name: 'old' });
  const before = (await report(org, 'old')).json;
  assert.ok(
    before.data.every(({ title, snippet }: Record<string, unknown>) => snippet !== null && title === null),
  );
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  type Stored = { name: string; sha256: string };
  const stored = (await tenant(
    org.id,
    (tx) => tx<Stored[]>`select name, sha256 from pin_files where org_id = ${org.id}`,
  )) as Stored[];
  for (const { name, sha256 } of stored.filter(({ name }) => name.startsWith('mentions'))) {
    const path = join(folder, 'older');
    await duckdb.run(
      `copy (select * exclude (snippet) from '${join(folder, sha256)}.parquet') to '${path}' (format parquet)`,
    );
    const content = readFileSync(path);
    const sum = createHash('sha256').update(content).digest('hex');
    writeFileSync(join(folder, `${sum}.parquet`), content);
    await tenant(
      org.id,
      (tx) => tx`update pin_files set sha256 = ${sum}, bytes = ${content.length}
        where org_id = ${org.id} and name = ${name}`,
    );
  }
  await tenant(org.id, (tx) => tx`update pins set schema_version = 1 where org_id = ${org.id}`);
  const { status, json } = await report(org, 'old');
  assert.equal(status, 200);
  assert.deepEqual(
    json.data,
    before.data.map((mention: object) => ({ ...mention, snippet: null })),
  );
  await tenant(org.id, (tx) => tx`update pins set schema_version = 9999 where org_id = ${org.id}`);
  const newer = await report(org, 'old');
  assert.deepEqual([newer.status, newer.json.error], [503, 'unavailable']);
});

test('what a pin shares with one that is deleted while it is made is not lost', async () => {
  const { org, call } = await organisation();
  let { id } = await madePin(call, { name: 'pin0' });
  const { text } = await report(org, 'pin0');
  for (let round = 1; round <= 6; round += 1) {
    const name = `pin${round}`;
    const [made] = await Promise.all([madePin(call, { name }), call('deletePin', { ids: [id] })]);
    assert.equal((await report(org, name)).text, text);
    id = made.id;
  }
});

test('a server that makes reports from Postgres has no pins: 503', async () => {
  const caller = callerWith(live, await live.login(await live.organisation()));
  const { status, json } = await caller('createPin', { body: { name: 'none' } });
  assert.deepEqual([status, json.error], [503, 'unavailable']);
  assert.match(json.message, /REPORT_ENGINE=postgres/);
});
