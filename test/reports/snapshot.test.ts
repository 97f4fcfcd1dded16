import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { createLog } from '../../src/base/log.ts';
import { deleteOrganisation } from '../../src/domain/accounts/organisation.ts';
import { purgeOrganisation } from '../../src/domain/organisations/purge.ts';
import { publishSnapshot } from '../../src/snapshots/publish.ts';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';

let app: TestApp;
let org: TestOrganisation;

before(async () => {
  app = await startTestApp({ SNAPSHOT_KEEP_MINUTES: '0' });
  org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await app.ingest(org, [{ brand: 'Lumenfold' }]);
  await app.snapshot();
});
after(() => app?.close());

const folder = () => join(app.dataDir, 'snapshots');
const runs = (count: number) => Array.from({ length: count }, () => ({ brand: 'Lumenfold' }));
function brands(headers: Record<string, string> = {}) {
  return app.call('POST', '/api/customer/v1/reports/brands', { key: org.key, headers });
}
async function visibilityTotal(): Promise<number> {
  return (await brands()).json.data[0].visibility_total;
}
function exported(wait: boolean) {
  const options = { url: app.databaseUrl, dataDir: app.dataDir, keepMinutes: 0, log: createLog('silent') };
  return publishSnapshot({ ...options, wait });
}

test('an export makes no new snapshot when nothing changed, and confirms the current one', async () => {
  const asOf = (await brands()).headers.get('x-data-as-of')!;
  const again = await exported(true);
  assert.deepEqual([again!.isNew, again!.id], [false, app.app.services.reports.current()!.id]);
  const [id, checked] = readFileSync(join(folder(), 'CHECKED'), 'utf8').trim().split(' ');
  assert.equal(id, again!.id);
  assert.ok(checked! > asOf);
});

test('what is committed after an export began is in the next snapshot', async () => {
  const { db } = app.app.services;
  const before = await visibilityTotal();
  await app.ingest(org, runs(2));
  // A writer that began before the export, and is in no hurry. Its rows are copies of a run's.
  await db.tenant(org.id, async (tx) => {
    await tx`insert into runs select (r).* from (
      select jsonb_populate_record(r, '{"id": "late", "external_id": "late"}') as r from runs r limit 1) late`;
    await tx`insert into observations select (o).* from (
      select jsonb_populate_record(o, '{"run_id": "late"}') as o from observations o limit 1) late`;
    await tx`insert into dirty_parts (part, bucket, month)
      select 'runs', right(org_id, 1), date_trunc('month', executed_at)::date from runs where id = 'late'`;
    await app.snapshot();
    assert.equal(await visibilityTotal(), before + 2);
  });
  await app.snapshot();
  assert.equal(await visibilityTotal(), before + 3);
});

test('a deleted organisation leaves the next snapshot, and the others stay', async () => {
  const gone = await app.organisation({ brands: [{ name: 'Gonewell' }] });
  await app.ingest(gone, [{ brand: 'Gonewell', answer: 'Gonewell.' }]);
  const countIn = async () => (await exported(true))!.rows;
  const [total, counts] = [await visibilityTotal(), await countIn()];
  await deleteOrganisation(app.app.services.db, gone.id);
  await purgeOrganisation(app.app.services.db, gone.id);
  const { brands: left, runs: runsLeft, mentions } = await countIn();
  assert.deepEqual(
    [left, runsLeft, mentions],
    [counts['brands']! - 1, counts['runs']! - 1, counts['mentions']! - 1],
  );
  await app.snapshot();
  assert.equal(await visibilityTotal(), total);
});

test('of a deleted organisation nothing stays on disk, though a snapshot is in reserve and nothing else changes', async () => {
  const gone = await app.organisation({ brands: [{ name: 'Gonewell' }] });
  await app.ingest(gone, [{ brand: 'Gonewell', answer: 'Gonewell.' }]);
  await app.snapshot();
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  const holding = async () => {
    const found =
      await duckdb.runAndReadAll(`select distinct filename from read_parquet('${folder()}/*/*.parquet',
      filename = true, union_by_name = true) where org_id = '${gone.id}'`);
    return found.getRows().flat();
  };
  assert.ok((await holding()).length > 0);
  await deleteOrganisation(app.app.services.db, gone.id);
  await purgeOrganisation(app.app.services.db, gone.id);
  await app.snapshot();
  await app.snapshot();
  assert.deepEqual(await holding(), []);
  duckdb.closeSync();
});

