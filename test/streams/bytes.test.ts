import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { reportsWithoutSums } from '../support/callers/reports-without-sums.ts';
import { askForLines, streamCall } from '../support/callers/streams.ts';

const BRANDS = [{ name: 'Lumenfold' }, { name: 'Gleamwell' }];
const RANGE = { start_date: '2025-11-01', end_date: '2026-02-28' };
const CITATIONS = 8;
/** Runs of a day: one alone has more mentions than the first statements of a stream read. */
const DAYS: Record<string, number> = {
  '2026-02-03': 7,
  '2026-02-02': 0,
  '2026-02-01': 700,
  '2026-01-31': 40,
  '2026-01-30': 150,
  '2025-12-24': 120,
  '2025-11-02': 3,
};
const TEXTS = ['Größe\n"zwei"', 'a\\b\u2028c', '灯 💡', "it's, so; \t!", ''];

const { app, org, call } = await withOrganisation({ brands: BRANDS });
/** Many of them have the same time. */
function runsOf(day: string, count: number) {
  return Array.from({ length: count }, (_, at) => {
    const { name: brand } = BRANDS[at % 2]!;
    return {
      brand,
      queryText: `Which lamp ${at % 9}? ${TEXTS[at % TEXTS.length]}`,
      answer: `${brand} is ${at % 3 === 0 ? 'good' : 'poor'}. ${TEXTS[at % TEXTS.length]}`,
      executedAt: `${day}T08:00:0${at % 4}.${100 + (at % 2)}Z`,
      citations: Array.from({ length: at % (CITATIONS + 1) }, (_, page) => ({
        url: `https://reviews.example/${at}/${page}`,
        title: `${TEXTS[page % TEXTS.length]} ${page}`,
      })),
    };
  });
}

interface Asked {
  key?: string;
  headers?: Record<string, string>;
}
const ask = (body: object, { key = org.key, headers = {} }: Asked = {}) =>
  askForLines(app, { ...RANGE, ...body }, { 'X-API-Key': key, ...headers });

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function streamed(body: object, options: Asked = {}) {
  const answer = await ask({ stream: true, ...body }, options);
  const bytes = await bodyOf(answer);
  assert.equal(answer.statusCode, 200, String(bytes));
  return { bytes, headers: answer.headers };
}

/** The same rows page by page. */
async function pulled(body: object, options: Asked = {}): Promise<Buffer> {
  const found: Buffer[] = [];
  for (let after: string | undefined = 'start'; after !== undefined; ) {
    const answer = await ask({ ...body, after, limit: 700 }, options);
    found.push(await bodyOf(answer));
    assert.equal(answer.statusCode, 200, String(found.at(-1)));
    after = answer.headers['x-next-after'] as string | undefined;
  }
  return Buffer.concat(found);
}

const linesOf = (bytes: Buffer) => String(bytes).split('\n').slice(0, -1);
const { data } = (await call('listBrands')).json;
const [lumenfold, gleamwell] = BRANDS.map((brand) => data.find(({ name }) => name === brand.name)!.id) as [
  string,
  string,
];
const input = { name: 'Limited', scopes: ['reports:read' as const], brandIds: [gleamwell] };
const limited = (await createApiKey(app.app.services.db, operator(org.id), input)).key;
for (const [day, count] of Object.entries(DAYS)) await app.ingest(org, runsOf(day, count));
const snapshotId = await app.snapshot();
/** The rows of the whole report as a client gets them page by page, with their line feeds. */
const pages = await pulled({});
assert.ok(linesOf(pages).length > 2_500);

async function refused(body: object, options: Asked = {}) {
  const answer = await ask({ stream: true, ...body }, options);
  return { status: answer.statusCode, ...JSON.parse(String(await bodyOf(answer))) };
}

test('a stream has the bytes of the pages, whoever asks and for whatever days [long]', async () => {
  const ranges = [
    {},
    { start_date: '2026-02-01', end_date: '2026-02-01' },
    { start_date: '2025-12-01', end_date: '2026-01-30' },
    { brand_id: lumenfold },
    { brand_id: gleamwell, start_date: '2026-01-31' },
    { start_date: '2026-02-02', end_date: '2026-02-02' },
    { brand_id: 'nobody' },
  ];
  for (const key of [org.key, limited])
    for (const range of ranges) {
      const { bytes, headers } = await streamed(range, { key });
      assert.ok(bytes.equals(await pulled(range, { key })), JSON.stringify(range));
      assert.deepEqual(
        [headers['x-total-count'], headers['x-snapshot-id'], headers['content-type']],
        [String(linesOf(bytes).length), snapshotId, 'application/x-ndjson'],
      );
      assert.ok(headers['x-data-as-of'] && headers['content-length'] === undefined);
    }
  const plain = await call('getMentionsReport', { body: { ...RANGE, limit: 10_000 } });
  assert.deepEqual(
    linesOf(pages).map((line) => JSON.parse(line)),
    plain.json.data,
  );
});

test('a stream without what is kept in memory has the same bytes', async () => {
  const { reports, close } = await reportsWithoutSums(app, [org.id]);
  try {
    for (const range of [RANGE, { start_date: '2026-01-30', end_date: '2026-01-31' }]) {
      const reader = { signal: new AbortController().signal, isAllowed: async () => true };
      const { lines, total } = await reports.stream(streamCall(org.id, range), reader);
      const bytes = Buffer.concat(await lines.toArray());
      assert.ok(bytes.equals((await streamed(range)).bytes));
      assert.equal(linesOf(bytes).length, total);
    }
  } finally {
    await close();
  }
});

