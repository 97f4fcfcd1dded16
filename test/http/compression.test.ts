import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { withOrganisation } from '../support/callers/organisation.ts';
import { ask } from '../support/callers/raw.ts';
import { until } from '../support/server/app.ts';

const DECODE = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
const names = Array.from({ length: 20 }, (_, index) => `Lämp ${index}`);
const { app, token, call } = await withOrganisation({ brands: names.map((name) => ({ name })) });

const get = (path: string, acceptEncoding?: string, method = 'GET', body?: string) =>
  ask(
    app.url + path,
    {
      Authorization: `Bearer ${token}`,
      ...(acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    { method, ...(body === undefined ? {} : { body }) },
  );

test('an answer over 1 KB is sent in the encoding that the client takes, and says so', async () => {
  const plain = await get('/api/brands');
  assert.deepEqual(
    [plain.headers['content-encoding'], plain.headers['vary']],
    [undefined, 'Accept-Encoding'],
  );
  assert.ok(plain.body.length > 1024);
  for (const [encoding, decode] of Object.entries(DECODE)) {
    const { headers, body } = await get('/api/brands', encoding);
    assert.deepEqual([headers['content-encoding'], headers['vary']], [encoding, 'Accept-Encoding']);
    assert.equal(headers['content-length'], String(body.length));
    assert.ok(body.length < plain.body.length / 2);
    assert.ok(decode(body).equals(plain.body));
    const head = await get('/api/brands', encoding, 'HEAD');
    assert.deepEqual(
      [head.status, head.headers['content-encoding'], head.headers['content-length'], head.body.length],
      [200, encoding, String(body.length), 0],
    );
  }
  assert.equal((await get('/api/brands', 'gzip, br, zstd')).headers['content-encoding'], 'zstd');
  for (const none of ['identity', 'deflate', 'gzip;q=0', 'gzip;q=0.1, identity'])
    assert.ok((await get('/api/brands', none)).body.equals(plain.body), none);
});

test('a short answer is sent as it is, and a long refusal compressed', async () => {
  const short = await get('/api/brands?limit=1', 'gzip');
  assert.deepEqual(
    [short.headers['content-encoding'], short.headers['vary']],
    [undefined, 'Accept-Encoding'],
  );
  const wrong = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field${at}`, 1]));
  const refusal = await get('/api/brands', 'gzip', 'POST', JSON.stringify(wrong));
  assert.deepEqual([refusal.status, refusal.headers['content-encoding']], [400, 'gzip']);
  assert.equal(JSON.parse(gunzipSync(refusal.body).toString()).error, 'validation_error');
});

test('a file is sent as it is, and an answer without a body has no encoding', async () => {
  const { id } = (await call('createDataExport')).json;
  await until(async () => (await call('getExport', { ids: [id] })).json.state === 'COMPLETED');
  const file = await get(`/api/reports/exports/${id}/download`, 'gzip');
  assert.deepEqual([file.headers['content-encoding'], file.headers['vary']], [undefined, undefined]);
  assert.match(file.body.toString(), /^\{"table"/);
  const { headers } = await get('/openapi.json', 'gzip');
  const known = { 'If-None-Match': headers['etag'] ?? '', 'Accept-Encoding': 'gzip' };
  const same = await ask(`${app.url}/openapi.json`, known);
  assert.deepEqual(
    [same.status, same.headers['vary'], same.headers['content-encoding']],
    [304, 'Accept-Encoding', undefined],
  );
});
