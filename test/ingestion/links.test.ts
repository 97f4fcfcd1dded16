import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linksIn } from '../../src/extraction/sources/links.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { completeRun } from '../support/server/app.ts';

const { app, org, call } = await withOrganisation({ brands: [{ name: 'Lumenfold' }] });
const { ingestion, db } = app.app.services;

const ANSWER = 'Lumenfold is bright, says [Lamp Review](https://review.example/lamps).';
const run = (change: object) =>
  completeRun({ brand: 'Lumenfold', executedAt: '2026-06-01T10:00:00Z', ...change });
const post = async (body: object[]) =>
  (await app.call('POST', '/api/runs', { key: org.key, body })).json.results;
const evidence = async (id: string) => (await call('getRun', { ids: [id] })).json;
const urls = async (id: string) => (await evidence(id)).citations.map(({ url }: { url: string }) => url);

const OWN = 'https://sent.example/a';
const [ofText, ofNone, ofSender, ofEmpty, unsearched] = await post([
  run({ answer: ANSWER }),
  run({ answer: 'Lumenfold.' }),
  run({ answer: ANSWER, citations: [{ url: OWN }] }),
  run({ answer: ANSWER, citations: [] }),
  run({ answer: ANSWER, searched: false }),
]).then((results) => results.map(({ id }: { id: string }) => id));

test('the reports are filtered by where citations come from, and by nothing else of it', async () => {
  await app.snapshot();
  const report = async (name: string, body: object) =>
    app.report(org, name, { start_date: '2026-06-01', end_date: '2026-06-01', ...body });
  const filtered = (values: unknown[], operator = 'in') => ({
    filters: [{ field: 'citations_from', operator, values }],
  });
  const answers = async (body: object) => (await report('brands', body)).json.data[0].visibility_total;
  assert.deepEqual(
    await Promise.all([
      answers(filtered(['TEXT'])),
      answers(filtered(['SENT'])),
      answers(filtered([null])),
      answers(filtered(['TEXT'], 'not_in')),
      answers(filtered(['PLATFORM'])),
    ]),
    [1, 1, 3, 4, 0],
  );
  const domains = async (body: object) =>
    (await report('sources', body)).json.data.map(({ domain }: { domain: string }) => domain).sort();
  assert.deepEqual(await domains({}), ['review.example', 'sent.example']);
  assert.deepEqual(await domains(filtered(['TEXT'])), ['review.example']);
  assert.deepEqual(await domains(filtered(['TEXT'], 'not_in')), ['sent.example']);
  const mentions = async (body: object) =>
    (await report('mentions', body)).json.data.map(({ sourceUrl }: { sourceUrl: string }) => sourceUrl);
  assert.deepEqual(await mentions(filtered(['TEXT'])), ['https://review.example/lamps']);
  assert.deepEqual(await mentions(filtered(['SENT'])), [OWN]);
  const mistyped = await report('brands', filtered(['TEXTS']));
  assert.deepEqual([mistyped.status, mistyped.json.details[0].field], [400, 'filters[0].values[0]']);
  assert.equal((await report('brands', { dimensions: ['citations_from'] })).status, 400);
});

test('answers that are extracted again take the links of their text anew, but not where citations were sent', async () => {
  const all = [ofText, ofNone, ofSender, ofEmpty, unsearched];
  const from = () => Promise.all(all.map(async (id) => (await evidence(id)).citationsFrom));
  const cited = () => Promise.all(all.map(urls));
  const before = [['https://review.example/lamps'], [], [OWN], [], []];
  assert.deepEqual(await cited(), before);
  assert.deepEqual(await from(), ['TEXT', null, 'SENT', null, null]);
  const ids = (await evidence(ofText)).mentionIds;
  // As if a version before had found other links, and none in a text that has one.
  await db.tenant(org.id, async (tx) => {
    await tx`update citations set url = 'https://old.example/a' where run_id = ${ofText}`;
    await tx`update runs set answer = ${ANSWER} where id = ${ofNone}`;
  });
  assert.equal(await ingestion.reextract(org.id, { scope: 'ALL' }), all.length);
  assert.deepEqual(await cited(), [before[0], before[0], [OWN], [], []]);
  assert.deepEqual(await from(), ['TEXT', 'TEXT', 'SENT', null, null]);
  assert.deepEqual((await evidence(ofText)).mentionIds, ids);
});

test('runs from before it was noted keep what they cite, and the mention without a source', async () => {
  const [{ id }] = await post([run({ answer: ANSWER })]);
  await db.tenant(org.id, async (tx) => {
    await tx`update runs set citations_from = null where id = ${id}`;
    await tx`delete from citations where run_id = ${id}`;
    await tx`delete from mentions where run_id = ${id}`;
    await tx`insert into mentions (org_id, id, run_id, brand_id) select org_id, 'kept', id, brand_id from runs where id = ${id}`;
  });
  await ingestion.reextract(org.id, { scope: 'ALL' });
  const { citations, citationsFrom, mentionIds } = await evidence(id);
  assert.deepEqual([citations, citationsFrom, mentionIds.length], [[], null, 1]);
  const again = (
    await post([{ ...run({ answer: ANSWER }), externalId: (await evidence(id)).externalId }])
  )[0];
  assert.deepEqual([again.status, again.id], ['unchanged', id]);
});

test('an extraction test reads the links of a text, as a run without citations would', async () => {
  const { data } = (await call('listBrands')).json;
  const tried = async (more: object) =>
    (await call('testExtraction', { body: { brandId: data[0]!.id, answer: ANSWER, ...more } })).json
      .citations;
  assert.deepEqual(
    (await tried({})).map(({ url, title }: { url: string; title: string | null }) => [url, title]),
    [['https://review.example/lamps', 'Lamp Review']],
  );
  assert.deepEqual(await tried({ citations: [] }), []);
});

test('a run has 500 links of its text at most, in their order', async () => {
  const links = Array.from({ length: 600 }, (_, at) => `https://review.example/${at}`);
  const [{ id }] = await post([run({ answer: `${links.join(' ')} ${links.join(' ')}` })]);
  assert.deepEqual(await urls(id), links.slice(0, 500));
});

test('links are read in linear time, whatever the text', () => {
  const parts = [
    '[',
    '](',
    '[a](',
    '![',
    '[[a](b)',
    '`',
    '``x',
    '<a href=x>',
    '<a href="https://a.b">',
    '<!--',
  ];
  parts.push(
    'https://',
    'https://a.b ',
    '[1]: https://a.b\n',
    '[1]: ',
    '<code>',
    '```\n',
    '>',
    '\n>  ',
    '[a][b]',
  );
  parts.push(
    '[[[[https://a.b](https://c.d)',
    'www.',
    '~~~\n',
    'x ```a',
    ' href',
    '[a]: <https://x.y> "',
    '![a](b) ',
  );
  for (const part of parts) {
    const timeOf = (characters: number) => {
      const text = part.repeat(characters / part.length);
      const before = process.threadCpuUsage();
      linksIn(text);
      return process.threadCpuUsage(before).user / 1_000;
    };
    timeOf(10_000);
    const time = timeOf(1_000_000);
    assert.ok(time < 3_000, `${JSON.stringify(part)}: ${Math.round(time)} ms for a million characters`);
  }
});
