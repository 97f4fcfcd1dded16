import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { textIdentity } from '../../src/base/definitions.ts';
import { connect } from '../../src/db/client.ts';
import { withBrand } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';

const { app, org, call, brandId } = await withBrand();
const owner = await forFile(connect(app.databaseUrl, { role: 'owner', max: 1 }), (it) => it.end());

const NFC = 'Which lamp suits a caf\u00e9?';
const SPELLINGS = [
  NFC,
  `${NFC} `,
  ` \u200b${NFC}`,
  NFC.replace(' ', '  '),
  NFC.replace(' ', '\u00a0'),
  NFC.replaceAll(' ', '\u3000\t'),
  NFC.normalize('NFD'),
  NFC.replace('lamp', 'la\u00admp'),
];
const OTHERS = ['Which lamp suits a cafe?', 'which lamp suits a caf\u00e9?', 'Which lamps suit a caf\u00e9?'];

const make = (body: object) => call('createQuery', { body: { brandId, platform: 'CHATGPT', ...body } });
const textsOf = async (query: object = {}) =>
  (await call('listQueries', { query: { brandId, ...query } })).json.data.map(
    ({ queryText }: { queryText: string }) => queryText,
  );

test('spellings that look alike are one prompt, shown as it was sent first; a run keeps its own text', async () => {
  const runs = [...SPELLINGS.slice().reverse(), ...OTHERS].map((queryText, at) => ({
    ...{ brandId, queryText, externalId: `spelling-${at}` },
    answer: at % 2 === 0 ? 'Lumenfold is good.' : 'None.',
  }));
  await app.ingest(org, runs);
  const first = SPELLINGS.at(-1);
  assert.deepEqual((await textsOf()).sort(), [first, ...OTHERS].sort());
  const { json } = await call('listRuns', { query: { brandId, queryText: NFC } });
  assert.equal(json.total, SPELLINGS.length);
  const kept = json.data.map(({ query }: { query: { queryText: string } }) => query.queryText);
  assert.deepEqual(kept.sort(), [...SPELLINGS].sort());
  await app.publish();
  for (const values of [[NFC], [SPELLINGS[4]], [SPELLINGS[6], NFC]]) {
    const report = await call('getQueriesReport', {
      body: {
        ...{ brand_id: brandId, dimensions: ['query'], include: ['intervals'] },
        filters: [{ field: 'query', operator: 'in', values }],
      },
    });
    assert.equal(report.json.data.length, 1, report.text);
    // biome-ignore lint/suspicious/noExplicitAny: a row of groups
    const row = report.json.data[0] as any;
    assert.deepEqual(row.dimensions, { query: { queryText: first } });
    assert.deepEqual([row.visibility_count, row.visibility_total], [4, 8]);
  }
});

test('createQuery, updateQuery and bulkCreateQueries know a prompt in any spelling', async () => {
  const created = await make({ queryText: ' Which  chair? ', tags: [' B\u00fcro ', 'Bu\u0308ro', 'chairs'] });
  assert.equal(created.status, 201, created.text);
  assert.equal(created.json.queryText, ' Which  chair? ');
  assert.deepEqual(created.json.tags, ['B\u00fcro', 'chairs']);
  assert.deepEqual(await textsOf({ tag: 'Bu\u0308ro ' }), [' Which  chair? ']);
  assert.equal((await make({ queryText: 'Which chair?' })).status, 409);
  const other = await make({ queryText: 'Which table?' });
  const change = await call('updateQuery', {
    ids: [other.json.id],
    body: { queryText: 'Which\u2003chair?' },
  });
  assert.equal(change.status, 409);
  const own = await call('updateQuery', { ids: [other.json.id], body: { queryText: 'Which table? ' } });
  assert.equal(own.status, 200, 'its own text in another spelling is no clash');
  const bulk = await call('bulkCreateQueries', {
    body: { brandId, platforms: ['CHATGPT'], texts: ['Which chair?', 'Which sofa?', 'Which  sofa?'] },
  });
  assert.deepEqual(
    bulk.json.data.map(({ status, query }: { status: string; query: { queryText: string } }) => [
      status,
      query.queryText,
    ]),
    [
      ['unchanged', ' Which  chair? '],
      ['created', 'Which sofa?'],
      ['unchanged', 'Which sofa?'],
    ],
  );
  assert.deepEqual([bulk.json.created, bulk.json.unchanged], [1, 2]);
});

