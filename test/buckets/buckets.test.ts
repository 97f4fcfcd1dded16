// long: writes many exports to an object store
import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ANSWERS, BUCKET_TABLES } from '../../src/features/integrations/bucket/layout.ts';
import type { RunInput } from '../../src/features/runs/ingest.ts';
import { noteRunsChanged } from '../../src/snapshots/changes.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import {
  BucketReader,
  bucketConfig,
  connectBucket,
  reported,
  reportedByBucket,
  stateOf,
  writeNow,
  written,
} from '../support/providers/buckets.ts';
import { skipWithoutS3, startS3, type TestS3 } from '../support/providers/s3.ts';

const skip = skipWithoutS3;
const s3 = await forFile(skip ? (null as unknown as TestS3) : await startS3());
const { app, org, call } = await withOrganisation(
  {
    brands: [
      { name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }, { name: 'Quarvane' }] },
      { name: 'Otherlight' },
    ],
  },
  { OUTBOUND_ALLOW: '127.0.0.0/8' },
);
const { db } = app.app.services;
const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'];
const PREFIX = 'acme/reports';

const answer = (month: string, at: number): Partial<RunInput> => ({
  externalId: `${month} ${at}`,
  brand: at % 3 === 0 ? 'Otherlight' : 'Lumenfold',
  platform: at % 2 ? 'CLAUDE' : 'CHATGPT',
  queryText: `Which lamp ${at % 4}?`,
  executedAt: `${month}-${String(1 + (at % 28)).padStart(2, '0')}T10:00:00Z`,
  answer: `Brightora ${at}. ${at % 2 ? 'Lumenfold is great. ' : ''}Gleamwell is bad, „Quarvane“ too.\n${at % 5 ? 'Otherlight wins.' : ''}`,
  citations: [{ url: `https://site${at % 5}.example/${at}`, title: `Page ${at}` }],
});
await app.ingest(
  org,
  MONTHS.flatMap((month) => Array.from({ length: 30 }, (_, at) => answer(month, at))),
);
await app.snapshot();
const id = skip ? '' : await connectBucket(call, bucketConfig(s3, PREFIX, { answers: true }));
const open = () => BucketReader.open(s3, PREFIX);

/** Publishes what was changed and has it written. @returns how the bucket and the API agree */
async function writtenAndEqual(reader: BucketReader) {
  const snapshot = await app.snapshot();
  const state = await written(call, id);
  assert.equal(state.snapshotId, snapshot);
  assert.deepEqual(await reportedByBucket(reader), await reported(app, org));
  return state;
}
/** The files that the manifest names, with what changes when one is written again. */
const named = (reader: BucketReader) =>
  new Map(
    reader.manifest().files.map(({ path }) => {
      const { ino, mtimeMs } = statSync(join(reader.folder, path));
      return [path, `${ino} ${mtimeMs}`];
    }),
  );
/** Notes which partitions are made from now on, also those whose content turns out to be the same. */
function noteMade(): () => string[] {
  const { bucketRows } = app.app.services;
  assert.ok(bucketRows);
  const { open } = bucketRows;
  const months: string[] = [];
  bucketRows.open = (db, orgId, options, work) =>
    open.call(bucketRows, db, orgId, options, (rows) =>
      work({
        ...rows,
        make: (partition, use) => {
          months.push(partition.month ?? 'all time');
          return rows.make(partition, use);
        },
      }),
    ) as ReturnType<typeof work>;
  return () => months;
}
const textsOf = async (reader: BucketReader) =>
  new Map((await reader.rows('select run_id, text from answers')) as [string, string][]);

