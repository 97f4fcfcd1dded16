// long: 12 s
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith, tokenAs } from '../support/callers/caller.ts';
import { makeExport } from '../support/callers/exports.ts';
import { withBrand } from '../support/callers/organisation.ts';
import { madePin } from '../support/callers/pins.ts';

const { app, org, call, brandId } = await withBrand({
  brands: [
    { name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }, { name: 'Quarvane' }] },
    { name: 'Otherlight' },
  ],
});
const at = (externalId: string, answer: string, more: object = {}) => ({
  brand: 'Lumenfold',
  externalId,
  answer,
  executedAt: '2026-11-20T12:00:00Z',
  ...more,
});
const cited = [{ url: 'https://reviews.example/lamps' }, { url: 'https://forum.example/lamps' }];
await app.ingest(org, [
  at('all', 'Gleamwell, Lumenfold and Quarvane. Otherlight too.', { citations: cited }),
  at('none', 'A lamp is a lamp.', { citations: cited }),
  at('empty', 'Nobody.'),
  at('scored', 'Lumenfold it is.', { sentimentScore: 80 }),
]);
const competitors = (await call('listCompetitors', { ids: [brandId] })).json.data;
const idOf = (name: string) => competitors.find((each) => each.name === name)!.id;
const [gleamwell, quarvane] = [idOf('Gleamwell'), idOf('Quarvane')];
const otherlight = (await call('listBrands')).json.data.find(({ name }) => name === 'Otherlight')!.id;
const runs = await app.sql(org)<
  { id: string; name: string }[]
>`select id, external_id as name from runs where org_id = ${org.id}`;
const runOf = (name: string) => runs.find((each) => each.name === name)!.id;
const [all, none, empty, scored] = ['all', 'none', 'empty', 'scored'].map(runOf) as [
  string,
  string,
  string,
  string,
];

// As answers of earlier versions may be: a blank one is refused now.
await app.sql(org)`update runs set answer = '' where id = ${empty}`;

const DAYS = { start_date: '2026-11-01', end_date: '2026-11-30' };
const report = async (name: string, body: object = {}) => app.report(org, name, { ...DAYS, ...body });
/** All that is said of these answers, as text. */
async function said(): Promise<string[]> {
  await app.snapshot();
  const texts: string[] = [];
  for (const name of ['brands', 'queries', 'mentions']) {
    texts.push((await report(name)).text);
    texts.push(
      (await report(name, { dimensions: ['day', 'platform'], include: ['readers', 'evidence'] })).text,
    );
  }
  const { text } = await app.call(
    'GET',
    `/api/customer/v1/reports/mentions?start_date=2026-11-01&end_date=2026-11-30&format=csv&api_key=${org.key}`,
  );
  texts.push(text);
  for (const { id } of runs) texts.push((await call('getRun', { ids: [id] })).text);
  texts.push((await call('listMentions', { query: { brandId } })).text);
  texts.push((await call('listMentions', { query: { brandId, dismissed: true } })).text);
  texts.push((await call('listBreaks', { query: { brandId, startDate: '2020-01-01' } })).text);
  return texts;
}
const seen = async (id: string) =>
  (await call('getRun', { ids: [id] })).json.observations.map(
    ({ subject, named, position, sentimentReader }) => [subject.name, named, position, sentimentReader],
  );
const comparison = async () =>
  (await call('getBrandComparison', { ids: [brandId], query: { startDate: '2026-11-01' } })).json.data;

