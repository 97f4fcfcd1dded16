import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { putBrands } from '../../src/features/brands/import.ts';
import { readBrandsFile } from '../../src/features/imports/file.ts';
import { callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { temporaryFolder } from '../support/for-file.ts';

const DOCS = 'https://lumenfold-docs.example/setup';

const app = await withApp();

/** Two brands that compete: the second has the first as its competitor, by its website. */
async function rivals() {
  const org = await app.organisation({
    brands: [
      { name: 'Lumenfold', website: 'https://lumenfold.example', competitors: [{ name: 'Duskbeam' }] },
      { name: 'Gleamwell', competitors: [{ name: 'Lumen Fold', website: 'https://www.lumenfold.example/' }] },
    ],
  });
  const call = callerWith(app, await app.login(org));
  const { data } = (await call('listBrands')).json;
  const [own, other] = ['Lumenfold', 'Gleamwell'].map((name) => data.find((one) => one.name === name)!.id);
  assert.ok(own && other);
  const citations = [{ url: DOCS }, { url: 'https://reviews.example/best-lamps' }];
  const executedAt = '2026-03-02T10:00:00Z';
  await app.ingest(
    org,
    [own, other].map((brandId) => ({ brandId, executedAt, answer: 'Lumenfold, Gleamwell.', citations })),
  );
  /** The type of the documentation in answers to each brand's prompts: live, and in a snapshot. */
  const typed = async () => {
    await app.app.services.ingestion.reextract(org.id);
    await app.snapshot();
    return Promise.all(
      [own, other].map(async (brandId) => {
        const range = { startDate: '2026-03-01', endDate: '2026-03-03' };
        const query = { brandId, domain: 'lumenfold-docs.example', ...range };
        const live = (await call('listCitedUrls', { query })).json.data[0]!.sourceType;
        const filters = [
          { field: 'brand', operator: 'in', values: [brandId] },
          { field: 'domain', operator: 'in', values: ['lumenfold-docs.example'] },
        ];
        const body = { start_date: '2026-03-01', end_date: '2026-03-03', filters };
        const path = '/api/customer/v1/reports/sources';
        const { json } = await app.call('POST', path, { key: org.key, body });
        assert.equal(json.data[0].source_type, live, 'a snapshot says the same');
        return live;
      }),
    );
  };
  return { org, call, own, other, typed };
}

test('a brand has several websites, the first of which is its website', async () => {
  const { call, own } = await rivals();
  const patch = async (body: object) => {
    const { status, json } = await call('updateBrand', { ids: [own], body });
    return status === 200 ? [json.website, ...json.websites] : json.message;
  };
  const [one, two, three] = ['https://lumenfold.example', 'https://lumenfold.de', 'https://lumenfold.fr'];
  assert.deepEqual(await patch({ websites: [one, 'lumenfold.de'] }), [one, one, two]);
  assert.deepEqual(await patch({ website: ' LUMENFOLD.fr ' }), [three, three, two], 'the others are kept');
  assert.deepEqual(await patch({ website: two }), [two, two], 'one that is there already is there once');
  assert.deepEqual(await patch({ website: one, websites: ['www.lumenfold.example', two] }), [
    'https://www.lumenfold.example',
    'https://www.lumenfold.example',
    two,
  ]);
  for (const website of [two, null])
    assert.equal(
      await patch({ website, websites: [one, two] }),
      'website must be the first of websites, or be left out.',
    );
  const many = Array.from({ length: 21 }, (_, at) => `site${at}.example`);
  assert.match(String(await patch({ websites: many })), /^websites must have 20 entries at most\.$/);
  assert.match(String(await patch({ websites: [one, 'a b'] })), /^websites\[1\] must be a website, such as/);
  assert.deepEqual(await patch({ name: 'Lumenfold' }), [
    'https://www.lumenfold.example',
    'https://www.lumenfold.example',
    two,
  ]);
  assert.deepEqual(await patch({ website: null }), [null]);
  assert.deepEqual(await patch({ websites: [two] }), [two, two]);
  assert.deepEqual(await patch({ websites: null }), [null]);

  const { json } = await call('createCompetitor', { ids: [own], body: { name: 'Z', website: 'z.example' } });
  assert.deepEqual([json.website, json.websites], ['https://z.example', ['https://z.example']]);
  const { org } = await rivals();
  const listed = await app.call('GET', '/api/customer/v1/brands', { key: org.key });
  const gleamwell = listed.json.data.find(({ name }: { name: string }) => name === 'Gleamwell');
  assert.deepEqual([gleamwell.website, gleamwell.websites], [null, []]);
  assert.deepEqual(gleamwell.competitors[0].websites, ['https://www.lumenfold.example/']);
});

test('a website is of the brand that an answer was asked about, and of a competitor that is that brand', async () => {
  const { call, own, other, typed } = await rivals();
  assert.deepEqual(await typed(), ['OTHER', 'OTHER']);
  await call('updateBrand', { ids: [own], body: { websites: ['lumenfold.example', DOCS] } });
  assert.deepEqual(await typed(), ['BRAND_SITE', 'COMPETITOR_SITE']);
  const range = { startDate: '2026-03-01', endDate: '2026-03-03' };
  const ownSite = async (brandId: string) =>
    (await call('getCitationOverview', { query: { brandId, ...range } })).json.ownSite;
  assert.deepEqual(await ownSite(own), {
    website: 'https://lumenfold.example',
    websites: ['https://lumenfold.example', DOCS],
    citedAndNamed: 1,
    citedOnly: 0,
    namedOnly: 0,
    neither: 0,
  });
  assert.equal(await ownSite(other), null);
  const [competitor] = (await call('listCompetitors', { ids: [other] })).json.data;
  await call('updateCompetitor', { ids: [competitor!.id], body: { website: null } });
  assert.deepEqual(await typed(), ['BRAND_SITE', 'OTHER']);
});

test('the type of a domain says whose site it is, for each brand by its own [long]', async () => {
  const { call, own, other, typed } = await rivals();
  const ids = ['www.Lumenfold-Docs.example'];
  const put = async (body: object) => {
    const { status, json } = await call('putDomainType', { ids, body });
    return status === 200 ? [json.sourceType, json.brandId, json.competitorId] : [status, json.message];
  };
  const sites = async (id: string) => (await call('getBrand', { ids: [id] })).json.websites;

  assert.deepEqual(await put({ sourceType: 'BRAND_SITE' }), [
    400,
    'brandId is required with BRAND_SITE: the id of whose site it is.',
  ]);
  assert.deepEqual(await put({ sourceType: 'REVIEW', brandId: own }), [
    400,
    'brandId goes with BRAND_SITE, and competitorId with COMPETITOR_SITE.',
  ]);
  assert.deepEqual(await put({ sourceType: 'BRAND_SITE', brandId: 'nobody' }), [
    404,
    'There is no such brand.',
  ]);

  assert.deepEqual(await put({ sourceType: 'BRAND_SITE', brandId: own }), ['BRAND_SITE', own, null]);
  assert.deepEqual(await sites(own), ['https://lumenfold.example', 'https://lumenfold-docs.example']);
  assert.deepEqual(await typed(), ['BRAND_SITE', 'COMPETITOR_SITE']);
  assert.deepEqual((await call('listDomainTypes')).json.data[0]!.brandId, own);

  assert.deepEqual(await put({ sourceType: 'BRAND_SITE', brandId: other }), ['BRAND_SITE', other, null]);
  assert.deepEqual(await sites(own), ['https://lumenfold.example'], 'it is not its site any more');
  assert.deepEqual(await typed(), ['OTHER', 'BRAND_SITE']);

  const [duskbeam] = (await call('listCompetitors', { ids: [own] })).json.data;
  const competitorId = duskbeam!.id;
  const set = ['COMPETITOR_SITE', null, competitorId];
  assert.deepEqual(await put({ sourceType: 'COMPETITOR_SITE', competitorId }), set);
  assert.deepEqual(await typed(), ['COMPETITOR_SITE', 'OTHER']);
  assert.deepEqual(await put({ sourceType: 'FORUM' }), ['FORUM', null, null]);
  assert.deepEqual(await typed(), ['FORUM', 'FORUM']);

  await put({ sourceType: 'BRAND_SITE', brandId: own });
  assert.equal((await call('deleteDomainType', { ids })).status, 204);
  assert.deepEqual(await sites(own), ['https://lumenfold.example']);
  assert.deepEqual(await typed(), ['OTHER', 'OTHER']);

  await put({ sourceType: 'BRAND_SITE', brandId: own });
  await call('updateBrand', { ids: [own], body: { websites: ['lumenfold.example'] } });
  assert.equal((await call('getDomainType', { ids })).status, 404, 'no website, no type');
  await put({ sourceType: 'COMPETITOR_SITE', competitorId });
  await call('deleteCompetitor', { ids: [competitorId] });
  assert.equal((await call('getDomainType', { ids })).status, 404);
});

test('with one brand a site without a brand is its site; a type of before has no owner and stays', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const call = callerWith(app, await app.login(org));
  const [brand] = (await call('listBrands')).json.data;
  const ids = ['lumenfold-docs.example'];
  const set = await call('putDomainType', { ids, body: { sourceType: 'BRAND_SITE' } });
  assert.deepEqual([set.json.brandId, set.json.competitorId], [brand!.id, null]);
  const none = await call('putDomainType', { ids, body: { sourceType: 'COMPETITOR_SITE' } });
  assert.match(none.json.message, /^competitorId is required/);
  await app.sql(org)`insert into domain_types (org_id, domain, source_type, set_by)
      values (${org.id}, 'before.example', 'BRAND_SITE', 'somebody')`;
  const before = (await call('getDomainType', { ids: ['before.example'] })).json;
  assert.deepEqual([before.sourceType, before.brandId, before.competitorId], ['BRAND_SITE', null, null]);
});

