import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { startTestApp, type TestApp, type TestOrganisation } from '../support/app.ts';
import { type Caller, callerWith } from '../support/caller.ts';
import { downloadExport, makeExport } from '../support/exports.ts';

type Row = Record<string, unknown>;

let app: TestApp;
let org: TestOrganisation;
let token: string;
let call: Caller;

before(async () => {
  app = await startTestApp();
  org = await app.organisation({
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
        ...(at % 2 === 0 ? { citations: [{ url: 'https://a.example/1', title: '+Title' }] } : {}),
      })),
    ),
  );
  await app.snapshot();
  token = await app.login(org);
  call = callerWith(app, token);
});
after(() => app?.close());

async function reportRows(report: string): Promise<Row[]> {
  return (await app.call('POST', `/api/reports/${report.toLowerCase()}`, { token })).json.data;
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
      new RegExp(`^attachment; filename="sightline-${report.toLowerCase()}-[\\d-]+\\.csv"$`),
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
