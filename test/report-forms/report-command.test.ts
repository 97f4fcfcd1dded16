// long: 10 s
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { callerWith } from '../support/callers/caller.ts';
import { withApp } from '../support/callers/organisation.ts';
import { forFile } from '../support/for-file.ts';
import { aboutOf, readWorkbook } from '../support/outputs/workbook.ts';
import { completeRun } from '../support/server/app.ts';
import { startCommandHost } from '../support/server/programs.ts';

const DAYS = { start_date: '2026-02-01', end_date: '2026-02-28' };

const app = await withApp();
const commands = await forFile(startCommandHost({ DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir }));
const org = await app.organisation({
  brands: [{ name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] }, { name: '=1+1' }],
});
const runs = Array.from({ length: 60 }, (_, at) => ({
  brand: at % 5 === 0 ? '=1+1' : 'Lumenfold',
  platform: at % 2 === 0 ? ('CHATGPT' as const) : ('CLAUDE' as const),
  queryText: `Which lamp, number ${at % 12}, is the easiest on the eyes when one reads all evening?`,
  answer: at % 3 === 0 ? 'Gleamwell first, then Lumenfold.' : at % 3 === 1 ? 'Lumenfold is great.' : 'None.',
  executedAt: `2026-0${1 + (at % 2)}-${10 + (at % 12)}T12:00:00Z`,
  ...(at % 4 === 0 ? { model: 'gpt-5' } : {}),
  citations: at % 4 === 0 ? [] : [{ url: `https://site${at % 4}.example/${at % 2}` }],
  searchQueries: at % 3 === 0 ? ['best lamp'] : ['lamp for reading'],
}));
await app.ingest(org, runs);
await app.snapshot();

async function report(name: string, ...options: string[]): Promise<string> {
  const args = ['report', name, '--org', org.id, '--start', DAYS.start_date, '--end', DAYS.end_date];
  const { code, stdout, stderr } = await commands.run([...args, ...options], '');
  assert.equal(code, 0, `${options.join(' ')}: ${stderr}`);
  return stdout;
}
async function refused(complaint: RegExp, name: string, ...options: string[]) {
  const { code, stdout, stderr } = await commands.run(['report', name, '--org', org.id, ...options], '');
  assert.deepEqual([code, stdout], [2, ''], stderr);
  assert.match(stderr, complaint);
}
async function answer(name: string, body: object) {
  const path = `/api/customer/v1/reports/${name}`;
  const { status, json, text } = await app.call('POST', path, { key: org.key, body: { ...DAYS, ...body } });
  assert.equal(status, 200, text);
  return json;
}

test('every option asks what the field of the request asks', async () => {
  assert.deepEqual(
    JSON.parse(
      await report(
        ...(['brands', '--dimensions', 'platform,week', '--order-by', '-visibility,name'] as const),
        ...['--filter', 'query:contains:lamp\\, number 1,lamp\\, number 2', '--filter', 'model:not_in:'],
        ...[
          '--having',
          'visibility_total:gte:1',
          '--include',
          'intervals,share_of_voice',
          '--format',
          'json',
        ],
      ),
    ),
    await answer('brands', {
      dimensions: ['platform', 'week'],
      order_by: [{ field: 'visibility', direction: 'desc' }, { field: 'brand' }],
      filters: [
        { field: 'query', operator: 'contains', values: ['lamp, number 1', 'lamp, number 2'] },
        { field: 'model', operator: 'not_in', values: [null] },
      ],
      having: [{ field: 'visibility_total', operator: 'gte', value: 1 }],
      include: ['intervals', 'share_of_voice'],
    }),
  );
  for (const [compare, compare_to] of [
    ['previous', 'previous'],
    ['2026-01-01..2026-01-20', { start_date: '2026-01-01', end_date: '2026-01-20' }],
  ] as const)
    assert.deepEqual(
      JSON.parse(await report('brands', '--compare', compare, '--format', 'json')),
      await answer('brands', { compare_to }),
    );
});

