// measured alone: memory, and time that others wait
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import {
  CITATIONS,
  digestOf,
  MB,
  RANGE,
  STREAM_MB,
  startLongStreams,
} from '../support/callers/long-streams.ts';
import { forFile } from '../support/for-file.ts';
import { until } from '../support/server/app.ts';

/** How long an organisation asks more than can be made. */
const FLOOD_MS = 3_000;
const QUERIES = '/api/customer/v1/reports/queries';

const { app, org, other, begin, whole, statusOf } = await forFile(startLongStreams(), ({ app }) =>
  app.close(),
);

test('readers that stall have a bounded part of a stream in memory, and are cut off where memory is short', async () => {
  assert.ok((await whole()).bytes > STREAM_MB * MB);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const stalled = await Promise.all(Array.from({ length: 4 }, () => begin(org.key)));
  const cut = stalled.map(
    (answer) => new Promise((done) => answer.on('error', done).on('end', () => done(null))),
  );
  const fifth = await begin(org.key);
  assert.equal(fifth.statusCode, 429);
  assert.equal(fifth.headers['retry-after'], '5');
  assert.match(String(await fifth.toArray()), /"rate_limited","message":"4 streams of your organisation/);
  // As many can begin when all of them are cut off.
  await until(async () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    return (await Promise.all(stalled.map(() => statusOf(org.key)))).every((status) => status === 200);
  });
  assert.ok(most < 40 * MB, `${Math.round(most / MB)} MB`);
  for (const answer of stalled) answer.resume();
  for (const error of await Promise.all(cut)) assert.match(String(error), /aborted/, 'the client sees a cut');
  await until(async () => (await statusOf(org.key)) === 200);
});

test('who reads streams delays no other organisation, and sees none of its rows', async () => {
  const small = async (at: number) => {
    const startedAt = performance.now();
    const body = { ...RANGE, start_date: `2025-11-${String(1 + (at % 28)).padStart(2, '0')}` };
    const { status, text } = await app.report(other, 'brands', body);
    assert.equal(status, 200, text);
    return performance.now() - startedAt;
  };
  const slowest = async () => {
    let most = 0;
    for (let at = 0; at < 10; at += 1) most = Math.max(most, await small(at));
    return most;
  };
  await slowest();
  const idleMs = await slowest();
  const own = await whole(other.key);
  let isOver = false;
  const flood = Array.from({ length: 3 }, async () => {
    let read = 0;
    for (; !isOver; read += 1) assert.ok((await whole()).bytes > STREAM_MB * MB);
    return read;
  });
  const besides = await slowest();
  const beside = await whole(other.key);
  isOver = true;
  for (const read of await Promise.all(flood)) assert.ok(read > 0);
  assert.deepEqual(beside, own);
  assert.equal(own.lines, 20 * CITATIONS);
  assert.ok(besides < 4 * idleMs + 500, `${besides} ms beside ${idleMs} ms`);
});

test('a stream waits where its organisation has too many statements, and then goes on', async () => {
  const answer = await begin(org.key);
  await once(answer, 'readable');
  const refused = () => app.app.services.reports.load()!.refused;
  const before = refused();
  const endsAt = performance.now() + FLOOD_MS;
  const flood = Array.from({ length: 300 }, async (_, at) => {
    for (let lap = 0; performance.now() < endsAt; lap += 1) {
      // Large statements, because of their limit.
      const body = { ...RANGE, brand_id: 'nobody', limit: 1_001 + at * 20 + (lap % 20) };
      const headers = { Accept: 'text/csv' };
      const { status } = await app.call('POST', QUERIES, { key: org.key, body, headers });
      assert.ok([200, 503].includes(status), `${status}`);
    }
  });
  await until(() => refused() > before);
  const [{ bytes }] = await Promise.all([digestOf(answer), ...flood]);
  assert.ok(bytes > STREAM_MB * MB);
});
