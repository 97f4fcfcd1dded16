import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DamagedFile } from '../../src/base/durable-file.ts';
import { StoreRefused, StoreUnavailable } from '../../src/files/object-store.ts';
import { S3Store } from '../../src/files/s3.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { skipWithoutS3, startS3, type TestS3 } from '../support/providers/s3.ts';

let s3: TestS3;
const folder = temporaryFolder();
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

if (!skipWithoutS3) s3 = await startS3();
after(() => s3?.close());

test('small objects are written, read, listed and removed', { skip: skipWithoutS3 }, async () => {
  const store = s3.store();
  await store.check();
  assert.equal(await store.get('a/CURRENT'), null);
  const etag = await store.put('a/CURRENT', '{"id": "1 & <2>"}');
  const found = await store.get('a/CURRENT');
  assert.ok(found && found !== 'unchanged' && etag);
  assert.equal(found.content.toString(), '{"id": "1 & <2>"}');
  assert.equal(found.etag, etag);
  assert.ok(Math.abs(found.modifiedAt.getTime() - Date.now()) < 60_000);
  assert.equal(await store.get('a/CURRENT', etag), 'unchanged');
  assert.equal((await store.head('a/CURRENT'))?.bytes, found.content.length);
  assert.equal(await store.head('a/none'), null);
  for (const name of ['b/2', 'b/1', 'b2']) await store.put(name, name);
  const keys: string[] = [];
  for await (const { key, bytes } of store.list('b/')) keys.push(`${key} ${bytes}`);
  assert.deepEqual(keys, ['b/1 3', 'b/2 3']);
  await store.remove('b/1');
  await store.remove('b/1');
  assert.equal(await store.get('b/1'), null);
});

test('of 8 writers with the same condition one wins', { skip: skipWithoutS3 }, async () => {
  const stores = Array.from({ length: 8 }, () => s3.store());
  const first = await Promise.all(
    stores.map((store, at) => store.put('race', `first ${at}`, { ifNone: true })),
  );
  const [won, ...more] = first.filter((etag) => etag !== null);
  assert.ok(won && more.length === 0);
  const next = await Promise.all(
    stores.map((store, at) => store.put('race', `next ${at}`, { ifMatch: won })),
  );
  assert.equal(next.filter((etag) => etag !== null).length, 1);
  assert.equal(await stores[0]?.put('race', 'late', { ifMatch: won }), null);
  assert.equal(await stores[0]?.put('nothing', 'x', { ifMatch: won }), null);
});

test('a file is streamed both ways and checked on both sides', { skip: skipWithoutS3 }, async () => {
  const store = s3.store();
  const path = join(folder, 'large');
  const chunk = randomBytes(1 << 20);
  const hash = createHash('sha256');
  for (let at = 0; at < 48; at += 1) {
    appendFileSync(path, chunk);
    hash.update(chunk);
  }
  const sum = hash.digest('hex');
  let moves = 0;
  const move = () => {
    moves += 1;
  };
  await store.upload(`objects/${sum}`, path, sum, move);
  assert.ok(await store.download(`objects/${sum}`, `${path}.back`, sum, move));
  assert.ok(moves > 90, 'it goes in chunks');
  assert.equal(sha256(readFileSync(`${path}.back`)), sum);
  await assert.rejects(store.upload('objects/wrong', path, sha256('other')), DamagedFile);
  assert.equal(await store.head('objects/wrong'), null);
  await store.put('objects/damaged', 'something else');
  await assert.rejects(store.download('objects/damaged', `${path}.damaged`, sum), DamagedFile);
  assert.equal(await store.download('objects/none', `${path}.none`, sum), false);
});

test('a store that is away is told, and used again when it is back', { skip: skipWithoutS3 }, async () => {
  const store = s3.store();
  await store.put('kept', 'content');
  await s3.stop();
  await assert.rejects(store.get('kept'), StoreUnavailable);
  const path = join(folder, 'small');
  writeFileSync(path, 'content');
  await assert.rejects(store.upload('objects/x', path, sha256('content')), StoreUnavailable);
  const back = store.get('kept');
  await s3.start();
  const found = await back.catch(() => store.get('kept'));
  assert.ok(found && found !== 'unchanged');
});

test('what is wrong is told by the name of its variable, without secrets', {
  skip: skipWithoutS3,
}, async () => {
  const refused = async (changed: object, variable: RegExp) => {
    const store = new S3Store({ ...s3.config, ...changed });
    const error = await store.check().then(
      () => null,
      (reason: Error) => reason,
    );
    store.close();
    assert.ok(error instanceof StoreRefused, String(error));
    assert.match(error.message, variable);
    assert.ok(!error.message.includes('\n') && !error.message.includes('secret of the store'));
  };
  await refused({ bucket: 'no-such-bucket' }, /^SNAPSHOT_STORE: .*no-such-bucket/);
  await refused({ accessKeyId: 'nobody' }, /^AWS_ACCESS_KEY_ID/);
  await refused({ secretAccessKey: 'another secret of the store' }, /^AWS_SECRET_ACCESS_KEY/);
});

test('a conditional write whose answer is lost is recognised as its own', async () => {
  // A store that keeps what it gets, but whose connection breaks before its first answer.
  let kept = '';
  let puts = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      if (request.method === 'GET') return response.setHeader('ETag', '"1"').end(kept);
      puts += 1;
      if (kept !== '') return response.writeHead(412).end();
      kept = Buffer.concat(parts).toString();
      request.socket.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const store = new S3Store({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'bucket',
    prefix: '',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    sessionToken: undefined,
  });
  try {
    assert.equal(await store.put('CURRENT', 'mine', { ifNone: true }), '"1"');
    assert.equal(puts, 2);
    assert.equal(await store.put('CURRENT', 'mine too', { ifNone: true }), null);
  } finally {
    store.close();
    server.closeAllConnections();
    server.close();
  }
});
