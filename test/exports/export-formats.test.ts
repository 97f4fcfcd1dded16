// long: 23 s
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { callerWith } from '../support/callers/caller.ts';
import { downloadExport, makeExport } from '../support/callers/exports.ts';
import { withApp } from '../support/callers/organisation.ts';
import { aboutOf, readWorkbook } from '../support/outputs/workbook.ts';

type Row = Record<string, unknown>;

const app = await withApp({});
const org = await app.organisation({
  brands: [{ name: 'Lumenfold' }, { name: '=Gleam "well"' }, { name: 'Unseen' }],
});
await app.ingest(
  org,
  ['@sum', '-1+1', '\tTab', 'Plain, with "quotes"\nand a line'].flatMap((queryText, at) =>
    ['Lumenfold', '=Gleam "well"'].map((brand) => ({
      brand,
      queryText,
      answer: `${brand} is good.`,
      executedAt: new Date(Date.now() - (at + 1) * 3_600_000).toISOString(),
      ...(at % 2 === 0 ? { citations: [{ url: 'https://a.example/1', title: '+Ti\u2028tle' }] } : {}),
      searchQueries: ['=search', `lamp ${at % 3}`],
    })),
  ),
);
await app.snapshot();
const token = await app.login(org);
const call = callerWith(app, token);
const { data } = (await app.call('GET', '/api/brands', { token })).json;
const lumenfold = data.find(({ name }: { name: string }) => name === 'Lumenfold').id;

async function reportRows(report: string, body: object = {}): Promise<Row[]> {
  return (await app.call('POST', `/api/reports/${report.toLowerCase()}`, { token, body })).json.data;
}

function flat(row: Row, prefix = ''): Row {
  return Object.assign(
    {},
    ...Object.entries(row).map(([name, value]) =>
      value !== null && typeof value === 'object'
        ? flat(value as Row, `${prefix}${name}_`)
        : { [prefix + name]: value },
    ),
  );
}

/** RFC 4180 with a header. */
function parseCsv(text: string): Row[] {
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g);
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of cells) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') lines.push([]);
  }
  const [header = [], ...rows] = lines.filter(({ length }) => length > 0);
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at]])));
}

for (const report of ['BRANDS', 'QUERIES', 'MENTIONS']) {
  test(`createExport of ${report} as NDJSON: the report's rows in its order`, async () => {
    const done = await makeExport(call, { report, format: 'NDJSON' });
    const rows = await reportRows(report);
    assert.equal(done.state, 'COMPLETED', String(done.reason));
    assert.equal(done.rowsWritten, rows.length);
    assert.equal(done.rowsTotal, rows.length);
    const response = await downloadExport(app, token, done.id);
    assert.equal(response.headers.get('content-type'), 'application/x-ndjson');
    assert.equal(Number(response.headers.get('content-length')), done.bytes);
    const lines = (await response.text()).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      rows,
    );
  });

  test(`createExport of ${report} as CSV: flat columns, formulas defused`, async () => {
    const done = await makeExport(call, { report, format: 'CSV' });
    const response = await downloadExport(app, token, done.id);
    assert.match(
      response.headers.get('content-disposition') ?? '',
      new RegExp(
        `^attachment; filename="sightline-${report.toLowerCase()}_all-brands_[\\d-]+_[\\d-]+_${done.snapshotId}\\.csv"$`,
      ),
    );
    const rows = parseCsv(await response.text());
    assert.ok(rows.some((row) => row['brand_name'] === `'=Gleam "well"`));
    const cell = (value: unknown) => {
      if (value === null) return '';
      return typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    };
    const expected = (await reportRows(report)).map((row) =>
      Object.fromEntries(Object.entries(flat(row)).map(([name, value]) => [name, cell(value)])),
    );
    assert.deepEqual(Object.keys(rows[0] ?? {}), Object.keys(expected[0] ?? {}));
    // A number may be written as 70.0.
    const read = rows.map((row, at) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => {
          const wanted = expected[at]?.[name];
          return [name, typeof wanted === 'string' ? value : JSON.parse(String(value))];
        }),
      ),
    );
    assert.deepEqual(read, expected);
  });

  test(`createExport of ${report} as XLSX: numbers, dates and texts as in the report, and what they are`, async () => {
    const done = await makeExport(call, { report, format: 'XLSX', parameters: { brand_id: lumenfold } });
    assert.equal(done.state, 'COMPLETED', String(done.reason));
    const response = await downloadExport(app, token, done.id);
    assert.match(response.headers.get('content-disposition') ?? '', /_Lumenfold_[\d-]+_[\d-]+_.*\.xlsx"$/);
    assert.equal(
      response.headers.get('content-type'),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    const [sheet, about] = await readWorkbook(Buffer.from(await response.arrayBuffer()));
    const expected = (await reportRows(report, { brand_id: lumenfold })).map((row) => flat(row));
    assert.equal(sheet?.name.toUpperCase(), report);
    const [names = [], ...rows] = sheet?.rows ?? [];
    assert.deepEqual(names, Object.keys(expected[0] ?? {}));
    assert.deepEqual(
      rows.map((row) => names.map((_, at) => row[at] ?? null)),
      expected.map((row) =>
        Object.entries(row).map(([name, value]) => (name.endsWith('At') ? new Date(value as string) : value)),
      ),
    );
    const { facts, columns } = aboutOf(about?.rows ?? []);
    assert.equal(facts.get('Brand'), 'Lumenfold');
    assert.equal(facts.get('Snapshot'), done.snapshotId);
    assert.equal((facts.get('Last day (UTC)') as Date).toISOString().slice(0, 10), done.parameters?.end_date);
    assert.deepEqual([...columns.keys()], names);
  });

  test(`createExport of ${report} as PARQUET: typed columns, text as it is`, async () => {
    const done = await makeExport(call, { report, format: 'PARQUET' });
    const path = join(app.dataDir, `${report}.parquet`);
    writeFileSync(path, Buffer.from(await (await downloadExport(app, token, done.id)).arrayBuffer()));
    const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    const result = await duckdb.runAndReadAll(`select * from '${path}'`);
    const time = result.columnNames().findIndex((name) => name.endsWith('At'));
    if (time !== -1) assert.equal(String(result.columnTypes()[time]), 'TIMESTAMP WITH TIME ZONE');
    const read = result
      .getRowObjectsJS()
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === 'bigint' ? Number(value) : value instanceof Date ? value.toISOString() : value,
          ]),
        ),
      );
    assert.deepEqual(
      read,
      (await reportRows(report)).map((row) => flat(row)),
    );
  });
}

