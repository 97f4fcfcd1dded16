// long: fills a disk, stops a store again and again
// A customer's store whose disk is full, or that vanishes while it is written.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, beforeEach, test } from 'node:test';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import {
  BucketReader,
  bucketConfig,
  connectBucket,
  reported,
  reportedByBucket,
  startStoreProxy,
  writeNow,
  written,
} from '../support/providers/buckets.ts';
import type { TcpProxy } from '../support/providers/proxy.ts';
import { skipWithoutS3, startS3, type TestS3 } from '../support/providers/s3.ts';
import type { TestApp, TestOrganisation } from '../support/server/app.ts';
import { mountDisk } from '../support/server/disk.ts';

const DISK_BYTES = 8 * 1024 * 1024;

let app: TestApp;
let org: TestOrganisation;
let call: Caller;
let s3: TestS3;
let proxy: TcpProxy;
let disk: ReturnType<typeof mountDisk> = null;
/** Called with each request to the store. */
let onRequest: (line: string) => Promise<void> | void = () => {};

before(async () => {
  if (skipWithoutS3) return;
  s3 = await forFile(startS3());
  disk = await forFile(mountDisk(s3.folder, `${DISK_BYTES}`), (it) => it?.unmount());
  proxy = await forFile(startStoreProxy(s3, (line) => onRequest(line)));
  app = await withApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
});
beforeEach(async () => {
  if (skipWithoutS3) return;
  org = await app.organisation({ brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }] });
  call = callerWith(app, await app.login(org));
});

let changes = 0;
async function changed(): Promise<string[]> {
  changes += 1;
  const answer = `Lumenfold ${changes}. ${randomBytes(50_000).toString('hex')}`;
  await app.ingest(org, [{ brand: 'Lumenfold', externalId: `${changes}`, answer }]);
  await app.snapshot();
  return reported(app, org);
}

/** Somebody who begins with the manifest sees what reports said, whole. */
async function assertReads(prefix: string, expected: string[]): Promise<void> {
  await using reader = await BucketReader.open(s3, prefix);
  assert.deepEqual(await reportedByBucket(reader), expected);
}

const connected = (prefix: string) =>
  connectBucket(call, bucketConfig(s3, prefix, { baseUrl: `http://127.0.0.1:${proxy.port}`, answers: true }));

test('a full disk of the store: readers have the state before, and the reason is told; then all of it is there', {
  skip: skipWithoutS3,
}, async (t) => {
  if (disk === null) return t.skip('no disk can be mounted');
  const id = await connected('full');
  const before = await changed();
  await written(call, id);
  await assertReads('full', before);
  const filling = join(s3.folder, 'filling');
  try {
    for (let bytes = DISK_BYTES; bytes >= 4096; ) {
      try {
        writeFileSync(filling, Buffer.alloc(bytes, 'x'), { flag: 'a' });
      } catch {
        bytes /= 2;
      }
    }
    await changed();
    const { lastError, failures } = await writeNow(call, id);
    assert.ok(failures > 0);
    assert.match(lastError ?? '', /^The bucket cannot be reached: .*it answers 5\d\d|no space|full/i);
    await assertReads('full', before);
  } finally {
    rmSync(filling);
  }
  const now = await changed();
  await written(call, id);
  await assertReads('full', now);
});

test('a store that vanishes in the middle of a write: readers have the state before, and the next write is whole', {
  skip: skipWithoutS3,
}, async () => {
  const id = await connected('vanished');
  let expected = await changed();
  await written(call, id);
  let writes = 0;
  onRequest = (line) => {
    if (line.startsWith('PUT')) writes += 1;
  };
  await changed();
  await written(call, id);
  expected = await reported(app, org);
  const most = writes;
  assert.ok(most > 1);
  for (let at = 1; at <= most; at += 1) {
    let left = at;
    onRequest = async (line) => {
      if (line.startsWith('PUT') && --left === 0) await s3.stop();
    };
    const now = await changed();
    const { failures, lastError } = await writeNow(call, id);
    assert.ok(failures > 0, `write ${at} of ${most}`);
    assert.match(lastError ?? '', /^The bucket cannot be reached: /);
    onRequest = () => {};
    await s3.start();
    await assertReads('vanished', expected);
    await written(call, id);
    await assertReads('vanished', now);
    expected = now;
  }
});
