import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { putBrands } from '../../src/features/brands/import.ts';
import { readBrandsFile } from '../../src/features/imports/file.ts';
import type { RunInput } from '../../src/features/runs/ingest.ts';
import { callerWith, tokenAs } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { temporaryFolder } from '../support/for-file.ts';

const app = await withApp();
const { ingestion } = app.app.services;
const folder = temporaryFolder();

/** An organisation with a brand Quillon, its competitor Marrowby and answers. */
async function world(answers: string[], run: Partial<RunInput> = {}) {
  const org = await app.organisation({
    brands: [{ name: 'Quillon', competitors: [{ name: 'Marrowby' }] }, { name: 'Other' }],
  });
  const call = callerWith(app, await app.login(org));
  const { data } = (await call('listBrands')).json;
  const brandId = data.find(({ name }) => name === 'Quillon')!.id;
  const competitorId = (await call('listCompetitors', { ids: [brandId] })).json.data[0]!.id;
  const now = Date.now();
  await app.ingest(
    org,
    answers.map((answer, at) => ({
      brand: 'Quillon',
      answer,
      executedAt: new Date(now - (at + 1) * 60_000).toISOString(),
      ...run,
    })),
  );
  /** How many stored answers name a subject, after those that names concern were read again. */
  const named = async (subjectId = brandId) => {
    await ingestion.reextract(org.id);
    const [row] = await app.sql(org)<{ n: number }[]>`
        select count(*)::int as n from observations where org_id = ${org.id} and subject_id = ${subjectId} and named`;
    return row!.n;
  };
  return { org, call, brandId, competitorId, named };
}

const AUDIENCE = 'Define the Quillon audience first.';

test('ignoredPhrases and countInsideLongerNames are kept, listed, audited and shown as breaks', async () => {
  const { call, brandId, competitorId } = await world([]);
  const made = (await call('createBrand', { body: { name: 'Tessaly' } })).json;
  assert.deepEqual([made.ignoredPhrases, made.countInsideLongerNames], [[], false]);
  const fields = { ignoredPhrases: ['quillon audience', 'Quill On'], countInsideLongerNames: true };
  const sent = { ...fields, ignoredPhrases: [' quillon audience ', ...fields.ignoredPhrases] };
  const changed = (await call('updateBrand', { ids: [brandId], body: sent })).json;
  assert.deepEqual({ ...changed, ...fields }, changed);
  assert.deepEqual((await call('getBrand', { ids: [brandId] })).json, changed);
  const rival = { ignoredPhrases: ['marrowby street'], countInsideLongerNames: true };
  const competitor = (await call('updateCompetitor', { ids: [competitorId], body: rival })).json;
  assert.deepEqual({ ...competitor, ...rival }, competitor);
  const created = await call('createCompetitor', { ids: [brandId], body: { name: 'Vantor', ...rival } });
  assert.deepEqual({ ...created.json, ...rival }, created.json);
  const entries = (await call('listAuditLog', { query: { action: 'updateBrand' } })).json.data;
  assert.deepEqual(entries[0]!.details, sent);
  const today = new Date().toISOString().slice(0, 10);
  const breaks = await call('listBreaks', { query: { brandId, startDate: today, endDate: today } });
  assert.match(breaks.text, /"fields":\["ignoredPhrases","countInsideLongerNames"\]/);
});

test('an ignored phrase that is the name itself is refused, by name and fix; limits are the contract’s', async () => {
  const { call, brandId, competitorId } = await world([]);
  const own = { ignoredPhrases: ['quillon audience', 'QUILLON'] };
  const rivals = { ignoredPhrases: ['marrowby'] };
  for (const answer of [
    await call('updateBrand', { ids: [brandId], body: own }),
    await call('createBrand', { body: { name: 'Quillon 2', ignoredPhrases: ['quillon 2'] } }),
    await call('updateCompetitor', { ids: [competitorId], body: rivals }),
    await call('previewNames', { ids: [brandId], body: own }),
  ]) {
    assert.equal(answer.status, 400);
    assert.equal(answer.json.details?.[0]?.field, 'ignoredPhrases');
    assert.match(answer.json.message, /^ignoredPhrases must not hold the name itself.*longer phrase/);
  }
  const draft = { subjectId: brandId, ...own };
  const tested = await call('testExtraction', { body: { brandId, answer: 'x', draft } });
  assert.deepEqual([tested.status, tested.json.details?.[0]?.field], [400, 'draft.ignoredPhrases']);
  await call('updateBrand', { ids: [brandId], body: { ignoredPhrases: ['quillon audience'] } });
  const renamed = await call('updateBrand', { ids: [brandId], body: { name: 'Quillon Audience' } });
  assert.deepEqual([renamed.status, renamed.json.details?.[0]?.field], [400, 'ignoredPhrases']);
  const many = Array.from({ length: 101 }, (_, at) => `quillon ${at}`);
  for (const [body, field] of [
    [{ ignoredPhrases: many }, 'ignoredPhrases'],
    [{ ignoredPhrases: ['a'.repeat(201)] }, 'ignoredPhrases[0]'],
    [{ ignoredPhrases: [''] }, 'ignoredPhrases[0]'],
    [{ countInsideLongerNames: 'yes' }, 'countInsideLongerNames'],
    [{ answers: 501, aliases: [] }, 'answers'],
  ] as const) {
    const refused = await call('previewNames', { ids: [brandId], body });
    assert.deepEqual([refused.status, refused.json.details?.[0]?.field], [400, field]);
    if (field === 'answers') continue;
    assert.equal((await call('updateBrand', { ids: [brandId], body })).status, 400);
  }
});

