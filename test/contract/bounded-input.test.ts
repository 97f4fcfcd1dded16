// measured alone: memory, and turns of the event loop
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RenderedCache } from '../../src/reports/rendered-cache.ts';
import { withApp } from '../support/callers/organisation.ts';
import { raw } from '../support/callers/raw.ts';

const REPORT = '/api/customer/v1/reports/brands';

// The whole of a header is parsed for a trusted proxy too.
const app = await withApp({ TRUST_PROXY: '127.0.0.0/8', CORS_ORIGINS: 'https://dashboard.example' });
const brands = Array.from({ length: 40 }, (_, index) => ({ name: `Lamp ${index}` }));
const org = await app.organisation({ brands });
await app.snapshot();

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What the process holds, in MB. Memory beside the heap is given back a little after its owner was collected. */
async function heldMb(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    collectGarbage();
    await sleep(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

test('150 reports on a brand_id of 1 MB leave nothing behind', async () => {
  const ask = (at: number) => {
    const brand_id = `${at}`.padEnd(1_000_000, 'x');
    return app.call('POST', REPORT, { key: org.key, body: { brand_id } });
  };
  await ask(0);
  const before = await heldMb();
  for (let at = 1; at <= 150; at += 1) {
    const { status, json } = await ask(at);
    assert.deepEqual([status, json], [200, { data: [], total: 0 }]);
  }
  const grown = (await heldMb()) - before;
  assert.ok(grown < 50, `grew by ${Math.round(grown)} MB`);
});

test('what the cache of answers says it holds is what it holds: keys, bodies and their compressed forms', async () => {
  const MOST = 8e6;
  const before = await heldMb();
  const cache = new RenderedCache(MOST);
  for (let at = 0; at < 20_000; at += 1)
    await cache.get(`${at}`.padEnd(200, 'k'), undefined, async () => ({
      body: Buffer.from('{"data":[],"total":0}'),
      total: 0,
    }));
  const small = (await heldMb()) - before;
  assert.ok(cache.stats().bytes <= MOST);
  assert.ok(small < 1.3 * (MOST / 1e6), `it holds ${small} MB of ${cache.stats().bytes} bytes`);

  // Bodies that hardly shrink, each in all forms: four times the first.
  for (let at = 0; at < 40; at += 1) {
    const random = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)));
    const body = await cache.get(`large ${at}`, undefined, async () => ({ body: random, total: 1 }));
    const counted = cache.stats().bytes;
    for (const encoding of ['zstd', 'br', 'gzip'] as const) await body.encoded(encoding);
    assert.ok(cache.stats().bytes >= Math.min(counted + 150_000, MOST - 250_000), 'forms are counted');
    assert.ok(cache.stats().bytes <= MOST);
  }
  const large = (await heldMb()) - before;
  assert.ok(large < 1.3 * (MOST / 1e6), `it holds ${large} MB of ${cache.stats().bytes} bytes`);
});

/** Headers that the server looks into. */
const HEADERS = [
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'content-encoding',
  'expect',
  'host',
  'idempotency-key',
  'if-none-match',
  'origin',
  'transfer-encoding',
  'user-agent',
  'x-api-key',
  'x-forwarded-for',
  'x-snapshot-id',
];
/** What its parsers split at or skip. */
const REPEATED = [' ', '\t', ',', ';', '=', '"', ' ;', ', ', 'q=', '/', '.', ':', '[', 'W/"', 'a', '%20'];
const LENGTH = 15_000;
const MOST_MS = 60;

test('no header of 15,000 characters takes the event loop for long, whatever it repeats', async () => {
  const slow: string[] = [];
  for (const header of HEADERS) {
    for (const repeated of REPEATED) {
      const many = repeated.repeat(LENGTH / repeated.length);
      // Within the value: at its ends node takes blanks away itself.
      for (const value of [`x${many}x`, `Bearer ${many}x`, `application/json${many}x`, `gzip${many};q=1`]) {
        if (value.startsWith('Bearer') !== (header === 'authorization')) continue;
        if (value.startsWith('app') && header !== 'content-type') continue;
        if (value.startsWith('gzip') && header !== 'accept-encoding') continue;
        const took = await fastest(header, value);
        if (took > MOST_MS) slow.push(`${header}: ${JSON.stringify(value.slice(0, 20))}…: ${took} ms`);
      }
    }
  }
  assert.deepEqual(slow, []);
});

test('no query of 15,000 characters takes the event loop for long, whatever it repeats', async () => {
  for (const repeated of [
    '&',
    '=',
    '%',
    '+',
    ';',
    'a=&',
    'api_key=1&',
    '%00',
    '%2f',
    '?',
    '/',
    '//',
    '%61/',
  ]) {
    const many = repeated.repeat(LENGTH / repeated.length);
    for (const target of [`/api/brands?${many}`, `/api/brands/${many}`, `/${many}`]) {
      const took = await fastest('x-unread', 'x', target);
      assert.ok(took < MOST_MS, `${target.slice(0, 30)}…: ${took} ms`);
    }
  }
});

/** Milliseconds of the fastest of up to three requests: one alone may have met something else. */
async function fastest(header: string, value: string, target: string = REPORT): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && best > MOST_MS; attempt += 1) {
    const sent = [
      ...(header === 'host' ? [] : ['Host: x']),
      ...(header === 'x-api-key' ? [] : [`X-API-Key: ${org.key}`]),
      ...(header === 'transfer-encoding' ? [] : ['Content-Length: 2']),
      'Connection: close',
      // Another one each time: what was parsed may be kept.
      `${header}: ${value}${attempt}`,
    ];
    const startedAt = performance.now();
    const answer = await raw(app.url, `POST ${target} HTTP/1.1\r\n${sent.join('\r\n')}\r\n\r\n{}`);
    best = Math.min(best, performance.now() - startedAt);
    assert.match(answer, /^HTTP\/1\.1 [234]\d\d /);
  }
  return Math.round(best);
}
