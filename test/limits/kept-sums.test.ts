// long: starts servers with each number of threads
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowCache } from '../../src/reports/daily/row-cache.ts';
import { startTestApp } from '../support/server/app.ts';

const MB = 1 << 20;

test('sums that are pushed out while they are read are given to all who wait for them', async () => {
  const cache = new RowCache(10 * MB);
  const kept = { bytes: 4 * MB };
  assert.equal(await cache.read('kept', async () => kept, true), kept);
  const slow = Promise.withResolvers<{ bytes: number }>();
  const waiting = [1, 2, 3].map(() => cache.read('slow', () => slow.promise, true));
  // Used again, it is newer than what is being read, which goes first when another one needs the room.
  assert.equal(await cache.read('kept', assert.fail, true), kept);
  const another = { bytes: 9 * MB };
  assert.equal(await cache.read('another', async () => another, true), another);
  const read = { bytes: 1 * MB };
  slow.resolve(read);
  assert.deepEqual(await Promise.all(waiting), [read, read, read]);
});

test('sums that find no room are read once', async () => {
  const cache = new RowCache(1 * MB);
  let reads = 0;
  const read = async () => {
    reads += 1;
    return { bytes: 2 * MB };
  };
  for (let asked = 0; asked < 5; asked += 1) assert.equal(await cache.read('large', read, true), null);
  assert.equal(reads, 1);
});

test('the memory for reports is divided among any number of threads', async () => {
  for (const WORKERS of ['3', '7']) {
    const app = await startTestApp({ WORKERS });
    try {
      assert.equal((await app.call('GET', '/health')).status, 200);
    } finally {
      await app.close();
    }
  }
});
