import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { withBrand } from '../support/callers/organisation.ts';
import { momentAgo } from '../support/days.ts';

// Half a world away from UTC: days are UTC days all the same.
process.env['TZ'] = 'Pacific/Kiritimati';

const REVIEW = 'https://www.g2.com/products/lumenfold/reviews';
const OTHER_REVIEW = 'https://www.g2.com/products/gleamwell/reviews';
const THREAD = 'https://old.reddit.com/r/lamps/comments/1';
const VIDEO = 'https://www.youtube.com/watch?v=1';

/** The address of the page of one of these. */
const pageOf = (url: string) => url.replace(/www\.|old\./, '');

const { app, org, call, brandId } = await withBrand();

/** A run so many days ago that cites these. */
function answer(days: number, text: string, urls: string[], more: object = {}) {
  const citations = urls.map((url) => ({ url }));
  return { brandId, executedAt: momentAgo(days), answer: text, citations, ...more };
}

const other = (await call('createBrand', { body: { name: 'Gleamwell' } })).json.id;
await app.ingest(org, [
  answer(2, 'Lumenfold wins.', [REVIEW, OTHER_REVIEW, THREAD]),
  answer(3, 'Many are good.', [REVIEW]),
  answer(4, 'Lumenfold again.', [VIDEO], { platform: 'CLAUDE' }),
  answer(60, 'Lumenfold, long ago.', ['https://www.capterra.com/p/1']),
  answer(2, 'Gleamwell.', [THREAD], { brandId: other }),
]);

test('listCitedDomains counts answers, and those that name the brand, with every filter', async () => {
  const { json } = await call('listCitedDomains');
  assert.equal(json.total, 3);
  const [g2, reddit, youtube] = json.data;
  assert.deepEqual(
    [g2!.domain, g2!.sourceType, g2!.sourceName, g2!.urlCount, g2!.count, g2!.namingCount],
    ['g2.com', 'REVIEW', 'G2', 2, 2, 1],
    'an answer that cites two pages of a domain counts once',
  );
  assert.ok(g2!.firstSeenAt < g2!.lastSeenAt);
  assert.deepEqual([reddit!.domain, reddit!.count, reddit!.namingCount], ['reddit.com', 2, 2]);
  assert.deepEqual([youtube!.domain, youtube!.sourceType], ['youtube.com', 'VIDEO']);

  const domains = async (query: Record<string, string | number | boolean>) =>
    (await call('listCitedDomains', { query })).json.data.map(({ domain }: { domain: string }) => domain);
  assert.deepEqual(await domains({ platform: 'CLAUDE' }), ['youtube.com']);
  assert.deepEqual(await domains({ sourceType: 'REVIEW' }), ['g2.com']);
  for (const domain of ['Reddit.com', 'old.reddit.com'])
    assert.deepEqual(await domains({ domain }), ['reddit.com'], 'in any spelling');
  assert.deepEqual(await domains({ domain: 'eddit.com' }), []);
  assert.deepEqual(await domains({ namesBrand: false }), ['g2.com']);
  assert.deepEqual(
    await domains({ startDate: momentAgo(61).slice(0, 10), endDate: momentAgo(59).slice(0, 10) }),
    ['capterra.com'],
  );
  assert.equal((await domains({ startDate: '0001-01-01', endDate: '9999-12-31' })).length, 4);
  const beyond = await call('listCitedDomains', { query: { offset: 9 } });
  assert.deepEqual(beyond.json, { data: [], total: 3, next: null });
  assert.deepEqual(await domains({ limit: 1, offset: 1 }), ['reddit.com']);
  assert.deepEqual(await domains({ brandId, domain: 'reddit.com' }), ['reddit.com']);
  assert.deepEqual(await domains({ brandId: 'unknown' }), []);
});

