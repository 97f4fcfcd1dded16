// Stores of customers that refuse, hang, or answer what no store would.
import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { OrgId } from '../../src/base/ids.ts';
import type { BucketState } from '../../src/features/integrations/bucket/state.ts';
import { checkBucket } from '../../src/features/integrations/bucket/store.ts';
import { Outbound } from '../../src/outbound/addresses.ts';
import { type Caller, callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { bucketConfig, connectBucket, stateOf, writeNow, written } from '../support/providers/buckets.ts';
import { startNameServer } from '../support/providers/name-server.ts';
import { skipWithoutS3, startS3, type TestS3 } from '../support/providers/s3.ts';
import { until } from '../support/server/app.ts';

const skip = skipWithoutS3;
const s3 = await forFile(skip ? (null as unknown as TestS3) : await startS3());
const app = await withApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

const open = new Set<ServerResponse>();
/** What a store that is not one answers, by the bucket that is asked for. */
const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  hanging: () => {},
  drip: (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 200);
    response.on('close', () => clearInterval(timer));
  },
  endless: (response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write('<Contents>'.repeat(10_000)));
    };
    response.on('drain', more);
    more();
  },
  elsewhere: (response) =>
    response.writeHead(301, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  broken: (response) => response.writeHead(500).end('<Error><Code>InternalError</Code></Error>'),
  talkative: (response) =>
    response.writeHead(403).end('<Error><Code>&lt;script&gt; root:x:0:0 a very long story</Code></Error>'),
  pages: (response) => {
    const isList = response.req.url?.includes('list-type') === true;
    if (!isList) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    else {
      const entry = `<Contents><Key>x/data/${'k'.repeat(900)}</Key><Size>1</Size><LastModified>2026</LastModified></Contents>`;
      response.end(
        `<R>${entry.repeat(1_000)}<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></R>`,
      );
    }
  },
};
const hostile = await forFile(
  createServer((request, response) => {
    open.add(response);
    ANSWERS[request.url!.split(/[/?]/)[1]!]?.(response);
  }),
);
await new Promise<void>((done) => hostile.listen(0, '127.0.0.1', done));
const address = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
after(async () => {
  hostile.closeAllConnections();
});

/** An organisation with an answer, and an integration with this config. */
async function customer(config: object): Promise<{ call: Caller; id: string }> {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await app.ingest(org, [{ brand: 'Lumenfold', answer: 'Lumenfold.' }]);
  const call = callerWith(app, await app.login(org));
  return { call, id: await connectBucket(call, config) };
}
const at = (bucket: string) => ({
  baseUrl: address,
  bucket,
  prefix: 'x',
  accessKeyId: 'key',
  secretAccessKey: 'a secret',
});
const config = (more: object) => bucketConfig(s3, crypto.randomUUID(), more);

test('what a store refuses is said with the setting to correct, by the check and in the state [long]', {
  skip,
}, async () => {
  await app.snapshot();
  const cases: [object, RegExp][] = [
    [config({ secretAccessKey: 'another secret' }), /^config\.secretAccessKey: .* not the secret of the key/],
    [config({ accessKeyId: 'nobody' }), /^config\.accessKeyId: .* does not know this key/],
    [
      config({ bucket: 'no-such-bucket' }),
      /^config\.bucket: there is no bucket "no-such-bucket" .*Make it first/,
    ],
    [at('elsewhere'), /^config\.region: the bucket "elsewhere" is not in us-east-1 \(HTTP 301\)/],
    [
      at('talkative'),
      /^config\.accessKeyId: .* does not let this key use the bucket "talkative" \(HTTP 403\)\.$/,
    ],
    [at('broken'), /^The bucket cannot be reached: .*it answers 500 InternalError$/],
    [{ ...at('none'), baseUrl: 'http://127.0.0.1:1' }, /^The bucket cannot be reached: .*ECONNREFUSED/],
  ];
  for (const [given, reason] of cases) {
    const { call, id } = await customer(given);
    const { json } = await call('checkIntegration', { ids: [id] });
    assert.equal(json.ok, false);
    assert.match(json.reason, reason);
    const state = await writeNow(call, id);
    assert.match(state.lastError ?? '', reason);
    assert.deepEqual([state.writtenAt, state.files], [null, 0]);
    const pauseMs = Date.parse(state.nextAt!) - Date.parse(state.failedAt!);
    assert.ok(pauseMs > 50_000 && pauseMs < 300_000, `${pauseMs}`);
  }
});

test('the pause between failed tries doubles, up to an hour, and ends when it works', { skip }, async () => {
  const right = config({});
  const { call, id } = await customer({ ...right, secretAccessKey: 'another secret' });
  let state = await stateOf(call, id);
  const pauses: number[] = [];
  for (let tries = 0; tries < 8; tries += 1) {
    state = await writeNow(call, id);
    pauses.push((Date.parse(state.nextAt!) - Date.parse(state.failedAt!)) / 1000);
  }
  for (const [at, pause] of pauses.slice(-6).entries()) {
    const usual = Math.min(3_600, 60 * 2 ** (state.failures - 6 + at));
    assert.ok(pause >= usual * 0.89 && pause <= usual * 1.11, `${pauses}`);
  }
  await call('updateIntegration', { ids: [id], body: { config: right } });
  await written(call, id);
});

