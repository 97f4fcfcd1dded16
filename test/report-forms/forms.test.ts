// long: 13 s
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { columnsOf, columnsOfSomeRows } from '../../src/reports/breakdown/columns.ts';
import { type BrokenDown, breakdownOf } from '../../src/reports/breakdown/request.ts';
import { flatColumns, flatRow } from '../../src/reports/flat.ts';
import { LiveReports } from '../../src/reports/live-reports.ts';
import { type Reports, reportOf } from '../../src/reports/reports.ts';
import { reportFile } from '../../src/reports/spreadsheet/attached.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { aboutOf, partsOf, readWorkbook } from '../support/outputs/workbook.ts';

const ODD = ['=1+1', '+1', '-1', '@cmd', '\ttab', '＝1', 'a "b", c; d', 'line\nbreak', "'", '', 'ü'];
const RANGE = { start_date: '2026-01-01', end_date: '2026-01-31' };
const { app, org, token } = await withOrganisation({
  brands: [
    { name: 'Lumenfold', competitors: [{ name: 'Gleamwell' }] },
    { name: '=Quarvane', competitors: [] },
  ],
});
await app.ingest(
  org,
  Array.from({ length: 60 }, (_, at) => ({
    externalId: `run ${at}`,
    brand: at % 3 === 0 ? '=Quarvane' : 'Lumenfold',
    platform: at % 2 === 0 ? 'CHATGPT' : 'CLAUDE',
    queryText: `${ODD[at % ODD.length]} which lamp?`,
    model: at % 4 === 0 ? null : `${ODD[at % ODD.length]}x`,
    executedAt: new Date(Date.UTC(2026, 0, 1 + (at % 31), at % 24, 0, 0, at)).toISOString(),
    answer: at % 5 === 0 ? 'Nobody.' : 'Gleamwell is fine. Lumenfold is great, =Quarvane too.',
    ...(at % 7 === 0 ? { sentimentScore: at } : {}),
    ...(at % 3 === 0 ? { searchQueries: [`lamp ${at % 4}`, '=1+1'] } : {}),
    citations: at % 2 === 0 ? [] : [{ url: `https://site${at % 7}.example/`, title: ODD[at % ODD.length]! }],
  })),
);
await app.snapshot();

const REQUESTS: [report: BrokenDown, body: Record<string, unknown>][] = [
  ['reportBrands', {}],
  ['reportQueries', { limit: 20, offset: 3 }],
  ['reportMentions', {}],
  ['reportMentions', { limit: 2000 }],
  ['reportBrands', { start_date: '2020-01-01', end_date: '2020-01-02', dimensions: ['day'] }],
  ['reportBrands', { dimensions: ['platform', 'week'], include: ['share_of_voice'] }],
  ['reportQueries', { dimensions: ['query', 'model'] }],
  ['reportQueries', { sentiment_readers: ['SENT'] }],
  ['reportMentions', { sentiment_readers: ['SENT'] }],
  ['reportMentions', { dimensions: ['sentiment_reader', 'language'], include: ['readers', 'intervals'] }],
  ['reportMentions', { dimensions: ['domain', 'source_type'], order_by: [{ field: 'mention_count' }] }],
  [
    'reportMentions',
    { filters: [{ field: 'domain', operator: 'in', values: [null] }], include: ['evidence'] },
  ],
  [
    'reportBrands',
    {
      start_date: '2026-01-16',
      dimensions: ['model'],
      compare_to: 'previous',
      include: ['intervals', 'coverage', 'competitors', 'evidence'],
    },
  ],
  ['reportSources', { by: 'url', dimensions: ['platform'] }],
  [
    'reportSources',
    { compare_to: 'previous', start_date: '2026-01-16', include: ['intervals', 'competitors', 'coverage'] },
  ],
  ['reportSearches', { order_by: [{ field: 'search' }], include: ['evidence'] }],
];
const pathOf = (report: BrokenDown) =>
  `/api/customer/v1/reports/${report.replace('report', '').toLowerCase()}`;
