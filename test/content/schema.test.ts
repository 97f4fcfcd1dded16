import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { withBrand } from '../support/callers/organisation.ts';

const CONTEXT = { '@context': 'https://schema.org' };
const ORGANIZATION = {
  ...CONTEXT,
  '@type': 'Organization',
  name: 'Lumenfold',
  url: 'https://lumenfold.example',
};

interface Finding {
  path: string;
  severity: string;
  message: string;
}

const { app, call, brandId } = await withBrand({
  brands: [{ name: 'Lumenfold', website: 'https://lumenfold.example', description: 'Reading lamps' }],
});

test('generateSchema fills what is known of the brand, and the types of nested objects', async () => {
  const generate = async (type: string, fields?: object) =>
    (await call('generateSchema', { body: { brandId, type, ...(fields && { fields }) } })).json;
  const organisation = await generate('ORGANIZATION', {
    description: null,
    sameAs: ['https://x.com/lumenfold'],
  });
  assert.deepEqual(organisation.jsonLd, { ...ORGANIZATION, sameAs: ['https://x.com/lumenfold'] });
  assert.deepEqual(
    organisation.findings.map(({ path, severity }: Finding) => [path, severity]),
    [
      ['logo', 'WARNING'],
      ['description', 'WARNING'],
    ],
  );
  const faq = await generate('FAQ_PAGE', {
    mainEntity: [{ name: 'Is it bright?', acceptedAnswer: { text: 'Yes.' } }, { name: 'Is it red?' }],
  });
  assert.deepEqual((faq.jsonLd['mainEntity'] as object[])[0], {
    '@type': 'Question',
    name: 'Is it bright?',
    acceptedAnswer: { '@type': 'Answer', text: 'Yes.' },
  });
  assert.deepEqual(
    faq.findings.map(({ path, severity }: Finding) => [path, severity]),
    [['mainEntity[1].acceptedAnswer', 'ERROR']],
  );
  const product = await generate('PRODUCT', {
    name: 'Lamp 1',
    offers: { price: 19.9, priceCurrency: 'EUR' },
  });
  assert.equal(product.jsonLd.name, 'Lamp 1');
  assert.deepEqual(product.jsonLd.brand, { '@type': 'Brand', name: 'Lumenfold' });
  assert.ok(product.findings.every(({ severity }: Finding) => severity === 'WARNING'));
  const article = await generate('ARTICLE', {
    '@type': 'NewsArticle',
    headline: 'Lamps',
    datePublished: '2026-02-30',
  });
  assert.deepEqual(
    article.findings.filter(({ severity }: Finding) => severity === 'ERROR').map(({ path }: Finding) => path),
    ['datePublished'],
  );
  const site = await generate('WEBSITE', { publisher: null });
  assert.deepEqual([site.jsonLd['@type'], site.jsonLd.publisher], ['WebSite', undefined]);
  const shop = await generate('LOCAL_BUSINESS');
  assert.equal(shop.findings[0]!.path, 'address');
  assert.equal((await call('listSchemas')).json.total, 0, 'nothing is kept');
});

test('createSchema keeps markup without errors; getSchema, listSchemas, updateSchema, deleteSchema', async () => {
  const wrong = await call('createSchema', { body: { brandId, type: 'ORGANIZATION', jsonLd: CONTEXT } });
  assert.equal(wrong.status, 400);
  assert.match(wrong.json.message, /^jsonLd\.@type: There is no object of the type Organization/);
  const created = await call('createSchema', {
    body: { brandId, type: 'ORGANIZATION', jsonLd: ORGANIZATION },
  });
  assert.equal(created.status, 201, created.text);
  assert.deepEqual(created.json.jsonLd, ORGANIZATION);
  assert.equal(JSON.stringify(created.json.jsonLd), JSON.stringify(ORGANIZATION), 'in its order');
  const ids = [created.json.id];
  assert.deepEqual((await call('getSchema', { ids })).json, created.json);
  assert.equal((await call('updateSchema', { ids, body: { type: 'PRODUCT' } })).status, 400);
  const jsonLd = [{ ...ORGANIZATION, '@type': 'Corporation', foundingDate: '1998' }];
  const updated = await call('updateSchema', { ids, body: { jsonLd } });
  assert.deepEqual([updated.status, updated.json.jsonLd], [200, jsonLd]);
  assert.equal((await call('listSchemas', { query: { brandId, type: 'ORGANIZATION' } })).json.total, 1);
  assert.equal((await call('listSchemas', { query: { type: 'PRODUCT' } })).json.total, 0);
  assert.equal((await call('deleteSchema', { ids })).status, 204);
  assert.equal((await call('deleteSchema', { ids })).status, 404);
});

test('stored markup has a quota', async () => {
  const starter = await app.organisation({ plan: 'STARTER', brands: [{ name: 'One' }] });
  const other = callerWith(app, await app.login(starter));
  const own = (await other('listBrands')).json.data[0]!.id;
  const body = { brandId: own, type: 'ORGANIZATION', jsonLd: ORGANIZATION };
  const answers = await Promise.all(Array.from({ length: 4 }, () => other('createSchema', { body })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 402, 402]);
  const { currentUsage, limit, plan } = answers.find(({ status }) => status === 402)!.json;
  assert.deepEqual([currentUsage, limit, plan], [2, 2, 'STARTER']);
  assert.equal((await other('listSchemas')).json.total, 2);
});

