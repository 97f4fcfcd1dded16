// long: 16 s
import assert from 'node:assert/strict';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { DAY_MS } from '../../src/base/definitions.ts';
import { connect } from '../../src/db/client.ts';
import { openCursor, sealCursor } from '../../src/db/cursors.ts';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { LiveReports } from '../../src/reports/live-reports.ts';
import { Buckets } from '../../src/snapshots/buckets.ts';
import {
  bucketOfChanges,
  changesFile,
  mergedChanges,
  oldestKnown,
} from '../../src/snapshots/changes-files.ts';
import {
  CURRENT,
  type Manifest,
  newSnapshotId,
  readManifest,
  snapshotsFolder,
} from '../../src/snapshots/manifest.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { Copy, page } from '../support/server/copies.ts';

const RANGE = { start_date: '2026-01-01', end_date: '2026-02-28' };

const brandIds: Record<string, string> = {};

const { app, org, call } = await withOrganisation(
  { brands: [{ name: 'Lumenfold' }, { name: 'Gleamwell' }] },
  { JOBS: 'apart' },
);
for (const { id, name } of (await call('listBrands')).json.data) brandIds[name] = id;
const input = { name: 'Limited', scopes: ['reports:read' as const], brandIds: [brandIds['Gleamwell']!] };
const limited = (await createApiKey(app.app.services.db, operator(org.id), input)).key;
await write(12);
await app.snapshot();

/** Runs that name their brand, every other one of each. */
function write(count: number, executedAt = '2026-01-15T08:00:00Z') {
  return app.ingest(
    org,
    Array.from({ length: count }, (_, at) => {
      const brand = at % 2 === 0 ? 'Lumenfold' : 'Gleamwell';
      return { brand, answer: `${brand} is good.`, queryText: `Which lamp ${at}?`, executedAt };
    }),
  );
}
const mentions = (body: object, key = org.key) => page(app, key, 'mentions', { ...RANGE, ...body });
const queries = (body: object, key = org.key) => page(app, key, 'queries', { ...RANGE, ...body });
const current = () => app.app.services.reports.current()!.id;
const folder = () => join(snapshotsFolder(app.dataDir), current());
const manifest = (): Promise<Manifest> => readManifest(folder());
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

test('an answer has only what changed, what left it, and the snapshot to ask from next', async () => {
  const since = current();
  assert.deepEqual((await mentions({ updated_since: since })).json, {
    data: [],
    total: 0,
    removed: [],
    next: null,
  });
  const all = (await mentions({})).json.data;
  const [corrected, dismissed] = all.filter(
    ({ brand }: { brand: { name: string } }) => brand.name === 'Lumenfold',
  );
  await call('updateMention', { ids: [corrected.id], body: { sentimentScore: 3 } });
  await call('updateMention', { ids: [dismissed.id], body: { dismissed: true } });
  await app.snapshot();
  const { json, snapshotId } = await mentions({ updated_since: since });
  assert.deepEqual([ids(json.data), json.total, json.removed], [[corrected.id], 1, [dismissed.id]]);
  assert.equal(json.data[0].sentimentScore, 3);
  assert.equal(snapshotId, current());
  // Of another brand nothing changed, and neither did a query's row.
  assert.deepEqual((await mentions({ updated_since: since }, limited)).json.removed, []);
  assert.equal((await mentions({ updated_since: since, brand_id: brandIds['Gleamwell'] })).json.total, 0);
  assert.deepEqual((await queries({ updated_since: since })).json.total, 0);
  const asMember = await call('getMentionsReport', { body: { ...RANGE, updated_since: since } });
  assert.deepEqual(asMember.json, json);
  await call('getQueriesReport', { body: { ...RANGE, updated_since: since } });
  await call('updateMention', { ids: [dismissed.id], body: { dismissed: false } });
});

