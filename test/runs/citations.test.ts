import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';
import { type Caller, callerWith } from '../support/caller.ts';

// Half a world away from UTC: days are UTC days all the same.
process.env['TZ'] = 'Pacific/Kiritimati';

const DAY = 86_400_000;
const REVIEW = 'https://www.g2.com/products/lumenfold/reviews';
const OTHER_REVIEW = 'https://www.g2.com/products/gleamwell/reviews';
const THREAD = 'https://old.reddit.com/r/lamps/comments/1';
const VIDEO = 'https://www.youtube.com/watch?v=1';

let app: TestApp;
let org: TestOrganisation;
let call: Caller;
let brandId: string;

before(async () => {
  app = await startTestApp();
  org = await app.organisation();
  call = callerWith(app, await app.login(org));
  brandId = (await call('createBrand', { body: { name: 'Lumenfold' } })).json.id;
  const other = (await call('createBrand', { body: { name: 'Gleamwell' } })).json.id;
  await app.ingest(org, [
    answer(2, 'Lumenfold wins.', [REVIEW, OTHER_REVIEW, THREAD]),
    answer(3, 'Many are good.', [REVIEW]),
    answer(4, 'Lumenfold again.', [VIDEO], { platform: 'CLAUDE' }),
    answer(60, 'Lumenfold, long ago.', ['https://www.capterra.com/p/1']),
    answer(2, 'Gleamwell.', [THREAD], { brandId: other }),
  ]);
});
after(() => app?.close());

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

/** A run so many days ago that cites these. */
function answer(days: number, text: string, urls: string[], more: object = {}) {
  const citations = urls.map((url) => ({ url }));
  return { brandId, executedAt: ago(days), answer: text, citations, ...more };
}

test('listCitedDomains counts answers, and those that name the brand, with every filter', async () => {
  const { json } = await call('listCitedDomains');
  assert.equal(json.total, 3);
  const [g2, reddit, youtube] = json.data;
  assert.deepEqual(
    [g2.domain, g2.sourceType, g2.sourceName, g2.urlCount, g2.count, g2.namingCount],
    ['g2.com', 'REVIEW', 'G2', 2, 2, 1],
    'an answer that cites two pages of a domain counts once',
  );
  assert.ok(g2.firstSeenAt < g2.lastSeenAt);
  assert.deepEqual([reddit.domain, reddit.count, reddit.namingCount], ['old.reddit.com', 2, 2]);
  assert.deepEqual([youtube.domain, youtube.sourceType], ['youtube.com', 'VIDEO']);

  const domains = async (query: Record<string, string | number | boolean>) =>
    (await call('listCitedDomains', { query })).json.data.map(({ domain }: { domain: string }) => domain);
  assert.deepEqual(await domains({ platform: 'CLAUDE' }), ['youtube.com']);
  assert.deepEqual(await domains({ sourceType: 'REVIEW' }), ['g2.com']);
  assert.deepEqual(await domains({ domain: 'Reddit.com' }), ['old.reddit.com'], 'with subdomains');
  assert.deepEqual(await domains({ domain: 'eddit.com' }), []);
  assert.deepEqual(await domains({ namesBrand: false }), ['g2.com']);
  assert.deepEqual(await domains({ from: ago(61).slice(0, 10), to: ago(59).slice(0, 10) }), ['capterra.com']);
  assert.equal((await domains({ from: '0001-01-01', to: '9999-12-31' })).length, 4);
  const beyond = await call('listCitedDomains', { query: { offset: 9 } });
  assert.deepEqual(beyond.json, { data: [], total: 3 });
  assert.deepEqual(await domains({ limit: 1, offset: 1 }), ['old.reddit.com']);
  assert.deepEqual(await domains({ brandId, domain: 'reddit.com' }), ['old.reddit.com']);
  assert.deepEqual(await domains({ brandId: 'unknown' }), []);
});

test('listCitedUrls counts the answers that cite a URL; wrong filters are refused, and named', async () => {
  const { json } = await call('listCitedUrls', { query: { brandId } });
  assert.equal(json.total, 4);
  assert.deepEqual(
    json.data.map(({ url, count, namingCount }: Record<string, unknown>) => [url, count, namingCount]),
    [
      [REVIEW, 2, 1],
      [THREAD, 1, 1],
      [OTHER_REVIEW, 1, 1],
      [VIDEO, 1, 1],
    ],
    'by count, then by URL',
  );
  assert.equal(
    (await call('listCitedUrls', { query: { from: '2026-02-01', to: '2026-01-01' } })).status,
    400,
  );
  const wrong = await call('listCitedUrls', { query: { sourceType: 'BLOG' } });
  assert.equal(wrong.status, 400);
  assert.match(wrong.json.message, /sourceType must be one of AI_ANSWER, ARTICLE/);
});
