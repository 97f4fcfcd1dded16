import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerWith } from '../support/callers/caller.ts';
import { withBrand } from '../support/callers/organisation.ts';

const { app, org, call, brandId } = await withBrand();

const make = async (body: object) => call('createQuery', { body: { brandId, platform: 'CHATGPT', ...body } });

test('createQuery, getQuery, listQueries with every filter', async () => {
  const created = await make({
    queryText: 'Which lamp reads best?',
    scheduledAt: '2027-01-31T08:00:00+02:00',
    repeatInterval: 'MONTHLY',
    tags: ['lamps', 'reading'],
  });
  assert.equal(created.status, 201, created.text);
  assert.equal(created.json.scheduledAt, '2027-01-31T06:00:00.000Z');
  const { id } = created.json;
  assert.deepEqual((await call('getQuery', { ids: [id] })).json, created.json);
  assert.equal((await make({ queryText: 'Which lamp reads best?' })).status, 409);
  await make({ queryText: 'Another one', platform: 'CLAUDE' });
  const found = async (query: Record<string, string | boolean>) =>
    (await call('listQueries', { query })).json.data.map((row: { id: string }) => row.id);
  const filters = [
    { brandId, platform: 'CHATGPT' },
    { tag: 'reading' },
    { search: 'LAMP READS' },
    { scheduled: true },
  ];
  for (const filter of filters) assert.deepEqual(await found(filter), [id], JSON.stringify(filter));
  assert.equal((await found({ scheduled: false })).length, 1);
  assert.deepEqual(await found({ brandId: 'unknown' }), []);
  assert.equal((await call('listQueries', { query: { limit: 1, offset: 1 } })).json.total, 2);
});

test('updateQuery changes text, platform and schedule; runs keep the text that was run', async () => {
  const { json } = await make({ queryText: 'Old wording', scheduledAt: '2027-01-01T00:00:00Z' });
  await app.ingest(org, [{ brandId, queryText: 'Old wording', answer: 'Lumenfold.' }]);
  const change = (body: object) => call('updateQuery', { ids: [json.id], body });
  const changed = await change({ queryText: 'New wording', platform: 'GROK' });
  assert.equal(changed.status, 200);
  assert.deepEqual([changed.json.queryText, changed.json.platform], ['New wording', 'GROK']);
  assert.equal(changed.json.scheduledAt, '2027-01-01T00:00:00.000Z', 'what is not sent stays');
  const runs = await call('listQueryRuns', { ids: [json.id] });
  assert.deepEqual(runs.json.data[0]!.query, { id: json.id, queryText: 'Old wording', platform: 'CHATGPT' });

  assert.equal((await change({ repeatInterval: 'DAILY' })).json.repeatInterval, 'DAILY');
  const cleared = await change({ scheduledAt: null });
  assert.deepEqual([cleared.json.scheduledAt, cleared.json.repeatInterval], [null, null]);
  assert.equal((await change({ repeatInterval: 'DAILY' })).status, 400, 'nothing to repeat from');

  await make({ queryText: 'Taken' });
  assert.equal((await change({ queryText: 'Taken', platform: 'CHATGPT' })).status, 409);
  assert.equal((await change({ queryText: 'New wording' })).status, 200, 'its own text is no clash');
});

test('updateQuery names the field and what it may be', async () => {
  const { json } = await make({ queryText: 'Checked' });
  const complaints: [object, RegExp][] = [
    [{ platform: 'BARD' }, /^platform must be one of CHATGPT, CLAUDE, .*LLAMA/],
    [{ repeatInterval: 'YEARLY' }, /^repeatInterval must be one of HOURLY, DAILY, WEEKLY, MONTHLY, null/],
    [{ scheduledAt: 'tomorrow' }, /^scheduledAt must be a date and time/],
    [{ scheduledAt: '2026-12-31' }, /^scheduledAt must be a date and time/],
    [{ scheduledAt: '2026-12-31T23:59:60Z' }, /^scheduledAt must be a date and time that exists/],
    [{ scheduledAt: '0000-01-01T00:00:00Z' }, /^scheduledAt must be a date and time that exists/],
    [{ scheduledAt: 5 }, /^scheduledAt must be a string/],
    [{ queryText: null }, /^queryText must be a string/],
    [{ queryText: '' }, /^queryText /],
    [{ queryText: 'a\u0000b' }, /^queryText holds a NUL/],
    [{ tags: ['a', 'a'] }, /^tags /],
    [{ brandId }, /"brandId" is not a field/],
  ];
  for (const [body, expected] of complaints) {
    const answer = await call('updateQuery', { ids: [json.id], body });
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(answer.json.message, expected);
  }
  for (const path of ['%ZZ', '%00', '..%2f'])
    assert.ok(
      [400, 404].includes(
        (
          await app.call('PATCH', `/api/queries/${path}`, {
            token: await app.login(org),
            body: { platform: 'GROK' },
          })
        ).status,
      ),
    );
});

