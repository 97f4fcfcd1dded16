import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withOrganisation } from '../support/callers/organisation.ts';
import { completeRun, until } from '../support/server/app.ts';

const { app, org } = await withOrganisation({
  brands: [{ name: 'Lumenfold' }, { name: 'Gleamwell' }],
});

const JSON_TYPE = { 'Content-Type': 'application/json' };

const post = async (body: unknown, { key = org.key, headers = {} } = {}) => {
  const answer = await app.call('POST', '/api/runs', { key, body, headers });
  assert.equal(answer.status, 200, answer.text.slice(0, 500));
  return answer.json;
};
const run = (change: object = {}) => completeRun({ brand: 'Lumenfold', ...change });

async function count(table: 'runs' | 'queries' | 'observations' | 'mentions', { id } = org): Promise<number> {
  const { db } = app.app.services;
  const [row] = await db.tenant(id, (tx) => tx<{ n: number }[]>`select count(*) as n from ${tx(table)}`);
  return row!.n;
}

test('ingestRuns keeps a run once: the same again is unchanged, other content is told', async () => {
  const sent = run({ answer: 'Lumenfold wins.', citations: [{ url: 'https://a.example/x' }] });
  const first = await post([sent]);
  const { id } = first.results[0];
  assert.deepEqual(first, {
    created: 1,
    unchanged: 0,
    refused: 0,
    results: [{ index: 0, externalId: sent.externalId, status: 'created', id }],
  });
  const [again, changed] = [await post([sent]), await post([{ ...sent, answer: 'Gleamwell wins.' }])];
  const kept = { index: 0, externalId: sent.externalId, status: 'unchanged', id };
  assert.deepEqual(again.results, [kept]);
  assert.deepEqual(changed.results, [{ ...kept, differs: true }]);
  const [row] = await app.sql(org)`select answer from runs where external_id = ${sent.externalId}`;
  assert.equal(row!['answer'], 'Lumenfold wins.');
});

test('ingestRuns keeps a run sent twice in one call once', async () => {
  const sent = run();
  const { created, unchanged, results } = await post([sent, sent, { ...sent, answer: 'Other.' }]);
  assert.deepEqual([created, unchanged], [1, 2]);
  assert.equal(new Set(results.map(({ id }: { id: string }) => id)).size, 1);
  assert.deepEqual(
    results.map(({ differs = false }) => differs),
    [false, false, true],
  );
});

test('ingestRuns: a bad run refuses itself alone and says why', async () => {
  const ahead = new Date(Date.now() + 120_000).toISOString();
  const bad: [unknown, string, RegExp][] = [
    [run({ brand: 'Lumenfolt' }), 'not_found', /no brand is named "Lumenfolt"/],
    [run({ brand: undefined, brandId: 'nobody' }), 'not_found', /brandId/],
    [run({ brand: undefined }), 'validation_error', /brand or brandId is required/],
    [run({ executedAt: ahead }), 'validation_error', /executedAt is in the future/],
    [run({ executedAt: '2026-02-29T00:00:00Z' }), 'validation_error', /executedAt/],
    [run({ executedAt: '2026-02-28T23:59:60Z' }), 'validation_error', /executedAt/],
    [run({ executedAt: '0000-06-01T00:00:00Z' }), 'validation_error', /executedAt/],
    [run({ executedAt: '0001-01-01T00:00:00+14:00' }), 'validation_error', /executedAt/],
    [run({ platform: 'ALTAVISTA' }), 'validation_error', /platform must be one of CHATGPT/],
    [run({ sentimentScore: 100.01 }), 'validation_error', /sentimentScore/],
    [run({ orgId: org.id }), 'validation_error', /"orgId" is not a field/],
    [run({ externalId: '' }), 'validation_error', /externalId/],
    [run({ answer: 'NUL \0 here' }), 'validation_error', /answer/],
    [run({ queryText: 'half \ud800 a pair' }), 'validation_error', /queryText/],
    [run({ citations: 'https://a.example' }), 'validation_error', /citations must be an array/],
    [run({ failure: 'half \ud800 a pair', state: 'FAILED' }), 'validation_error', /failure/],
    [run({ state: 'RUNNING' }), 'validation_error', /state must be one of COMPLETED, FAILED, NOT_SHOWN/],
    [null, 'validation_error', /./],
    [[], 'validation_error', /./],
    [5, 'validation_error', /./],
  ];
  const before = await count('runs');
  const sent = bad.flatMap(([value]) => [value, run()]);
  const { created, refused, results } = await post(sent);
  assert.deepEqual([created, refused], [bad.length, bad.length]);
  for (const [at, [, error, message]] of bad.entries()) {
    const result = results[2 * at];
    assert.equal(result.index, 2 * at);
    assert.deepEqual([result.status, result.error, result.id], ['refused', error, undefined]);
    assert.match(result.message, message);
    assert.equal(results[2 * at + 1].status, 'created');
  }
  assert.equal((await count('runs')) - before, bad.length);
});

