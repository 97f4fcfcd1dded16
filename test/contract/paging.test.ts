import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';

const REPORTS = ['brands', 'queries', 'mentions'] as const;
let app: TestApp;
let org: TestOrganisation;

// A day ago, all at once: nothing but ids (and names) can order these rows.
const executedAt = new Date(Date.now() - 86_400_000).toISOString();
const tied = (count: number, label: string) =>
  Array.from({ length: count }, (_, index) => ({
    brand: `Lamp ${String(index % 23).padStart(2, '0')}`,
    queryText: `${label} ${index}?`,
    answer: `Lamp ${String(index % 23).padStart(2, '0')} it is.`,
    executedAt,
  }));

before(async () => {
  app = await startTestApp();
  org = await app.organisation({
    brands: Array.from({ length: 23 }, (_, index) => ({ name: `Lamp ${String(index).padStart(2, '0')}` })),
  });
  await app.ingest(org, tied(60, 'First'));
  await app.snapshot();
});
after(() => app?.close());

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