test('a stream is compressed as the client accepts', async () => {
  const ways = { zstd: zstdDecompress, gzip: gunzip, br: brotliDecompress };
  for (const [encoding, decompress] of Object.entries(ways)) {
    const { bytes, headers } = await streamed({}, { headers: { 'Accept-Encoding': encoding } });
    assert.deepEqual([headers['content-encoding'], headers['vary']], [encoding, 'Accept-Encoding']);
    assert.ok(bytes.byteLength < pages.byteLength / 4);
    assert.ok((await promisify(decompress)(bytes)).equals(pages), encoding);
  }
});

test('whatever byte a stream breaks off at, it goes on behind the last whole line [long]', async () => {
  const places = Array.from({ length: 40 }, () => randomInt(pages.byteLength));
  for (const place of [0, 1, pages.indexOf(10), pages.indexOf(10) + 1, pages.byteLength - 1, ...places]) {
    const whole = pages.subarray(0, pages.lastIndexOf(10, place - 1) + 1);
    const last = place === 0 ? undefined : linesOf(whole).at(-1);
    const after = last === undefined ? 'start' : JSON.parse(last).id;
    const { bytes, headers } = await streamed({ after, snapshot_id: snapshotId });
    assert.ok(
      Buffer.concat([place === 0 ? bytes.subarray(0, 0) : whole, bytes]).equals(pages),
      `byte ${place}`,
    );
    assert.equal(headers['x-total-count'], String(linesOf(pages).length));
  }
  const lastId = JSON.parse(linesOf(pages).at(-1)!).id;
  assert.equal((await streamed({ after: lastId, snapshot_id: snapshotId })).bytes.byteLength, 0);
});

test('a client whose connection breaks again and again gets every row once', async () => {
  let [whole, breaks] = ['', 0];
  for (let after = 'start', isOver = false; !isOver; ) {
    const headers: Record<string, string> = after === 'start' ? {} : { 'X-Snapshot-Id': snapshotId };
    const answer = await ask({ stream: true, after }, { headers });
    let [left, text] = [randomInt(Math.floor(pages.byteLength / 3)), Buffer.alloc(0)];
    isOver = true;
    for await (const chunk of answer) {
      text = Buffer.concat([text, chunk.subarray(0, left)]);
      left -= chunk.byteLength;
      if (left > 0) continue;
      isOver = false;
      break;
    }
    answer.destroy();
    whole += text.subarray(0, text.lastIndexOf(10) + 1);
    const lines = linesOf(Buffer.from(whole));
    if (lines.length > 0) after = JSON.parse(lines.at(-1)!).id;
    breaks += isOver ? 0 : 1;
  }
  assert.ok(Buffer.from(whole).equals(pages));
  assert.ok(breaks > 1, `${breaks}`);
});

test('pages can be left for a stream', async () => {
  const answer = await ask({ after: 'start', limit: 333 });
  const page = await bodyOf(answer);
  const { bytes } = await streamed({ after: answer.headers['x-next-after'] });
  assert.ok(Buffer.concat([page, bytes]).equals(pages));
});

test('what a stream cannot be is refused by name, with the way out', async () => {
  const [first] = linesOf(pages).map((line) => JSON.parse(line));
  const snapshot_id = snapshotId;
  const unknown = '00000000-0000-4000-8000-000000000000';
  const cases: [object, RegExp, Asked?][] = [
    [{}, /^stream is answered as NDJSON\. Send Accept/, { headers: { Accept: 'application/json' } }],
    [{}, /^stream is answered as NDJSON/, { headers: { Accept: 'text/csv' } }],
    [{ updated_since: snapshotId }, /^stream cannot be with updated_since/],
    [{ dimensions: ['platform'] }, /^dimensions cannot be with stream/],
    [{ offset: 3 }, /^offset cannot be with stream/],
    [{ after: first.id }, /^after is the id of a row: send the X-Snapshot-Id/],
    [
      { after: first.id, snapshot_id, start_date: undefined, end_date: undefined },
      /^start_date is required where after is the id/,
    ],
    [{ after: first.id, snapshot_id, end_date: undefined }, /^end_date is required/],
    [{ after: unknown, snapshot_id }, /^after is no row of this report/],
    [{ after: first.id, snapshot_id, end_date: '2026-01-31' }, /^after is no row/],
    [{ after: 'nothing' }, /^after must be "start" or/],
    [{ stream: 'yes' }, /^stream must be/],
  ];
  for (const [body, message, options] of cases) {
    const { status, error, message: said } = await refused(body, options);
    assert.deepEqual([status, error], [400, 'validation_error'], JSON.stringify(body));
    assert.match(said, message);
  }
  // A row of a brand that the key may not see is as unknown as none.
  const hidden = linesOf(pages)
    .map((line) => JSON.parse(line))
    .find(({ brand }) => brand.id === lumenfold);
  const { message } = await refused({ after: hidden.id, snapshot_id }, { key: limited });
  assert.match(message, /^after is no row/);
  assert.equal((await refused({ after: first.id, snapshot_id: '20200101T000000000Z-abcdef' })).status, 410);
  const queries = await call('getQueriesReport', { body: { ...RANGE, stream: true } });
  assert.equal(queries.status, 400);
});
