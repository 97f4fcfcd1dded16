// measured alone: time of refusals
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { open } from '../support/callers/raw.ts';
import {
  completeRun,
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestOrganisation,
  until,
  untilSeen,
} from '../support/server/app.ts';

/** Readers that stop reading; `OVERLOAD_READERS=500` for the long form. */
const READERS = Number(process.env['OVERLOAD_READERS'] ?? 60);
const RUNS = 250;
const CITATIONS = 4;
/** Requests at once: more than are made in the two seconds that one may wait, however fast the machine is. */
const FLOOD = 600;
let app: TestApp;
let flooder: TestOrganisation;
let other: TestOrganisation;

before(async () => {
  app = await startTestApp();
  flooder = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  other = await app.organisation({ brands: [{ name: 'Gleamwell' }] });
  const runs = Array.from({ length: RUNS }, (_, at) =>
    completeRun({
      brand: 'Lumenfold',
      answer: 'Lumenfold.',
      citations: Array.from({ length: CITATIONS }, (_, page) => ({
        url: `https://reviews.example/${at}/${page}`,
        title: 'A long title of a page. '.repeat(10),
      })),
    }),
  );
  await app.ingest(flooder, runs);
  await app.ingest(other, [completeRun({ brand: 'Gleamwell', answer: 'Gleamwell.' })]);
  await app.snapshot();
});
after(() => app?.close());

const MENTIONS = '/api/customer/v1/reports/mentions';
let asked = 0;
/** A page that nobody asked for before. */
function largePage(): object {
  asked += 1;
  return { limit: 10_000 - asked, start_date: '2020-01-01' };
}
const small = (organisation: TestOrganisation, limit: number) =>
  app.call('POST', '/api/customer/v1/reports/queries', { key: organisation.key, body: { limit } });
async function timed(work: Promise<TestAnswer>): Promise<TestAnswer & { ms: number }> {
  const startedAt = performance.now();
  return { ...(await work), ms: performance.now() - startedAt };
}
const load = () => app.app.services.reports.load()!;
const slowest = (answers: { ms: number }[]) => Math.max(...answers.map(({ ms }) => ms));

/** A machine that is busy with something else as well may refuse others too: the best of some rounds counts. */
const ROUNDS = 3;

test('one organisation floods large reports: the rest gets 503 fast, others are served', async (t) => {
  let othersRefused = 1;
  for (let round = 0; round < ROUNDS && othersRefused > 0; round += 1) {
    othersRefused = await flooded();
    if (othersRefused > 0) t.diagnostic(`${othersRefused} of others were refused`);
  }
  assert.equal(othersRefused, 0);
});

/** Floods once. @returns how many requests of others were refused */
async function flooded(): Promise<number> {
  await until(async () => (await small(other, 1000)).status === 200);
  const flood = Array.from({ length: FLOOD }, () =>
    timed(app.call('POST', MENTIONS, { key: flooder.key, body: largePage() })),
  );
  await untilSeen(() => load().waiting > 0);
  let served = 0;
  let othersRefused = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      const [made, kept, health] = await Promise.all([
        small(other, 1 + (served % 999)),
        small(other, 1000),
        app.call('GET', '/health'),
      ]);
      assert.equal(health.status, 200);
      for (const { status } of [made, kept]) {
        assert.ok(status === 200 || status === 503, `${status}`);
        if (status === 503) othersRefused += 1;
        else served += 1;
      }
    }
  })();
  const answers = await Promise.all(flood);
  isOver = true;
  await others;
  const taken = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503);
  assert.ok(taken.length >= 3 && refused.length >= 10, `${taken.length} taken, ${refused.length} refused`);
  assert.equal(taken.length + refused.length, answers.length);
  for (const { headers, json } of refused) {
    assert.equal(json.error, 'unavailable');
    assert.ok(Number(headers.get('retry-after')) >= 1);
  }
  assert.ok(slowest(refused) <= slowest(taken), `${slowest(refused)} and ${slowest(taken)} ms`);
  assert.ok(othersRefused > 0 || served >= 4, 'the others were served meanwhile');
  assert.equal(load().waiting, 0);
  assert.equal((await app.call('POST', MENTIONS, { key: flooder.key, body: largePage() })).status, 200);
  return othersRefused;
}

/** Asks for a page over a connection of its own, and reads nothing of the answer. */
function stalledReader(): Socket {
  const body = JSON.stringify(largePage());
  const socket = open(app.url);
  socket.on('error', () => {});
  socket.pause();
  socket.write(
    `POST ${MENTIONS} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${flooder.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}

test('clients that leave give up their place, waiting and running', async () => {
  for (let round = 0; round < 5; round += 1) {
    // So few that none of them is refused, however slow the machine is.
    const sockets = Array.from({ length: 4 }, stalledReader);
    await untilSeen(() => load().waiting > 0);
    const { refused } = load();
    for (const socket of sockets) socket.destroy();
    // Not one after the other, which would take a page's time each.
    await until(() => load().waiting === 0, 1_000);
    assert.equal(load().refused, refused);
  }
  await until(
    async () => (await app.call('POST', MENTIONS, { key: flooder.key, body: largePage() })).status === 200,
  );
});

test(`${READERS} readers stop reading a large page: others notice nothing, memory is bounded`, async () => {
  const page = await app.call('POST', MENTIONS, { key: flooder.key, body: { limit: 10_000 } });
  assert.equal(page.json.data.length, RUNS * CITATIONS);
  global.gc?.();
  const before = process.memoryUsage().rss;
  const readers: Socket[] = [];
  for (let at = 0; at < READERS; at += 1) {
    // No more at once than are taken: they are to hold answers, not to be refused.
    await until(() => load().waiting < 2);
    readers.push(stalledReader());
  }
  await until(() => load().waiting === 0);
  for (let round = 0; round < 20; round += 1) {
    assert.equal((await small(other, 1000)).status, 200);
    await sleep(5);
  }
  // The one whose readers stall may be refused for a moment, but not for good.
  await until(
    async () => (await app.call('POST', MENTIONS, { key: flooder.key, body: largePage() })).status === 200,
  );
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  // What large answers may hold (512 MiB), the cache (128 MiB), and what the collector has not seen yet.
  assert.ok(grown < 900, `it grew by ${grown} MiB`);
  for (const reader of readers) reader.destroy();
});
