// biome-ignore-all lint/suspicious/noExplicitAny: answers are looked into at will
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { withOrganisation } from '../support/callers/organisation.ts';
import { momentAgo } from '../support/days.ts';

const LIST = 'https://reviews.example/best-desk-lamps';
const SHOP = 'https://shop.gleamwell.example/products/one';
const OTHER = 'OTHER:Kagi Assistant';
const SURFACES = [
  { platform: 'CHATGPT', surface: 'APP', searched: true },
  { platform: 'CHATGPT', surface: 'API', searched: false },
  { platform: 'PERPLEXITY', surface: 'API_WEB_SEARCH', searchQueries: ['best desk lamp 2026', 'lamp test'] },
  { platform: 'GOOGLE_AI_OVERVIEW', surface: 'SEARCH_PAGE' },
  { platform: 'OTHER', platformName: 'Kagi Assistant' },
] as const;
const DAYS = { start_date: '2026-03-01', end_date: '2026-03-28' };

const { app, org, token } = await withOrganisation({
  brands: [
    { name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }, { name: 'Duskbeam' }] },
    { name: 'Zdaneko', competitors: [] },
  ],
});
const post = async (report: string, body: object = {}) => {
  const path = `/api/customer/v1/reports/${report}`;
  const { status, json, text } = await app.call('POST', path, { key: org.key, body: { ...DAYS, ...body } });
  assert.equal(status, 200, text);
  return json;
};

/** An answer a day, prompt and way of asking: every second one names the brand, all of them a competitor. */
const runs = SURFACES.flatMap((asked, way) =>
  Array.from({ length: 28 }, (_, day) => ({
    ...asked,
    externalId: `${way} ${day}`,
    brand: 'Lumenfold',
    queryText: `Which lamp ${day % 4}?`,
    answer: day % 2 === 0 ? 'Lumenfold and Gleamwell are good.' : 'Take Gleamwell or Duskbeam.',
    citations: [{ url: LIST, title: 'The 10 best desk lamps' }, ...(day % 2 ? [{ url: SHOP }] : [])],
    executedAt: `2026-03-${String(day + 1).padStart(2, '0')}T10:00:00Z`,
  })),
);
const { json } = await app.call('POST', '/api/runs', { key: org.key, body: runs });
assert.equal(json.created, runs.length, JSON.stringify(json.results[0]));
await app.snapshot();

test('answers of five surfaces add up, by surface and by whether the platform searched', async () => {
  const [whole] = (await post('brands')).data;
  for (const dimension of ['surface', 'searched', 'platform', 'topic']) {
    const { data } = await post('brands', { dimensions: [dimension] });
    const own = data.filter(({ brand }: any) => brand.name === 'Lumenfold');
    assert.equal(
      own.reduce((sum: number, row: any) => sum + row.visibility_total, 0),
      whole.visibility_total,
      dimension,
    );
  }
  const { data } = await post('brands', { dimensions: ['surface', 'searched'], include: ['coverage'] });
  assert.deepEqual(
    data.map(({ dimensions, visibility_total: runs }: any) => [
      dimensions.surface,
      dimensions.searched,
      runs,
    ]),
    [
      ['API', false, 28],
      ['API_WEB_SEARCH', true, 28],
      ['APP', true, 28],
      ['SEARCH_PAGE', null, 28],
      [null, null, 28],
    ],
  );
  for (const { coverage } of data)
    assert.deepEqual([coverage.surfaces, coverage.searched], [undefined, undefined]);
  const [mixed] = (await post('brands', { include: ['coverage'] })).data;
  assert.deepEqual(
    mixed.coverage.surfaces.map(({ surface, runs, share }: any) => [surface, runs, share]),
    [
      ['API', 28, 20],
      ['API_WEB_SEARCH', 28, 20],
      ['APP', 28, 20],
      ['SEARCH_PAGE', 28, 20],
      [null, 28, 20],
    ],
  );
  assert.deepEqual(mixed.coverage.searched, [
    { searched: true, runs: 56, share: 40 },
    { searched: false, runs: 28, share: 20 },
    { searched: null, runs: 56, share: 40 },
  ]);
});

