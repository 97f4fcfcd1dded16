// long: waits for limits to refill
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { allocateCounters } from '../../src/server/auth/counters.ts';
import { RateLimits, rateKeys } from '../../src/server/auth/rate-limits.ts';
import { withApp } from '../support/callers/organisation.ts';
import { completeRun, startTestApp, type TestAnswer, type TestApp } from '../support/server/app.ts';

/** A token in 5 s: none comes back while requests are under way. */
const PER_MINUTE = 12;
const BURST = 50;
const PER_DAY = 70;
const LIMITS = {
  RATE_LIMIT_PER_MINUTE: `${PER_MINUTE}`,
  RATE_LIMIT_BURST: `${BURST}`,
  RATE_LIMIT_PER_DAY: `${PER_DAY}`,
};
/** A bucket of 50 that gets 12 a minute is full again after 250 s. */
const POLICY = `"burst";q=${BURST};w=250, "minute";q=${PER_MINUTE};w=60, "day";q=${PER_DAY};w=86400`;
const rateKey = rateKeys('a secret');
const app = await withApp(LIMITS);

const report = (key: string, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/customer/v1/reports/brands', { key, headers });
const counted = (answers: TestAnswer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

test('of 100 at once on a bucket of 50 exactly 50 pass; after Retry-After it works', async () => {
  const { key } = await app.organisation();
  const answers = await Promise.all(Array.from({ length: 100 }, () => report(key)));
  assert.deepEqual([counted(answers, 200), counted(answers, 429)], [50, 50]);
  const refused = answers.find(({ status }) => status === 429)!;
  assert.equal(refused.json.error, 'rate_limited');
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(wait >= 1 && wait <= 60 / PER_MINUTE, `Retry-After: ${wait}`);
  await sleep(wait * 1000);
  assert.equal((await report(key)).status, 200);
  assert.equal((await report(key)).status, 429, 'one token came back, not more');
});

test('one key never slows another, of the same organisation or not', async () => {
  const first = await app.organisation();
  const second = await createApiKey(app.app.services.db, operator(first.id), {
    name: 'Second',
    scopes: ['reports:read'],
  });
  const other = await app.organisation();
  await Promise.all(Array.from({ length: 60 }, () => report(first.key)));
  assert.equal((await report(first.key)).status, 429);
  for (const key of [second.key, other.key]) {
    const answer = await report(key);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('ratelimit') ?? '', new RegExp(`^"burst";r=${BURST - 1};`));
  }
});

test('the headers tell what is left, on refusals too', async () => {
  const { key } = await app.organisation();
  for (let used = 1; used <= 3; used += 1) {
    const { headers } = await report(key);
    assert.equal(headers.get('ratelimit-policy'), `${POLICY}`);
    const [, left, left24h] =
      /^"burst";r=(\d+);t=\d+, "day";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '') ?? [];
    assert.deepEqual([Number(left), Number(left24h)], [BURST - used, PER_DAY - used]);
    assert.equal(headers.get('x-ratelimit-limit'), String(BURST));
    assert.equal(headers.get('x-ratelimit-remaining'), String(BURST - used));
    assert.ok(Number(headers.get('x-ratelimit-reset')) <= (used * 60) / PER_MINUTE);
  }
  const bad = await app.call('POST', '/api/customer/v1/reports/brands', { key, body: { limit: 0 } });
  assert.equal(bad.status, 400);
  assert.equal(bad.headers.get('x-ratelimit-remaining'), String(BURST - 4));
});

test('an answer to a fault of ours carries the rate headers too', async () => {
  const { key } = await app.organisation();
  const { ingestion } = app.app.services;
  const { ingest } = ingestion;
  ingestion.ingest = () => Promise.reject(new Error('broken for a test'));
  try {
    const { status, json, headers } = await app.call('POST', '/api/runs', { key, body: [completeRun({})] });
    assert.deepEqual([status, json.error], [500, 'internal']);
    assert.equal(headers.get('x-ratelimit-remaining'), String(BURST - 1));
    assert.match(headers.get('ratelimit') ?? '', /^"burst";r=/);
  } finally {
    ingestion.ingest = ingest;
  }
});

test('the day is counted for the organisation, over all its keys', async () => {
  const org = await app.organisation();
  const { key } = await createApiKey(app.app.services.db, operator(org.id), {
    name: 'Second',
    scopes: ['reports:read'],
  });
  const first = await Promise.all(Array.from({ length: BURST }, () => report(org.key)));
  assert.equal(counted(first, 200), BURST);
  const second = await Promise.all(Array.from({ length: 30 }, () => report(key)));
  assert.deepEqual([counted(second, 200), counted(second, 429)], [PER_DAY - BURST, 30 - (PER_DAY - BURST)]);
  const refused = second.find(({ status }) => status === 429)!;
  const midnight = 86_400 - Math.floor((Date.now() / 1000) % 86_400);
  assert.ok(Math.abs(Number(refused.headers.get('retry-after')) - midnight) < 30);
});

/** Requests that are limited by address, each with a header X-Forwarded-For of its own. */
function from(server: TestApp, forwarded: (index: number) => string): Promise<TestAnswer[]> {
  return Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      server.call('POST', '/api/auth/refresh', {
        headers: { 'X-Forwarded-For': forwarded(index), 'X-Real-IP': forwarded(index) },
        body: { refreshToken: 'none' },
      }),
    ),
  );
}