test('its rows add up to what reports say, and its columns are those that the manifest names', {
  skip,
}, async () => {
  await using reader = await open();
  const state = await writtenAndEqual(reader);
  const manifest = reader.manifest();
  assert.deepEqual(
    [manifest.snapshot, manifest.asOf, manifest.organisation],
    [state.snapshotId, state.dataAsOf, org.id],
  );
  const { files } = manifest;
  assert.deepEqual(
    [state.files, state.rows, state.bytes],
    [
      files.length,
      files.reduce((sum, { rows }) => sum + rows, 0),
      files.reduce((sum, { bytes }) => sum + bytes, 0),
    ],
  );
  for (const { path, table, month, bytes } of files) {
    assert.equal(statSync(join(reader.folder, path)).size, bytes);
    assert.equal(path.includes(`month=${month}/`), month !== null);
    const { columns = [] } = manifest.tables.find(({ name }) => name === table) ?? {};
    assert.deepEqual(
      await reader.columns(path),
      columns.map(({ name, type }) => `${name} ${type}`),
    );
  }
  assert.deepEqual(await reader.rows('select count(*) from run_competitors'), [['160']]);
  const stored = await app.sql(org)<
    { id: string; answer: string }[]
  >`select id, answer from runs where org_id = ${org.id}`;
  assert.deepEqual(await textsOf(reader), new Map(stored.map((run) => [run.id, run.answer])));
  assert.ok((await reported(app, org)).length > 100);
});

test('a month without a change is not written again, and nothing is where nothing changed', {
  skip,
}, async () => {
  await using reader = await open();
  await writtenAndEqual(reader);
  const before = named(reader);
  const made = noteMade();
  const again = await written(call, id);
  assert.equal(again.filesWritten, 0);
  assert.deepEqual(named(reader), before);
  assert.deepEqual(made(), []);
  await app.ingest(org, [answer('2026-02', 100)]);
  const state = await writtenAndEqual(reader);
  assert.deepEqual([...new Set(made())], ['2026-02']);
  const now = named(reader);
  const added = [...now.keys()].filter((path) => !before.has(path));
  assert.equal(state.filesWritten, added.length);
  assert.ok(added.length >= 5 && added.every((path) => path.includes('month=2026-02/')), added.join());
  for (const [path, written] of before) if (now.has(path)) assert.equal(now.get(path), written, path);
});

test('corrections, deleted competitors, archived brands and removed answers reach it', {
  skip,
}, async () => {
  await using reader = await open();
  const mentions = (await call('listMentions', { query: { limit: 3 } })).json.data;
  const [dismissed, scored] = mentions;
  await call('updateMention', { ids: [dismissed!.id], body: { dismissed: true } });
  await call('updateMention', { ids: [scored!.id], body: { sentimentScore: 3 } });
  await writtenAndEqual(reader);
  const found = (id: string) => reader.rows(`select sentiment from mentions where mention_id = '${id}'`);
  assert.deepEqual([await found(dismissed!.id), await found(scored!.id)], [[], [['3.00']]]);
  const brands = (await call('listBrands')).json.data;
  const [lumenfold, otherlight] = ['Lumenfold', 'Otherlight'].map(
    (one) => brands.find(({ name }) => name === one)!.id,
  );
  const rival = (await call('listCompetitors', { ids: [lumenfold!] })).json.data[0]!;
  assert.equal((await call('deleteCompetitor', { ids: [rival.id] })).status, 204);
  await call('archiveBrand', { ids: [otherlight!] });
  await app.app.services.ingestion.reextract(org.id);
  await writtenAndEqual(reader);
  assert.deepEqual(await reader.rows('select name, archived from brands order by 1'), [
    ['Lumenfold', false],
    ['Otherlight', true],
  ]);
  const ofRival = `from run_competitors where competitor_id = '${rival.id}'`;
  assert.deepEqual(await reader.rows(`select count(*) ${ofRival}`), [['0']]);
  await db.tenant(org.id, async (tx) => {
    const gone = await tx<{ day: string }[]>`
      delete from runs where org_id = ${org.id} and executed_at < '2026-02-01' returning '2026-01-01' as day`;
    assert.ok(gone.length >= 30);
    await noteRunsChanged(
      tx,
      org.id,
      Array.from({ length: 31 }, (_, at) => `2026-01-${at + 1}`),
    );
  });
  await writtenAndEqual(reader);
  assert.deepEqual(
    [...named(reader).keys()].filter((path) => path.includes('2026-01')),
    [],
  );
});

test('texts that change or are not wished any more leave it, while the numbers stay', { skip }, async () => {
  await using reader = await open();
  const [run] = await app.sql(org)<{ id: string }[]>`
      update runs set answer = 'It is gone.' where org_id = ${org.id} and external_id = '2026-04 7' returning id`;
  const before = named(reader);
  await writtenAndEqual(reader);
  assert.equal((await textsOf(reader)).get(run!.id), 'It is gone.');
  const added = [...named(reader).keys()].filter((path) => !before.has(path));
  assert.deepEqual(
    added.map((path) => path.replace(/\w{64}/, '')),
    ['data/answers/month=2026-04/.parquet'],
  );
  await call('updateIntegration', { ids: [id], body: { config: { answers: false } } });
  await writtenAndEqual(reader);
  assert.deepEqual(reader.paths('answers'), []);
  assert.ok(!reader.manifest().tables.some(({ name }) => name === 'answers'));
});

