import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Caller, callerWith } from '../support/caller.ts';

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

let app: TestApp;
let call: Caller;

before(async () => {
  app = await startTestApp();
  call = callerWith(app, await app.login(await app.organisation()));
});
after(() => app?.close());

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