test('a comparison refuses to mix surfaces, says why, and compares within one', async () => {
  const query = { queryText: 'Which lamp 0?', brand: 'Zdaneko', answer: 'Zdaneko is good.', citations: [] };
  const runs = Array.from({ length: 28 }, (_, day) => ({
    ...query,
    externalId: `z ${day}`,
    platform: 'CHATGPT',
    surface: day < 14 ? 'API' : 'APP',
    executedAt: `2026-02-${String(day + 1).padStart(2, '0')}T10:00:00Z`,
  }));
  assert.equal((await app.call('POST', '/api/runs', { key: org.key, body: runs })).json.created, 28);
  await app.snapshot();
  const ask = async (more: object = {}) => {
    const range = { start_date: '2026-02-15', end_date: '2026-02-28', compare_to: 'previous' };
    const filters = [{ field: 'brand', operator: 'in', values: ['Zdaneko'] }];
    return (await post('brands', { ...range, filters, ...more })).data[0];
  };
  const { change } = await ask();
  assert.deepEqual([change.points, change.verdict, change.reason], [0, 'not_comparable', 'surfaces_differ']);
  assert.equal(change.common_prompts, undefined);
  const within = await ask({
    filters: [
      { field: 'brand', operator: 'in', values: ['Zdaneko'] },
      { field: 'surface', operator: 'in', values: ['APP'] },
    ],
  });
  assert.deepEqual([within.previous, within.change.reason], [null, undefined]);
  const csv = await app.call(
    'GET',
    `/api/customer/v1/reports/brands?start_date=2026-02-15&end_date=2026-02-28&compare_to=previous&format=csv&api_key=${org.key}`,
  );
  const [row] = parse(csv.text, { columns: true }) as Record<string, string>[];
  assert.ok('change_reason' in (row ?? {}), csv.text.split('\n')[0]);
});

test('a comparison refuses to mix answers with and without a search, and takes chance for chance', async () => {
  const query = { queryText: 'Which lamp 0?', brand: 'Zdaneko', answer: 'Zdaneko is good.', citations: [] };
  const runs = ['GEMINI', 'GROK', 'CLAUDE'].flatMap((platform, which) =>
    Array.from({ length: 84 }, (_, at) => ({
      ...query,
      externalId: `${platform} ${at}`,
      platform,
      surface: 'API_WEB_SEARCH',
      // One stops to search, one begins to, and one does so every second time.
      searched: which === 2 ? at % 2 === 0 : at < 42 === (which === 0),
      executedAt: new Date(Date.UTC(2026, 3, 1 + Math.floor(at / 3), 10 + (at % 3))).toISOString(),
    })),
  );
  assert.equal((await app.call('POST', '/api/runs', { key: org.key, body: runs })).json.created, runs.length);
  await app.snapshot();
  const range = { start_date: '2026-04-15', end_date: '2026-04-28', compare_to: 'previous' };
  const filters = [{ field: 'brand', operator: 'in', values: ['Zdaneko'] }];
  const { data } = await post('brands', { ...range, filters, dimensions: ['platform'] });
  assert.deepEqual(
    data.map(({ dimensions, change }: any) => [dimensions.platform, change.verdict, change.reason]),
    [
      ['CLAUDE', 'within_noise', undefined],
      ['GEMINI', 'not_comparable', 'searched_differ'],
      ['GROK', 'not_comparable', 'searched_differ'],
    ],
  );
});

test('a source says whom the answers that cite it name, and where the brand is missing', async () => {
  const { data, total } = await post('sources', { include: ['competitors', 'evidence', 'intervals'] });
  assert.equal(total, 2);
  const [list, shop] = data;
  const { answer_share, answer_count, answer_total, citation_count, citation_total, gap_count, gap_share } =
    list;
  assert.deepEqual(
    [answer_share, answer_count, answer_total, citation_count, citation_total, gap_count, gap_share],
    [100, 140, 140, 140, 210, 70, 50],
  );
  assert.deepEqual([list.domain, list.source_type, list.page_type], ['reviews.example', 'ARTICLE', 'LIST']);
  assert.deepEqual(
    [shop.domain, shop.page_type, shop.brand_count, shop.gap_share],
    ['shop.gleamwell.example', 'PRODUCT', 0, 100],
  );
  assert.deepEqual(
    shop.competitors.map(({ name, answer_count: count }: any) => [name, count]),
    [
      ['Duskbeam', 70],
      ['Gleamwell', 70],
    ],
  );
  assert.equal(shop.evidence.run_ids.length, 20);
  assert.ok(shop.answer_share_low < 50 && shop.answer_share_high > 50, JSON.stringify(shop));
  const ofRival = await post('sources', {
    by: 'url',
    filters: [
      { field: 'competitor', operator: 'in', values: ['Duskbeam'] },
      { field: 'platform', operator: 'in', values: [OTHER] },
      { field: 'gap', operator: 'in', values: [true] },
      { field: 'page_type', operator: 'in', values: ['LIST'] },
    ],
  });
  assert.deepEqual(
    ofRival.data.map(({ url, answer_count: count, answer_total: all, citation_total: cited }: any) => [
      url,
      count,
      all,
      cited,
    ]),
    [[LIST, 14, 14, 28]],
  );
});