test('listCitedUrls counts the answers that cite a URL; wrong filters are refused, and named', async () => {
  const { json } = await call('listCitedUrls', { query: { brandId } });
  assert.equal(json.total, 4);
  assert.deepEqual(
    json.data.map(({ url, count, namingCount }: Record<string, unknown>) => [url, count, namingCount]),
    [
      [pageOf(REVIEW), 2, 1],
      [pageOf(OTHER_REVIEW), 1, 1],
      [pageOf(THREAD), 1, 1],
      [pageOf(VIDEO), 1, 1],
    ],
    'by count, then by URL',
  );
  assert.equal(
    (await call('listCitedUrls', { query: { startDate: '2026-02-01', endDate: '2026-01-01' } })).status,
    400,
  );
  const wrong = await call('listCitedUrls', { query: { sourceType: 'BLOG' } });
  assert.equal(wrong.status, 400);
  assert.match(wrong.json.message, /sourceType must be one of AI_ANSWER, ARTICLE/);
});

test("getCitationOverview divides a brand's answers by whether they cite its website and name it", async () => {
  const own = await app.organisation({
    brands: [{ name: 'Brightora', website: 'https://www.brightora.example' }, { name: 'Without a site' }],
  });
  const ask = callerWith(app, await app.login(own));
  const [brand, siteless] = (await ask('listBrands')).json.data;
  const site = 'https://www.brightora.example/lamps';
  const run = (text: string, urls: string[], more: object = {}) =>
    answer(2, text, urls, { brandId: brand!.id, ...more });
  await app.ingest(own, [
    run('Brightora wins.', [site, 'https://help.brightora.example/', REVIEW]),
    run('Brightora again.', [site], { platform: 'CLAUDE', queryText: 'Is Brightora good?' }),
    run('Many are good.', [site]),
    run('Brightora, they say.', [REVIEW, OTHER_REVIEW]),
    run('Brightora.', []),
    run('None of these.', [THREAD]),
    run('Nothing.', []),
    run('Brightora, long ago.', [site], { executedAt: momentAgo(60) }),
    answer(2, 'Brightora elsewhere.', [site], { brandId: siteless!.id }),
  ]);
  const overview = async (query: Record<string, string | boolean> = {}) =>
    (await ask('getCitationOverview', { query: { brandId: brand!.id, ...query } })).json;
  const { startDate, endDate, ...counts } = await overview();
  assert.deepEqual([startDate, endDate], [momentAgo(30).slice(0, 10), momentAgo(0).slice(0, 10)]);
  assert.deepEqual(counts, {
    answers: 7,
    namingAnswers: 4,
    citingAnswers: 5,
    ownSite: {
      website: 'https://www.brightora.example',
      websites: ['https://www.brightora.example'],
      citedAndNamed: 2,
      citedOnly: 1,
      namedOnly: 2,
      neither: 2,
    },
    sourceTypes: [
      { sourceType: 'BRAND_SITE', answers: 3, namingAnswers: 2, citations: 4 },
      { sourceType: 'REVIEW', answers: 2, namingAnswers: 2, citations: 3 },
      { sourceType: 'FORUM', answers: 1, namingAnswers: 0, citations: 1 },
    ],
  });
  assert.equal((await overview({ platform: 'CLAUDE' })).answers, 1);
  assert.equal((await overview({ branded: true })).ownSite?.citedAndNamed, 1);
  assert.equal((await overview({ branded: false })).answers, 6);
  assert.equal((await overview({ tag: 'none' })).answers, 0);
  assert.equal((await overview({ startDate: momentAgo(61).slice(0, 10) })).answers, 8);
  const without = await overview({ brandId: siteless!.id });
  assert.deepEqual([without.answers, without.ownSite], [1, null]);
  assert.equal((await ask('getCitationOverview', { query: { brandId } })).status, 404, 'of another one');
});

test('cited domains and URLs are those of queries with a tag, or that name the brand', async () => {
  const queries = (await call('listQueries', { query: { brandId } })).json.data;
  const ofClaude = queries.find(({ platform }) => platform === 'CLAUDE')!;
  await call('updateQuery', { ids: [ofClaude.id], body: { tags: ['video', 'branded'] } });
  for (const query of [{ tag: 'video' }, { branded: true }]) {
    const domains = (await call('listCitedDomains', { query })).json.data;
    const urls = (await call('listCitedUrls', { query })).json.data;
    assert.deepEqual([domains[0]?.domain, urls[0]?.url], ['youtube.com', pageOf(VIDEO)]);
    assert.deepEqual([domains.length, urls.length], [1, 1]);
  }
  assert.equal((await call('listCitedDomains', { query: { branded: false } })).json.total, 2);
  await call('updateQuery', { ids: [ofClaude.id], body: { tags: [] } });
});