test('a saved phrase takes answers out of the numbers, which the preview told before', async () => {
  const answers = [
    AUDIENCE,
    'Quillon is good.',
    `${AUDIENCE} Then buy Quillon.`,
    'The quillon audience grew.',
  ];
  const { call, brandId, named } = await world([...answers, 'Nothing.']);
  assert.equal(await named(), 4);
  const body = { ignoredPhrases: ['quillon audience'] };
  const preview = (await call('previewNames', { ids: [brandId], body })).json;
  assert.deepEqual(
    { ...preview, lostSamples: preview.lostSamples.map(({ snippet }) => snippet) },
    {
      answersSearched: 5,
      answersRead: 4,
      isComplete: true,
      namedBefore: 4,
      namedAfter: 2,
      gained: 0,
      lost: 2,
      gainedSamples: [],
      lostSamples: [AUDIENCE, 'The quillon audience grew.'],
    },
  );
  assert.equal(await named(), 4, 'a preview keeps nothing');
  await call('updateBrand', { ids: [brandId], body });
  assert.equal(await named(), preview.namedAfter);
  await call('updateBrand', { ids: [brandId], body: { ignoredPhrases: [] } });
  assert.equal(await named(), 4);
});

test('a brand is named inside a longer known name where that was asked for, as the preview told', async () => {
  const { call, brandId, competitorId, named } = await world(['Quillon Air is light.', 'Quillon is good.']);
  await call('updateCompetitor', { ids: [competitorId], body: { name: 'Quillon Air' } });
  assert.equal(await named(), 1);
  const body = { countInsideLongerNames: true };
  const { namedBefore, namedAfter, gainedSamples } = (await call('previewNames', { ids: [brandId], body }))
    .json;
  assert.deepEqual(
    [namedBefore, namedAfter, gainedSamples.map(({ snippet }) => snippet)],
    [1, 2, ['Quillon Air is light.']],
  );
  await call('updateBrand', { ids: [brandId], body });
  assert.equal(await named(), 2);
});

test('previewNames of an alias equals what reading again then gives, for a brand and a competitor', async () => {
  const { call, brandId, competitorId, named } = await world([
    'Nibright is good, Quillon is not.',
    'Nibright alone.',
    'Marrowby.',
    'Quillon.',
  ]);
  for (const subjectId of [brandId, competitorId]) {
    const changes = { aliases: ['Nibright'] };
    const body = subjectId === brandId ? changes : { ...changes, subjectId };
    const preview = (await call('previewNames', { ids: [brandId], body })).json;
    assert.equal(preview.namedBefore, await named(subjectId));
    assert.equal(preview.gained, subjectId === brandId ? 1 : 2);
    assert.equal(preview.lost, 0);
    const { namedAs, namingRule, runId } = preview.gainedSamples[0]!;
    assert.deepEqual([namedAs, namingRule], ['Nibright', 'AS_ENTERED']);
    assert.match((await call('getRun', { ids: [runId] })).json.answer ?? '', /Nibright/);
    const ids = [subjectId];
    await call(subjectId === brandId ? 'updateBrand' : 'updateCompetitor', { ids, body: changes });
    assert.equal(await named(subjectId), preview.namedAfter);
  }
});

test('previewNames reads the latest answers, as many as were asked for, across batches', async () => {
  const answers = Array.from({ length: 600 }, (_, at) =>
    at % 100 === 0 ? `Quillon ${at}.` : `Nothing ${at}.`,
  );
  const { call, brandId } = await world(answers);
  const preview = async (most: number) => {
    const body = { name: 'Nibright', answers: most };
    return (await call('previewNames', { ids: [brandId], body })).json;
  };
  const all = await preview(500);
  assert.deepEqual([all.answersSearched, all.answersRead, all.lost, all.isComplete], [600, 6, 6, true]);
  const some = await preview(4);
  assert.deepEqual([some.answersSearched, some.answersRead, some.isComplete], [301, 4, false]);
  assert.deepEqual(
    some.lostSamples.map(({ snippet }) => snippet),
    ['Quillon 0.', 'Quillon 100.', 'Quillon 200.', 'Quillon 300.'],
  );
});