test('look-alikes from before are listed, merged with their runs and schedule, and come back as one', async () => {
  const spellings = ['Which shelf?', 'Which  shelf?', 'Which shelf? '];
  // Each as its own prompt, as earlier versions stored them.
  const ids: string[] = [];
  for (const [at, queryText] of spellings.entries()) {
    const { json } = await make({ queryText: `Which shelf ${at}?` });
    ids.push(json.id);
    await app.ingest(org, [
      { brandId, queryText: `Which shelf ${at}?`, externalId: `shelf-${at}`, answer: 'Lumenfold.' },
    ]);
    const identity = textIdentity(queryText) === queryText ? null : textIdentity(queryText);
    await app.app.services.db.tenant(org.id, async (tx) => {
      await tx`update queries set query_text = ${queryText}, identity = ${identity}, look_alike = ${at} where id = ${json.id}`;
      await tx`update runs set query_text = ${queryText}, identity = ${identity} where query_id = ${json.id}`;
    });
  }
  const [oldest, ...others] = ids as [string, string, string];
  await call('updateQuery', {
    ids: [others[1]],
    body: { scheduledAt: '2027-01-01T00:00:00Z', repeatInterval: 'DAILY' },
  });
  const runsOf = async (id: string) => (await call('listQueryRuns', { ids: [id] })).json.total;
  const listed = await call('listLookAlikes');
  assert.equal(listed.json.total, 1);
  const [found] = listed.json.data;
  assert.equal(found?.id, oldest);
  assert.deepEqual(
    found?.others.map(({ id, runs }: { id: string; runs: number }) => [id, runs]),
    others.map((id) => [id, 1]),
  );
  // The exact text goes before the oldest.
  await app.ingest(org, [{ brandId, queryText: spellings[1]!, externalId: 'exact', answer: 'Lumenfold.' }]);
  await app.ingest(org, [{ brandId, queryText: ' Which shelf?', externalId: 'new', answer: 'Lumenfold.' }]);
  assert.deepEqual(await Promise.all(ids.map(runsOf)), [2, 2, 1]);

  const merged = await call('mergeLookAlikes', { ids: [oldest] });
  assert.equal(merged.status, 200, merged.text);
  assert.deepEqual([merged.json.merged, merged.json.runs], [2, 3]);
  assert.equal(merged.json.query.repeatInterval, 'DAILY', 'it goes on being asked');
  assert.deepEqual(await Promise.all(ids.map(runsOf)), [5, 0, 0]);
  assert.equal((await call('getQuery', { ids: [others[0]] })).json.archived, true);
  assert.equal((await call('listLookAlikes')).json.total, 0);
  await app.ingest(org, [{ brandId, queryText: spellings[1]!, externalId: 'later', answer: 'Lumenfold.' }]);
  assert.equal(await runsOf(oldest), 6);
  assert.deepEqual(
    (await call('mergeLookAlikes', { ids: [oldest] })).json.merged,
    0,
    'again: nothing is left',
  );

  const undone = await call('undoMerge', { ids: [oldest] });
  assert.deepEqual([undone.json.merged, undone.json.runs], [2, 3]);
  assert.deepEqual(await Promise.all(ids.map(runsOf)), [3, 2, 1]);
  assert.equal((await call('getQuery', { ids: [others[0]] })).json.archived, false);
  assert.equal((await call('listLookAlikes')).json.total, 1);
});

test('the migration has the rule of textIdentity', async () => {
  const migration = readFileSync(
    new URL('../../sql/migrations/0071_look_alikes.sql', import.meta.url),
    'utf8',
  );
  const rule = migration.slice(
    migration.indexOf('create function text_identity'),
    migration.indexOf('$$;') + 3,
  );
  const blanks = '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2005\u200a\u2028\u2029\u202f\u205f\u3000';
  const unit = fc.constantFrom(
    ...[...blanks],
    ...['\u00ad', '\u200b', '\u2060', '\ufeff'],
    ...['a', 'A', 'e', '\u0301', 'u\u0308', '\u1112\u1161\u11ab', '\ufb01', '\u212b', '\u200d', '日'],
  );
  const texts = fc.sample(fc.string({ unit, maxLength: 12 }), { numRuns: 2_000, seed: 7 });
  await owner.begin(async (tx) => {
    await tx.unsafe(rule.replace('text_identity(', 'pg_temp.text_identity('));
    const rows = await tx<{ identity: string }[]>`
        select pg_temp.text_identity(t) as identity from unnest(${texts}::text[]) with ordinality as u(t, at) order by at`;
    assert.deepEqual(
      rows.map(({ identity }) => identity),
      texts.map(textIdentity),
    );
  });
});