test('a forged X-Forwarded-For changes nothing, one of a trusted proxy is believed', async () => {
  const answers = await from(app, (index) => `198.51.100.${index}`);
  assert.deepEqual([counted(answers, 401), counted(answers, 429)], [50, 10]);
  const behindProxy = await startTestApp({ ...LIMITS, TRUST_PROXY: '127.0.0.0/8' });
  const passing = async (forwarded: (index: number) => string) =>
    counted(await from(behindProxy, forwarded), 401);
  try {
    assert.equal(await passing((index) => `198.51.100.${index}`), 60);
    // With the port that some proxies add; what is left of it was sent by the client.
    assert.equal(await passing((index) => `192.0.2.${index}, 203.0.113.1:${1000 + index}`), 50);
    assert.equal(await passing((index) => `192.0.2.${index}, 203.0.113.1`), 0, 'the same client');
    assert.equal(await passing((index) => `192.0.2.${index}, [2001:db8:1::1]:${1000 + index}`), 50);
    // What is no address at all hides nobody behind what is left of it.
    assert.equal(await passing((index) => `192.0.2.${index}, unknown`), 50);
    // One subscriber has a whole /64.
    assert.equal(await passing((index) => `2001:db8:2::${index.toString(16)}`), 50);
    assert.equal(await passing((index) => `2001:db8:2:0:${index.toString(16)}::1`), 0);
    assert.equal(await passing((index) => `2001:db8:3:${index.toString(16)}::1`), 60);
    assert.equal(await passing((index) => `::ffff:198.51.100.${100 + index}`), 60);
  } finally {
    await behindProxy.close();
  }
});

test('a flood of login names and addresses takes nothing from keys and sessions', async () => {
  const limits = new RateLimits({ perMinute: PER_MINUTE, burst: BURST }, PER_DAY);
  for (let at = 0; at < 40_000; at += 1) {
    await limits.attemptByAccount(`login somebody${at}@flood.example`, { perMinute: 2, burst: 1e6 });
    await limits.attemptByAddress('login', `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, {
      perMinute: 2,
      burst: 1e6,
    });
  }
  for (let at = 0; at < 1_000; at += 1) {
    for (const kind of ['key', 'user'] as const) {
      const { quotas } = limits.admit({ kind, rateKey: rateKey(`key ${at}`), dayKey: rateKey(`org ${at}`) });
      const left = quotas.map(({ remaining }) => remaining);
      assert.deepEqual(left, [BURST - 1, PER_DAY - 1], `${kind} ${at}`);
    }
  }
});

test('a bucket is full again after idling, and holds no more than it may', async () => {
  const limits = new RateLimits({ perMinute: 6_000, burst: 50 }, 0);
  /** Takes until it is empty; what came back meanwhile (one in 10 ms) is not counted. */
  const drain = () => {
    const startedAt = performance.now();
    for (let passed = 0; ; passed += 1) {
      try {
        limits.admit({ kind: 'key', rateKey: 1n, dayKey: 2n });
      } catch {
        return passed - (performance.now() - startedAt) / 10;
      }
    }
  };
  for (let round = 0; round < 2; round += 1) {
    const held = drain();
    assert.ok(held > 48 && held <= 51, `it held ${held}`);
    await sleep(700);
  }
});

test('of threads that share a bucket exactly as many requests pass as it holds', async () => {
  const memory = allocateCounters();
  const start = new Int32Array(new SharedArrayBuffer(4));
  const burst = 100_000;
  const perDay = 1_000_000;
  const source = `
    const { workerData, parentPort } = require('node:worker_threads');
    const { start, burst, perDay, memory, key, organisation } = workerData;
    import(workerData.module).then(({ RateLimits }) => {
      const limits = new RateLimits({ perMinute: 1, burst }, perDay, memory);
      let passed = 0;
      parentPort.postMessage('ready');
      Atomics.wait(start, 0, 0);
      for (let index = 0; index < burst * 0.3; index += 1) {
        try { limits.admit({ kind: 'key', rateKey: key, dayKey: organisation }); passed += 1; } catch {}
      }
      parentPort.postMessage(passed);
    });`;
  const organisation = rateKey('org shared');
  const module = new URL('../../src/server/auth/rate-limits.ts', import.meta.url).href;
  const workerData = { start, burst, perDay, memory, module, key: rateKey('key shared'), organisation };
  const workers = Array.from({ length: 4 }, () => new Worker(source, { eval: true, workerData }));
  const next = (worker: Worker) =>
    new Promise((done, failed) => worker.once('message', done).once('error', failed));
  await Promise.all(workers.map(next));
  const results = Promise.all(workers.map(next));
  Atomics.store(start, 0, 1);
  Atomics.notify(start, 0);
  const passed = (await results) as number[];
  assert.equal(
    passed.reduce((sum, count) => sum + count),
    burst,
  );
  const unlimited = new RateLimits({ perMinute: 0, burst: 0 }, perDay, memory);
  const { quotas } = unlimited.admit({ kind: 'key', rateKey: 9n, dayKey: organisation });
  assert.deepEqual(
    quotas.map(({ name, remaining }) => [name, remaining]),
    [['day', perDay - burst - 1]],
  );
});
