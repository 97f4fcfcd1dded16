// long: kills
// KILLS says how often a writer is killed (12). A reader looks meanwhile, and after each.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Tx } from '../../src/db/client.ts';
import type { RunInput } from '../../src/features/runs/ingest.ts';
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
  stateOf,
} from '../support/providers/buckets.ts';
import type { TcpProxy } from '../support/providers/proxy.ts';
import { skipWithoutS3, startS3, type TestS3 } from '../support/providers/s3.ts';
import { type TestApp, type TestOrganisation, until } from '../support/server/app.ts';
import { killableWorker } from '../support/server/killable-worker.ts';

const KILLS = Number(process.env['KILLS'] ?? 5);
const PREFIX = 'killed';
const MONTHS = ['2026-01', '2026-02', '2026-03'];

let app: TestApp;
let org: TestOrganisation;
let call: Caller;
let s3: TestS3;
let proxy: TcpProxy;
let work: () => void;
let kill: () => Promise<void>;
let id: string;
/** Called with each request that a worker sends to the store. */
let onRequest: (line: string) => Promise<void> | void = () => {};

before(
  async () => {
    if (skipWithoutS3) return;
    s3 = await forFile(startS3());
    proxy = await forFile(startStoreProxy(s3, (line) => onRequest(line)));
    app = await withApp({ JOBS: 'apart', OUTBOUND_ALLOW: '127.0.0.0/8' });
    const owner = await forFile(connect(app.databaseUrl, { role: 'owner', max: 1 }), (it) => it.end());
    ({ work, kill } = await killableWorker(owner, {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.dataDir,
      OUTBOUND_ALLOW: '127.0.0.0/8',
      LOG_LEVEL: 'error',
    }));
    org = await app.organisation({ brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }] });
    call = callerWith(app, await app.login(org));
    const config = bucketConfig(s3, PREFIX, { baseUrl: `http://127.0.0.1:${proxy.port}`, answers: true });
    id = await connectBucket(call, config);
  },
  { timeout: 120_000 },
);

const sql = <T extends object>(work: (tx: Tx) => Promise<T>) => app.app.services.db.tenant(org.id, work);
const makeDue = () => sql((tx) => tx`update bucket_writes set due_at = now() where org_id = ${org.id}`);
const isWritten = async () => Date.parse((await stateOf(call, id)).nextAt!) > Date.now();

let changes = 0;
/** New answers in each month, published and due. @returns what reports say then, by the snapshot */
async function changed(expected: Map<string, string[]>): Promise<void> {
  changes += 1;
  const answers = MONTHS.map(
    (month): Partial<RunInput> => ({
      externalId: `${month} ${changes}`,
      brand: 'Lumenfold',
      executedAt: `${month}-${String(1 + (changes % 28)).padStart(2, '0')}T10:00:00Z`,
      answer: `${changes % 2 ? 'Lumenfold wins. ' : ''}Gleamwell ${changes}.`,
      citations: [{ url: `https://site${changes % 5}.example/${changes}` }],
    }),
  );
  await app.ingest(org, answers);
  const snapshot = await app.snapshot();
  expected.set(snapshot, await reported(app, org));
  await makeDue();
}

/** What a reader of the manifest sees is all of one snapshot, and each file is whole. @returns the snapshot */
async function assertWhole(reader: BucketReader, expected: Map<string, string[]>): Promise<string | null> {
  if (statSync(join(reader.folder, 'manifest.json'), { throwIfNoEntry: false }) === undefined) return null;
  const manifest = reader.manifest();
  const { snapshot, files } = manifest;
  for (const { path, bytes, sha256 } of files) {
    const content = readFileSync(join(reader.folder, path));
    assert.equal(content.length, bytes);
    assert.equal(createHash('sha256').update(content).digest('hex'), sha256);
  }
  // Another manifest may take its place meanwhile: the files of this one stay.
  assert.deepEqual(await reportedByBucket(reader, manifest), expected.get(snapshot));
  return snapshot;
}

test(`killed ${KILLS} times in the middle of a write: a reader of the manifest never sees half of it`, {
  skip: skipWithoutS3,
  timeout: 120_000 + KILLS * 15_000,
}, async () => {
  await using reader = await BucketReader.open(s3, PREFIX);
  const expected = new Map<string, string[]>();
  const seen = new Set<string>();
  const killedAt = new Map<string, number>();
  let looks = 0;
  await changed(expected);
  work();
  await until(isWritten);
  // A write that nothing ends: so many requests, at each of which one is killed.
  let requests = 0;
  onRequest = () => {
    requests += 1;
  };
  await changed(expected);
  await until(isWritten);
  await kill();
  assert.ok(requests > 15, `${requests}`);
  for (let round = 0; round < KILLS; round += 1) {
    await changed(expected);
    // A write after several that were killed has some files more.
    let left = 1 + ((round * 7) % (requests + 4));
    const dead = Promise.withResolvers<string>();
    onRequest = async (line) => {
      left -= 1;
      if (left !== 0) return;
      const method = line.includes('manifest.json') ? `${line.split(' ')[0]} manifest` : line.split(' ')[0]!;
      // Half of the requests that it dies at reach the store, and half do not.
      if (round % 2 === 0) await kill();
      else setTimeout(() => void kill().then(() => dead.resolve(method)), 1);
      if (round % 2 === 0) dead.resolve(method);
    };
    work();
    let isOver = false;
    const finished = dead.promise.then((method) => {
      killedAt.set(method, (killedAt.get(method) ?? 0) + 1);
      isOver = true;
    });
    while (!isOver) {
      // A write that needed fewer requests has ended: the worker waits, and is killed so.
      if (left > 0 && (await isWritten())) {
        onRequest = () => {};
        await kill();
        dead.resolve('after it');
      }
      seen.add((await assertWhole(reader, expected)) ?? '');
      looks += 1;
      await sleep(20);
    }
    await finished;
    onRequest = () => {};
    seen.add((await assertWhole(reader, expected)) ?? '');
  }
  await changed(expected);
  work();
  await until(isWritten);
  assert.deepEqual(await reportedByBucket(reader), expected.get([...expected.keys()].at(-1)!));
  const summary = JSON.stringify({
    requests,
    looks,
    snapshots: seen.size,
    killedAt: Object.fromEntries(killedAt),
  });
  console.log(summary);
  assert.ok((killedAt.get('PUT') ?? 0) >= KILLS / 4, summary);
  assert.ok(KILLS < 50 || (killedAt.get('PUT manifest') ?? 0) >= 2, summary);

  // What killed writes left is deleted once its time is over.
  const stored = globSync('data/**/*.parquet', { cwd: reader.folder });
  const { files, retired } = reader.manifest();
  const known = new Set([...files, ...retired].map(({ path }) => path));
  const orphans = stored.filter((path) => !known.has(path));
  assert.ok(orphans.length > 0);
  const past = new Date(Date.now() - 25 * 3_600_000);
  for (const path of orphans) utimesSync(join(reader.folder, path), past, past);
  await makeDue();
  await until(isWritten);
  const now = new Set(globSync('data/**/*.parquet', { cwd: reader.folder }));
  assert.deepEqual(
    orphans.filter((path) => now.has(path)),
    [],
  );
  await assertWhole(reader, expected);
});