test('validateSchema finds what is wrong: context, types, missing, formats, nesting', async () => {
  const findings = async (jsonLd: unknown): Promise<[string, string][]> =>
    (await call('validateSchema', { body: { jsonLd } })).json.findings
      .filter(({ message }: Finding) => !message.includes('recommended'))
      .map(({ path, severity }: Finding) => [path, severity]);
  assert.deepEqual(await findings(ORGANIZATION), []);
  assert.deepEqual(await findings({}), [
    ['@context', 'ERROR'],
    ['@type', 'ERROR'],
  ]);
  assert.deepEqual(await findings({ ...ORGANIZATION, '@context': { '@vocab': 'http://schema.org/' } }), []);
  assert.deepEqual(await findings([ORGANIZATION, { ...CONTEXT, '@type': 'WebSite', url: 'lumenfold' }]), [
    ['[1].name', 'ERROR'],
    ['[1].url', 'ERROR'],
  ]);
  assert.deepEqual(await findings({ ...CONTEXT, '@type': 'Spaceship', captain: 5 }), [['@type', 'WARNING']]);
  for (const type of ['constructor', '__proto__', 'toString'])
    assert.deepEqual(await findings({ ...CONTEXT, '@type': type }), [['@type', 'WARNING']]);
  assert.deepEqual(
    await findings({
      ...CONTEXT,
      '@graph': [{ '@type': 'Article', headline: 'A', author: { name: 'Ann' }, image: 'lamp.png' }, 5],
    }),
    [
      ['@graph[1]', 'ERROR'],
      ['@graph[0].author.@type', 'ERROR'],
      ['@graph[0].image', 'ERROR'],
    ],
  );
  const article = { ...CONTEXT, '@type': 'BlogPosting', headline: 'A' };
  assert.deepEqual(
    await findings({ ...article, publisher: { '@type': 'Offer', price: 1, priceCurrency: 'EUR' } }),
    [['publisher', 'ERROR']],
  );
  assert.deepEqual(
    await findings({ ...article, publisher: { '@id': '#us' }, author: ['Ann', { '@type': 'Poet' }] }),
    [['author[1].@type', 'WARNING']],
  );
  for (const good of ['2024-02-29', '2026-11-19T09:30:00+01:00', '2026-11-19T09:30Z'])
    assert.deepEqual(await findings({ ...article, dateModified: good }), [], good);
  for (const bad of ['2023-02-29', 'yesterday', '19.11.2026', 20261119])
    assert.deepEqual(
      await findings({ ...article, dateModified: bad }),
      [['dateModified', 'ERROR']],
      String(bad),
    );
  const product = { ...CONTEXT, '@type': 'Product', name: 'Lamp' };
  assert.deepEqual(await findings(product), [['offers', 'ERROR']]);
  assert.deepEqual(
    await findings({ ...product, offers: { '@type': 'Offer', price: '19,90 €', priceCurrency: 'EUR' } }),
    [['offers.price', 'ERROR']],
  );
  const { json } = await call('validateSchema', { body: { jsonLd: ORGANIZATION } });
  assert.equal(json.valid, true);
  assert.deepEqual(json.findings[0], {
    path: 'logo',
    severity: 'WARNING',
    message: 'logo is recommended for an Organization.',
    fix: 'Add logo: an ImageObject or an absolute URL.',
  });
});

test('validateSchema bounds its work and its answer', async () => {
  const many = await call('validateSchema', { body: { jsonLd: Array.from({ length: 1000 }, () => ({})) } });
  assert.equal(many.json.findings.length, 500);
  // Of 1,800 findings errors come first, though the last object alone has one; without it the markup's order stays.
  const site = { '@type': 'WebSite', name: 'A', url: 'https://a.example' };
  const listed = async (graph: object[]) =>
    (await call('validateSchema', { body: { jsonLd: { ...CONTEXT, '@graph': graph } } })).json;
  const mixed = await listed([...Array(900).fill(site), { ...site, name: '' }]);
  assert.equal(mixed.valid, false);
  assert.equal(mixed.findings[0]!.severity, 'ERROR');
  assert.equal(mixed.findings.length, 500);
  const few = await listed([site, { ...site, url: 'x' }]);
  assert.deepEqual(
    few.findings.map(({ path }: Finding) => path.slice(0, 9)),
    ['@graph[0]', '@graph[0]', '@graph[1]', '@graph[1]', '@graph[1]'],
  );
  // A type that is named again and again is one.
  const again = await listed([{ '@type': Array(9_000).fill('Spaceship') }]);
  assert.deepEqual(
    again.findings.map(({ path }: Finding) => path),
    ['@graph[0].@type'],
  );
  let deep: object = {};
  for (let level = 0; level < 40; level += 1) deep = { about: deep };
  assert.match(
    (await call('validateSchema', { body: { jsonLd: deep } })).json.message,
    /nests deeper than 32/,
  );
  assert.equal((await call('validateSchema', { body: { jsonLd: 'x' } })).status, 400);
  assert.equal((await call('validateSchema', { body: { jsonLd: [] } })).status, 400);
  const large = { ...ORGANIZATION, description: 'x'.repeat(262_144) };
  assert.equal((await call('validateSchema', { body: { jsonLd: large } })).status, 413);
});
