import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EXTRACTION_VERSION } from '../../src/extraction/version.ts';
import { operator } from '../../src/features/audit/audit.ts';
import { putBrands } from '../../src/features/brands/import.ts';
import { callerWith } from '../support/callers/caller.ts';
import { check, operations } from '../support/callers/contract.ts';
import { withBrand } from '../support/callers/organisation.ts';

const { app, org, call, brandId } = await withBrand({
  brands: [{ name: 'Lumenfold' }, { name: 'Otherlight' }],
});
const at = (day: string, platform: 'CHATGPT' | 'CLAUDE', model: string | null, brand = 'Lumenfold') => ({
  brand,
  platform,
  model,
  queryText: 'Which lamp?',
  executedAt: `${day}T12:00:00Z`,
  answer: `${brand}.`,
});
await app.ingest(org, [
  at('2026-01-05', 'CHATGPT', 'gpt-4'),
  at('2026-01-06', 'CHATGPT', 'gpt-4'),
  at('2026-02-10', 'CHATGPT', 'gpt-5'),
  at('2026-02-10', 'CHATGPT', 'gpt-5-mini'),
  at('2026-02-20', 'CHATGPT', 'gpt-4'),
  at('2026-03-01', 'CLAUDE', null),
  at('2026-03-02', 'CLAUDE', 'claude-5'),
  // Another brand's answers change nothing under this one's numbers.
  at('2025-06-01', 'CHATGPT', 'gpt-5', 'Otherlight'),
]);
const today = new Date().toISOString().slice(0, 10);
const breaks = async (query: Record<string, string | number> = {}) =>
  (await call('listBreaks', { query: { brandId, startDate: '2020-01-01', ...query } })).json;
const until2026 = { endDate: '2026-04-01' };
const told = async (query: Record<string, string | number>) =>
  (await breaks(query)).data.map(({ day, kind, platform, details }) => [day, kind, platform, details]);

test('the first answers of platforms and models, a day each, latest first', async () => {
  assert.deepEqual(await told(until2026), [
    ['2026-03-02', 'model', 'CLAUDE', { models: ['claude-5'] }],
    ['2026-03-01', 'platform', 'CLAUDE', { surfaces: [], models: [] }],
    ['2026-02-10', 'model', 'CHATGPT', { models: ['gpt-5', 'gpt-5-mini'] }],
    ['2026-01-05', 'platform', 'CHATGPT', { surfaces: [], models: ['gpt-4'] }],
  ]);
  const { data, total } = await breaks({ ...until2026, limit: 1, offset: 2 });
  assert.deepEqual(
    [total, data[0]!.description],
    [4, 'The first answer of gpt-5 and gpt-5-mini on CHATGPT.'],
  );
  assert.equal((await breaks({ startDate: '2026-02-10', endDate: '2026-02-10' })).total, 1);
  assert.equal((await breaks({ startDate: '2026-02-11', endDate: '2026-02-28' })).total, 0);
});

test('another surface, and another version of the extraction beside an older one', async () => {
  await app.app.services.db.tenant(org.id, async (tx) => {
    await tx`update runs set surface = 'API', extraction_version = 0
      where org_id = ${org.id} and executed_at < '2026-01-31'`;
    await tx`update runs set surface = 'API_WEB_SEARCH'
      where org_id = ${org.id} and executed_at between '2026-02-10' and '2026-02-28' and brand_id = ${brandId}`;
  });
  assert.deepEqual(await told({ startDate: '2026-02-01', endDate: '2026-02-28' }), [
    ['2026-02-10', 'extraction', null, { extractionVersion: EXTRACTION_VERSION }],
    ['2026-02-10', 'model', 'CHATGPT', { models: ['gpt-5', 'gpt-5-mini'] }],
    ['2026-02-10', 'platform', 'CHATGPT', { surfaces: ['API_WEB_SEARCH'] }],
  ]);
  await app.sql(org)`update runs set extraction_version = ${EXTRACTION_VERSION} where org_id = ${org.id}`;
  assert.ok(
    (await breaks(until2026)).data.every(({ kind }) => kind !== 'extraction'),
    'all were read by one',
  );
});