test('all rows are there in each format, and as files', async () => {
  const rows = (await answer('queries', { dimensions: ['query'] })).data;
  const all = ['queries', '--dimensions', 'query', '--all'] as const;
  const file = (name: string) => join(app.dataDir, name);
  assert.deepEqual(JSON.parse(await report(...all, '--format', 'json')).data, rows);
  const csv = await report(...all, '--format', 'csv');
  assert.match(csv, /^brand_id,brand_name,query_queryText,visibility,visibility_count,/);
  assert.equal(csv.trimEnd().split('\n').length, 1 + rows.length);
  assert.ok(csv.includes(",'=1+1,"), 'what a spreadsheet would run is text');
  assert.equal(await report(...all, '--format', 'csv', '--output', file('queries.csv')), '');
  assert.equal(readFileSync(file('queries.csv'), 'utf8'), csv);
  for (let times = 0; times < 2; times += 1)
    assert.equal(
      await report('queries', '--dimensions', 'query', '--format', 'parquet', '--output', file('q.parquet')),
      '',
    );
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  const read = await duckdb.runAndReadAll(`select query_queryText, visibility from '${file('q.parquet')}'`);
  assert.deepEqual(
    read.getRowObjectsJS(),
    rows.map(({ dimensions, visibility }: { dimensions: { query: object }; visibility: number }) => ({
      query_queryText: Object.values(dimensions.query)[0],
      visibility,
    })),
  );
  assert.deepEqual(
    readdirSync(app.dataDir).filter((name) => /new-|parts/.test(name)),
    [],
  );
});

test('a workbook is written as a file, and says what it is', async () => {
  const path = join(app.dataDir, 'brands.xlsx');
  assert.equal(await report('brands', '--dimensions', 'platform', '--format', 'xlsx', '--output', path), '');
  const { data } = await answer('brands', { dimensions: ['platform'] });
  const [sheet, about] = await readWorkbook(readFileSync(path));
  const [names = [], ...rows] = sheet?.rows ?? [];
  assert.deepEqual(
    rows.map((row) => [row[names.indexOf('platform')], row[names.indexOf('visibility')]]),
    data.map(({ dimensions, visibility }: { dimensions: { platform: string }; visibility: number }) => [
      dimensions.platform,
      visibility,
    ]),
  );
  assert.equal(aboutOf(about?.rows ?? []).facts.get('Divided by'), 'platform');
  await refused(/--format xlsx needs --output/, 'brands', '--format', 'xlsx');
  await refused(/--format xlsx has all rows/, 'brands', '--format', 'xlsx', '--output', path, '--limit', '1');
});

test('sources and searches are reports like others', async () => {
  assert.deepEqual(
    JSON.parse(await report('sources', '--by', 'url', '--filter', 'platform:in:CLAUDE', '--format', 'json')),
    await answer('sources', {
      by: 'url',
      filters: [{ field: 'platform', operator: 'in', values: ['CLAUDE'] }],
    }),
  );
  const { data } = await answer('sources', {});
  assert.ok(data.length > 2);
  assert.match(
    await report('sources'),
    /^brand +domain +type +page +share +answers +of +named +rivals +gaps\n(.*\n)+4 of 4\n$/,
  );
  const searches = await report('searches', '--include', 'intervals');
  assert.match(searches, /^brand +search +share +answers +of +named +own site\n(.*\n)+\d of \d\n$/);
  assert.match(searches, / best lamp +[\d.]+ \([\d.]+–[\d.]+\) /);
  const path = join(app.dataDir, 'sources.xlsx');
  assert.equal(await report('sources', '--format', 'xlsx', '--output', path), '');
  const [sheet] = await readWorkbook(readFileSync(path));
  assert.equal(sheet?.rows.length, 1 + data.length);
  await refused(/--by/, 'brands', '--by', 'url');
});