const BREAKDOWNS = [
  {
    report: 'BRANDS',
    dimensions: ['platform', 'day'],
    order_by: [{ field: 'visibility', direction: 'desc' }],
  },
  {
    report: 'BRANDS',
    include: ['intervals', 'share_of_voice', 'competitors', 'coverage', 'evidence'],
    compare_to: 'previous',
  },
  {
    report: 'QUERIES',
    dimensions: ['query', 'tag'],
    having: [{ field: 'visibility_total', operator: 'gte', value: 1 }],
  },
  {
    report: 'QUERIES',
    include: ['evidence'],
    filters: [{ field: 'query', operator: 'contains', values: ['S', 't'] }],
  },
  {
    report: 'MENTIONS',
    dimensions: ['domain', 'branded'],
    compare_to: 'previous',
    include: ['intervals', 'evidence'],
  },
  { report: 'MENTIONS', filters: [{ field: 'domain', operator: 'in', values: ['a.example', null] }] },
  { report: 'SOURCES', by: 'url', filters: [{ field: 'competitor', operator: 'not_in', values: ['none'] }] },
  { report: 'SOURCES', dimensions: ['page_type'], include: ['intervals', 'competitors'] },
  { report: 'SEARCHES', compare_to: 'previous', include: ['evidence'] },
  {
    report: 'MENTIONS',
    dimensions: ['model'],
    filters: [{ field: 'query', operator: 'in', values: ['none'] }],
  },
];
for (const { report, ...parameters } of BREAKDOWNS)
  test(`createExport of ${report} with ${Object.keys(parameters).join(', ')}: the answer's rows in each format`, async () => {
    const path = `/api/reports/${report.toLowerCase()}`;
    const { json } = await app.call('POST', path, { token, body: parameters });
    const made = async (format: string) => {
      const done = await makeExport(call, { report, format, parameters });
      assert.equal(done.state, 'COMPLETED', String(done.reason));
      assert.deepEqual([done.rowsWritten, done.rowsTotal], [json.total, json.total]);
      const { brand_id: _, start_date, end_date, ...asked } = done.parameters!;
      assert.deepEqual(asked, parameters);
      return Buffer.from(await (await downloadExport(app, token, done.id)).arrayBuffer());
    };
    const lines = String(await made('NDJSON'))
      .split('\n')
      .filter((line) => line !== '');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      json.data,
    );
    assert.ok(lines.length > 0 || parameters.dimensions?.[0] === 'model');

    const file = join(app.dataDir, `${report}.parquet`);
    writeFileSync(file, await made('PARQUET'));
    const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    const result = await duckdb.runAndReadAll(`select * from '${file}'`);
    const types = new Set(result.columnTypes().map(String));
    for (const type of types)
      assert.match(type, /^(BIGINT|INTEGER|DOUBLE|VARCHAR|BOOLEAN|TIMESTAMP WITH TIME ZONE)$/);
    const names = result.columnNames();
    const typed = result
      .getRowsJson()
      .map((row) => row.map((value) => (value === null ? '' : String(value))));
    const leaves = json.data.map((row: Row) => flatLeaves(row));
    typed.forEach((row, at) => {
      for (const [index, name] of names.entries())
        if (!name.endsWith('At')) assert.equal(row[index], leaves[at][name] ?? '', `${name} of ${at}`);
      for (const name of Object.keys(leaves[at])) assert.ok(names.includes(name), name);
    });

    const [sheet, about] = await readWorkbook(await made('XLSX'));
    const [header = [], ...cells] = sheet?.rows ?? [];
    assert.deepEqual(header, names);
    assert.deepEqual(
      cells.map((row) =>
        names.map((_, at) => (row[at] instanceof Date ? row[at].toISOString() : String(row[at] ?? ''))),
      ),
      leaves.map((leaf: Record<string, string>) =>
        names.map((name) => {
          const value = leaf[name] ?? '';
          return /^day$|_day$/.test(name) && value !== '' ? new Date(value).toISOString() : value;
        }),
      ),
    );
    for (const [name, meaning] of aboutOf(about?.rows ?? []).columns)
      assert.ok(meaning, `${name} is explained`);

    const rows = parseCsv(String(await made('CSV')));
    assert.equal(rows.length, json.data.length);
    if (rows.length > 0) assert.deepEqual(Object.keys(rows[0]!), names);
    rows.forEach((row, at) => {
      for (const [name, value] of Object.entries(row))
        assert.equal(
          String(value).replace(/^'|\.0$/g, ''),
          (leaves[at][name] ?? '').replace(/\.0$/, ''),
          name,
        );
    });
  });