test('prompts that were added and archived, and names that changed; what changes none is no break', async () => {
  const now = () => told({ startDate: today, endDate: today });
  const [prompts, ...none] = await now();
  assert.deepEqual(prompts, [today, 'prompts', null, { added: 2, archived: 0 }]);
  assert.deepEqual(none, []);
  const [query] = (await call('listQueries', { query: { brandId } })).json.data;
  await call('archiveQuery', { ids: [query!.id] });
  await call('updateBrand', { ids: [brandId], body: { name: 'Lumenfold', description: 'A lamp.' } });
  assert.deepEqual(await now(), [[today, 'prompts', null, { added: 2, archived: 1 }]]);

  await call('updateBrand', { ids: [brandId], body: { aliases: ['Lumen Fold'] } });
  const rival = (await call('createCompetitor', { ids: [brandId], body: { name: 'Gleamwell' } })).json;
  await call('updateCompetitor', { ids: [rival.id], body: { name: 'Gleamwell Ltd' } });
  await call('deleteCompetitor', { ids: [rival.id] });
  const other = (await call('listBrands', { query: { search: 'Otherlight' } })).json.data[0]!;
  await call('updateBrand', { ids: [other.id], body: { name: 'Elsewhere' } });
  assert.deepEqual((await now())[0], [
    today,
    'names',
    null,
    {
      changes: [
        { subject: 'BRAND', change: 'CHANGED', name: 'Lumenfold', fields: ['aliases'] },
        { subject: 'COMPETITOR', change: 'ADDED', name: 'Gleamwell', fields: [] },
        { subject: 'COMPETITOR', change: 'CHANGED', name: 'Gleamwell Ltd', fields: ['name'] },
        { subject: 'COMPETITOR', change: 'REMOVED', name: 'Gleamwell Ltd', fields: [] },
      ],
    },
  ]);
});

test('the day from which on bounds are made by another method, for brands that are older', async () => {
  const methods = async () => (await breaks()).data.filter(({ kind }) => kind === 'method');
  assert.deepEqual(await methods(), [], 'no bounds were made before');
  const older = (days: number) =>
    app.sql(
      org,
    )`update brands set created_at = created_at - make_interval(days => ${days}) where id = ${brandId}`;
  await older(1);
  const [found, ...none] = await methods();
  assert.deepEqual([found!.platform, found!.details, none], [null, { method: 3 }, []]);
  assert.ok(found!.day <= today, found!.day);
  await older(-1);
});

test('pages by cursor hold each break once', async () => {
  const all = (await breaks({})).data;
  const seen = [];
  let after: string | undefined;
  do {
    const { data, next } = await breaks({ limit: 2, ...(after && { after }) });
    seen.push(...data);
    after = next ?? undefined;
  } while (after !== undefined);
  assert.deepEqual(seen, all);
  assert.ok(all.length > 2);
});

test('the same by API key; another’s brand, and one that is not the key’s, have none', async () => {
  const operation = operations.find(({ id }) => id === 'getReportBreaks')!;
  const byKey = async (key: string, brand = brandId) => {
    const path = `/api/customer/v1/breaks?brandId=${brand}&startDate=2020-01-01`;
    const answer = await app.call('GET', path, { key });
    check(operation, answer);
    return answer;
  };
  assert.deepEqual((await byKey(org.key)).json, await breaks());
  const none = { data: [], total: 0, next: null };
  const foreign = await app.organisation();
  assert.deepEqual((await byKey(foreign.key)).json, none);
  assert.deepEqual((await byKey(org.key, 'unknown')).json, none);
  const other = (await call('listBrands', { query: { search: 'Elsewhere' } })).json.data[0]!;
  const { key } = (await call('createApiKey', { body: { name: 'Limited', brandIds: [other.id] } })).json;
  assert.deepEqual((await byKey(key)).json, none);
  assert.ok((await byKey(key, other.id)).json.total > 0);
  assert.equal((await byKey((await app.organisation({ plan: 'GROWTH' })).key)).status, 402);
  for (const query of [{}, { brandId, startDate: '2026-02-02', endDate: '2026-02-01' }])
    assert.equal((await call('listBreaks', { query: query as Record<string, string> })).status, 400);
});

test('a brands file that changes one is a break of all that there were', async () => {
  const { db } = app.app.services;
  const file = [{ name: 'Elsewhere', aliases: ['Else Where'] }];
  const names = async (id: string) =>
    (await breaks({ brandId: id, startDate: today, endDate: today })).data
      .filter(({ kind }) => kind === 'names')
      .flatMap(({ details }) => details.changes!.filter(({ subject }) => subject === 'BRANDS_FILE'));
  const late = await putBrands(db, org.id, [{ name: 'Newcomer' }], operator(org.id));
  assert.equal(late.created, 1);
  assert.deepEqual(await names(brandId), [], 'one that is added changes no other');
  await putBrands(db, org.id, file, operator(org.id));
  await putBrands(db, org.id, file, operator(org.id));
  assert.deepEqual(await names(brandId), [
    { subject: 'BRANDS_FILE', change: 'CHANGED', name: null, fields: [] },
  ]);
});