test('all rows are those of all pages, from one snapshot', async () => {
  const large = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const run = (at: number) => ({
    brand: 'Lumenfold',
    answer: 'Lumenfold.',
    executedAt: new Date(Date.now() - at).toISOString(),
  });
  // A page holds 1,000 rows with evidence.
  for (const [first, count] of [
    [0, 1000],
    [1000, 10],
  ] as const)
    await app.ingest(
      large,
      Array.from({ length: count }, (_, at) => run(60_000 * (1 + first + at))),
    );
  await app.snapshot();
  const { code, stdout, stderr } = await commands.run(
    ['report', 'mentions', '--org', large.id, '--include', 'evidence', '--all', '--format', 'json'],
    '',
  );
  assert.equal(code, 0, stderr);
  const { data, total } = JSON.parse(stdout);
  assert.deepEqual(
    [data.length, total, new Set(data.map(({ id }: { id: string }) => id)).size],
    [1010, 1010, 1010],
  );
});

test('an earlier snapshot has the rows of its time, printed, as a file and by its statements', async () => {
  const one = await app.organisation({ brands: [{ name: 'Lumenfold' }] });
  const ingestOne = async () => {
    await app.ingest(one, [completeRun({ brand: 'Lumenfold', answer: 'Lumenfold.' })]);
    return app.snapshot();
  };
  const earlier = await ingestOne();
  await ingestOne();
  const of = async (...options: string[]) => {
    const args = ['report', 'brands', '--org', one.id, ...options];
    const { code, stdout, stderr } = await commands.run(args, '');
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const totals = async (...options: string[]) =>
    JSON.parse(await of('--format', 'json', ...options)).data.map(
      (row: { visibility_total: number }) => row.visibility_total,
    );
  assert.deepEqual([await totals(), await totals('--snapshot', earlier)], [[2], [1]]);
  assert.match(await of('--sql', '--snapshot', earlier), new RegExp(`^-- Snapshot ${earlier}`));
  const path = join(app.dataDir, 'earlier.parquet');
  await of('--format', 'parquet', '--output', path, '--snapshot', earlier);
  const duckdb = await (await DuckDBInstance.create()).connect();
  const rows = await (await duckdb.run(`select visibility_total from '${path}'`)).getRowsJson();
  assert.deepEqual(rows, [['1']]);
  await refused(/--snapshot needs/, 'brands', '--sql', 'postgres', '--snapshot', earlier);
  const { code, stderr } = await commands.run(['report', 'brands', '--org', one.id, '--snapshot', 'x'], '');
  assert.notEqual(code, 0);
  assert.match(stderr, /snapshot/i);
});

test('a table fits in 100 columns, with bounds and verdicts, and tells what is unknown', async () => {
  const table = async (...options: [string, ...string[]]) => {
    const text = await report(...options);
    for (const line of text.split('\n')) assert.ok(line.length <= 100, line);
    return text;
  };
  const brands = await table(
    'brands',
    '--dimensions',
    'model',
    '--include',
    'intervals',
    '--compare',
    'previous',
  );
  assert.match(brands, /^brand +model +visibility +runs .*before +change +verdict/);
  assert.match(brands, /of \d+ \(position, sentiment.*: see csv or json\)$/m);
  assert.match(brands, /\(\d+(\.\d+)?–\d+(\.\d+)?\)/);
  assert.match(brands, /^Lumenfold +– /m);
  assert.match(brands, / (not_comparable|too_few|within_noise|up|down)/);
  assert.match(
    await table('queries', '--dimensions', 'query,platform', '--include', 'evidence,coverage'),
    /^brand +query +platform +visibility/,
  );
  await table('queries', '--include', 'evidence');
  await table('mentions', '--limit', '3');
  const readers = await table('mentions', '--dimensions', 'platform', '--include', 'readers');
  assert.match(readers, /sentiment +by lexicon +by model +sent +by person\n/);
  await table('mentions', '--dimensions', 'domain,tag', '--include', 'intervals', '--compare', 'previous');
});

test('a row is one line, and no text from elsewhere is obeyed by the terminal', async () => {
  const hostile = (name: string) => `${name}\u001b[2J\u009b31m\u0007\r\n0 of 0\t\u0085\u2028x`;
  const someone = await app.organisation({
    brands: [
      { name: hostile('Lumenfold'), aliases: ['Lumenfold'], competitors: [{ name: hostile('Gleamwell') }] },
    ],
  });
  const owner = callerWith(app, await app.login(someone));
  assert.equal((await owner('updateOrganisation', { body: { name: hostile('Someone') } })).status, 200);
  assert.equal((await owner('createApiKey', { body: { name: hostile('A key') } })).status, 201);
  await app.ingest(someone, [
    {
      ...{ brand: hostile('Lumenfold'), queryText: hostile('Which lamp?'), model: hostile('gpt-5') },
      ...{ executedAt: `${DAYS.end_date}T12:00:00Z` },
      answer: 'Lumenfold \u001b[2Jis great,\r\u009b31m said Gleamwell.',
      citations: [{ url: 'https://reviews.example/1', title: hostile('Lamps') }],
    },
  ]);
  await app.snapshot();
  const told = async (...args: string[]) => {
    const { code, stdout, stderr } = await commands.run(args, '');
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stdout, /[^\n\t\P{Cc}]|[\u2028\u2029]/u, JSON.stringify(stdout));
    return stdout.trimEnd().split('\n');
  };
  const range = ['--start', DAYS.start_date, '--end', DAYS.end_date];
  for (const [name, ...options] of [
    ['brands', '--dimensions', 'model,query', '--include', 'competitors,evidence'],
    ['queries', '--include', 'evidence'],
    ['mentions', '--include', 'evidence'],
  ] as const) {
    const lines = await told('report', name, '--org', someone.id, ...range, ...options);
    assert.equal(lines.length, 3, lines.join('\n'));
    assert.match(lines[1]!, /^Lumenfold/, name);
    assert.match(lines[2]!, /^1 of 1/, name);
  }
  const organisations = await told('org', 'list');
  assert.equal(organisations.filter((line) => line.startsWith(someone.id)).length, 1);
  assert.ok(
    organisations.every((line) => line.split('\t').length === 3),
    organisations.join('\n'),
  );
  for (const line of await told('key', 'list', '--org', someone.id))
    assert.equal(line.split('\t').length, 5, line);
});