test('under load, every answer is of one snapshot while new ones are swapped in', async () => {
  let isOver = false;
  const seen = new Map<string, Set<string>>();
  const client = async () => {
    while (!isOver) {
      const { status, headers, text, json } = await brands();
      assert.equal(status, 200, text);
      // Each export adds one run that names the brand and one that does not.
      const { visibility_count: named, visibility_total: total } = json.data[0];
      assert.equal(json.total, 1);
      assert.equal(total - 2 * named, rest);
      const id = headers.get('x-snapshot-id')!;
      seen.set(id, (seen.get(id) ?? new Set()).add(text));
    }
  };
  const start = (await brands()).json.data[0];
  const rest = start.visibility_total - 2 * start.visibility_count;
  const clients = Promise.all(Array.from({ length: 3 }, client));
  for (let round = 0; round < 3; round += 1) {
    await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold.' }, { brand: 'Lumenfold' }]);
    await app.snapshot();
  }
  isOver = true;
  await clients;
  assert.ok(seen.size >= 3, `${seen.size} snapshots were seen`);
  for (const answers of seen.values()) assert.equal(answers.size, 1, 'one snapshot, one answer');
});

test('of two publishers one works: the other leaves it, or waits its turn', async () => {
  await app.ingest(org, runs(1));
  const made = await Promise.all([exported(false), exported(false), exported(false)]);
  assert.equal(made.filter((each) => each !== null).length, 1);
  await app.ingest(org, runs(1));
  const waited = await Promise.all([exported(true), exported(true)]);
  assert.deepEqual(waited.map((each) => each!.isNew).sort(), [false, true]);
  assert.equal(waited[0]!.id, waited[1]!.id);
});

test('a request stays on a snapshot while it is kept, then gets 410', async () => {
  const first = await app.snapshot();
  await app.ingest(org, runs(1));
  const total = await visibilityTotal();
  const second = await app.snapshot();
  assert.equal(await visibilityTotal(), total + 1);
  await app.ingest(org, runs(1));
  await app.snapshot();
  // Kept for no time; the one before the current is on disk all the same, in case the current one is damaged.
  assert.deepEqual([existsSync(join(folder(), first)), existsSync(join(folder(), second))], [false, true]);
  for (const id of [first, '20200101T000000000Z-abcdef']) {
    const { status, json } = await brands({ 'X-Snapshot-Id': id });
    assert.deepEqual([status, json.error], [410, 'snapshot_gone'], id);
  }
  for (const id of ['../../../CURRENT', '..', 'x'.repeat(5000), 'CURRENT', `${second}/`]) {
    const { status } = await brands({ 'X-Snapshot-Id': id });
    assert.ok(status === 400 || status === 410, `${id}: ${status}`);
  }
  const current = app.app.services.reports.current()!.id;
  assert.equal((await brands({ 'X-Snapshot-Id': current })).status, 200);
});

test('leftovers of a killed publisher are cleared by the next one', async () => {
  await mkdir(join(folder(), '20260101T000000000Z-abcdef.tmp', 'spill'), { recursive: true });
  for (const name of ['.CURRENT.1', '.CHECKED.22', '.VERIFIED.333']) {
    writeFileSync(join(folder(), name), '');
    utimesSync(join(folder(), name), 0, 0);
  }
  // Of a process that is writing it now.
  writeFileSync(join(folder(), '.VERIFIED.4444'), '');
  await app.ingest(org, runs(1));
  await app.snapshot();
  assert.deepEqual(
    readdirSync(folder()).filter((name) => name.endsWith('.tmp') || /^\..*\.(1|22|333|4444)$/.test(name)),
    ['.VERIFIED.4444'],
  );
});