test('an answer that is not about the brand: reports follow, others move up, undone is byte-equal', async () => {
  const before = await said();
  const put = await call('putBrandCorrection', {
    ids: [all, brandId],
    body: { named: false, note: 'A plant.' },
  });
  assert.equal(put.status, 200, put.text);
  const { correctedBy, correctedAt, ...correction } = put.json;
  assert.ok(correctedBy && Date.parse(correctedAt));
  assert.deepEqual(correction, {
    runId: all,
    subject: { id: brandId, name: 'Lumenfold', kind: 'BRAND' },
    named: false,
    position: null,
    score: null,
    note: 'A plant.',
    extracted: { named: true, position: 2, score: correction.extracted.score, sentimentReader: 'LEXICON' },
    batchId: null,
  });
  assert.deepEqual((await call('getBrandCorrection', { ids: [all, brandId] })).json, put.json);
  assert.deepEqual(await seen(all), [
    ['Lumenfold', false, null, null],
    ['Gleamwell', true, 1, 'LEXICON'],
    ['Quarvane', true, 2, 'LEXICON'],
    ['Otherlight', true, null, 'LEXICON'],
  ]);
  await app.snapshot();
  const [brand] = (await report('brands', { brand_id: brandId })).json.data;
  assert.deepEqual([brand.visibility_count, brand.visibility_total, brand.position], [1, 4, 1]);
  assert.equal((await report('mentions')).json.total, 1, 'the two mentions of the corrected answer left');
  const shares = Object.fromEntries(
    (await comparison()).map((row) => [row.name, [row.visibilityCount, row.position]]),
  );
  assert.deepEqual(shares, { Lumenfold: [1, 1], Gleamwell: [1, 1], Quarvane: [1, 2] });
  const parameters = { ...DAYS, brand_id: brandId };
  const file = await makeExport(call, { report: 'MENTIONS', format: 'CSV', parameters });
  assert.equal(file.rowsWritten, 1, 'exports too');
  const evidence = (await call('getRun', { ids: [all] })).json;
  assert.deepEqual([evidence.brandMentioned, evidence.mentionIds], [false, []]);
  assert.equal(evidence.observations[0]!.correction!.note, 'A plant.');
  assert.equal((await call('listMentions', { query: { runId: all } })).json.total, 0);
  const dismissed = (await call('listMentions', { query: { runId: all, dismissed: true } })).json;
  assert.deepEqual([dismissed.total, dismissed.data[0]!.answerCorrection!.named], [2, false]);
  assert.match(dismissed.data[0]!.snippet!, /Lumenfold/);
  assert.equal((await call('listMentions', { query: { corrected: true, dismissed: true } })).json.total, 2);

  assert.equal((await call('deleteBrandCorrection', { ids: [all, brandId] })).status, 204);
  assert.equal((await call('getBrandCorrection', { ids: [all, brandId] })).status, 404);
  assert.equal((await call('deleteBrandCorrection', { ids: [all, brandId] })).status, 404);
  assert.deepEqual(await said(), before);
});

