import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBrand } from '../support/callers/organisation.ts';

const { app, org, token, call, brandId } = await withBrand({
  brands: [{ name: 'Lumenfold' }, { name: 'Candela' }],
});
const other = (await call('listBrands')).json.data.find(({ id }) => id !== brandId)!.id;
const day = '2026-11-12';
const note = (more: object = {}) => ({ brandId, day, text: 'The new page went live.', ...more });
const csv = (text: string, as: object = { token }) =>
  app.call('POST', '/api/annotations/bulk', {
    ...as,
    body: text,
    headers: { 'Content-Type': 'text/csv; charset=utf-8' },
  });
const listed = async (query: Record<string, string | boolean> = {}) =>
  (await call('listAnnotations', { query })).json.data;

test('an annotation has its day, text and author, and is changed and deleted', async () => {
  const { status, json } = await call('createAnnotation', { body: note() });
  assert.equal(status, 201);
  const { id, author, isShared, platform, queryId } = json;
  assert.deepEqual([author, isShared, platform, queryId], [org.email, false, null, null]);
  const changed = await call('updateAnnotation', {
    ids: [id],
    body: { text: 'Later.', isShared: true, platform: 'CLAUDE', day: '2026-11-13' },
  });
  assert.deepEqual(
    [changed.json.text, changed.json.isShared, changed.json.platform, changed.json.day],
    ['Later.', true, 'CLAUDE', '2026-11-13'],
  );
  assert.deepEqual(
    (await listed({ isShared: true })).map(({ id }) => id),
    [id],
  );
  assert.deepEqual(await listed({ startDate: '2026-11-14' }), []);
  assert.deepEqual(await listed({ brandId: other }), []);
  await call('deleteAnnotation', { ids: [id] });
  assert.equal((await call('getAnnotation', { ids: [id] })).status, 404);
});

test('a prompt that is none of the brand is unknown, alone and among others', async () => {
  const made = await call('createQuery', { body: { brandId, queryText: 'Which lamp?', platform: 'CLAUDE' } });
  const queryId = made.json.id;
  assert.equal((await call('createAnnotation', { body: note({ brandId: other, queryId }) })).status, 404);
  const mixed = [note({ brandId: other, queryId }), note({ queryId })];
  assert.equal((await call('bulkCreateAnnotations', { body: mixed })).status, 404);
  assert.equal((await call('createAnnotation', { body: note({ queryId }) })).status, 201);
  const [found] = await listed({ queryId });
  await call('deleteAnnotation', { ids: [found!.id] });
});

test('CSV makes annotations, with any of the usual delimiters, and all of them or none', async () => {
  const head = 'brandId,day,text,platform,isShared';
  const good = await csv(
    `\ufeff${head}\r\n${brandId},2026-11-01,"Said ""hello"", twice",,TRUE\r\n\r\n${brandId},2026-11-02,true,CLAUDE,\r\n`,
  );
  assert.deepEqual([good.status, good.json], [200, { created: 2 }]);
  assert.deepEqual(
    (await listed()).map(({ day, text, platform, isShared }) => [day, text, platform, isShared]),
    [
      ['2026-11-02', 'true', 'CLAUDE', false],
      ['2026-11-01', 'Said "hello", twice', null, true],
    ],
  );
  const semicolons = await csv(`brandId;day;text\n${brandId};2026-11-03;One, two\n`);
  assert.equal(semicolons.status, 200, semicolons.text);
  const count = (await listed()).length;
  const refused: [string, RegExp][] = [
    [`${head}\n${brandId},2026-11-01,Good,,\n${brandId},2026-11-31,Bad,,\n`, /^\[1\]\.day must be/],
    [`${head},mood\n${brandId},2026-11-01,Good,,,fine\n`, /"mood" is not a field/],
    [`${head}\n${brandId},2026-11-01,Good,,maybe\n`, /isShared must be a boolean/],
    [`${head}\n${brandId},2026-11-01,Good,,true,more\n`, /line 2 has 6 cells/],
    [`${head}\n${brandId},2026-11-01,"open,,\n`, /not valid CSV/],
    [`${head},day\n`, /a column is there twice/],
    [head, /must have at least one entry/],
    ['', /must have at least one entry/],
    [`${head}\n${`${brandId},2026-11-01,Good,,\n`.repeat(1001)}`, /must have 1000 entries at most/],
  ];
  for (const [text, message] of refused) {
    const { status, json } = await csv(text);
    assert.equal(status, 400, text.slice(0, 80));
    assert.match(json.message, message);
  }
  assert.equal((await listed()).length, count);
});

test('a key may annotate its brands, and reads those alone', async () => {
  const made = async (scopes: string[]) =>
    (await call('createApiKey', { body: { name: 'Deploys', scopes, brandIds: [other] } })).json.key;
  const key = await made(['runs:write', 'reports:read']);
  const post = (body: object, as = key) => app.call('POST', '/api/annotations', { key: as, body });
  assert.equal((await post(note())).status, 404);
  const { status, json } = await post(note({ brandId: other }));
  assert.deepEqual([status, json.author], [201, 'Deploys']);
  assert.equal((await post(note({ brandId: other }), await made(['reports:read']))).status, 403);
  const read = await app.call('GET', '/api/annotations', { key });
  assert.deepEqual(
    read.json.data.map(({ brandId }: { brandId: string }) => brandId),
    [other],
  );
});