test('files that no manifest names stay for their readers, and are deleted after the grace', {
  skip,
}, async () => {
  await using reader = await open();
  const path = (name: string) => join(reader.folder, name);
  const isThere = (name: string) => statSync(path(name), { throwIfNoEntry: false }) !== undefined;
  const before = reader.manifest();
  await app.ingest(org, [answer('2026-03', 101)]);
  await writtenAndEqual(reader);
  const { retired, graceHours, ...manifest } = reader.manifest();
  const now = new Set(manifest.files.map((file) => file.path));
  const dropped = before.files.map((file) => file.path).filter((one) => !now.has(one));
  assert.ok(dropped.length >= 5);
  for (const one of dropped) assert.ok(isThere(one) && retired.some((file) => file.path === one));
  // One that a killed write left long ago, one that it left just now, and what is not ours.
  const [long = '', just = ''] = ['a', 'b'].map(
    (digit) => `data/runs/month=2026-03/${digit.repeat(64)}.parquet`,
  );
  for (const one of [long, just, 'data/notes.txt', 'mine.parquet']) writeFileSync(path(one), 'x');
  const past = new Date(Date.now() - (graceHours + 1) * 3_600_000);
  for (const one of [long, 'data/notes.txt', 'mine.parquet']) utimesSync(path(one), past, past);
  const [kept = '', ...over] = dropped;
  const dated = retired.map((file) =>
    over.includes(file.path) ? { ...file, retiredAt: past.toISOString() } : file,
  );
  writeFileSync(path('manifest.json'), JSON.stringify({ ...manifest, graceHours, retired: dated }));
  await written(call, id);
  assert.deepEqual([...over, long].filter(isThere), []);
  for (const one of [kept, just, 'data/notes.txt', 'mine.parquet']) assert.ok(isThere(one), one);
  assert.deepEqual(await reportedByBucket(reader), await reported(app, org));
});

test('a file that somebody deleted is written again, and a manifest that they spoilt too', {
  skip,
}, async () => {
  await using reader = await open();
  const [first = '', second = ''] = reader.paths('runs');
  rmSync(join(reader.folder, first));
  writeFileSync(join(reader.folder, second), 'short');
  await written(call, id);
  assert.deepEqual(await reportedByBucket(reader), await reported(app, org));
  const manifest = reader.manifest();
  // A file of another month under the name of this one, keys that lead elsewhere, and what is no entry.
  const runs = manifest.files.filter(({ table }) => table === 'runs');
  const spoilt = {
    ...manifest,
    files: [
      ...manifest.files.map((file) =>
        file.table === 'runs'
          ? { ...file, path: runs.at(-1)!.path, bytes: runs.at(-1)!.bytes }
          : { ...file, path: '../x' },
      ),
      null,
      3,
    ],
    retired: 'no',
  };
  writeFileSync(join(reader.folder, 'manifest.json'), JSON.stringify(spoilt));
  await written(call, id);
  assert.deepEqual(await reportedByBucket(reader), await reported(app, org));
});

test("a place that is another organisation's, or nobody's, is refused with what to do", {
  skip,
}, async () => {
  await using reader = await open();
  const file = join(reader.folder, 'manifest.json');
  const ours = readFileSync(file);
  for (const [text, whose] of [
    [
      JSON.stringify({ ...reader.manifest(), organisation: crypto.randomUUID() }),
      'is that of another organisation',
    ],
    ['{"version": 1}', 'is not ours'],
    ['no JSON', 'is not ours'],
  ] as const) {
    writeFileSync(file, text);
    const reason = `config.prefix: the manifest.json there ${whose}. Choose another prefix.`;
    const state = await writeNow(call, id);
    assert.equal(state.lastError, reason);
    assert.ok(state.failures >= 1 && state.failedAt !== null && state.snapshotId !== null);
    const { json } = await call('checkIntegration', { ids: [id] });
    assert.deepEqual([json.ok, json.reason], [false, reason]);
    assert.equal(readFileSync(file, 'utf8'), text);
  }
  writeFileSync(file, ours);
  await written(call, id);
});