test('stores that hang stop no other organisation, and are ended [long]', {
  skip,
  timeout: 120_000,
}, async () => {
  const slow: { call: Caller; id: string }[] = [];
  for (let count = 0; count < 3; count += 1) slow.push(await customer(at('hanging')));
  slow.push(await customer(at('endless')));
  await app.snapshot();
  await until(() => open.size >= 4);
  const begunAt = performance.now();
  const good = await customer(config({}));
  await app.snapshot();
  const state = await written(good.call, good.id);
  const took = performance.now() - begunAt;
  assert.ok(state.files > 0);
  const hanging = await Promise.all(slow.slice(0, 3).map(({ call, id }) => stateOf(call, id)));
  assert.ok(
    hanging.every(({ failures }) => failures === 0),
    `it took ${took} ms`,
  );
  const failed: BucketState[] = [];
  for (const { call, id } of slow) {
    await until(async () => (await stateOf(call, id)).failures > 0);
    failed.push(await stateOf(call, id));
  }
  for (const { lastError } of failed.slice(0, 3)) assert.match(lastError ?? '', /it is silent for 5 s/);
  assert.match(failed[3]?.lastError ?? '', /it answers with more than can be held/);
});

test('a list without an end, of objects that are not ours, is given up [long]', {
  skip,
  timeout: 120_000,
}, async () => {
  const { call, id } = await customer(at('pages'));
  await app.snapshot();
  const { lastError } = await writeNow(call, id);
  assert.match(lastError ?? '', /^config\.prefix: there are more than 50000 objects below data\/\./);
});

test('a store that drips is given up after the time of a check [long]', { timeout: 60_000 }, async () => {
  const { call, id } = await customer(at('drip'));
  const { json } = await call('checkIntegration', { ids: [id] });
  assert.deepEqual([json.ok, json.reason], [false, 'It did not answer within 10 s.']);
  assert.equal((await call('deleteIntegration', { ids: [id] })).status, 204);
});

test('a name that leads inside is refused when it is connected to', async () => {
  const names = await forFile(startNameServer(() => ['127.0.0.1']));
  const { port } = new URL(address);
  const settings = { ...at('hanging'), region: 'x', baseUrl: `http://store.example:${port}` };
  const inside = new Outbound([], names.resolver);
  const { ok, reason } = await checkBucket(inside, crypto.randomUUID() as OrgId, settings, 'a secret');
  assert.equal(ok, false);
  assert.match(reason, /^The bucket cannot be reached: .*store\.example resolves to a loopback address$/);
});

test('a check leaves nothing behind, and the secret is nowhere to be read', { skip }, async () => {
  const given = config({ answers: true });
  const { call, id } = await customer(given);
  const { json } = await call('checkIntegration', { ids: [id] });
  assert.deepEqual([json.ok, json.reason], [true, 'It works.']);
  await app.snapshot();
  await written(call, id);
  const { prefix } = given as { prefix: string };
  assert.deepEqual(globSync('sightline-check*', { cwd: join(s3.folder, prefix) }), []);
  assert.ok(existsSync(join(s3.folder, prefix, 'manifest.json')));
  const shown = await call('getIntegration', { ids: [id] });
  assert.ok(!shown.text.includes(s3.config.secretAccessKey));
  assert.deepEqual(
    [shown.json.kind, shown.json.config.accessKeyId, shown.json.secretLast4],
    ['STORE', s3.config.accessKeyId, s3.config.secretAccessKey.slice(-4)],
  );
  const refused = await call('updateIntegration', {
    ids: [id],
    body: { config: { baseUrl: 'https://other.example' } },
  });
  assert.match(
    refused.json.message,
    /^config\.secretAccessKey must be sent again with a baseUrl on another host/,
  );
});

test('addresses that may not be called, and fields that are wrong or missing, are refused', async () => {
  const org = await app.organisation();
  const call = callerWith(app, await app.login(org));
  const good = { bucket: 'acme', accessKeyId: 'key', secretAccessKey: 'a secret' };
  const cases: [object, RegExp][] = [
    [{ ...good, baseUrl: 'http://169.254.169.254' }, /config\.baseUrl must be at a public address/],
    [{ ...good, baseUrl: 'http://10.0.0.1:9000' }, /config\.baseUrl must be at a public address/],
    [{ ...good, baseUrl: 'https://store.example/?x=1' }, /config\.baseUrl must have no query/],
    [{ ...good, bucket: undefined }, /config\.bucket is required for BUCKET/],
    [{ ...good, accessKeyId: undefined }, /config\.accessKeyId is required for BUCKET/],
    [{ ...good, secretAccessKey: undefined }, /config\.secretAccessKey is required for BUCKET/],
    [{ ...good, prefix: '../other' }, /prefix/],
    [{ ...good, prefix: 'a//b' }, /prefix/],
    [{ ...good, prefix: '/a' }, /prefix/],
    [{ ...good, bucket: 'UPPER' }, /bucket/],
    [{ ...good, everyMinutes: 1 }, /everyMinutes/],
    [{ ...good, apiKey: 'key' }, /config\.apiKey is not a field of BUCKET/],
  ];
  for (const [given, reason] of cases) {
    const { status, json } = await call('createIntegration', { body: { type: 'BUCKET', config: given } });
    assert.equal(status, 400);
    assert.match(json.message, reason);
  }
  const slack = { webhookUrl: 'https://hooks.slack.com/services/T0/B0/x' };
  const { json } = await call('createIntegration', { body: { type: 'SLACK', config: slack } });
  assert.equal((await call('getBucketState', { ids: [json.id] })).status, 404);
  assert.equal((await call('writeBucket', { ids: [json.id] })).status, 404);
});