test('ingestRuns keeps the oldest and the newest times there are', async () => {
  const now = new Date(Date.now() + 30_000).toISOString();
  const { created } = await post([run({ executedAt: '2015-01-01T00:00:00Z' }), run({ executedAt: now })]);
  assert.equal(created, 2);
});

test('ingestRuns takes NDJSON and refuses a broken line alone', async () => {
  const lines = [JSON.stringify(run()), '{"externalId": "cut', '', JSON.stringify(run())];
  const { created, refused, results } = await post(lines.join('\r\n'), {
    headers: { 'Content-Type': 'application/x-ndjson' },
  });
  assert.deepEqual([created, refused], [2, 1]);
  assert.deepEqual([results[1].index, results[1].message], [1, 'This line is not valid JSON.']);
});

test('ingestRuns refuses more than 1,000 runs or 16 MiB a call, and keeps nothing of them', async () => {
  const before = await count('runs');
  const many = Array.from({ length: 1001 }, () => run());
  const tooMany = await app.call('POST', '/api/runs', { key: org.key, body: many });
  assert.deepEqual([tooMany.status, tooMany.json.error], [400, 'validation_error']);
  const lines = await app.call('POST', '/api/runs', {
    key: org.key,
    body: many.map((each) => JSON.stringify(each)).join('\n'),
    headers: { 'Content-Type': 'application/x-ndjson' },
  });
  assert.equal(lines.status, 400);
  const large = JSON.stringify([
    run(),
    ...Array.from({ length: 17 }, () => run({ answer: 'x'.repeat(1e6) })),
  ]);
  const tooLarge = await app.call('POST', '/api/runs', { key: org.key, body: large, headers: JSON_TYPE });
  assert.deepEqual([tooLarge.status, tooLarge.json.error], [413, 'payload_too_large']);
  assert.equal(await count('runs'), before);
});

test('ingestRuns refuses what is over the quota of queries, and writes nothing of it', async () => {
  const free = await app.organisation({ plan: 'FREE', brands: [{ name: 'Lumenfold' }] });
  const [first, second, third] = ['one', 'two', 'three'].map((queryText) => run({ queryText }));
  const { results } = await post([first, second, third, third, run({ queryText: 'two' })], free);
  assert.deepEqual(
    results.map(({ status, error }: { status: string; error?: string }) => error ?? status),
    ['created', 'created', 'quota_exceeded', 'quota_exceeded', 'created'],
  );
  assert.match(results[2].message, /FREE allows 2 queries; 2 are in use/);
  assert.deepEqual([results[3].id, results[3].externalId], [undefined, third!.externalId]);
  assert.deepEqual([await count('queries', free), await count('runs', free)], [2, 3]);
});

