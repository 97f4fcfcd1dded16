import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { downloadExport, finishedExport } from '../support/callers/exports.ts';
import { withBrand } from '../support/callers/organisation.ts';
import { completeRun, until } from '../support/server/app.ts';

const { app, org, token, call, brandId } = await withBrand({
  brands: [{ name: 'Lumenfold', aliases: ['LUX', 'Lumen Fold'] }],
});

const make = async (queryText: string, more: object = {}) => {
  const answer = await call('createQuery', { body: { brandId, platform: 'CHATGPT', queryText, ...more } });
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
};
const change = async (id: string, body: object) => (await call('updateQuery', { ids: [id], body })).json;
const show = async (id: string) => (await call('getQuery', { ids: [id] })).json;
const ingest = async (run: object) => {
  const { json } = await app.call('POST', '/api/runs', { key: org.key, body: [run] });
  return json.results[0];
};

const WRONG = ['de', 'DEU', 'D1', '', 'UK', 'SU', 'ZZ', 'EU', 'XA', 'QQ', 5];

test('a country of an ingested run is kept, shown and exported; another one is noticed', async () => {
  const run = completeRun({ brandId, queryText: 'Where?', country: 'DE' });
  const { id } = await ingest(run);
  assert.equal((await call('getRun', { ids: [id] })).json.country, 'DE');
  const { data } = (await call('listRuns')).json;
  assert.equal(data.find((each) => each.id === id)?.country, 'DE');
  const [query] = (await call('listQueries', { query: { search: 'Where?' } })).json.data;
  assert.equal(query?.country, null, 'one prompt may be asked from many countries');
  const kept = { index: 0, externalId: run.externalId, status: 'unchanged', id };
  assert.deepEqual(await ingest(run), kept);
  for (const country of ['AT', null])
    assert.deepEqual(await ingest({ ...run, country }), { ...kept, differs: true });

  const made = await finishedExport(call, (await call('createDataExport')).json.id);
  const lines = (await (await downloadExport(app, token, made.id)).text()).trim().split('\n');
  const rows = lines.map((line) => JSON.parse(line));
  const exported = rows.find(({ table, row }) => table === 'runs' && row.id === id);
  assert.equal(exported.row.country, 'DE');
});

test('a run without a country has the hash that it had before there were countries', async () => {
  const run = completeRun({ brandId });
  assert.deepEqual((await ingest(run)).status, 'created');
  const { platform, queryText, executedAt, answer, externalId } = run;
  const content = [brandId, platform, queryText, Date.parse(executedAt), answer, [], null, null];
  const [row] = await app.sql(
    org,
  )`select encode(content_hash, 'hex') as hash from runs where external_id = ${externalId}`;
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  assert.equal(row?.['hash'], hash.slice(0, 32));
  assert.equal((await ingest({ ...run, country: null })).differs, undefined);
});

test('what is no country is refused by the name of its field, everywhere', async () => {
  const { id } = await make('Checked?', { country: 'XK' });
  const query = { brandId, platform: 'CHATGPT', queryText: 'Never?' };
  for (const country of WRONG) {
    const { status, message } = await ingest(completeRun({ brandId, country: country as string }));
    assert.deepEqual([status, message.slice(0, 12)], ['refused', 'country must'], String(country));
    const answers = [
      await call('createQuery', { body: { ...query, country } }),
      await call('bulkCreateQueries', { body: { brandId, texts: ['No?'], platforms: ['GROK'], country } }),
      await call('updateQuery', { ids: [id], body: { country } }),
    ];
    for (const answer of answers) {
      assert.equal(answer.status, 400, String(country));
      assert.match(answer.json.message, /^country must (be|have) /);
    }
  }
  assert.equal((await show(id)).country, 'XK');
});

test('a query has its country until it is changed or cleared', async () => {
  const made = await make('From where?', { country: 'FR' });
  assert.equal(made.country, 'FR');
  assert.equal((await change(made.id, { tags: ['x'] })).country, 'FR');
  assert.equal((await change(made.id, { country: 'CH' })).country, 'CH');
  assert.equal((await change(made.id, { country: null })).country, null);
  const body = { brandId, texts: ['Bulk from where?'], platforms: ['GROK', 'CLAUDE'], country: 'JP' };
  const { data } = (await call('bulkCreateQueries', { body })).json;
  assert.deepEqual(
    data.map(({ query }) => query.country),
    ['JP', 'JP'],
  );
});