test('testExtraction reads by a draft as if it were saved, and keeps nothing of it', async () => {
  const { call, brandId, competitorId } = await world([]);
  const answer = 'Nibright beats Quillon and Marrowby.';
  const read = async (draft?: object) => {
    const { json } = await call('testExtraction', { body: { brandId, answer, ...(draft && { draft }) } });
    return json;
  };
  const before = await read();
  assert.deepEqual(
    before.namings.map(({ text }) => text),
    ['Quillon', 'Marrowby'],
  );
  const drafted = await read({ subjectId: competitorId, aliases: ['Nibright'] });
  assert.deepEqual(
    drafted.namings.map(({ text, matches }) => [text, matches[0]!.subject.id, matches[0]!.rule]),
    [
      ['Nibright', competitorId, 'AS_ENTERED'],
      ['Quillon', brandId, 'AS_ENTERED'],
      ['Marrowby', competitorId, 'AS_ENTERED'],
    ],
  );
  const [spelled] = (await read({ subjectId: brandId, aliases: ['Nib Right'] })).namings;
  assert.deepEqual(
    [spelled!.text, spelled!.matches[0]!.name, spelled!.matches[0]!.rule],
    ['Nibright', 'Nib Right', 'SPELLING'],
  );
  const unspelled = await read({ subjectId: brandId, aliases: ['Nib Right'], ignoredPhrases: ['nibright'] });
  assert.deepEqual(unspelled.namings, before.namings, 'a spelling is forbidden by an ignored phrase');
  assert.equal(before.language, 'en');
  const renamed = await read({ subjectId: brandId, name: 'Nibright' });
  assert.equal(renamed.namings[0]!.subjects[0]!.name, 'Nibright');
  assert.deepEqual(await read(), before);
  assert.equal((await call('getBrand', { ids: [brandId] })).json.name, 'Quillon');
  await call('updateCompetitor', { ids: [competitorId], body: { aliases: ['Nibright'] } });
  assert.deepEqual(await read(), drafted);
});

test('testExtraction tells what a sentence says of each one named in it, and nothing where none reads its language', async () => {
  const { call, brandId, competitorId } = await world([]);
  const read = async (answer: string) => {
    const { json } = await call('testExtraction', { body: { brandId, answer } });
    return json;
  };
  const { language, sentences } = await read(
    'The Quillon is excellent, but the Marrowby is terrible for that price.',
  );
  assert.equal(language, 'en');
  const [own, rival] = sentences[0]!.stances;
  assert.deepEqual([own!.subject.id, rival!.subject.id], [brandId, competitorId]);
  assert.deepEqual([own!.words, rival!.words], [['excellent'], ['terrible']]);
  assert.ok(own!.sentimentScore! > 50 && rival!.sentimentScore! < 50);
  assert.equal(sentences[0]!.sentimentScore, own!.sentimentScore);
  const german = await read('Das Quillon ist die beste Wahl für alle, die nicht viel Geld ausgeben wollen.');
  assert.equal(german.language, 'de');
  const [sentence] = german.sentences;
  assert.deepEqual([sentence!.sentimentScore, sentence!.stances[0]!.sentimentScore], [null, null]);
});

test('suggestIgnoredPhrases tells which words stand beside the name most often', async () => {
  const answers = [
    ...Array.from({ length: 4 }, (_, at) => `Define your Quillon audience ${at}.`),
    'The QUILLON audience is here. Another.',
    ...Array.from({ length: 3 }, (_, at) => `Note ${at}: check **Quillon requirements** early.`),
    ...Array.from({ length: 3 }, (_, at) => `Number ${at}: big Quillon sale.`),
    ...Array.from({ length: 5 }, () => 'We choose Quillon. Quillon is by far the best, said Quillon, Paris.'),
    'Quillon rarely seen.',
    'Quillon rarely seen.',
    'Marrowby street is long.',
    'Marrowby street is long.',
    'Marrowby street is long.',
  ];
  const { call, brandId, competitorId } = await world(answers);
  const suggested = (await call('suggestIgnoredPhrases', { ids: [brandId] })).json;
  assert.deepEqual(
    suggested.data.map(({ phrase, count, answers: of }) => [phrase, count, of]),
    [
      ['Quillon audience', 5, 5],
      ['choose Quillon', 5, 5],
      ['Quillon requirements', 3, 3],
      ['Quillon sale', 3, 3],
      ['big Quillon', 3, 3],
      ['check Quillon', 3, 3],
    ],
  );
  assert.equal(suggested.total, 6);
  assert.deepEqual(
    suggested.data[0]!.samples,
    [0, 1, 2].map((at) => `Define your Quillon audience ${at}.`),
  );
  const rival = await call('suggestIgnoredPhrases', { ids: [brandId], query: { subjectId: competitorId } });
  assert.deepEqual(
    rival.json.data.map(({ phrase }) => phrase),
    ['Marrowby street'],
  );
});