test('a bucket that is off is not written, and says so', { skip }, async () => {
  await call('updateIntegration', { ids: [id], body: { isActive: false } });
  assert.equal((await stateOf(call, id)).nextAt, null);
  const { status, json } = await call('writeBucket', { ids: [id] });
  assert.deepEqual([status, json.message], [409, 'The integration is off. Switch it on first.']);
  await call('updateIntegration', { ids: [id], body: { isActive: true } });
  await written(call, id);
});

/** Columns that readers of buckets depend on: they may be added to, and never change. */
const VERSION_1 = `
brands: brand_id VARCHAR, name VARCHAR, archived BOOLEAN
competitors: competitor_id VARCHAR, brand_id VARCHAR, name VARCHAR
queries: query_id VARCHAR, brand_id VARCHAR, topic VARCHAR, branded BOOLEAN
query_tags: query_id VARCHAR, tag VARCHAR
daily: brand_id VARCHAR, platform VARCHAR, day DATE, answers BIGINT, named BIGINT, sentiment_sum
  DECIMAL(18,2), sentiment_count BIGINT, position_sum BIGINT, position_count BIGINT
runs: run_id VARCHAR, brand_id VARCHAR, executed_at TIMESTAMP, query_id VARCHAR, platform VARCHAR,
  surface VARCHAR, model VARCHAR, country VARCHAR, language VARCHAR, searched BOOLEAN, query_text
  VARCHAR, named BOOLEAN, position INTEGER, sentiment DECIMAL(5,2), sentiment_reader VARCHAR
run_competitors: run_id VARCHAR, brand_id VARCHAR, executed_at TIMESTAMP, competitor_id VARCHAR,
  position INTEGER, sentiment DECIMAL(5,2), sentiment_reader VARCHAR
run_searches: run_id VARCHAR, brand_id VARCHAR, executed_at TIMESTAMP, ordinal INTEGER, text VARCHAR
mentions: mention_id VARCHAR, run_id VARCHAR, brand_id VARCHAR, discovered_at TIMESTAMP, query_id
  VARCHAR, platform VARCHAR, surface VARCHAR, model VARCHAR, country VARCHAR, language VARCHAR,
  searched BOOLEAN, query_text VARCHAR, source_type VARCHAR, source_name VARCHAR, source_url
  VARCHAR, page_url VARCHAR, domain VARCHAR, title VARCHAR, snippet VARCHAR, sentiment DECIMAL(5,2),
  sentiment_reader VARCHAR
citations: run_id VARCHAR, brand_id VARCHAR, executed_at TIMESTAMP, url VARCHAR, domain VARCHAR,
  title VARCHAR, source_type VARCHAR, page_type VARCHAR
answers: run_id VARCHAR, brand_id VARCHAR, executed_at TIMESTAMP, text VARCHAR
`;

test('what the first version of the layout had is still there, under its name and with its type', () => {
  const tables = [...VERSION_1.matchAll(/^(\w+): (.*(?:\n {2}.*)*)/gm)];
  assert.equal(tables.length, 11);
  for (const [, table, columns = ''] of tables) {
    const found = [...BUCKET_TABLES, ANSWERS].find(({ name }) => name === table);
    const now = found?.columns.map(([name, type]) => `${name} ${type}`);
    for (const column of columns.replaceAll(/\s+/g, ' ').split(', '))
      assert.ok(now?.includes(column), `${table}: ${column}`);
  }
});

test('the guide describes every table with its columns', () => {
  const text = readFileSync(new URL('../../src/web/docs/bucket.md', import.meta.url), 'utf8');
  const guide = text.slice(text.indexOf('## Tables'));
  for (const { name, columns } of [...BUCKET_TABLES, ANSWERS]) {
    const [, described = ''] = new RegExp(`^\\| \`${name}\` \\| (.*) \\|$`, 'm').exec(guide) ?? [];
    const named = [...described.matchAll(/`(\w+)`/g)].map(([, column]) => column);
    assert.deepEqual(
      named,
      columns.map(([column]) => column),
    );
  }
});
