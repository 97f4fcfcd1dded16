// long: reads with a package from PyPI (SIGHTLINE_FOREIGN=1)
// SIGHTLINE_FOREIGN=1 npm test -- test/foreign/workbook.test.ts: a workbook as openpyxl reads it, a package from PyPI.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { breakdownOf } from '../../src/reports/breakdown/request.ts';
import { flatColumns, flatRow } from '../../src/reports/flat.ts';
import { reportOf } from '../../src/reports/reports.ts';
import { temporaryFolder } from '../support/for-file.ts';
import { startTestApp } from '../support/server/app.ts';

const skip =
  process.env['SIGHTLINE_FOREIGN'] === '1' ? false : 'needs SIGHTLINE_FOREIGN=1, Python 3.11 and registries';
const run = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const folder = temporaryFolder();

/** A cell as openpyxl has it: its type (s text, n number or none, b boolean, d date) and its value. */
type Cell = ['s' | 'n' | 'b' | 'd' | 'f' | 'e', string | number | boolean | null];
const RANGE = { start_date: '2026-01-01', end_date: '2026-01-31' };
const ASKED = [
  ['reportMentions', {}],
  ['reportBrands', { dimensions: ['day', 'platform'], include: ['intervals', 'counts'] }],
  ['reportSources', { include: ['competitors', 'coverage'] }],
] as const;

test('openpyxl reads each cell of a workbook as the JSON has it, to the digit', {
  skip,
  timeout: 300_000,
}, async () => {
  await run('python3', ['-m', 'venv', join(folder, 'venv')]);
  const python = join(folder, 'venv/bin/python');
  await run(python, [
    '-m',
    'pip',
    'install',
    '-q',
    '--no-cache-dir',
    '-r',
    here('workbook-requirements.txt'),
  ]);
  await using app = await startTestApp();
  const org = await app.organisation({ brands: [{ name: '=Lumenfold & Söhne <x>' }] });
  await app.ingest(
    org,
    Array.from({ length: 50 }, (_, at) => ({
      brand: '=Lumenfold & Söhne <x>',
      queryText:
        ['=1+1', '@SUM(A1)', '+1', '-1', ' blanks ', 'line\nbreak', '漢字 😀', '=cmd|"/c calc"!A1'][at % 8] ??
        '',
      platform: at % 3 === 0 ? 'CLAUDE' : 'CHATGPT',
      executedAt: new Date(Date.UTC(2026, 0, 1 + (at % 30), 5, 6, 7, at)).toISOString(),
      answer: '=Lumenfold & Söhne <x> is great.',
      ...(at % 7 === 0 ? { sentimentScore: at * 1.37 } : {}),
      citations: [{ url: `https://site${at % 7}.example/`, title: `=HYPERLINK("x${at}")` }],
    })),
  );
  await app.snapshot();
  for (const [report, asked] of ASKED) {
    const path = `/api/customer/v1/reports/${report.replace('report', '').toLowerCase()}`;
    const body = { ...RANGE, ...asked };
    const { json } = await app.call('POST', path, { key: org.key, body });
    const Accept = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const answer = await fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'X-API-Key': org.key, 'Content-Type': 'application/json', Accept },
      body: JSON.stringify(body),
    });
    const file = join(folder, `${report}.xlsx`);
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    const { stdout } = await run(python, [here('read_workbook.py'), file], { maxBuffer: 1 << 26 });
    const [sheet, about] = JSON.parse(stdout) as { name: string; rows: Cell[][] }[];
    const range = { start: RANGE.start_date, end: RANGE.end_date };
    const breakdown = breakdownOf(report, body as never, range);
    const columns = flatColumns(reportOf({ report, ...range, breakdown }).columns);
    const names = sheet?.rows[0]?.map(([, name]) => name) ?? [];
    const shown = columns.filter(({ name }) => names.includes(name));
    assert.deepEqual(
      names,
      shown.map(({ name }) => name),
    );
    assert.ok(json.data.length > 0);
    json.data.forEach((row: Record<string, unknown>, at: number) => {
      const cells = sheet?.rows[at + 1] ?? [];
      Object.values(flatRow(shown, row)).forEach((value, column) => {
        const name = names[column] as string;
        const isDate = typeof value === 'string' && /^day$|_day$|At$/.test(name);
        const type = isDate
          ? 'd'
          : { string: 's', number: 'n', boolean: 'b', object: 'n' }[typeof value as 'string'];
        const wanted = isDate ? new Date(value).toISOString() : value;
        assert.deepEqual(cells[column], [type, wanted], `${name} of row ${at}`);
      });
    });
    assert.equal(sheet?.rows.length, json.data.length + 1);
    assert.deepEqual(about?.rows[0]?.slice(0, 2), [
      ['s', 'Report'],
      ['s', report.replace('report', '')],
    ]);
  }
});