test('a query is branded where its text names the brand as an answer would', async () => {
  const cases: [string, boolean][] = [
    ['Is LUMENFOLD any good?', true],
    ['Is a lumen fold any good?', true],
    ['Is LUX any good?', true],
    ['How many lux are enough?', false], // in capitals it is a name, else a word
    ['Are Lumenfolders any good?', false],
    ['Is lumenfold.com/lamps a shop?', false], // an address
    ['Is **Lumen**fold any good?', true],
    ['Which lamp is the best?', false],
  ];
  for (const [queryText, branded] of cases) assert.equal((await make(queryText)).branded, branded, queryText);
  const body = { brandId, texts: ['Lumenfold or not?', 'Or what?'], platforms: ['GROK'] };
  const { data } = (await call('bulkCreateQueries', { body })).json;
  assert.deepEqual(
    data.map(({ query }) => query.branded),
    [true, false],
  );
  for (const queryText of ['Ingested: Lumenfold?', 'Ingested: which?']) {
    await app.ingest(org, [{ brandId, queryText }]);
    const [query] = (await call('listQueries', { query: { search: queryText } })).json.data;
    assert.equal(query?.branded, queryText.includes('Lumenfold'), queryText);
  }
  const { id } = await make('First wording?');
  assert.equal((await change(id, { queryText: 'Second wording, Lumenfold?' })).branded, true);
  assert.equal((await change(id, { queryText: 'Third wording?' })).branded, false);
});

test('the tag branded or unbranded wins over the text, and unbranded over branded', async () => {
  const [plain, named] = [await make('Tagged?'), await make('Tagged: Lumenfold?')];
  const cases: [string[], boolean, boolean][] = [
    [['Branded'], true, true],
    [['UNBRANDED'], false, false],
    [['branded', 'unBranded', 'x'], false, false],
    [['brandeds', 'not branded'], false, true],
    [[], false, true],
  ];
  for (const [tags, ofPlain, ofNamed] of cases) {
    assert.equal((await change(plain.id, { tags })).branded, ofPlain, String(tags));
    assert.equal((await change(named.id, { tags })).branded, ofNamed, String(tags));
  }
  const rewritten = await change(named.id, { tags: ['unbranded'], queryText: 'Tagged again: Lumenfold?' });
  assert.equal(rewritten.branded, false);
  assert.equal((await change(named.id, { tags: [] })).branded, true, 'the text is known beside the tag');
});

test('queries follow the names of their brand, all of them and no other', async () => {
  const { id: other } = (await call('createBrand', { body: { name: 'Gleamwell' } })).json;
  // More than are compared at once.
  const texts = Array.from({ length: 260 }, (_, at) => `${at % 2 ? 'Zephyrix' : 'Nothing'} ${at}?`);
  const bulk = async (brand: string, platforms: string[]) => {
    const body = { brandId: brand, texts: texts.slice(0, 250), platforms, tags: ['many'] };
    assert.equal((await call('bulkCreateQueries', { body })).json.created, 250 * platforms.length);
  };
  for (const platforms of [['GROK', 'CLAUDE'], ['GEMINI']]) await bulk(brandId, platforms);
  await bulk(other, ['GROK']);
  const branded = async () => {
    const { data } = (await call('listQueries', { query: { tag: 'many', limit: 1000 } })).json;
    assert.equal(data.length, 1000);
    const found = data.filter((query) => query.branded);
    assert.ok(found.every((query) => query.brandId === brandId && query.queryText.startsWith('Zephyrix')));
    return found.length;
  };
  assert.equal(await branded(), 0);
  const rename = (body: object) => call('updateBrand', { ids: [brandId], body });
  await rename({ aliases: ['Zephyrix'] });
  await until(async () => (await branded()) === 375);
  await rename({ aliases: [] });
  await until(async () => (await branded()) === 0);
  await rename({ name: 'Zephyrix' });
  await until(async () => (await branded()) === 375);
});
