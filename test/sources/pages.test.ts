import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBrand } from '../support/callers/organisation.ts';

const { app, org, call, brandId } = await withBrand();
const PAGE = 'https://rtings-lamps.example/lamp';
const SPELLINGS = [
  ...[
    PAGE,
    `${PAGE}/`,
    `${PAGE}?utm_source=chatgpt.com`,
    `${PAGE}?utm_source=openai`,
    `${PAGE}?srsltid=AfmBO`,
  ],
  ...[`${PAGE}?gclid=Cj0`, 'http://rtings-lamps.example/lamp', 'https://www.rtings-lamps.example/lamp'],
  `${PAGE}#:~:text=the%20best`,
];
const OWN = 'https://www.lumenfold.example/lamps?utm_campaign=x';
const report = async (name: string, body: object) => (await app.report(org, name, body)).json;

await call('updateBrand', { ids: [brandId], body: { website: 'https://lumenfold.example' } });
await app.ingest(org, [
  ...SPELLINGS.map((url) => ({ brandId, answer: 'Lumenfold wins.', citations: [{ url }] })),
  {
    brandId,
    answer: 'Lumenfold wins again.',
    citations: [
      { url: SPELLINGS[2]!, title: 'Lamps' },
      { url: `https://duckduckgo.com/l/?uddg=${encodeURIComponent(PAGE)}` },
      { url: `https://www.google.com/url?q=${encodeURIComponent(OWN)}&sa=D` },
      { url: 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIY', title: 'm.youtube.com' },
    ],
  },
]);
await app.snapshot();

test('a page that answers cite in nine spellings is one source of ten answers, in reports and lists', async () => {
  const { data } = await report('sources', { by: 'url' });
  const [first] = data;
  assert.equal(data.length, 3);
  assert.deepEqual(
    [first.url, first.domain, first.answer_count, first.answer_total, first.citation_count],
    [PAGE, 'rtings-lamps.example', 10, 10, 10],
  );
  const listed = (await call('listCitedUrls')).json.data;
  assert.deepEqual([listed[0]!.url, listed[0]!.count, listed.length], [PAGE, 10, 3]);
  const domains = (await call('listCitedDomains', { query: { domain: 'www.rtings-lamps.example' } })).json
    .data;
  assert.deepEqual([domains[0]!.urlCount, domains[0]!.count, domains.length], [1, 10, 1]);
  const overview = (await call('getCitationOverview', { query: { brandId } })).json;
  assert.equal(
    overview.sourceTypes.reduce((sum, { citations }) => sum + citations, 0),
    12,
  );
});

test('an answer has one mention for a page: with the first address as cited, and that of the page', async () => {
  const { data, total } = await report('mentions', {});
  assert.equal(total, 12);
  const pages = data.filter(({ pageUrl }: { pageUrl: string }) => pageUrl === PAGE);
  assert.deepEqual(
    pages.map(({ sourceUrl }: { sourceUrl: string }) => sourceUrl).sort(),
    [...SPELLINGS, SPELLINGS[2]].sort(),
  );
  const flat = await app.call('GET', '/api/customer/v1/reports/mentions?format=csv', { key: org.key });
  assert.match(flat.text.split('\n')[0]!, /sourceUrl,pageUrl,title/);
  const { data: listed } = (await call('listMentions', { query: { limit: 100 } })).json;
  assert.equal(listed.filter(({ pageUrl }) => pageUrl === PAGE).length, 10);
});

test('the evidence keeps all addresses as they were received, each with its page', async () => {
  const runs = (await call('listRuns')).json.data;
  const evidence = await Promise.all(runs.map(async ({ id }) => (await call('getRun', { ids: [id] })).json));
  const { citations, mentionIds } = evidence.find((run) => run.citations.length > 1)!;
  assert.equal(mentionIds.length, 3);
  assert.deepEqual(
    citations.map(({ url, pageUrl, domain, sourceType }) => [
      new URL(url).hostname,
      pageUrl.replace(/grounding.*/, ''),
      domain,
      sourceType,
    ]),
    [
      ['rtings-lamps.example', PAGE, 'rtings-lamps.example', 'OTHER'],
      ['duckduckgo.com', PAGE, 'rtings-lamps.example', 'OTHER'],
      ['www.google.com', 'https://lumenfold.example/lamps', 'lumenfold.example', 'BRAND_SITE'],
      ['vertexaisearch.cloud.google.com', 'https://vertexaisearch.cloud.google.com/', 'youtube.com', 'VIDEO'],
    ],
  );
});

test('filters take any spelling of a page and a domain', async () => {
  const rowsOf = async (name: string, body: object) => (await report(name, body)).data.length;
  for (const url of [...SPELLINGS, 'rtings-lamps.example/lamp']) {
    const filters = [{ field: 'url', operator: 'in', values: [url] }];
    assert.equal(await rowsOf('sources', { by: 'url', filters }), 1, url);
  }
  for (const domain of ['Rtings-Lamps.example', 'https://www.rtings-lamps.example/', 'rtings-lamps.example'])
    for (const [name, count] of [
      ['mentions', 10],
      ['sources', 1],
    ] as const) {
      const filters = [{ field: 'domain', operator: 'in', values: [domain] }];
      assert.equal(await rowsOf(name, { filters }), count, `${name} ${domain}`);
    }
});