test('position and score by a person; names that the extraction missed; a competitor that is none', async () => {
  const before = await said();
  await call('putBrandCorrection', {
    ids: [all, brandId],
    body: { named: true, position: 1, score: 12.345 },
  });
  assert.deepEqual(await seen(all), [
    ['Lumenfold', true, 1, 'PERSON'],
    ['Gleamwell', true, 2, 'LEXICON'],
    ['Quarvane', true, 3, 'LEXICON'],
    ['Otherlight', true, null, 'LEXICON'],
  ]);
  await call('putCompetitorCorrection', { ids: [all, gleamwell], body: { named: false } });
  await call('putBrandCorrection', { ids: [none, brandId], body: { named: true } });
  await call('putCompetitorCorrection', {
    ids: [none, quarvane],
    body: { named: true, position: 1, score: 100 },
  });
  await call('putBrandCorrection', { ids: [scored, brandId], body: { named: true, score: 0 } });
  assert.deepEqual(await seen(all), [
    ['Lumenfold', true, 1, 'PERSON'],
    ['Quarvane', true, 2, 'LEXICON'],
    ['Gleamwell', false, null, null],
    ['Otherlight', true, null, 'LEXICON'],
  ]);
  assert.deepEqual(await seen(none), [
    ['Lumenfold', true, 2, null],
    ['Quarvane', true, 1, 'PERSON'],
  ]);
  await app.snapshot();
  const [brand] = (await report('brands', { brand_id: brandId, include: ['readers'], dimensions: ['day'] }))
    .json.data;
  assert.deepEqual(
    [brand.visibility_count, brand.sentiment, brand.sentiment_readers.PERSON, brand.position_count],
    [3, 6.18, 2, 3],
  );
  const mentions = (await report('mentions')).json.data;
  assert.equal(mentions.length, 5, 'two of `all`, two of `none`, one of `scored`');
  const readers = mentions.map((row: { sentimentReader: string | null }) => row.sentimentReader);
  assert.deepEqual(readers.toSorted(), ['PERSON', 'PERSON', 'PERSON', null, null]);
  const breaks = (await call('listBreaks', { query: { brandId } })).json.data.filter(
    (one) => one.kind === 'corrections',
  );
  assert.deepEqual(
    breaks.map(({ details, description }) => [details, description]),
    [[{ corrected: 3, notNamed: 0 }, 'What was read in 3 answers was corrected by a person.']],
  );
  for (const id of [all, none, scored]) await call('deleteBrandCorrection', { ids: [id, brandId] });
  await call('deleteCompetitorCorrection', { ids: [all, gleamwell] });
  await call('deleteCompetitorCorrection', { ids: [none, quarvane] });
  assert.deepEqual(await said(), before);
});

test('corrections are refused by the field that is wrong, with the way out', async () => {
  const before = await said();
  const wrong: [string, string, object, string, RegExp][] = [
    [all, brandId, { named: false, position: 1 }, 'position', /Leave it out, or send named: true/],
    [all, brandId, { named: false, score: 5 }, 'score', /Leave it out, or send named: true/],
    [all, brandId, { named: true, position: 4 }, 'position', /names 3 .* Send 1 to 3\./],
    [none, brandId, { named: true, position: 2 }, 'position', /names 1 .* Send 1 to 1\./],
    [all, otherlight, { named: true, position: 1 }, 'position', /not the brand whose query was asked/],
    [empty, brandId, { named: true }, 'id', /no text/],
    [all, brandId, { named: true, score: 101 }, 'score', /score/],
    [all, brandId, { named: true, position: 0 }, 'position', /position/],
    [all, brandId, { score: 1 }, 'named', /named/],
  ];
  for (const [run, subject, body, field, message] of wrong) {
    const { status, json } = await call('putBrandCorrection', { ids: [run, subject], body });
    assert.deepEqual([status, json.details?.[0]?.field], [400, field], JSON.stringify(json));
    assert.match(json.message, message);
  }
  const unknown = [
    ['putBrandCorrection', 'x', brandId, 'run'],
    ['putBrandCorrection', all, gleamwell, 'brand'],
    ['putCompetitorCorrection', all, brandId, 'competitor'],
  ] as const;
  for (const [id, run, subject, noun] of unknown) {
    const { status, json } = await call(id, { ids: [run, subject], body: { named: true } });
    assert.deepEqual([status, json.message], [404, `There is no such ${noun}.`]);
  }
  await call('updateMention', { ids: ['x'], body: { dismissed: true, scope: 'answer' } });
  const stranger = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const theirs = callerWith(app, await app.login(stranger));
  for (const id of ['getBrandCorrection', 'putBrandCorrection', 'deleteBrandCorrection'] as const)
    assert.equal(
      (await theirs(id, { ids: [all, brandId], body: id.startsWith('put') ? { named: false } : undefined }))
        .status,
      404,
    );
  const viewer = callerWith(app, await tokenAs(app, org, 'VIEWER'));
  assert.equal(
    (await viewer('putBrandCorrection', { ids: [all, brandId], body: { named: false } })).status,
    403,
  );
  assert.deepEqual(await said(), before);
});