test('a brand that is archived leaves with all its rows, in pages, and comes back with them', async () => {
  await app.snapshot();
  const since = current();
  const copies = [
    new Copy(app, org.key, 'mentions', RANGE),
    new Copy(app, org.key, 'queries', RANGE),
    new Copy(app, limited, 'mentions', RANGE),
    new Copy(app, org.key, 'mentions', { ...RANGE, brand_id: brandIds['Lumenfold'] }),
  ];
  const pull = async () => {
    for (const copy of copies) {
      await copy.pull(2);
      await copy.equalsReport('');
    }
  };
  await pull();
  await call('archiveBrand', { ids: [brandIds['Lumenfold']!] });
  await app.snapshot();
  await pull();
  assert.deepEqual(
    copies.map(({ removed }) => removed),
    [6, 6, 0, 0],
  );
  await call('updateBrand', { ids: [brandIds['Lumenfold']!], body: { archived: false } });
  await app.snapshot();
  await pull();
  const { json } = await mentions({ updated_since: since, limit: 3 });
  assert.deepEqual([json.total, json.removed], [6, []], 'both changes together');
});

test('the pages of a pull are of one snapshot, though others are published meanwhile', async () => {
  const copy = new Copy(app, org.key, 'mentions', RANGE);
  const began = current();
  const between = async () => {
    await write(2, '2026-01-14T08:00:00Z');
    await app.snapshot();
  };
  await copy.pull(5, between);
  assert.equal(copy.snapshotId, began);
  await copy.equalsReport('the whole report');
  const now = current();
  assert.ok(now > began);
  await copy.pull(2, between);
  assert.equal(copy.snapshotId, now);
  await copy.equalsReport('what changed');
  await copy.pull(100);
  assert.equal(copy.snapshotId, current());
  await copy.equalsReport('the rest');
});

test('pages of the whole report are those of the plain one, in its order', async () => {
  for (const ask of [mentions, queries]) {
    const plain = (await ask({ limit: 10_000 })).json;
    const rows: unknown[] = [];
    for (let after = 'start'; after !== null; ) {
      const { json } = await ask({ after, limit: 4 });
      assert.deepEqual([json.total, json.removed], [plain.total, undefined]);
      rows.push(...json.data);
      after = json.next;
    }
    assert.deepEqual(rows, plain.data);
    const large = await ask({ after: 'start', limit: 10_000 });
    assert.deepEqual([large.json.data, large.json.next], [plain.data, null]);
  }
});

test('what has no meaning together is refused with the reason', async () => {
  const since = current();
  const refused = async (body: object, part: RegExp) => {
    const { status, json } = await mentions(body);
    assert.deepEqual([status, json.error], [400, 'validation_error'], JSON.stringify(body));
    assert.match(json.message, part);
  };
  for (const [field, value] of Object.entries({
    dimensions: ['platform'],
    filters: [{ field: 'platform', operator: 'in', values: ['CHATGPT'] }],
    having: [{ field: 'sentiment', operator: 'gte', value: 1 }],
    order_by: [{ field: 'brand' }],
    include: ['evidence'],
    compare_to: 'previous',
    offset: 1,
  })) {
    await refused(
      { updated_since: since, [field]: value },
      new RegExp(`^${field} cannot be with updated_since: `),
    );
    await refused({ after: 'start', [field]: value }, new RegExp(`^${field} cannot be with after: `));
  }
  const { next } = (await mentions({ after: 'start', limit: 1 })).json;
  await refused({ after: next, brand_id: brandIds['Lumenfold'] }, /another request/);
  await refused({ after: next, updated_since: since }, /another request/);
  await refused({ after: next, start_date: '2026-01-02' }, /^start_date differs/);
  await refused({ after: next, end_date: '2026-01-02' }, /^end_date differs/);
  await refused({ after: next, snapshot_id: '20200101T000000000Z-abcdef' }, /another snapshot/);
  for (const after of [
    'x',
    `${next.slice(0, -8)}AAAAAAAA`,
    // As versions before gave them, and with a day that there is not.
    Buffer.from(`["${since}","2026-01-01","2026-02-30","x",null,"end"]`).toString('base64url'),
  ])
    await refused({ after }, /^after must be "start" or/);
  assert.equal((await queries({ after: next })).json.error, 'validation_error');
  await refused({ updated_since: since, snapshot_id: 'a-pin' }, /a pin has no changes/);
  const live = new LiveReports(app.app.services.db);
  const asked = {
    report: 'reportMentions' as const,
    orgId: org.id,
    brand: null,
    allowed: null,
    start: '2026-01-01',
    end: '2026-01-31',
    limit: 1,
    offset: 0,
  };
  await assert.rejects(
    live.render({
      ...asked,
      pull: { since, rows: null, removed: null, stream: null, mark: '', seal: String },
    }),
    /^AppError: updated_since needs snapshots/,
  );
});