const duckdb = await (await DuckDBInstance.create(':memory:')).connect();

for (const [report, body] of REQUESTS)
  test(`${report} ${JSON.stringify(body)} holds the same in every form`, async () => {
    const asked = { ...RANGE, ...body };
    const ask = async (Accept: string) => {
      const response = await fetch(`${app.url}${pathOf(report)}`, {
        method: 'POST',
        headers: { 'X-API-Key': org.key, 'Content-Type': 'application/json', Accept },
        body: JSON.stringify(asked),
      });
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type')?.split(';')[0], Accept);
      return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
    };
    const json = JSON.parse((await ask('application/json')).bytes.toString());
    assert.ok(json.data.length > 0 || asked.start_date.startsWith('2020'), 'there are rows');
    const range = { start: asked.start_date, end: asked.end_date };
    const breakdown = breakdownOf(report, asked as never, range);
    const { columns: all } = reportOf({ report, ...range, breakdown });
    const ofSomeRows = breakdown ? columnsOfSomeRows(breakdown) : [];
    const columns = flatColumns(columnsOf(json.data, all, ofSomeRows));
    const expected = json.data.map((row: Record<string, unknown>) => flatRow(columns, row));

    const lines = await ask('application/x-ndjson');
    assert.equal(lines.headers.get('x-total-count'), String(json.total));
    assert.deepEqual(
      lines.bytes
        .toString()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
      json.data,
    );

    const csv = await ask('text/csv');
    const cells = parse(csv.bytes, { columns: true }) as Record<string, string>[];
    const shown = (value: unknown) => {
      const text = value === null ? '' : String(value);
      return typeof value === 'string' && /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
    };
    assert.deepEqual(
      cells,
      expected.map((row: object) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(value)])),
      ),
    );
    const header = csv.bytes.toString().split('\n')[0];
    assert.equal(header, columns.map(({ name }) => name).join(','));
    // What is unknown is nothing, and a text without letters is not.
    const file = join(app.dataDir, 'page.csv');
    writeFileSync(file, csv.bytes);
    const types = columns.map(({ name, type }) => `'${name}': '${type === 'TIMESTAMP' ? 'VARCHAR' : type}'`);
    const read = await duckdb.runAndReadAll(
      `select * from read_csv('${file}', header = true, allow_quoted_nulls = false, quote = '"', escape = '"', new_line = '\\n', columns = {${types.join(', ')}})`,
    );
    assert.deepEqual(
      read.getRowObjectsJson(),
      expected.map((row: object) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value], at) => [
            name,
            typeof value === 'string'
              ? shown(value)
              : columns[at]?.type === 'BIGINT' && value !== null
                ? String(value)
                : value,
          ]),
        ),
      ),
    );

    const parquet = join(app.dataDir, 'page.parquet');
    writeFileSync(parquet, (await ask('application/vnd.apache.parquet')).bytes);
    const rows = (await duckdb.runAndReadAll(`select * from '${parquet}'`)).getRowObjects();
    assert.deepEqual(
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === 'bigint'
              ? Number(value)
              : typeof value === 'object' && value !== null && 'micros' in value
                ? new Date(Number((value as { micros: bigint }).micros / 1000n)).toISOString()
                : value,
          ]),
        ),
      ),
      expected,
    );

    const book = await ask('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    assert.match(
      book.headers.get('content-disposition') ?? '',
      /^attachment; filename="sightline-.*\.xlsx"$/,
    );
    const [sheet, about] = await readWorkbook(book.bytes);
    const [names = [], ...found] = sheet?.rows ?? [];
    assert.deepEqual(
      names,
      columns.map(({ name }) => name),
    );
    const inCell = (value: unknown, at: number) =>
      typeof value === 'string' && isDate(names[at] as string) ? new Date(value).getTime() : value;
    assert.deepEqual(
      found.map((row) =>
        names.map((_, at) => {
          const value = row[at] ?? null;
          return value instanceof Date ? value.getTime() : value;
        }),
      ),
      expected.map((row: object) => Object.values(row).map(inCell)),
    );
    const { facts, columns: meanings } = aboutOf(about?.rows ?? []);
    assert.equal(about?.name, 'About');
    assert.equal(facts.get('Snapshot'), book.headers.get('x-snapshot-id'));
    assert.equal(facts.get('Rows'), json.data.length);
    assert.equal(facts.get('Rows of the whole report'), json.total);
    assert.deepEqual([...meanings.keys()], names);
    for (const [name, meaning] of meanings)
      assert.ok(String(meaning ?? '').length > 3, `${name} is explained`);
  });

