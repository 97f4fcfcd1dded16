// measured alone: turns of the event loop
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { open } from '../support/callers/raw.ts';
import {
  completeRun,
  startTestApp,
  type TestApp,
  type TestOrganisation,
  until,
} from '../support/server/app.ts';

const RUNS = 250;
const CITATIONS = 20;
const MENTIONS = '/api/customer/v1/reports/mentions';
const MB = 1 << 20;
let app: TestApp;
let org: TestOrganisation;

before(async () => {
  app = await startTestApp();
  org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  await app.ingest(
    org,
    Array.from({ length: RUNS }, (_, at) =>
      completeRun({
        brand: 'Lumenfold',
        answer: 'Lumenfold.',
        citations: Array.from({ length: CITATIONS }, (_, page) => ({
          url: `https://reviews.example/${at}/${page}`,
          title: `Ein schöner Titel ${at} ${page}. `.repeat(8),
        })),
      }),
    ),
  );
  await app.snapshot();
});
after(() => app?.close());

let asked = 0;
/** A page that nobody asked for before, of 3 MB. */
function newPage(): object {
  asked += 1;
  return { limit: 10_000 - asked, start_date: '2020-01-01' };
}
async function ask(body: object, encoding = 'identity'): Promise<string> {
  const { status, text } = await app.call('POST', MENTIONS, {
    key: org.key,
    body,
    headers: { 'accept-encoding': encoding },
  });
  assert.equal(status, 200);
  return text;
}
const cache = () => app.app.services.reports.load()!.cache;

test('a large page is kept when it is asked for again, and not before', async () => {
  const page = newPage();
  const before = cache();
  const text = await ask(page);
  assert.ok(text.length > 2 * MB && JSON.parse(text).data.length === RUNS * CITATIONS, `${text.length}`);
  assert.equal(cache().bytes, before.bytes);
  assert.equal(await ask(page), text);
  assert.ok(cache().bytes - before.bytes > 2 * MB, 'kept');
  assert.equal(cache().hits, before.hits);
  assert.equal(await ask(page), text);
  assert.equal(cache().hits, before.hits + 1);
});

test('a large page has the same bytes alone, for several at once, compressed and beside readers that leave', async () => {
  const text = await ask(newPage());
  const encodings = ['identity', 'zstd', 'gzip', 'br'];
  for (let round = 0; round < 4; round += 1) {
    const page = newPage();
    const leaving = open(app.url);
    leaving.on('error', () => {});
    const body = JSON.stringify(page);
    leaving.write(
      `POST ${MENTIONS} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${org.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    leaving.once('data', () => leaving.destroy());
    const together = await Promise.all(encodings.slice(0, 1 + round).map((encoding) => ask(page, encoding)));
    for (const each of together) assert.ok(each === text);
    assert.ok((await ask(newPage(), encodings[round])) === text);
    await until(() => leaving.destroyed);
  }
});

test('ticks are made fast, though garbage was collected while none waited', async () => {
  const cost = async (...options: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      '--input-type=module',
      '--eval',
      TICKS,
      ...options,
    ]);
    return Number(stdout);
  };
  const [kept, forgotten] = [
    await cost(new URL('../../src/app/fast-ticks.ts', import.meta.url).href),
    await cost(),
  ];
  assert.ok(kept * 2 < forgotten, `${kept} and ${forgotten} ns a tick`);
});

/** Prints the least time of a tick, ns. */
const TICKS = `
const [module] = process.argv.slice(1);
if (module) (await import(module)).keepTicksFast();
const pause = () => new Promise((done) => setTimeout(done, 5));
for (let round = 0; round < 5; round += 1) {
  for (let i = 0; i < 3; i++) process.nextTick(() => {}, i);
  await pause();
  setTimeout(() => gc(), 1);
  await pause();
  gc();
  await pause();
}
let least = Infinity;
for (let round = 0; round < 20; round += 1) {
  const startedAt = performance.now();
  await new Promise((done) => {
    for (let at = 0; at < 20_000; at += 1) process.nextTick(() => {}, 1);
    process.nextTick(done);
  });
  least = Math.min(least, ((performance.now() - startedAt) / 20_000) * 1e6);
}
console.log(least.toFixed(0));
`;