/** A request for changes that are not known is sent to the whole report. */
async function isGone(since: string, message?: string): Promise<void> {
  for (const ask of [mentions, queries]) {
    const { status, json } = await ask({ updated_since: since });
    assert.deepEqual([status, json.error], [410, 'snapshot_gone'], message ?? since);
    assert.match(json.message, /Pull the whole report: leave out updated_since/);
  }
}

test('what changed since an id that is unknown, of other data, too old or of the future is not known', async () => {
  const { history } = await manifest();
  const days = (count: number) => new Date(Date.now() - count * DAY_MS);
  for (const since of [
    'no-snapshot',
    'live',
    '20200101T000000000Z-abcdef',
    current().replace(/.$/, (c) => (c === 'a' ? 'b' : 'a')),
  ])
    await isGone(since);
  await isGone(newSnapshotId(days(0)), 'of other data');
  await isGone(newSnapshotId(days(-1)), 'of other data, and of the future');
  await isGone(newSnapshotId(days(36), history.lineage), 'before the first snapshot');
  const ahead = await mentions({ updated_since: newSnapshotId(days(-1), history.lineage) });
  assert.deepEqual([ahead.status, ahead.json.error], [503, 'unavailable'], 'as of a server that is ahead');
  assert.equal(oldestKnown('20260301T120000123Z-abcdef'), '20260125T120000123Z');
});

/** Of a text that callers go on by, which is sealed anew each time. */
function positionOf(next: string | null): string | null {
  return next && openCursor(app.app.services.secretBox, `report pull ${org.id}`, next);
}

test('a cursor whose snapshot is no longer kept says how to begin again', async () => {
  const since = current();
  const { next } = (await mentions({ after: 'start', limit: 1 })).json;
  const position = positionOf(next)?.replace(since, newSnapshotId(new Date(0))) ?? '';
  const sealed = sealCursor(app.app.services.secretBox, `report pull ${org.id}`, position);
  const { status, json } = await mentions({ after: sealed });
  assert.equal(status, 410);
  assert.match(json.message, /Begin again with "after": "start"/);
});

test('changes take few files, which grow with the changes', async () => {
  const files = async () =>
    (await manifest()).files.filter(({ name }) => bucketOfChanges(name) === new Buckets().of(org.id));
  const rows = async () => (await files()).reduce((sum, file) => sum + file.rows!, 0);
  const before = await rows();
  const { data } = (await mentions({ limit: 1 })).json;
  for (let round = 0; round < 3; round += 1) {
    await call('updateMention', { ids: [data[0].id], body: { sentimentScore: 10 + round } });
    await app.snapshot();
  }
  const [file, ...others] = await files();
  assert.deepEqual([file!.name, others], [changesFile(new Buckets().of(org.id), current()), []]);
  assert.ok((await rows()) <= before + 1, 'changes of one row are kept once');
});

test('files that are merged lose what is older than changes are known, and of organisations that are gone', async () => {
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  const path = join(app.dataDir, 'changes.parquet');
  const row = (orgId: string, id: string, snapshot: string) =>
    `select '${orgId}' as org_id, 'runs' as kind, '${id}' as id, 'b' as brand_id, 'q' as query_id,
       timestamp '2026-01-01' as before_at, null::timestamp as after_at, null::boolean as was_listed, '${snapshot}' as snapshot`;
  const now = '20260301T120000123Z-abcdef';
  const rows = [
    row('o', 'old', '20260125T120000122Z-abcdef'),
    row('o', 'known', '20260125T120000123Z-abcdef'),
    row('o', 'again', '20260201T000000000Z-abcdef'),
    row('o', 'again', now),
    row('gone', 'theirs', now),
  ];
  await duckdb.run(`copy (${rows.join(' union all ')}) to '${path}'`);
  const merged = await duckdb.runAndReadAll(
    `select id, snapshot from (${mergedChanges([path], oldestKnown(now), ['gone'])})`,
  );
  assert.deepEqual(merged.getRows(), [
    ['known', '20260125T120000123Z-abcdef'],
    ['again', now],
  ]);
  duckdb.closeSync();
});

