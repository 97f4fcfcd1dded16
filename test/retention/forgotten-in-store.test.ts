// long: waits until a store removes what is superseded
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runRetention } from '../../src/features/housekeeping/job.ts';
import { callerWith } from '../support/callers/caller.ts';
import { finishedExport } from '../support/callers/exports.ts';
import { madePin } from '../support/callers/pins.ts';
import { momentAgo } from '../support/days.ts';
import { filesWith } from '../support/outputs/traces.ts';
import { partition } from '../support/partition.ts';
import { bucketConfig, connectBucket, written } from '../support/providers/buckets.ts';
import { skipWithoutS3, startS3, type TestS3 } from '../support/providers/s3.ts';
import { startTestApp, type TestApp, until } from '../support/server/app.ts';

const [PAST, KEPT] = ['gentlestqzx', 'brightestqzx'];

let s3: TestS3;
let app: TestApp;

before(async () => {
  if (skipWithoutS3) return;
  s3 = await startS3();
  app = await startTestApp({
    ...s3.variables,
    SNAPSHOT_KEEP_MINUTES: '0',
    SNAPSHOT_INTERVAL_SECONDS: '1',
    OUTBOUND_ALLOW: '127.0.0.0/8',
  });
});
after(async () => {
  await app?.close();
  await s3?.close();
});

/** Makes files older by ten minutes: what the store keeps for a while after its time goes at once then. */
function age(folder: string, isMeant: (name: string) => boolean): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    if (!isMeant(name) || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
    const at = statSync(path).mtimeMs / 1000 - 600;
    if (at > Date.now() / 1000 - 900) utimesSync(path, at, at);
  }
}

test('forgotten texts leave the store of several servers, the copies here, and a bucket of one’s own', {
  skip: skipWithoutS3,
}, async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const call = callerWith(app, await app.login(org));
  await app.ingest(org, [
    { brand: 'Lumenfold', executedAt: momentAgo(400), answer: `Lumenfold is ${PAST}.` },
    { brand: 'Lumenfold', answer: `Lumenfold is ${KEPT}.` },
  ]);
  const snippets = async () => {
    const body = { start_date: momentAgo(500).slice(0, 10), end_date: momentAgo(0).slice(0, 10) };
    const { json } = await app.report(org, 'mentions', body);
    return json.data.map(({ snippet }: { snippet: string | null }) => snippet).toSorted();
  };
  await until(async () => (await snippets()).length === 2);
  // The organisation's own bucket, in the same store.
  const bucket = await connectBucket(call, bucketConfig(s3, 'acme', { answers: true }));
  await written(call, bucket);
  await madePin(call, { name: 'before' });
  await finishedExport(call, (await call('createDataExport')).json.id);
  const kinds = (await filesWith(s3.folder, PAST)).map((name) => dirname(name).split('/')[1]);
  assert.deepEqual([...new Set(kinds)].toSorted(), ['data', 'exports', 'objects', 'pins'], kinds.join());

  const organisationName = (await call('getOrganisation')).json.name;
  await call('putAnswerRetention', { body: { months: 12, organisationName } });
  await until(async () => (await call('getAnswerRetention')).json.isComplete);
  await until(async () => (await snippets()).includes(null));
  assert.deepEqual(await snippets(), [`Lumenfold is ${KEPT}.`, null]);
  await written(call, bucket);
  // What the manifest left out stays for a day, for readers of the one before.
  const manifest = join(s3.folder, 'acme', 'manifest.json');
  const { files, retired, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'));
  assert.ok(files.some(({ table }: { table: string }) => table === 'answers') && retired.length > 0);
  writeFileSync(
    manifest,
    JSON.stringify({
      ...rest,
      files,
      retired: retired.map((file: object) => ({ ...file, retiredAt: momentAgo(2) })),
    }),
  );
  await written(call, bucket);
  await runRetention(app.app.services).work(partition(org.id));
  await until(async () => {
    age(s3.folder, (name) => name.includes('manifests'));
    age(app.dataDir, (name) => basename(name) === 'HELD');
    const left = [...(await filesWith(s3.folder, PAST)), ...(await filesWith(app.dataDir, PAST))];
    if (left.length === 0) return true;
    await sleep(3_000);
    return false;
  }, 180_000).catch(async () => {
    assert.deepEqual([await filesWith(s3.folder, PAST), await filesWith(app.dataDir, PAST)], [[], []]);
  });
  assert.ok((await filesWith(s3.folder, KEPT)).length > 0);
});