test('wrong options are named, with what was given and the nearest word', async () => {
  await refused(
    /^--dimensions wek: must be one of day, week.* Did you mean "week"\?/,
    'brands',
    '--dimensions',
    'day,wek',
  );
  await refused(/^--filter platform=A: must be field:operator:values/, 'brands', '--filter', 'platform=A');
  await refused(
    /^--filter platfrom:in:CLAUDE: field must be one of .* Did you mean "platform"\?/,
    'brands',
    '--filter',
    'platfrom:in:CLAUDE',
  );
  await refused(
    /^--filter platform:in:CLAUD: values\[0\] must be one of .* Did you mean "CLAUDE"\?/,
    'brands',
    '--filter',
    'model:in:a',
    '--filter',
    'platform:in:CLAUD',
  );
  await refused(
    /^--having visibility:gte:x: value must be a number/,
    'brands',
    '--having',
    'visibility:gte:x',
  );
  await refused(
    /^--having visibility:gt:1: operator must be one of gte, lte/,
    'brands',
    '--having',
    'visibility:gt:1',
  );
  await refused(
    /^--order-by -visibilty: field must be one of .* Did you mean "visibility"\?/,
    'brands',
    '--order-by',
    'name,-visibilty',
  );
  await refused(
    /^--include interval: must be one of .* Did you mean "intervals"\?/,
    'mentions',
    '--include',
    'interval',
  );
  await refused(/^--compare last: must be previous or two days/, 'brands', '--compare', 'last');
  await refused(
    /^--compare 2026-02-30\.\.2026-03-01: start_date must be a date that exists|^--compare 2026-02-30/,
    'brands',
    '--compare',
    '2026-02-30..2026-03-01',
  );
  await refused(/^--compare previous: needs dimensions/, 'mentions', '--compare', 'previous');
  await refused(/parquet needs --output/, 'brands', '--format', 'parquet');
  await refused(/parquet has all rows/, 'brands', '--format', 'parquet', '--output', 'a', '--limit', '3');
  await refused(/no folder/, 'brands', '--output', join(app.dataDir, 'none', 'a.csv'));
  await refused(/--all.*cannot be used with.*--limit/, 'brands', '--all', '--limit', '3');
  await refused(/Did you mean --dimensions\?/, 'brands', '--dimension', 'day');
});