test('suggestIgnoredPhrases counts the first ten places of a name in a sentence', async () => {
  const { call, brandId } = await world(Array(3).fill(`We say ${'Quillon lamp, '.repeat(15)}`));
  const { data } = (await call('suggestIgnoredPhrases', { ids: [brandId] })).json;
  assert.deepEqual(
    data.map(({ phrase, count, answers }) => [phrase, count, answers]),
    [
      ['Quillon lamp', 30, 3],
      ['say Quillon', 3, 3],
    ],
  );
});

test('another organisation sees nothing, and a VIEWER previews nothing', async () => {
  const { org, call, brandId, competitorId } = await world([AUDIENCE, AUDIENCE, AUDIENCE]);
  const stranger = await world([AUDIENCE]);
  const body = { aliases: ['Nibright'] };
  const ids = [brandId];
  assert.equal((await stranger.call('previewNames', { ids, body })).status, 404);
  assert.equal((await stranger.call('suggestIgnoredPhrases', { ids })).status, 404);
  const own = [stranger.brandId];
  const theirs = { subjectId: competitorId };
  assert.equal((await stranger.call('previewNames', { ids: own, body: { ...body, ...theirs } })).status, 404);
  assert.equal((await stranger.call('suggestIgnoredPhrases', { ids: own, query: theirs })).status, 404);
  const draft = { ...body, ...theirs };
  const test = { brandId: stranger.brandId, answer: 'x', draft };
  assert.equal((await stranger.call('testExtraction', { body: test })).status, 404);
  const { answersSearched } = (await stranger.call('previewNames', { ids: own, body })).json;
  assert.equal(answersSearched, 1);
  // The brand of another list is no competitor of this one.
  const other = (await call('listBrands')).json.data.find(({ name }) => name === 'Other')!.id;
  const query = { subjectId: other };
  assert.equal((await call('suggestIgnoredPhrases', { ids, query })).status, 404);
  const view = callerWith(app, await tokenAs(app, org, 'VIEWER'));
  assert.equal((await view('suggestIgnoredPhrases', { ids })).json.total, 1);
  assert.equal((await view('previewNames', { ids, body })).status, 403);
});

test('a brands file sets the fields, keeps them where it has none, and says what is wrong with them', async () => {
  const { org, call, brandId, competitorId } = await world([]);
  const file = (...lines: object[]) => {
    const path = join(folder, 'brands.jsonl');
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return path;
  };
  const put = async (...lines: object[]) =>
    putBrands(app.app.services.db, org.id, await readBrandsFile(file(...lines)));
  const names = async () => {
    const brand = (await call('getBrand', { ids: [brandId] })).json;
    const rival = (await call('getCompetitor', { ids: [competitorId] })).json;
    return [brand, rival].map((each) => [each.ignoredPhrases, each.countInsideLongerNames]);
  };
  const fields = { ignoredPhrases: ['quillon audience'], countInsideLongerNames: true };
  const competitors = [{ name: 'Marrowby', ignoredPhrases: ['marrowby street'] }];
  assert.equal((await put({ name: 'Quillon', ...fields, competitors })).changed, 1);
  const set = [
    [['quillon audience'], true],
    [['marrowby street'], false],
  ];
  assert.deepEqual(await names(), set);
  assert.equal((await put({ name: 'Quillon', competitors: [{ name: 'Marrowby' }] })).unchanged, 1);
  assert.deepEqual(await names(), set);
  await assert.rejects(
    readBrandsFile(
      file(
        { name: 'A', ignoredPhrases: 'a b' },
        { name: 'Quillon', ignoredPhrases: ['quillon'] },
        { name: 'B', competitors: [{ name: 'C', ignoredPhrases: [' '] }] },
        { name: 'D', ignoredPhrases: Array.from({ length: 101 }, (_, at) => `d ${at}`) },
        { name: 'E', countInsideLongerNames: 1 },
      ),
    ),
    ({ message }: Error) => {
      assert.deepEqual(message.split('\n').slice(1), [
        'line 1: ignoredPhrases must be a list of texts',
        'line 2: ignoredPhrases must not hold the name itself, which nothing would be named by then: take it out, or give a longer phrase that holds it.',
        'line 3: competitors[0]: ignoredPhrases must hold phrases of 1 to 200 characters',
        'line 4: ignoredPhrases must hold at most 100 phrases',
        'line 5: countInsideLongerNames must be true or false',
      ]);
      return true;
    },
  );
});