test('ingestRuns: concurrent calls never exceed the quota together', async () => {
  const free = await app.organisation({ plan: 'FREE', brands: [{ name: 'Lumenfold' }] });
  await Promise.all(Array.from({ length: 8 }, (_, k) => post([run({ queryText: `query ${k}` })], free)));
  assert.deepEqual([await count('queries', free), await count('runs', free)], [2, 2]);
});

test('ingestRuns: 20 identical calls at once keep each run once, and agree on its id', async () => {
  const own = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const sent = Array.from({ length: 40 }, (_, k) => run({ queryText: `query ${k % 7}` }));
  sent.push(sent[3]!);
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(sent, own)));
  assert.equal(
    answers.reduce((sum, { created }) => sum + created, 0),
    40,
  );
  assert.deepEqual([await count('runs', own), await count('queries', own)], [40, 7]);
  assert.equal(await count('observations', own), 40);
  const kept = await app.sql(own)`select external_id, id from runs`;
  const ids = new Map(kept.map((row) => [row['external_id'], row['id']]));
  for (const { results } of answers) {
    for (const { id, externalId } of results) assert.equal(id ?? ids.get(externalId), ids.get(externalId));
  }
});

test('runs that a member sends leave one entry in the audit log, a batch; a repeat and a key none', async () => {
  const member = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const token = await app.login(member);
  const batch = [completeRun({ brand: 'Lumenfold' }), completeRun({ brand: 'Lumenfold' })];
  for (let time = 0; time < 2; time += 1)
    assert.equal((await app.call('POST', '/api/runs', { token, body: batch })).status, 200);
  await app.ingest(member, [{ brand: 'Lumenfold' }]);
  const { data } = (await app.call('GET', '/api/audit-log?action=ingestRuns', { token })).json;
  assert.equal(data.length, 1);
  assert.deepEqual([data[0].actorType, data[0].details], ['USER', { created: 2 }]);
});

test('ingestRuns names what it left out of a run: the first 20, and how many more', async () => {
  const citations = [...Array(30).fill(null), { url: `https://a.example/${'x'.repeat(4096)}` }];
  citations.push({ url: 'https://a.example/\0' }, { url: 'https://b.example' }, 7, {}, []);
  const { results } = await post([run({ citations })]);
  const [{ warnings, warningsOmitted, status }] = results;
  assert.deepEqual([status, warnings.length, warningsOmitted], ['created', 20, 15]);
  assert.deepEqual(warnings[0], {
    field: 'citations[0].url',
    message: 'citations[0].url is missing: it was left out.',
  });
});

test('ingestRuns keeps the first 500 citations, and names the rest in one warning', async () => {
  const citations = Array.from({ length: 520 }, (_, at) => ({ url: `https://a.example/${at}` }));
  const { results } = await post([run({ citations })]);
  const [{ id, warnings, warningsOmitted }] = results;
  assert.deepEqual([warnings.length, warnings[0].field, warningsOmitted], [1, 'citations[500]', undefined]);
  const { json } = await app.call('GET', `/api/customer/v1/runs/${id}`, { key: org.key });
  assert.deepEqual([json.citations.length, json.citations[499].url], [500, 'https://a.example/499']);
  const many = Array(10_001).fill('https://a.example');
  const refused = await post([run({ citations: many }), run()]);
  assert.deepEqual([refused.created, refused.refused], [1, 1]);
});

test('ingestRuns: whether citations were sent is a difference, but not for runs from before it was noted', async () => {
  const answer = 'See https://a.example.';
  const [absent, empty] = [run({ answer }), run({ answer, citations: [] })];
  await post([absent, empty]);
  const again = async (sent: object) => (await post([sent])).results[0].differs ?? false;
  const { citations: _, ...withoutList } = empty as { citations: unknown };
  const all = async () => [
    await again(absent),
    await again(empty),
    await again({ ...absent, citations: [] }),
    await again(withoutList),
  ];
  assert.deepEqual(await all(), [false, false, true, true]);
  await app.sql(org)`update runs set citations_from = null`;
  assert.deepEqual(await all(), [false, false, false, false]);
});