test('archiveQuery ends the schedule and keeps the runs in reports [long]', async () => {
  const { json } = await make({ queryText: 'Short-lived', scheduledAt: '2027-01-01T00:00:00Z' });
  await app.ingest(org, [{ brandId, queryText: 'Short-lived', answer: 'Lumenfold.' }]);
  assert.equal((await call('archiveQuery', { ids: [json.id] })).status, 204);
  assert.equal((await call('archiveQuery', { ids: [json.id] })).status, 204);
  const archived = await call('listQueries', { query: { archived: true } });
  assert.deepEqual(
    archived.json.data.map((row: { scheduledAt: unknown }) => row.scheduledAt),
    [null],
  );
  await app.snapshot();
  const report = await app.report(org, 'queries');
  assert.ok(report.json.data.some(({ query }: { query: { id: string } }) => query.id === json.id));

  const schedule = { scheduledAt: '2027-01-01T00:00:00Z' };
  assert.equal((await call('updateQuery', { ids: [json.id], body: schedule })).status, 409);
  const back = await call('updateQuery', { ids: [json.id], body: { archived: false, ...schedule } });
  assert.deepEqual([back.json.archived, back.json.scheduledAt], [false, '2027-01-01T00:00:00.000Z']);
});

test("another organisation's queries, brands and runs are unknown", async () => {
  const { json } = await make({ queryText: 'Secret' });
  const other = callerWith(app, await app.login(await app.organisation()));
  for (const id of [json.id, 'unknown']) {
    const answers = [
      await other('getQuery', { ids: [id] }),
      await other('updateQuery', { ids: [id], body: { queryText: 'Mine' } }),
      await other('archiveQuery', { ids: [id] }),
      await other('listQueryRuns', { ids: [id] }),
    ];
    for (const answer of answers) {
      assert.equal(answer.status, 404);
      assert.equal(answer.text, '{"error":"not_found","message":"There is no such query."}');
    }
  }
  for (const brand of [brandId, 'unknown']) {
    const body = { brandId: brand, platform: 'CLAUDE', queryText: 'Mine' };
    const answer = await other('createQuery', { body });
    assert.equal(answer.text, '{"error":"not_found","message":"There is no such brand."}');
  }
  assert.equal((await other('listQueries', { query: { brandId } })).json.total, 0);
});

test('bulkCreateQueries makes each text on each platform once', async () => {
  const org = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const call = callerWith(app, await app.login(org));
  const brandId = (await call('listBrands')).json.data[0]!.id;
  const bulk = (texts: string[], platforms: string[]) =>
    call('bulkCreateQueries', { body: { brandId, texts, platforms, tags: ['bulk'] } });
  const first = await bulk(['One?', 'Two?'], ['CLAUDE', 'GEMINI']);
  assert.equal(first.status, 200, first.text);
  assert.deepEqual([first.json.created, first.json.unchanged], [4, 0]);
  const second = await bulk(['Two?', 'Three?'], ['GEMINI']);
  assert.deepEqual(
    second.json.data.map(({ status, query }: { status: string; query: object }) => [
      status,
      'queryText' in query && query.queryText,
    ]),
    [
      ['unchanged', 'Two?'],
      ['created', 'Three?'],
    ],
  );
  const many = Array.from({ length: 251 }, (_, k) => `Prompt ${k}`);
  assert.equal((await bulk(many, ['CLAUDE', 'GEMINI'])).status, 400);
  assert.equal((await bulk(many.slice(1), ['CLAUDE', 'GEMINI'])).json.created, 500);
});

test('over the quota of queries nothing is made; archived ones do not count, ingestion counts alike', async () => {
  const free = await app.organisation({ plan: 'FREE', brands: [{ name: 'Lumenfold' }] });
  const ask = callerWith(app, await app.login(free));
  const brand = (await ask('listBrands')).json.data[0]!.id;
  const add = (queryText: string) =>
    ask('createQuery', { body: { brandId: brand, platform: 'CLAUDE', queryText } });
  const bulk = (texts: string[]) =>
    ask('bulkCreateQueries', { body: { brandId: brand, texts, platforms: ['CLAUDE'] } });
  const first = await add('One?');
  const refused = await bulk(['One?', 'Two?', 'Three?']);
  assert.equal(refused.status, 402);
  assert.deepEqual([refused.json.currentUsage, refused.json.limit, refused.json.plan], [1, 2, 'FREE']);
  assert.equal((await ask('listQueries')).json.total, 1, 'nothing was written');
  assert.equal((await bulk(['One?', 'Two?'])).json.created, 1);
  assert.equal((await add('Three?')).status, 402);

  const ingest = (queryText: string) =>
    app.ingest(free, [{ brandId: brand, platform: 'CLAUDE', queryText, answer: 'Lumenfold.' }]);
  await assert.rejects(ingest('Three?'), /quota_exceeded/);
  await ask('archiveQuery', { ids: [first.json.id] });
  await ingest('Three?');
  assert.equal((await ask('updateQuery', { ids: [first.json.id], body: { archived: false } })).status, 402);
});

test('listQueries by whether the query names the brand', async () => {
  const brand = (await call('createBrand', { body: { name: 'Brightora' } })).json.id;
  const named = (await make({ brandId: brand, queryText: 'Is Brightora good?' })).json.id;
  const other = (await make({ brandId: brand, queryText: 'Which lamp is good?' })).json.id;
  for (const [branded, id] of [
    [true, named],
    [false, other],
  ] as const) {
    const { data } = (await call('listQueries', { query: { brandId: brand, branded } })).json;
    assert.deepEqual(
      data.map((query) => query.id),
      [id],
    );
  }
});