test('a correction holds when answers are read again and names change; undone, what is read then counts', async () => {
  const { ingestion } = app.app.services;
  await call('putBrandCorrection', { ids: [all, brandId], body: { named: true, score: 99 } });
  await call('putCompetitorCorrection', { ids: [all, gleamwell], body: { named: false } });
  const corrected = await seen(all);
  const shown = await said();
  await ingestion.reextract(org.id, { scope: 'ALL' });
  assert.deepEqual(await said(), shown);
  // Gleamwell is called otherwise: the answer does not name it any more, corrected or not.
  await call('updateCompetitor', { ids: [gleamwell], body: { name: 'Shinewell' } });
  await call('updateCompetitor', {
    ids: [quarvane],
    body: { name: 'A lamp', aliases: ['Lumenfold and Quarvane'] },
  });
  await ingestion.reextract(org.id);
  assert.notDeepEqual(await seen(all), corrected);
  await call('updateCompetitor', { ids: [gleamwell], body: { name: 'Gleamwell' } });
  await call('updateCompetitor', { ids: [quarvane], body: { name: 'Quarvane', aliases: [] } });
  await ingestion.reextract(org.id);
  assert.deepEqual(await seen(all), corrected);
  await call('updateBrand', { ids: [brandId], body: { ignoredPhrases: ['Lumenfold and'] } });
  await ingestion.reextract(org.id);
  assert.deepEqual(
    (await seen(all)).slice(0, 2),
    [
      ['Lumenfold', true, 2, 'PERSON'],
      ['Quarvane', true, 1, 'LEXICON'],
    ],
    'the extraction does not find it any more, so it is last',
  );
  await call('deleteBrandCorrection', { ids: [all, brandId] });
  assert.deepEqual((await seen(all))[0], ['Lumenfold', false, null, null]);
  await call('updateBrand', { ids: [brandId], body: { ignoredPhrases: [] } });
  await ingestion.reextract(org.id);
  await call('deleteCompetitorCorrection', { ids: [all, gleamwell] });
  assert.deepEqual((await seen(all)).slice(0, 2), [
    ['Lumenfold', true, 2, 'LEXICON'],
    ['Gleamwell', true, 1, 'LEXICON'],
  ]);
});

test('a correction about a competitor ends with the competitor', async () => {
  const { json } = await call('createCompetitor', { ids: [brandId], body: { name: 'Brimholt' } });
  await app.app.services.ingestion.reextract(org.id);
  const before = await seen(all);
  await call('putCompetitorCorrection', { ids: [all, json.id], body: { named: true, position: 1 } });
  assert.equal((await seen(all)).find(([name]) => name === 'Lumenfold')?.[2], 3);
  await call('deleteCompetitor', { ids: [json.id] });
  await app.app.services.ingestion.reextract(org.id);
  assert.deepEqual(await seen(all), before);
  assert.equal((await call('getCompetitorCorrection', { ids: [all, json.id] })).status, 404);
});

test('pins keep what they hold, and the audit log says who corrected what', async () => {
  await app.snapshot();
  const { id } = await madePin(call, { name: 'before' });
  const pinned = async () =>
    (await report('brands', { snapshot_id: id, dimensions: ['platform'], include: ['readers'] })).text;
  const kept = await pinned();
  await call('putBrandCorrection', { ids: [all, brandId], body: { named: false, note: 'A plant.' } });
  await app.snapshot();
  assert.equal(await pinned(), kept);
  await call('deleteBrandCorrection', { ids: [all, brandId] });
  const { data } = (await call('listAuditLog', { query: { targetType: 'run', targetId: all, limit: 2 } }))
    .json;
  const [undone, put] = data;
  assert.deepEqual(
    [put!.action, put!.details],
    ['putBrandCorrection', { brandId, named: false, note: 'A plant.' }],
  );
  assert.equal(undone!.action, 'deleteBrandCorrection');
  assert.equal((undone!.details['undone'] as { note: string }).note, 'A plant.');
});