test('the rows of sources are the same in every form, and by URL with an ETag', async () => {
  const path = `/api/customer/v1/reports/sources?start_date=2026-03-01&end_date=2026-03-28&by=url&dimensions=platform&order_by=-gap_count,url&api_key=${org.key}`;
  const json = await app.call('GET', path);
  assert.equal(json.status, 200, json.text);
  const lines = await app.call('GET', `${path}&format=ndjson`);
  assert.deepEqual(
    lines.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    json.json.data,
  );
  const csv = parse((await app.call('GET', `${path}&format=csv`)).text, { columns: true }) as Record<
    string,
    string
  >[];
  assert.deepEqual(
    csv.map((row) => [row['platform'], row['url'], Number(row['gap_count']), row['page_type'] || null]),
    json.json.data.map((row: any) => [row.dimensions.platform, row.url, row.gap_count, row.page_type]),
  );
  const etag = json.headers.get('etag') as string;
  const again = await app.call('GET', path, { headers: { 'If-None-Match': etag } });
  assert.equal(again.status, 304);
  const member = await app.call('POST', '/api/reports/sources', { token, body: { ...DAYS, by: 'url' } });
  assert.equal(member.status, 200, member.text);
});

test('what has no meaning in these reports is refused with the field and the fix', async () => {
  for (const [report, body, message] of [
    ['sources', { order_by: [{ field: 'url' }] }, 'order_by[0].field: url needs by: url'],
    [
      'sources',
      { order_by: [{ field: 'page_type' }] },
      'order_by[0].field: page_type must be among the dimensions',
    ],
    ['sources', { filters: [{ field: 'gap', operator: 'in', values: ['yes'] }] }, 'must be true or false'],
    [
      'sources',
      { filters: [{ field: 'page_type', operator: 'in', values: ['LISTS'] }] },
      'Did you mean "LIST"?',
    ],
    ['sources', { include: ['share_of_voice'] }, 'include[0] must be one of'],
    ['sources', { compare_to: 'previous', limit: 1001 }, 'limit must be 1000 or less with compare_to'],
    ['searches', { by: 'url' }, '"by"'],
    ['searches', { filters: [{ field: 'competitor', operator: 'in', values: [null] }] }, 'must not be null'],
  ] as const) {
    const path = `/api/customer/v1/reports/${report}`;
    const { status, json } = await app.call('POST', path, { key: org.key, body });
    assert.equal(status, 400, JSON.stringify(body));
    assert.ok(json.message.includes(message), `${JSON.stringify(body)}: ${json.message}`);
  }
});

test('what was searched for: by answers, whether the brand is named and its site cited', async () => {
  const { data, total } = await post('searches', { dimensions: ['platform'] });
  assert.equal(total, 2);
  assert.deepEqual(
    data.map((row: any) => [
      row.search,
      row.dimensions.platform,
      row.answer_count,
      row.answer_total,
      row.brand_count,
      row.own_site_count,
    ]),
    [
      ['best desk lamp 2026', 'PERPLEXITY', 28, 28, 14, 0],
      ['lamp test', 'PERPLEXITY', 28, 28, 14, 0],
    ],
  );
  const brand = (await app.call('GET', '/api/brands', { token })).json.data.find(
    ({ name }: any) => name === 'Lumenfold',
  );
  const { json } = await app.call('GET', `/api/brands/${brand.id}/prompt-suggestions`, { token });
  // The answers are older than the days that are looked at.
  assert.equal(json.searched, undefined);
  const executedAt = momentAgo(1);
  const fresh = ['best desk lamp 2026', 'Which lamp 1?'].map((search, at) => ({
    externalId: `fresh ${at}`,
    brand: 'Lumenfold',
    platform: 'PERPLEXITY',
    queryText: 'Which lamp 1?',
    answer: 'Lumenfold.',
    searchQueries: [search],
    executedAt,
  }));
  await app.call('POST', '/api/runs', { key: org.key, body: fresh });
  const after = await app.call('GET', `/api/brands/${brand.id}/prompt-suggestions`, { token });
  assert.deepEqual(after.json.searched, [
    { queryText: 'best desk lamp 2026', branded: false, answerCount: 1, platforms: ['PERPLEXITY'] },
  ]);
});

