import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';
import { type Caller, callerWith, tokenAs } from '../support/caller.ts';

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
  await app.ingest(org, [
    answer(2, 'Lumenfold wins.', [REVIEW, OTHER_REVIEW, THREAD]),
    answer(3, 'Many are good.', [REVIEW]),
    answer(4, 'Lumenfold again.', [VIDEO]),
    answer(60, 'Lumenfold, long ago.', ['https://www.capterra.com/p/1']),
  ]);
});
after(() => app?.close());

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

/** A run so many days ago that cites these. */
function answer(days: number, text: string, urls: string[]) {
  const citations = urls.map((url) => ({ url }));
  return { brandId, executedAt: ago(days), answer: text, citations };
}

test('createCampaign counts sources cited for the first time since the start, until closeCampaign', async () => {
  const startsAt = ago(10);
  const make = async (type: string, body: object = {}) =>
    call('createCampaign', { body: { brandId, type, name: type, startsAt, ...body } });
  const reviews = await make('REVIEW_GENERATION', { targetCount: 8 });
  assert.equal(reviews.status, 201, reviews.text);
  assert.deepEqual(reviews.json.progress, { count: 2, targetCount: 8, percentage: 25, since: startsAt });
  assert.equal((await make('REDDIT_ENGAGEMENT')).json.progress.count, 1, 'subdomains of reddit.com');
  const media = await make('MEDIA_OUTREACH');
  assert.deepEqual([media.json.progress.count, media.json.progress.percentage], [1, null], 'videos count');
  const wide = await make('REVIEW_GENERATION', { startsAt: ago(90) });
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
  const now = new Date(Date.parse(closed.json.closedAt) + 1).toISOString();
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

test('campaigns refuse wrong values, unknown members, what is of another organisation, and callers below MEMBER', async () => {
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

  const { id } = (await call('createCampaign', { body })).json;
  const stranger = callerWith(app, await app.login(await app.organisation()));
  for (const operation of ['getCampaign', 'updateCampaign', 'closeCampaign']) {
    const changes = operation === 'updateCampaign' ? { body: { name: 'Mine' } } : {};
    const foreign = await stranger(operation, { ids: [id], ...changes });
    assert.equal(foreign.status, 404);
    assert.equal(foreign.text, (await stranger(operation, { ids: ['unknown'], ...changes })).text);
  }
  const foreign = await stranger('createCampaign', { body });
  assert.equal(
    foreign.text,
    (await stranger('createCampaign', { body: { ...body, brandId: 'unknown' } })).text,
  );
  assert.equal((await stranger('listCampaigns')).json.total, 0);
  assert.equal((await stranger('listCitedUrls')).json.total, 0);
  const viewer = callerWith(app, await tokenAs(app, org, 'VIEWER'));
  assert.equal((await viewer('createCampaign', { body })).status, 403);
  assert.equal((await viewer('getCampaign', { ids: [id] })).status, 200);
});
