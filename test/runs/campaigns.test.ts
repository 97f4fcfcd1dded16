import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withOrganisation } from '../support/callers/organisation.ts';
import { completeRun } from '../support/server/app.ts';

const HOUR = 3_600_000;
const BRANDS = ['Lumenfold', 'Otherlight'];
/** By what counts them. */
const URLS = {
  REVIEW_GENERATION: ['https://www.g2.com/1', 'https://www.g2.com/2', 'https://www.capterra.com/p/1'],
  REDDIT_ENGAGEMENT: ['https://old.reddit.com/r/lamps/1', 'https://www.reddit.com/r/lamps/2'],
  MEDIA_OUTREACH: ['https://www.youtube.com/watch?v=1', 'https://lamps.example/blog/1'],
  none: ['https://en.wikipedia.org/wiki/Lamp', 'https://lamps.example/'],
};
const TYPES = ['REVIEW_GENERATION', 'REDDIT_ENGAGEMENT', 'MEDIA_OUTREACH'] as const;

const { app, org, call } = await withOrganisation({ brands: BRANDS.map((name) => ({ name })) });

const aRun = fc.record({
  brand: fc.constantFrom(...BRANDS),
  hoursAgo: fc.integer({ min: 1, max: 100 }),
  urls: fc.subarray(Object.values(URLS).flat(), { maxLength: 2 }),
});
const aCampaign = fc.record({
  brand: fc.constantFrom(...BRANDS),
  type: fc.constantFrom(...TYPES),
  // Between the runs.
  startedAgo: fc.integer({ min: 1, max: 100 }).map((hours) => hours + 0.5),
  closedAgo: fc.option(fc.integer({ min: 1, max: 100 }).map((hours) => hours + 0.5)),
});

test('each campaign, alone and among others, counts the sources that a plain loop finds [long]', async () => {
  const now = Date.now();
  const ago = (hours: number) => new Date(now - hours * HOUR);
  const ids = new Map<string, string>(
    (await call('listBrands')).json.data.map(({ id, name }: { id: string; name: string }) => [name, id]),
  );
  const runs = fc.sample(aRun, { seed: 3, numRuns: 25 });
  await app.ingest(
    org,
    runs.map(({ brand, hoursAgo, urls }) =>
      completeRun({
        brand,
        executedAt: ago(hoursAgo).toISOString(),
        citations: urls.map((url) => ({ url })),
      }),
    ),
  );
  const campaigns = fc.sample(aCampaign, { seed: 4, numRuns: 40 }).map(({ closedAgo, ...campaign }) => ({
    ...campaign,
    closedAgo: closedAgo !== null && closedAgo < campaign.startedAgo ? closedAgo : null,
  }));
  const expected = new Map<string, number>();
  for (const [at, { brand, type, startedAgo, closedAgo }] of campaigns.entries()) {
    const body = { brandId: ids.get(brand)!, type, name: `${at}`, startsAt: ago(startedAgo).toISOString() };
    const { id } = (await call('createCampaign', { body })).json;
    if (closedAgo !== null) {
      await call('closeCampaign', { ids: [id] });
      await app.sql(
        org,
      )`update campaigns set closed_at = ${ago(closedAgo)} where org_id = ${org.id} and id = ${id}`;
    }
    const firstCited = URLS[type].map((url) =>
      Math.max(
        ...runs.filter((run) => run.brand === brand && run.urls.includes(url)).map((run) => run.hoursAgo),
      ),
    );
    // Without a citation it is −∞ hours ago.
    const isNew = (hours: number) => hours > 0 && hours < startedAgo && hours > (closedAgo ?? 0);
    expected.set(id, firstCited.filter(isNew).length);
  }
  const counts = (list: { id: string; progress: { count: number } }[]) =>
    list.map(({ id, progress }) => [id, progress.count]);
  for (const query of [{ limit: 100 }, { limit: 7 }, { limit: 7, offset: 20 }]) {
    const { data } = (await call('listCampaigns', { query })).json;
    assert.deepEqual(
      counts(data),
      data.map(({ id }: { id: string }) => [id, expected.get(id)]),
    );
  }
  for (const [id, count] of expected)
    assert.equal((await call('getCampaign', { ids: [id] })).json.progress.count, count);
  assert.ok([...expected.values()].filter((count) => count > 0).length > 10, [...expected.values()].join());
});