/** Columns of days and times. */
function isDate(name: string): boolean {
  return /^day$|_day$|At$|_at$|_seen$/.test(name);
}

test('a URL alone gives CSV, to a browser and to curl; Accept that names none of the forms gets JSON', async () => {
  const query = new URLSearchParams({
    ...RANGE,
    api_key: org.key,
    dimensions: 'platform,week',
    format: 'csv',
  });
  const url = `${app.url}/api/customer/v1/reports/brands?${query}`;
  const browser = await fetch(url, { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  assert.equal(browser.headers.get('content-type'), 'text/csv; charset=utf-8');
  const text = await browser.text();
  assert.match(text, /^brand_id,brand_name,platform,week,visibility,/);
  assert.equal(await (await fetch(url)).text(), text);
  const byBody = await app.call('POST', '/api/customer/v1/reports/brands', {
    key: org.key,
    headers: { Accept: 'text/csv' },
    body: { ...RANGE, dimensions: ['platform', 'week'] },
  });
  assert.equal(byBody.text, text);
  for (const Accept of ['text/html', 'image/*', 'nonsense']) {
    const { headers } = await fetch(url.replace('&format=csv', ''), { headers: { Accept } });
    assert.equal(headers.get('content-type'), 'application/json');
  }
});

test('CSV by URL with the signs of another language holds the same, from the engine and from rows made here', async () => {
  const ask = async (path: string, query: Record<string, string>) => {
    const sent = new URLSearchParams({ ...RANGE, api_key: org.key, format: 'csv', ...query });
    const response = await fetch(`${app.url}/api/customer/v1/reports/${path}?${sent}`);
    assert.equal(response.status, 200);
    return { text: Buffer.from(await response.arrayBuffer()).toString(), headers: response.headers };
  };
  const read = (content: string, delimiter: string) => parse(content, { delimiter, bom: true }) as string[][];
  const columnsOf: Record<string, string>[] = [
    { dimensions: 'model,platform' },
    { dimensions: 'model', include: 'intervals,competitors' },
  ];
  for (const [path, asked] of [
    ...columnsOf.map((query) => ['brands', query] as const),
    ['mentions', {}] as const,
    ['sources', { by: 'url' }] as const,
    ['searches', { include: 'intervals' }] as const,
  ]) {
    const plain = await ask(path, asked);
    assert.equal(plain.headers.get('content-disposition'), null);
    for (const [name, delimiter] of [['semicolon', ';'] as const, ['tab', '\t'] as const]) {
      const { text, headers } = await ask(path, { ...asked, bom: 'true', delimiter: name, decimal: 'comma' });
      assert.equal(text.charCodeAt(0), 0xfeff);
      const snapshot = headers.get('x-snapshot-id');
      assert.match(
        headers.get('content-disposition') ?? '',
        new RegExp(
          `^attachment; filename="sightline-${path}_all-brands_2026-01-01_2026-01-31_${snapshot}\\.csv"$`,
        ),
      );
      assert.deepEqual(
        read(text, delimiter),
        read(plain.text, ',').map((row) =>
          row.map((cell) => (/^-?\d+\.\d+(e-?\d+)?$/.test(cell) ? cell.replace('.', ',') : cell)),
        ),
      );
    }
    // The signs of today, asked for: the same bytes.
    assert.equal((await ask(path, { ...asked, delimiter: 'comma', decimal: 'point' })).text, plain.text);
  }
  const refused: [query: string, message: string][] = [
    ['format=csv&decimal=comma', 'decimal can be comma only where delimiter is semicolon or tab.'],
    ['format=xlsx&bom=true', 'bom is for CSV alone.'],
    ['delimiter=tab', 'delimiter is for CSV alone.'],
    ['format=csv&delimiter=pipe', 'delimiter must be one of comma, semicolon, tab.'],
  ];
  for (const [query, message] of refused) {
    const { status, json } = await app.call('GET', `/api/customer/v1/reports/brands?${query}`, {
      key: org.key,
    });
    assert.deepEqual([status, json.message], [400, message]);
  }
});

test('a workbook by URL names its brand and snapshot, is of that snapshot alone, and 304 while it stays', async () => {
  const brands = (await app.call('GET', '/api/brands', { token })).json.data;
  const { id } = brands.find(({ name }: { name: string }) => name === '=Quarvane');
  const get = (query: string, headers = {}) =>
    fetch(`${app.url}/api/reports/brands?${new URLSearchParams(RANGE)}&format=xlsx&${query}`, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
  const first = await get(
    `brand_id=${id}&dimensions=day&filters=platform:in:CHATGPT,CLAUDE&compare_to=previous`,
  );
  const snapshot = first.headers.get('x-snapshot-id');
  assert.equal(
    first.headers.get('content-disposition'),
    `attachment; filename="sightline-brands_Quarvane_2026-01-01_2026-01-31_${snapshot}.xlsx"`,
  );
  const [sheet, about] = await readWorkbook(new Uint8Array(await first.arrayBuffer()));
  const days = (sheet?.rows ?? []).slice(1).map((row) => row[sheet?.rows[0]?.indexOf('day') as number]);
  assert.ok(days.length > 1 && days.every((day) => day instanceof Date));
  const { facts } = aboutOf(about?.rows ?? []);
  assert.deepEqual(
    ['Brand', 'Only', 'Divided by', 'Compared with (UTC)', 'Snapshot'].map((name) => facts.get(name)),
    ['=Quarvane', 'platform in CHATGPT, CLAUDE', 'day', '2025-12-01 to 2025-12-31', snapshot],
  );
  const etag = first.headers.get('etag') ?? assert.fail();
  const same = `brand_id=${id}&dimensions=day&filters=platform:in:CHATGPT,CLAUDE&compare_to=previous`;
  assert.equal((await get(same, { 'If-None-Match': etag })).status, 304);
  const none = await get('brand_id=unknown&dimensions=day');
  assert.equal((await readWorkbook(new Uint8Array(await none.arrayBuffer())))[0]?.rows.length, 1);

  let neighbour = await app.organisation({ brands: [{ name: 'Besidelight', competitors: [] }] });
  while (neighbour.id.at(-1) === org.id.at(-1))
    neighbour = await app.organisation({ brands: [{ name: 'Besidelight', competitors: [] }] });
  await app.ingest(neighbour, [{ brand: 'Besidelight' }]);
  await app.snapshot();
  const later = await get(same, { 'If-None-Match': etag });
  assert.equal(later.status, 200);
  const [, of] = await readWorkbook(new Uint8Array(await later.arrayBuffer()));
  assert.equal(aboutOf(of?.rows ?? []).facts.get('Snapshot'), later.headers.get('x-snapshot-id'));
  assert.notEqual(later.headers.get('x-snapshot-id'), snapshot);
});

test('Postgres itself makes the same workbook, of data that has no snapshot', async () => {
  const live = new LiveReports(app.app.services.db);
  const days = { start: RANGE.start_date, end: RANGE.end_date };
  for (const [report, body] of REQUESTS) {
    const { limit = 1000, offset = 0, ...asked } = body as { limit?: number; offset?: number };
    const range = { ...days, ...('start_date' in asked && { start: asked.start_date as string }) };
    const breakdown = breakdownOf(report, asked as never, range);
    const call = { report, orgId: org.id, brand: null, allowed: null, ...range, limit, offset, breakdown };
    const sheets = async (reports: Reports) =>
      readWorkbook((await reports.render({ ...call, form: 'xlsx' })).body.identity);
    const [ours] = await sheets(app.app.services.reports);
    const [theirs, about] = await sheets(live);
    assert.deepEqual(theirs, ours, `${report} ${JSON.stringify(body)}`);
    assert.equal(aboutOf(about?.rows ?? []).facts.get('Snapshot'), 'live');
  }
});

test('a file names no brand that its reader may not see', async () => {
  const brands = (await app.call('GET', '/api/brands', { token })).json.data;
  const idOf = (wanted: string) => brands.find(({ name }: { name: string }) => name === wanted).id;
  const body = { name: 'One brand', scopes: ['reports:read'], brandIds: [idOf('Lumenfold')] };
  const { key } = (await app.call('POST', '/api/api-keys', { token, body })).json;
  const other = await app.organisation({ brands: [{ name: 'Elsewhere', competitors: [] }] });
  const elsewhere = (await app.call('GET', '/api/brands', { token: await app.login(other) })).json.data[0].id;
  for (const id of [idOf('=Quarvane'), elsewhere])
    for (const form of ['xlsx', 'csv&bom=true']) {
      const url = `${app.url}/api/customer/v1/reports/brands?${new URLSearchParams(RANGE)}&brand_id=${id}&format=${form}`;
      const answer = await fetch(url, { headers: { 'X-API-Key': key } });
      assert.equal(answer.status, 200);
      assert.ok(answer.headers.get('content-disposition')?.includes(`_${id}_`));
      const bytes = Buffer.from(await answer.arrayBuffer());
      const text = form === 'xlsx' ? [...partsOf(bytes).values()].join() : String(bytes);
      assert.doesNotMatch(text, /Quarvane|Elsewhere/);
    }
});

test('a report as a file to attach is the answer by URL, with its name', async () => {
  const { reports } = app.app.services;
  const range = { start: RANGE.start_date, end: RANGE.end_date };
  const call = {
    report: 'reportMentions',
    orgId: org.id,
    brand: null,
    allowed: null,
    ...range,
    limit: 7,
    offset: 0,
  };
  for (const form of ['xlsx', 'csv'] as const) {
    const file = await reportFile(reports, { ...call, report: 'reportMentions', form });
    const sent = new URLSearchParams({
      ...RANGE,
      limit: '7',
      format: form,
      ...(form === 'csv' && { bom: 'false' }),
    });
    const answer = await fetch(`${app.url}/api/reports/mentions?${sent}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    assert.deepEqual(Buffer.from(file.content), Buffer.from(await answer.arrayBuffer()));
    assert.equal(file.mediaType, answer.headers.get('content-type'));
    assert.equal(answer.headers.get('content-disposition'), `attachment; filename="${file.name}"`);
    assert.equal(String(file.total), answer.headers.get('x-total-count'));
  }
});

test('the parameters of a URL ask what the body asks, for keys and members', async () => {
  const by = (path: string, as: object) => app.call('GET', path, as);
  const url =
    '/reports/queries?start_date=2026-01-01&end_date=2026-01-31&limit=7&offset=1&dimensions=query,platform' +
    '&filters=query%3Anot_in%3Anone&filters=model%3Ain%3A%2C%2B1x&having=visibility_total%3Agte%3A1' +
    '&order_by=-visibility,query&include=coverage&compare_to=2025-12-01..2025-12-31';
  const body = {
    ...RANGE,
    limit: 7,
    offset: 1,
    dimensions: ['query', 'platform'],
    filters: [
      { field: 'query', operator: 'not_in', values: ['none'] },
      { field: 'model', operator: 'in', values: [null, '+1x'] },
    ],
    having: [{ field: 'visibility_total', operator: 'gte', value: 1 }],
    order_by: [{ field: 'visibility', direction: 'desc' }, { field: 'query' }],
    include: ['coverage'],
    compare_to: { start_date: '2025-12-01', end_date: '2025-12-31' },
  };
  const expected = await app.report(org, 'queries', body);
  assert.equal(expected.status, 200, expected.text);
  assert.ok(expected.json.data.length > 2);
  for (const _ of ['once', 'remembered'])
    assert.equal((await by(`/api/customer/v1${url}`, { key: org.key })).text, expected.text);
  assert.equal((await by(`/api${url}`, { token })).text, expected.text);
  assert.equal((await by(`/api/customer/v1${url}`, {})).status, 401);

  const refused: [query: string, message: RegExp][] = [
    ['dimensions=platfrom', /^dimensions\[0\] must be one of/],
    ['filters=platform', /^filters\[0\] must be field:operator:values/],
    ['filters=platform%3Ain%3ACHATGTP', /^filters\[0\]\.values\[0\] must be one of CHATGPT/],
    ['having=visibility%3Agte%3A1e3', /^having\[0\]\.value must be a number/],
    ['compare_to=last', /^compare_to must be previous or two days/],
    ['limit=1e2', /^limit must be an integer/],
    ['limit=20000', /^limit must be 10000 or less/],
    ['start_date=2026-02-30', /^start_date must be a date/],
    ['format=xml', /^format must be one of/],
    ['dimension=platform', /dimension/],
  ];
  for (const [query, message] of refused) {
    const { status, json } = await by(`/api/customer/v1/reports/brands?${query}`, { key: org.key });
    assert.equal(status, 400, query);
    assert.match(json.message, message);
  }
});

test('a report by URL is 304 while its organisation’s data stays, and 200 when that changes', async () => {
  const get = (query: string, headers = {}, method = 'GET') =>
    app.call(method, `/api/customer/v1/reports/brands?${query}`, { key: org.key, headers });
  // Organisations are spread over 16 files: a neighbour in another one changes nothing here.
  let neighbour = await app.organisation({ brands: [{ name: 'Otherlight', competitors: [] }] });
  while (neighbour.id.at(-1) === org.id.at(-1))
    neighbour = await app.organisation({ brands: [{ name: 'Otherlight', competitors: [] }] });
  await app.snapshot();
  const range = new URLSearchParams(RANGE).toString();
  const first = await get(range);
  const etag = first.headers.get('etag')!;
  assert.match(etag, /^(W\/)?"[\w-]{22}"$/);
  assert.equal(first.headers.get('cache-control'), 'private, no-cache');
  const same = await get(range, { 'If-None-Match': etag });
  assert.deepEqual([same.status, same.text], [304, '']);
  assert.equal(same.headers.get('x-snapshot-id'), first.headers.get('x-snapshot-id'));
  assert.equal((await get(range, { 'If-None-Match': etag }, 'HEAD')).status, 304);
  assert.equal((await get(range, {}, 'HEAD')).headers.get('etag')?.replace('W/', ''), etag.replace('W/', ''));
  for (const other of [`${range}&format=csv`, `${range}&dimensions=platform`, `${range}&limit=1`])
    assert.equal((await get(other, { 'If-None-Match': etag })).status, 200, other);
  assert.equal(
    (
      await app.call('GET', `/api/customer/v1/reports/brands?${range}`, {
        headers: { 'If-None-Match': etag },
      })
    ).status,
    401,
  );

  await app.ingest(neighbour, [{ brand: 'Otherlight' }]);
  await app.snapshot();
  const later = await get(range, { 'If-None-Match': etag });
  assert.equal(later.status, 304);
  assert.notEqual(later.headers.get('x-snapshot-id'), first.headers.get('x-snapshot-id'));
  await app.ingest(org, [{ brand: 'Lumenfold', executedAt: '2026-01-05T00:00:00Z' }]);
  await app.snapshot();
  const changed = await get(range, { 'If-None-Match': etag });
  assert.equal(changed.status, 200);
  assert.notEqual(changed.headers.get('etag'), etag);
  const old = await get(`${range}&snapshot_id=${first.headers.get('x-snapshot-id')}`);
  assert.equal(old.text, first.text);
});