for (const isRead of [true, false])
  test(`sources of forgotten answers follow the websites${isRead ? '' : ', when no pass has noted its names'}`, async () => {
    const { org, call, own, typed } = await rivals();
    if (isRead) await app.app.services.ingestion.reextract(org.id);
    else await app.sql(org)`delete from read_names where org_id = ${org.id}`;
    const forget = app.sql(org)`update runs set answer = '', forgotten_at = now() where org_id = ${org.id}`;
    await forget;
    const query = { startDate: '2026-03-01', endDate: '2026-03-03' };
    const named = async () => (await call('listRuns', { query: { ...query, mentioned: true } })).json.total;
    const before = await named();
    assert.equal(before, 2);
    await call('updateBrand', { ids: [own], body: { websites: ['lumenfold.example', DOCS] } });
    assert.deepEqual(await typed(), ['BRAND_SITE', 'COMPETITOR_SITE']);
    assert.equal(await named(), before);
    await call('updateBrand', { ids: [own], body: { websites: [] } });
    assert.deepEqual(await typed(), ['OTHER', 'OTHER']);
  });

test('a file of brands has websites as people write them; a line without any leaves them', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const call = callerWith(app, await app.login(org));
  const folder = temporaryFolder();
  const put = async (...lines: object[]) => {
    const path = join(folder, 'brands.jsonl');
    writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
    return putBrands(app.app.services.db, org.id, await readBrandsFile(path));
  };
  const websites = async () => (await call('listBrands')).json.data[0]!.websites;
  const competitors = [{ name: 'Gleamwell', websites: ['gleamwell.example', 'www.gleamwell.example/en'] }];
  await put({ name: 'Lumenfold', websites: ['Lumenfold.example', 'lumenfold.de'], competitors });
  assert.deepEqual(await websites(), ['https://lumenfold.example', 'https://lumenfold.de']);
  assert.equal((await put({ name: 'Lumenfold' })).unchanged, 1);
  await put({ name: 'Lumenfold', website: 'lumenfold.fr' });
  assert.deepEqual(await websites(), ['https://lumenfold.fr', 'https://lumenfold.de']);
  const refused = put(
    { name: 'A', website: 5 },
    { name: 'B', websites: 'b.example' },
    { name: 'C', competitors: [{ name: 'D', websites: ['d.example', 'info@d.example'] }] },
    { name: 'E', websites: Array.from({ length: 21 }, (_, at) => `site${at}.example`) },
  );
  await assert.rejects(refused, ({ message }: Error) => {
    const [, ...lines] = message.split('\n');
    assert.match(lines[0] ?? '', /^line 1: website must be a website, such as /);
    assert.match(lines[1] ?? '', /^line 2: websites must be a list of texts$/);
    assert.match(lines[2] ?? '', /^line 3: competitors\[0\]: websites\[1\] must be a website, such as /);
    assert.match(lines[3] ?? '', /^line 4: websites must have 20 entries at most\.$/);
    return true;
  });
});