/** The texts of a row's flat columns. */
function flatLeaves(row: Row): Record<string, string> {
  const { dimensions, evidence, competitors, previous, ...rest } = row;
  const { run_ids } = (evidence ?? {}) as { run_ids?: string[] };
  const values = {
    ...flat({ ...rest, ...(dimensions as Row), ...(previous ? { previous } : {}) }),
    ...(run_ids && { evidence_run_ids: run_ids.join(' ') }),
    ...(competitors ? { competitors: JSON.stringify(competitors) } : {}),
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? '' : String(value)]),
  );
}

test('createExport of CSV with the signs of another language', async () => {
  const parameters = { dimensions: ['query'], csv: { bom: true, delimiter: 'semicolon', decimal: 'comma' } };
  const made = async (asked: object) => {
    const done = await makeExport(call, { report: 'BRANDS', format: 'CSV', parameters: asked });
    assert.equal(done.state, 'COMPLETED', String(done.reason));
    return {
      done,
      text: Buffer.from(await (await downloadExport(app, token, done.id)).arrayBuffer()).toString(),
    };
  };
  const { done, text } = await made(parameters);
  assert.deepEqual(done.parameters?.['csv'], parameters.csv);
  const plain = await made({ dimensions: ['query'] });
  assert.match(text, /^\uFEFFbrand_id;brand_name;/);
  assert.match(plain.text, /^brand_id,brand_name,/);
  const read = (content: string, delimiter: string) => parse(content, { delimiter, bom: true }) as string[][];
  assert.deepEqual(
    read(text, ';'),
    read(plain.text, ',').map((row) =>
      row.map((cell) => (/^\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell)),
    ),
  );
  assert.ok(/;\d+,\d+;/.test(text));
});

test('createExport refuses what the report would refuse, with the place in the parameters', async () => {
  const refused = async (body: object, message: string) => {
    const answer = await call('createExport', { body });
    assert.equal(answer.status, 400, answer.text);
    assert.ok(answer.json.message.startsWith(message), answer.json.message);
  };
  await refused(
    { report: 'BRANDS', format: 'CSV', parameters: { dimensions: ['domain'] } },
    'parameters.dimensions[0] must be one of day,',
  );
  await refused(
    { report: 'BRANDS', format: 'XLSX', parameters: { csv: { bom: true } } },
    'parameters.csv.bom is for CSV alone.',
  );
  await refused(
    { report: 'BRANDS', format: 'CSV', parameters: { csv: { decimal: 'comma' } } },
    'parameters.csv.decimal can be comma only where delimiter is semicolon or tab.',
  );
  await refused(
    {
      report: 'QUERIES',
      format: 'CSV',
      parameters: { having: [{ field: 'visibilty', operator: 'gte', value: 1 }] },
    },
    'parameters.having[0].field must be one of visibility_score,',
  );
  await refused(
    { report: 'MENTIONS', format: 'CSV', parameters: { compare_to: 'previous' } },
    'parameters.compare_to needs dimensions',
  );
  await refused(
    {
      report: 'BRANDS',
      format: 'CSV',
      parameters: { filters: [{ field: 'platform', operator: 'in', values: ['CHATGTP'] }] },
    },
    'parameters.filters[0].values[0] must be one of CHATGPT, CLAUDE, GEMINI, PERPLEXITY, GROK, DEEPSEEK, LLAMA, MISTRAL, GOOGLE_AI_OVERVIEW, GOOGLE_AI_MODE, COPILOT, META_AI, or OTHER: and a name. Did you mean "CHATGPT"?',
  );
});
