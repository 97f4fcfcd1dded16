import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createLog } from '../../src/base/log.ts';
import { leastLimitMb } from '../../src/base/memory.ts';
import { Engine } from '../../src/engine/engine.ts';
import { createApiKey } from '../../src/features/api-keys/api-keys.ts';
import { operator } from '../../src/features/organisations/audit.ts';
import { MentionStreams } from '../../src/reports/streams/streams.ts';
import { snapshotsFolder } from '../../src/snapshots/manifest.ts';
import { Catalog } from '../../src/snapshots/serve/catalog.ts';
import type { SnapshotTables } from '../../src/snapshots/serve/snapshot-tables.ts';
import { completeRun, startTestApp, type TestApp, type TestOrganisation, until } from '../support/app.ts';
import { callerWith } from '../support/caller.ts';
import { askForLines, streamCall } from '../support/streams.ts';

const MB = 1 << 20;
const RUNS = 300;
const CITATIONS = 20;
/** A stream of the organisation is larger than what it and the sockets may hold. */
const STREAM_MB = 50;
const RANGE = { start_date: '2025-11-01', end_date: '2025-12-31' };
/** How long an organisation asks more than can be made. */
const FLOOD_MS = 3_000;
const QUERIES = '/api/customer/v1/reports/queries';

let app: TestApp;
let org: TestOrganisation;
let other: TestOrganisation;

before(async () => {
  app = await startTestApp({
    // Four streams take more than half of what there is for answers.
    MEMORY_LIMIT_MB: String(leastLimitMb(1)),
    WORKERS: '1',
    SNAPSHOT_KEEP_MINUTES: '0',
    JOBS: 'apart',
  });
  org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  other = await app.organisation({ brands: [{ name: 'Gleamwell' }] });
  for (let at = 0; at < RUNS; at += 50) await app.ingest(org, runsOf('Lumenfold', at, 50));
  await app.ingest(other, runsOf('Gleamwell', 0, 20));
  await app.snapshot();
});
after(() => app?.close());

/** Runs of 60 days with the longest prompts. */
function runsOf(brand: string, from: number, count: number) {
  return Array.from({ length: count }, (_, at) =>
    completeRun({
      brand,
      answer: `${brand}.`,
      queryText: `${'Which lamp is best? '.repeat(499)}${from + at}`,
      executedAt: new Date(Date.UTC(2025, 10, 1 + ((from + at) % 60), 8)).toISOString(),
      citations: Array.from({ length: CITATIONS }, (_, page) => ({
        url: `https://reviews.example/${from + at}/${page}`,
        title: `A page ${page}`,
      })),
    }),
  );
}

const begin = (key: string) => askForLines(app, { ...RANGE, stream: true }, { 'X-API-Key': key });

/** Reads a stream to its end. @throws Error if it breaks off */
async function digestOf(answer: IncomingMessage) {
  const hash = createHash('sha256');
  let [bytes, lines] = [0, 0];
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return { bytes, lines, sha256: hash.digest('hex') };
}

const whole = async (key = org.key) => digestOf(await begin(key));
const statusOf = async (key: string) => {
  const answer = await begin(key);
  answer.destroy();
  return answer.statusCode;
};

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

test('a client that leaves ends its stream, and another may begin', async () => {
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(Array.from({ length: 2 }, () => begin(org.key)));
    for (const answer of answers) assert.equal(answer.statusCode, 200);
    await once(answers[0]!, 'readable');
    for (const answer of answers) answer.destroy();
  }
  await until(async () => (await statusOf(org.key)) === 200);
  const { waiting } = app.app.services.reports.load()!;
  assert.equal(waiting, 0);
  assert.ok((await whole()).bytes > STREAM_MB * MB);
});

test('a statement ends when its client leaves', async () => {
  const folders = [snapshotsFolder(app.dataDir)];
  const engine = await Engine.open(app.dataDir, folders, { memoryMb: 256, statements: 2 });
  const catalog = new Catalog(engine, { dataDir: app.dataDir, keepMinutes: 0, log: createLog('silent') });
  await catalog.start();
  const lease = await catalog.lease();
  try {
    const sound = await lease.tables(org.id);
    // Each statement would take minutes.
    const tables: SnapshotTables = {
      content: (days) => sound.content(days),
      from: (name, days) => {
        const source = sound.from(name, days);
        return name === 'mentions' ? `(select m.* from ${source} m, range(1000000000))` : source;
      },
    };
    const streams = new MentionStreams(engine);
    const asked = streamCall(org.id, RANGE);
    const leaving = [new AbortController(), new AbortController()];
    const begun = leaving.map(({ signal }) =>
      streams
        .begin(asked, { tables, days: null, onClosed() {} }, { signal, isAllowed: async () => true })
        .then(() => 'begun', String),
    );
    // Only one large statement runs at a time, so the first one runs.
    await until(() => engine.load().waiting === 1);
    for (const [at, each] of leaving.entries()) {
      const leftAt = performance.now();
      each.abort();
      assert.match(await begun[at]!, /ClientGone/);
      assert.ok(performance.now() - leftAt < 5_000);
    }
    assert.equal(engine.load().waiting, 0);
  } finally {
    lease.release();
    await catalog.close();
    await engine.close();
  }
});

test('a stream is of the snapshot that it began with, however many are published meanwhile', async () => {
  const before = await whole();
  const answer = await begin(org.key);
  await once(answer, 'readable');
  const began = String(answer.headers['x-snapshot-id']);
  for (let publication = 0; publication < 3; publication += 1) {
    await app.ingest(org, runsOf('Lumenfold', RUNS + publication, 1));
    await app.snapshot();
  }
  assert.notEqual(app.app.services.reports.current()?.id, began);
  assert.ok(existsSync(join(snapshotsFolder(app.dataDir), began)), 'its files are held');
  assert.deepEqual(await digestOf(answer), before);
  assert.equal((await whole()).lines, before.lines + 3 * CITATIONS);
});

test('a stream whose key is revoked is cut off', async () => {
  const { db } = app.app.services;
  const made = await createApiKey(db, operator(org.id), { name: 'Leaves', scopes: ['reports:read'] });
  const answer = await begin(made.key);
  await once(answer, 'readable');
  const beganAt = performance.now();
  const call = callerWith(app, await app.login(org));
  assert.equal((await call('revokeApiKey', { ids: [made.id] })).status, 204);
  await until(async () => (await statusOf(made.key)) === 401 && performance.now() - beganAt > 4_000);
  await assert.rejects(digestOf(answer), /aborted/);
});

test('who reads streams delays no other organisation, and sees none of its rows', async () => {
  const small = async (at: number) => {
    const startedAt = performance.now();
    const body = { ...RANGE, start_date: `2025-11-${String(1 + (at % 28)).padStart(2, '0')}` };
    const { status, text } = await app.call('POST', '/api/customer/v1/reports/brands', {
      key: other.key,
      body,
    });
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