test('createBrand, getBrand, listBrands, updateBrand, archiveBrand', async () => {
  const token = await app.login(await app.organisation());
  const created = await app.call('POST', '/api/brands', {
    token,
    body: { name: 'Ring', website: 'https://ring.example' },
  });
  assert.equal(created.status, 201, created.text);
  assert.deepEqual(created.json.caseSensitive, ['Ring'], 'a dictionary word counts in its own case only');
  const { id } = created.json;
  const taken = await app.call('POST', '/api/brands', { token, body: { name: 'Ring' } });
  assert.equal(taken.status, 409);
  const updated = await app.call('PATCH', `/api/brands/${id}`, {
    token,
    body: { aliases: ['Ring Cam'], industry: 'doorbells' },
  });
  assert.equal(updated.status, 200);
  assert.deepEqual(updated.json.aliases, ['Ring Cam']);
  assert.deepEqual((await app.call('GET', `/api/brands/${id}`, { token })).json, updated.json);
  assert.equal((await app.call('DELETE', `/api/brands/${id}`, { token })).status, 204);
  assert.equal((await app.call('GET', '/api/brands', { token })).json.total, 0);
  assert.equal((await app.call('GET', '/api/brands?archived=true&search=rin', { token })).json.total, 1);
  const back = await app.call('PATCH', `/api/brands/${id}`, { token, body: { archived: false } });
  assert.equal(back.json.archived, false);
});

test('getBrandComparison shows the brand beside its competitors, after answers were read again for new names', async () => {
  const org = await app.organisation();
  const token = await app.login(org);
  const brand = await app.call('POST', '/api/brands', { token, body: { name: 'Lumenfold' } });
  const { id } = brand.json;
  await app.ingest(org, [
    { brand: 'Lumenfold', answer: 'Gleamwell first, Lumenfold second.', sentimentScore: 60 },
    { brand: 'Lumenfold', answer: 'Gleamwell is what people buy.' },
    { brand: 'Lumenfold', answer: 'Lumenfold is great.', sentimentScore: 80 },
  ]);
  const competitor = await app.call('POST', `/api/brands/${id}/competitors`, {
    token,
    body: { name: 'Gleamwell' },
  });
  assert.equal(competitor.status, 201, competitor.text);
  await until(async () => {
    await app.snapshot();
    const { json } = await app.call('GET', `/api/brands/${id}/comparison`, { token });
    return json.total === 2 && json.data[0].visibilityCount === 2 && json.data[1].visibilityCount === 2;
  });
  const { json } = await app.call('GET', `/api/brands/${id}/comparison`, { token });
  const measures = json.data.map(({ id: _, ...row }: Record<string, unknown>) => row);
  assert.deepEqual(measures[1], {
    name: 'Lumenfold',
    isBrand: true,
    visibility: 66.67,
    visibilityCount: 2,
    visibilityTotal: 3,
    sentiment: 70,
    sentimentCount: 2,
    position: 1.5,
    positionCount: 2,
    shareOfVoice: 50,
  });
  assert.equal(measures[0].name, 'Gleamwell');
  assert.equal(measures[0].position, 1);
});

test('a quota stops creation with 402 and writes nothing', async () => {
  const free = await app.organisation({ plan: 'FREE' });
  const freeToken = await app.login(free);
  assert.equal(
    (await app.call('POST', '/api/brands', { token: freeToken, body: { name: 'One' } })).status,
    201,
  );
  const refused = await app.call('POST', '/api/brands', { token: freeToken, body: { name: 'Two' } });
  assert.equal(refused.status, 402);
  assert.deepEqual(refused.json, {
    error: 'quota_exceeded',
    message: 'The plan FREE allows 1 brands; 1 are in use.',
    currentUsage: 1,
    limit: 1,
    plan: 'FREE',
  });
  assert.equal((await app.call('GET', '/api/brands', { token: freeToken })).json.total, 1);
});
