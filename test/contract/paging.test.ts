import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withApp } from '../support/callers/organisation.ts';
import { open } from '../support/callers/raw.ts';
import { momentAgo } from '../support/days.ts';
import { completeRun, until, untilSeen } from '../support/server/app.ts';

const REPORTS = ['brands', 'queries', 'mentions'] as const;

// A day ago, all at once: nothing but ids (and names) can order these rows.
const executedAt = momentAgo(1);
const tied = (count: number, label: string) =>
  Array.from({ length: count }, (_, index) => ({
    brand: `Lamp ${String(index % 23).padStart(2, '0')}`,
    queryText: `${label} ${index}?`,
    answer: `Lamp ${String(index % 23).padStart(2, '0')} it is.`,
    executedAt,
  }));

const app = await withApp();
const org = await app.organisation({
  brands: Array.from({ length: 23 }, (_, index) => ({ name: `Lamp ${String(index).padStart(2, '0')}` })),
});
await app.ingest(org, tied(60, 'First'));
await app.snapshot();

async function page(report: string, body: object, snapshotId?: string) {
  const headers: Record<string, string> = snapshotId === undefined ? {} : { 'X-Snapshot-Id': snapshotId };
  const answer = await app.call('POST', `/api/customer/v1/reports/${report}`, {
    key: org.key,
    headers,
    body,
  });
  return { ...answer, snapshotId: answer.headers.get('x-snapshot-id') ?? '' };
}

test('pages of one snapshot equal one large page, while exports go on', async () => {
  const wholes = new Map<string, Awaited<ReturnType<typeof page>>>();
  for (const report of REPORTS) wholes.set(report, await page(report, { limit: 10_000 }));
  const paged: Record<string, unknown[]> = { brands: [], queries: [], mentions: [] };
  for (let offset = 0; offset < 60; offset += 9) {
    for (const [report, whole] of wholes) {
      const part = await page(report, { limit: 9, offset }, whole.snapshotId);
      assert.equal(part.status, 200);
      assert.equal(part.snapshotId, whole.snapshotId);
      assert.equal(part.json.total, whole.json.total);
      assert.equal(part.headers.get('x-data-as-of'), whole.headers.get('x-data-as-of'));
      paged[report]?.push(...part.json.data);
    }
    if (offset === 9) {
      await app.ingest(org, tied(46, 'While paging'));
      const newer = await app.snapshot();
      for (const [report, { snapshotId }] of wholes) {
        assert.notEqual(newer, snapshotId);
        assert.equal((await page(report, { limit: 1 })).snapshotId, newer, 'the others see the new one');
      }
    }
  }
  for (const [report, { json }] of wholes) {
    assert.equal(json.data.length, json.total);
    assert.equal(json.total, report === 'brands' ? 23 : 60);
    assert.deepEqual(paged[report], json.data);
    assert.equal(new Set(json.data.map((row: unknown) => JSON.stringify(row))).size, json.total);
  }
});

test('beyond the total there is nothing, with the same total', async () => {
  for (const report of REPORTS) {
    const { total } = (await page(report, { limit: 1 })).json;
    for (const offset of [total, total + 1, 1e9])
      assert.deepEqual((await page(report, { offset })).json, { data: [], total });
    const last = (await page(report, { offset: total - 1 })).json;
    assert.equal(last.data.length, 1);
    assert.equal(last.total, total);
  }
});

test('a snapshot that is not kept is gone', async () => {
  for (const id of ['20000101T000000000Z-000000', 'x', 'CURRENT']) {
    const { status, json } = await page('brands', {}, id);
    assert.equal(status, 410, id);
    assert.equal(json.error, 'snapshot_gone');
  }
});

test('rows that tie keep their order, whatever is asked and exported in between', async () => {
  const order = async (report: string): Promise<string[]> =>
    (await page(report, { limit: 10_000 })).json.data.map(
      // The key that orders what ties: of brands the name, of others the id.
      (row: { id?: string; query?: { id: string }; brand: { name: string } }) =>
        row.id ?? row.query?.id ?? row.brand.name,
    );
  const before = new Map<string, string[]>();
  for (const report of REPORTS) {
    const first = await order(report);
    assert.deepEqual(first, first.toSorted());
    for (const again of await Promise.all(Array.from({ length: 8 }, () => order(report))))
      assert.deepEqual(again, first);
    before.set(report, first);
  }
  await app.ingest(org, tied(46, 'Afterwards'));
  await app.snapshot();
  for (const [report, first] of before) {
    const after = await order(report);
    assert.deepEqual(after, after.toSorted());
    const kept = new Set(first);
    assert.deepEqual(
      after.filter((key) => kept.has(key)),
      first,
    );
  }
});

const logged: string[] = [];

// What the server logs, of warnings on.
for (const level of ['warn', 'error', 'fatal'] as const)
  app.app.services.log[level] = ((...what: unknown[]) => void logged.push(JSON.stringify(what))) as never;
const many = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
const citations = Array.from({ length: 4 }, (_, page) => ({ url: `https://reviews.example/${page}` }));
await app.ingest(
  many,
  Array.from({ length: 500 }, () => completeRun({ brand: 'Lumenfold', answer: 'Lumenfold.', citations })),
);
await app.snapshot();

test('clients that leave, while they wait and while their report is made, are no overload and no failure', async () => {
  const load = () => app.app.services.reports.load()!;
  // Other files ask this server too.
  const { refused } = load();
  logged.length = 0;
  for (let round = 0; round < 5; round += 1) {
    const sockets = Array.from({ length: 12 }, (_, at) => {
      const body = JSON.stringify({ limit: 9_999 - 12 * round - at });
      const socket = open(app.url);
      socket.on('error', () => {});
      socket.write(
        `POST /api/customer/v1/reports/mentions HTTP/1.1\r\nHost: x\r\nX-API-Key: ${many.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      return socket;
    });
    await untilSeen(() => load().waiting > 0);
    for (const socket of sockets) socket.destroy();
    await until(() => load().waiting === 0);
  }
  const { status } = await app.report(many, 'mentions');
  assert.equal(status, 200);
  assert.deepEqual([logged, load().refused], [[], refused]);
});
