import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { openSnapshot } from '../../bench/support/open-snapshot.ts';
import { createLog } from '../../src/base/log.ts';
import { SNAPSHOT_TABLES, type SnapshotTable } from '../../src/db/migrate.ts';
import { deleteOrganisation } from '../../src/features/accounts/organisation.ts';
import { purgeOrganisation } from '../../src/features/housekeeping/purge.ts';
import { publishSnapshot } from '../../src/snapshots/publish/publish.ts';
import { callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import type { TestOrganisation } from '../support/server/app.ts';
import { onCluster } from '../support/server/cluster.ts';

const app = await withApp({ SNAPSHOT_KEEP_MINUTES: '0', JOBS: 'apart' });
const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
await app.ingest(org, [{ brand: 'Lumenfold' }]);
await app.snapshot();

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

test('what is committed after an export began is in the next snapshot', {
  skip: onCluster('the writer copies whole rows, which Citus does by COPY, and that not under policies'),
}, async () => {
  const { db } = app.app.services;
  const before = await visibilityTotal();
  await app.ingest(org, runs(2));
  // A writer that began before the export, and is in no hurry. Its rows are copies of a run's.
  await db.tenant(org.id, async (tx) => {
    await tx`insert into runs select (r).* from (
      select jsonb_populate_record(r, '{"id": "late", "external_id": "late"}') as r from runs r limit 1) late`;
    await tx`insert into observations select (o).* from (
      select jsonb_populate_record(o, '{"run_id": "late"}') as o from observations o limit 1) late`;
    await tx`insert into changed_parts (org_id, part, month)
      select org_id, 'runs', date_trunc('month', executed_at)::date from runs where id = 'late'`;
    await app.snapshot();
    assert.equal(await visibilityTotal(), before + 2);
  });
  await app.snapshot();
  assert.equal(await visibilityTotal(), before + 3);
});

test('a deleted organisation leaves the next snapshot, and the others stay', async () => {
  const gone = await app.organisation({ brands: [{ name: 'Gonewell' }] });
  await app.ingest(gone, [{ brand: 'Gonewell', answer: 'Gonewell.' }]);
  await app.sql(gone)`update queries set tags = '{lamps}'`;
  const countIn = async () => (await exported(true))!.rows;
  const [total, counts] = [await visibilityTotal(), await countIn()];
  await deleteOrganisation(app.app.services.db, gone.id);
  await purgeOrganisation(app.app.services.db, gone.id);
  const { brands: left, queries, query_tags: tags, runs: runsLeft, mentions } = await countIn();
  assert.equal(counts['query_tags'], 1);
  assert.deepEqual(
    [left, queries, tags, runsLeft, mentions],
    [
      ...['brands', 'queries'].map((table) => counts[table]! - 1),
      0,
      counts['runs']! - 1,
      counts['mentions']! - 1,
    ],
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

test('under load, every answer is of one snapshot while new ones are swapped in [long]', async () => {
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

/**
 * The rows of an organisation's table in the current snapshot, all columns as text, which the view of the same name has
 * too.
 */
async function rowsIn(table: SnapshotTable, { id: orgId }: TestOrganisation) {
  const { connection, tables, close } = await openSnapshot(app.dataDir);
  const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS();
  const source = `from ${(await tables(orgId)).from(table, null)} t`;
  const columns = (await read(`describe select * ${source}`)).map(({ column_name: name }) => `${name}`);
  const texts = columns.map((name) => `cast(${name} as text) as ${name}`).join(', ');
  const rows = await read(`select ${texts} ${source} where org_id = '${orgId}'`);
  close();
  const ofView = await app.app.services.db.tenant(orgId, (tx) =>
    tx.unsafe(`select ${texts} from snapshot.${table}`),
  );
  const sorted = (some: object[]) => some.map((row) => JSON.stringify(row)).sort();
  assert.deepEqual(sorted([...ofView]), sorted(rows), table);
  return rows as Record<string, string | null>[];
}

test('each change of queries, their tags or the names of their brand is in the next snapshot [long]', async () => {
  const own = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const call = callerWith(app, await app.login(own));
  const brandId = (await call('listBrands')).json.data[0]!.id;
  await app.snapshot();
  const holds = async (wanted: Record<string, boolean>, tags: string[]) => {
    await app.snapshot();
    const texts = new Map((await call('listQueries')).json.data.map(({ id, queryText }) => [id, queryText]));
    const archived = await call('listQueries', { query: { archived: true } });
    for (const { id, queryText } of archived.json.data) texts.set(id, queryText);
    const queries = await rowsIn('queries', own);
    assert.ok(queries.every((row) => row['brand_id'] === brandId));
    const found = queries.map((row) => [texts.get(row['id']!), row['branded'] === 'true'] as const);
    assert.deepEqual(Object.fromEntries(found), wanted);
    const tagged = (await rowsIn('query_tags', own)).map(
      (row) => `${texts.get(row['query_id']!)} ${row['tag']}`,
    );
    assert.deepEqual(tagged.sort(), tags);
    const known = new Set(queries.map(({ id }) => id));
    assert.ok((await rowsIn('runs', own)).every((row) => known.has(row['query_id']!)));
  };
  const body = { brandId, platform: 'CHATGPT', queryText: 'Lumenfold?', tags: ['b', 'a'] };
  const { id } = (await call('createQuery', { body })).json;
  const change = (changes: object) => call('updateQuery', { ids: [id], body: changes });
  await holds({ 'Lumenfold?': true }, ['Lumenfold? a', 'Lumenfold? b']);
  const texts = { brandId, texts: ['Bulk?'], platforms: ['GROK'], tags: ['Branded'] };
  await call('bulkCreateQueries', { body: texts });
  await holds({ 'Lumenfold?': true, 'Bulk?': true }, ['Bulk? Branded', 'Lumenfold? a', 'Lumenfold? b']);
  await change({ tags: ['unbranded'] });
  await holds({ 'Lumenfold?': false, 'Bulk?': true }, ['Bulk? Branded', 'Lumenfold? unbranded']);
  await change({ tags: [] });
  await holds({ 'Lumenfold?': true, 'Bulk?': true }, ['Bulk? Branded']);
  await change({ queryText: 'Zephyrix?' });
  await holds({ 'Zephyrix?': false, 'Bulk?': true }, ['Bulk? Branded']);
  await call('updateBrand', { ids: [brandId], body: { aliases: ['Zephyrix'] } });
  await holds({ 'Zephyrix?': false, 'Bulk?': true }, ['Bulk? Branded']);
  await app.app.services.ingestion.reextract(own.id);
  await holds({ 'Zephyrix?': true, 'Bulk?': true }, ['Bulk? Branded']);
  await app.ingest(own, [{ brandId, queryText: 'Ingested?', executedAt: '2025-03-04T08:00:00Z' }]);
  await holds({ 'Zephyrix?': true, 'Bulk?': true, 'Ingested?': false }, ['Bulk? Branded']);
  await call('archiveQuery', { ids: [id] });
  await holds({ 'Zephyrix?': true, 'Bulk?': true, 'Ingested?': false }, ['Bulk? Branded']);
  // As an upgrade leaves them, whose migration raises the version too.
  await app.app.services.db.tenant(own.id, async (tx) => {
    await tx`update queries set branded = not branded`;
    await tx`update organisations set lexicon_version = lexicon_version + 1 where id = ${own.id}`;
  });
  assert.equal(await app.app.services.ingestion.reextract(own.id), 0, 'no answer is read for them');
  await holds({ 'Zephyrix?': true, 'Bulk?': true, 'Ingested?': false }, ['Bulk? Branded']);
  await change({ country: 'DE' });
  assert.equal((await exported(true))!.isNew, false, 'a country of runs to come changes no report');
});

test('a snapshot holds the model, country and platform of runs, and the domain and run of mentions', async () => {
  const own = await app.organisation({
    brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }],
  });
  const brand = { brand: 'Lumenfold', answer: 'Lumenfold, then Gleamwell.' };
  const citations = [{ url: 'https://www.reviews.example/x' }];
  await app.ingest(own, [
    {
      ...brand,
      externalId: 'a',
      executedAt: '2025-03-04T08:00:00Z',
      model: 'gpt-5',
      country: 'DE',
      citations,
    },
    { ...brand, externalId: 'b', executedAt: '2025-03-04T23:00:00Z', platform: 'CLAUDE' },
    { ...brand, externalId: 'c', executedAt: '2025-03-04T09:00:00Z', answer: 'None.' },
  ]);
  await app.snapshot();
  const of = async (table: SnapshotTable, ...columns: string[]) =>
    (await rowsIn(table, own)).map((row) => columns.map((column) => row[column]).join(' ')).sort();
  assert.deepEqual(await of('runs', 'platform', 'model', 'country'), [
    'CHATGPT  ',
    'CHATGPT gpt-5 DE',
    'CLAUDE  ',
  ]);
  assert.deepEqual(await of('mentions', 'source_url', 'domain', 'model', 'country'), [
    '   ',
    'https://www.reviews.example/x reviews.example gpt-5 DE',
  ]);
  const ids = new Map((await rowsIn('runs', own)).map(({ id, model }) => [id, model]));
  for (const row of await rowsIn('mentions', own)) assert.equal(row['model'], ids.get(row['run_id']!));
  assert.deepEqual(await of('daily', 'day', 'platform', 'runs', 'named'), [
    '2025-03-04 CHATGPT 2 1',
    '2025-03-04 CLAUDE 1 1',
  ]);
  for (const table of SNAPSHOT_TABLES) await rowsIn(table, own); // the views have the same
});