/** A change of names, as a break lists it. `name` is null for the present one. */
interface Change {
  subject: 'BRAND' | 'COMPETITOR' | 'BRANDS_FILE';
  change: 'CHANGED' | 'ADDED' | 'REMOVED';
  name: string | null;
  fields: string[];
}

test('changes of names, in any order, are breaks of the brands that there were, as a plain model says', async () => {
  const someone = await app.organisation({ brands: [{ name: 'In the file' }] });
  const by = callerWith(app, await app.login(someone));
  const filed = (await by('listBrands')).json.data[0]!.id;
  const changes = new Map<string, Change[]>([[filed, []]]);
  const names = new Map([[filed, 'In the file']]);
  /** Competitors that there are, with their brand and name. */
  const rivals: { id: string; brand: string; name: string; own: Change[] }[] = [];
  const step = fc.record({
    how: fc.constantFrom(
      ...[
        'brand',
        'alias',
        'name',
        'description',
        'rival',
        'rival',
        'rival alias',
        'rival name',
        'no rival',
        'file',
      ],
    ),
    which: fc.nat(20),
  });
  for (const [at, { how, which }] of fc.sample(step, { seed: 5, numRuns: 40 }).entries()) {
    const brand = [...changes.keys()][which % changes.size]!;
    const own = changes.get(brand)!;
    if (how === 'brand') {
      const { id } = (await by('createBrand', { body: { name: `Brand ${at}` } })).json;
      changes.set(id, []);
      names.set(id, `Brand ${at}`);
    } else if (how === 'alias') {
      await by('updateBrand', { ids: [brand], body: { aliases: [`Alias ${at}`] } });
      own.push({ subject: 'BRAND', change: 'CHANGED', name: null, fields: ['aliases'] });
    } else if (how === 'name' && brand !== filed) {
      await by('updateBrand', { ids: [brand], body: { name: `Brand ${at}` } });
      names.set(brand, `Brand ${at}`);
      own.push({ subject: 'BRAND', change: 'CHANGED', name: `Brand ${at}`, fields: ['name'] });
    } else if (how === 'description')
      await by('updateBrand', { ids: [brand], body: { description: `It is ${at}.` } });
    else if (how === 'rival' && brand !== filed) {
      const name = `Rival ${at}`;
      const { id } = (await by('createCompetitor', { ids: [brand], body: { name } })).json;
      rivals.push({ id, brand, name, own: [] });
      own.push({ subject: 'COMPETITOR', change: 'ADDED', name, fields: [] });
    } else if (how === 'file') {
      const file = [{ name: names.get(filed)!, aliases: [`Filed ${at}`] }];
      await putBrands(app.app.services.db, someone.id, file, operator(someone.id));
      for (const each of changes.values())
        each.push({ subject: 'BRANDS_FILE', change: 'CHANGED', name: null, fields: [] });
    } else {
      const rival = rivals[which % Math.max(1, rivals.length)];
      if (!rival || !/rival /.test(how)) continue;
      const own = changes.get(rival.brand)!;
      if (how === 'no rival') {
        await by('deleteCompetitor', { ids: [rival.id] });
        rivals.splice(rivals.indexOf(rival), 1);
        own.push({ subject: 'COMPETITOR', change: 'REMOVED', name: rival.name, fields: [] });
        continue;
      }
      const isNamed = how === 'rival name';
      const body = isNamed ? { name: `Rival ${at}` } : { aliases: [`Alias ${at}`] };
      await by('updateCompetitor', { ids: [rival.id], body });
      if (isNamed) rival.name = `Rival ${at}`;
      const change: Change = {
        ...{ subject: 'COMPETITOR', change: 'CHANGED' },
        ...{ name: isNamed ? rival.name : null, fields: Object.keys(body) },
      };
      own.push(change);
      if (!isNamed) rival.own.push(change);
    }
  }
  // An entry without a name shows the present one.
  for (const { name, own } of rivals) for (const change of own) change.name = name;
  for (const [id, own] of changes) {
    const { data } = (await by('listBreaks', { query: { brandId: id, startDate: today } })).json;
    const found = data.filter(({ kind }) => kind === 'names');
    const expected = own.map(({ name, ...each }) => ({
      ...each,
      name: each.subject === 'BRAND' ? (name ?? names.get(id)) : name,
    }));
    assert.deepEqual(
      found.map(({ details }) => details.changes),
      own.length === 0 ? [] : [expected],
      names.get(id),
    );
  }
  assert.ok(changes.size > 3 && rivals.length > 1, `${changes.size} brands, ${rivals.length} competitors`);
});