test('after a part is damaged its bucket begins anew; after another data folder all do', async () => {
  const since = current();
  let other = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  while (new Buckets().of(other.id) === new Buckets().of(org.id))
    other = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  appendFileSync(join(folder(), `mentions-${new Buckets().of(org.id)}-2026-01.parquet`), 'x');
  await write(1);
  const healed = await app.snapshot();
  await isGone(since, 'the damaged part could not be compared');
  assert.equal((await mentions({ updated_since: healed })).status, 200);
  assert.equal((await mentions({ updated_since: since }, other.key)).status, 200, 'another bucket');
  // As in another folder: without the last snapshot, from which CURRENT would be put right.
  for (const name of [CURRENT, healed]) rmSync(join(snapshotsFolder(app.dataDir), name), { recursive: true });
  const anew = await app.snapshot();
  await isGone(healed, 'the first snapshot of its lineage');
  assert.equal((await mentions({ updated_since: anew })).json.total, 0);
});

test('a snapshot that was published and not confirmed is followed all the same', async () => {
  const copy = new Copy(app, org.key, 'mentions', RANGE);
  await copy.pull(100);
  const before = current();
  await write(2);
  await app.snapshot();
  await copy.pull(100);
  // As a publisher leaves it that is killed right after readers were pointed to its snapshot.
  const owner = connect(app.databaseUrl, { role: 'owner', max: 1 });
  try {
    await owner`update snapshot_state set last_snapshot_id = ${before}`;
  } finally {
    await owner.end({ timeout: 1 });
  }
  await write(2);
  await app.snapshot();
  await copy.pull(100);
  await copy.equalsReport('');
  assert.ok(copy.pulled > 0 && copy.pulled <= 4, `${copy.pulled} rows`);
});

for (const report of ['mentions', 'queries'] as const)
  test(`a pull of ${report} holds the same as NDJSON and CSV: rows, what was deleted, and the next page`, async () => {
    const since = current();
    await write(6, '2026-02-10T08:00:00Z');
    await call('archiveBrand', { ids: [brandIds['Gleamwell']!] });
    await app.snapshot();
    const ask = async (form: string, asked: object) => {
      const answer = await app.call('POST', `/api/customer/v1/reports/${report}`, {
        key: org.key,
        headers: { Accept: form },
        body: { ...RANGE, updated_since: since, limit: 2, ...asked },
      });
      assert.equal(answer.status, 200, answer.text);
      return answer;
    };
    // biome-ignore lint/suspicious/noExplicitAny: rows of any report
    const idOf = (row: any) => (report === 'mentions' ? row.id : row.query.id);
    const seen = { rows: 0, removed: 0 };
    for (let after: string | undefined = 'start'; after !== undefined; ) {
      const { json } = await ask('application/json', { after });
      const lines = await ask('application/x-ndjson', { after });
      const cells = await ask('text/csv', { after });
      const rows = lines.text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        rows.filter(({ deleted }) => !deleted).map(({ deleted: _, ...row }) => row),
        json.data,
      );
      assert.deepEqual(rows.filter(({ deleted }) => deleted).map(idOf), json.removed);
      const flat = parse(cells.text, { columns: true }) as Record<string, string>[];
      const ofFlat = (row: Record<string, string>) => row[report === 'mentions' ? 'id' : 'query_id'];
      assert.deepEqual(flat.filter(({ deleted }) => deleted === 'true').map(ofFlat), json.removed);
      assert.deepEqual(flat.filter(({ deleted }) => deleted === 'false').map(ofFlat), json.data.map(idOf));
      for (const { headers } of [lines, cells])
        assert.equal(positionOf(headers.get('x-next-after')), positionOf(json.next));
      seen.rows += json.data.length;
      seen.removed += json.removed.length;
      after = json.next ?? undefined;
    }
    assert.ok(seen.rows > 2 && seen.removed > 2, JSON.stringify(seen));
    await call('updateBrand', { ids: [brandIds['Gleamwell']!], body: { archived: false } });
    await app.snapshot();
  });