test('createCampaign counts sources cited for the first time since the start, until closeCampaign', async () => {
  const startsAt = momentAgo(10);
  const make = async (type: string, body: object = {}) =>
    call('createCampaign', { body: { brandId, type, name: type, startsAt, ...body } });
  const reviews = await make('REVIEW_GENERATION', { targetCount: 8 });
  assert.equal(reviews.status, 201, reviews.text);
  assert.deepEqual(reviews.json.progress, { count: 2, targetCount: 8, percentage: 25, since: startsAt });
  assert.equal((await make('REDDIT_ENGAGEMENT')).json.progress.count, 1, 'subdomains of reddit.com');
  const media = await make('MEDIA_OUTREACH');
  assert.deepEqual([media.json.progress.count, media.json.progress.percentage], [1, null], 'videos count');
  const wide = await make('REVIEW_GENERATION', { startsAt: momentAgo(90) });
  assert.equal(wide.json.progress.count, 3);
  const fresh = await make('REVIEW_GENERATION', { startsAt: undefined });
  assert.equal(fresh.json.progress.count, 0, 'by default it starts now');

  // REVIEW before the start takes it back out; a new URL comes in; one after the closing does not.
  const { id } = reviews.json;
  await app.ingest(org, [
    answer(20, 'Nothing.', [REVIEW]),
    answer(1, 'Nothing.', ['https://www.capterra.com/p/2', 'https://www.capterra.com/p/1']),
  ]);
  assert.equal((await call('getCampaign', { ids: [id] })).json.progress.count, 2);
  const closed = await call('closeCampaign', { ids: [id] });
  assert.deepEqual([closed.status, closed.json.state, closed.json.progress.count], [200, 'CLOSED', 2]);
  assert.equal((await call('closeCampaign', { ids: [id] })).status, 409);
  const now = new Date(Date.parse(closed.json.closedAt!) + 1).toISOString();
  await app.ingest(org, [{ ...answer(0, 'Nothing.', ['https://www.capterra.com/p/3']), executedAt: now }]);
  assert.equal((await call('getCampaign', { ids: [id] })).json.progress.count, 2);
  assert.equal((await call('getCampaign', { ids: [wide.json.id] })).json.progress.count, 5);
});

test('listCampaigns, updateCampaign', async () => {
  const body = { brandId, type: 'MEDIA_OUTREACH', name: 'Press' };
  const { id } = (await call('createCampaign', { body })).json;
  const updated = await call('updateCampaign', { ids: [id], body: { name: 'Press 2027', targetCount: 4 } });
  assert.deepEqual([updated.status, updated.json.name, updated.json.targetCount], [200, 'Press 2027', 4]);
  const cleared = await call('updateCampaign', { ids: [id], body: { targetCount: null } });
  assert.deepEqual([cleared.json.name, cleared.json.targetCount], ['Press 2027', null]);
  const { json } = await call('listCampaigns', {
    query: { brandId, type: 'MEDIA_OUTREACH', state: 'ACTIVE' },
  });
  assert.deepEqual(json.data[0], cleared.json);
  assert.equal((await call('listCampaigns', { query: { state: 'CLOSED' } })).json.total, 1);
});

test('campaigns refuse wrong values and unknown members', async () => {
  const body = { brandId, type: 'REVIEW_GENERATION', name: 'Reviews' };
  const refused = async (more: object) => (await call('createCampaign', { body: { ...body, ...more } })).json;
  assert.match((await refused({ type: 'SPAM' })).message, /type must be one of REVIEW_GENERATION, REDDIT/);
  assert.match((await refused({ targetCount: 0 })).message, /targetCount/);
  assert.match(
    (await refused({ startsAt: '2026-13-01T00:00:00Z' })).message,
    /startsAt must be a date and time/,
  );
  assert.match((await refused({ orgId: 'x' })).message, /"orgId" is not a field/);
  assert.match((await refused({ state: 'CLOSED' })).message, /"state" is not a field/);
});