test('the type of a domain is set for all its answers, kept in the audit log, and undone', async () => {
  const typeOf = async () => {
    await app.snapshot();
    const { data } = await post('sources', {
      filters: [{ field: 'domain', operator: 'in', values: ['reviews.example'] }],
    });
    return data[0].source_type;
  };
  const path = '/api/sources/www.Reviews.example/type';
  const set = await app.call('PUT', path, { token, body: { sourceType: 'REVIEW' } });
  assert.deepEqual([set.status, set.json.domain, set.json.sourceType], [200, 'reviews.example', 'REVIEW']);
  assert.equal(await typeOf(), 'REVIEW');
  const mentions = await post('mentions', { dimensions: ['source_type'] });
  assert.ok(mentions.data.some(({ dimensions }: any) => dimensions.source_type === 'REVIEW'));
  const domains = await app.call(
    'GET',
    '/api/citations/domains?startDate=2026-03-01&endDate=2026-03-28&domain=reviews.example',
    { token },
  );
  assert.equal(domains.json.data[0].sourceType, 'REVIEW');
  assert.equal((await app.call('GET', '/api/sources/types', { token })).json.total, 1);
  assert.equal((await app.call('DELETE', path, { token })).status, 204);
  assert.equal((await app.call('DELETE', path, { token })).status, 404);
  assert.equal(await typeOf(), 'ARTICLE');
  const log = await app.call('GET', '/api/audit-log?limit=10', { token });
  const actions = log.json.data.map(({ action }: any) => action);
  assert.ok(
    ['putDomainType', 'deleteDomainType'].every((action) => actions.includes(action)),
    String(actions),
  );
  assert.equal(
    (await app.call('PUT', '/api/sources/a%20b/type', { token, body: { sourceType: 'REVIEW' } })).status,
    400,
  );
});

test('answers by key: filters, pages by cursor, NDJSON, and a limited key', async () => {
  const list = async (query: string, headers = {}) =>
    app.call('GET', `/api/customer/v1/runs?startDate=2026-03-01&endDate=2026-03-28&${query}`, {
      key: org.key,
      headers,
    });
  const app1 = await list('surface=APP&searched=YES&limit=10');
  assert.deepEqual([app1.status, app1.json.total, app1.json.data.length], [200, 28, 10]);
  assert.deepEqual(
    [app1.json.data[0].surface, app1.json.data[0].searched, app1.json.data[0].query.platform],
    ['APP', true, 'CHATGPT'],
  );
  assert.equal((await list('surface=UNKNOWN')).json.total, 28);
  assert.equal((await list(`platform=${encodeURIComponent(OTHER)}&mentioned=false`)).json.total, 14);
  const ids = new Set<string>();
  for (let after = ''; ; ) {
    const page = await list(`limit=50${after && `&after=${after}`}`, { Accept: 'application/x-ndjson' });
    assert.match(page.headers.get('content-type') ?? '', /x-ndjson/);
    assert.equal(page.headers.get('x-total-count'), '140');
    for (const line of page.text.trim().split('\n')) ids.add(JSON.parse(line).id);
    after = page.headers.get('x-next-after') ?? '';
    if (after === '') break;
  }
  assert.equal(ids.size, 140);
  const brands = (await app.call('GET', '/api/brands', { token })).json.data;
  const other = brands.find(({ name }: any) => name === 'Zdaneko').id;
  const limited = await app.call('POST', '/api/api-keys', {
    token,
    body: { name: 'limited', scopes: ['reports:read'], brandIds: [other] },
  });
  const key = limited.json.key ?? limited.json.secret;
  const seen = await app.call('GET', '/api/customer/v1/runs?limit=1000', { key });
  assert.equal(seen.status, 200, seen.text);
  assert.ok(seen.json.data.every(({ brand }: any) => brand.name === 'Zdaneko'));
  const sources = await app.report({ key }, 'sources', DAYS);
  assert.equal(sources.json.total, 0);
});

test('rows by topic add up to all answers', async () => {
  const { data: prompts } = (
    await app.call('GET', '/api/queries?limit=1000&search=which%20LAMP%201', { token })
  ).json;
  const brandId = prompts[0].brandId;
  const texts = new Set<string>(prompts.map(({ queryText }: any) => queryText));
  const set = await app.call('POST', '/api/queries/topics', {
    token,
    body: { brandId, prompts: [...texts].map((queryText) => ({ queryText, topic: 'Any' })) },
  });
  assert.ok(set.json.changed >= 4, set.text);
  await app.snapshot();
  const { data } = await post('queries', { dimensions: ['topic'] });
  const counts = Object.fromEntries(
    data.map(({ dimensions, visibility_total: runs }: any) => [dimensions.topic, runs]),
  );
  assert.deepEqual(counts, { Any: 35, null: 105 });
});
