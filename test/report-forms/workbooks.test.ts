import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import fc from 'fast-check';
import { MOST_CHARACTERS, MOST_ROWS, RowWriter } from '../../src/reports/spreadsheet/cells.ts';
import { attachment, reportFileName } from '../../src/reports/spreadsheet/origin.ts';
import { type ReportSheet, reportWorkbook } from '../../src/reports/spreadsheet/report-workbook.ts';
import type { Columns } from '../../src/reports/wire.ts';
import { aboutOf, partsOf, readWorkbook } from '../support/outputs/workbook.ts';

const COLUMNS: Columns = {
  title: 'VARCHAR',
  'brand.name': 'VARCHAR',
  sentimentScore: 'DOUBLE',
  discoveredAt: 'TIMESTAMP',
};

interface Row extends Record<string, unknown> {
  title: string | null;
  brand: { name: string };
  sentimentScore: number | null;
  discoveredAt: string;
}

const sheetOf = (rows: ReportSheet['rows']): ReportSheet => ({
  report: 'reportMentions',
  brand: null,
  start: '2026-01-01',
  end: '2026-01-31',
  snapshotId: 'snapshot',
  breakdown: null,
  columns: COLUMNS,
  rows,
  total: null,
});
const bytesOf = async (rows: Row[]) => Buffer.concat(await reportWorkbook(sheetOf([rows])).toArray());
const row = (title: string | null, score: number | null = null, at = '2026-01-05T06:07:08.009Z'): Row => ({
  title,
  brand: { name: 'Lumenfold' },
  sentimentScore: score,
  discoveredAt: at,
});
const isWrong = (code: number) =>
  code < 32
    ? ![9, 10, 13].includes(code)
    : code === 0xfffe || code === 0xffff || (code >= 0xd800 && code <= 0xdfff);
/** What a cell can hold of a text, said in another way than the program does. */
const held = (text: string) =>
  Array.from(text, (one) => (isWrong(one.codePointAt(0) as number) ? '\uFFFD' : one)).join('');

const ODD = fc.constantFrom(
  ...['=', '+', '-', '@', '\t', '\r', '\n', '\r\n', '"', "'", '<', '>', '&', '&#13;', ']]>', ' ', '_'],
  ...[
    '_x0041_',
    '_x005F_',
    '_x000D_',
    'x0041_',
    '\u0000',
    '\u001f',
    '\u2028',
    '\ufffe',
    '\ud83d',
    '\ude00',
    '😀',
  ],
  ...['=1+1', 'A1', 'TRUE', '1e5', 'ü', '漢', '\u0085'],
);
const TEXT = fc.oneof(
  fc.array(ODD, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

test('random texts, numbers and times are read back by another library as they were', async () => {
  const one = fc.record({
    title: fc.option(TEXT),
    score: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    at: fc.date({ min: new Date('1900-03-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 30 }), async (some) => {
      const rows = some.map(({ title, score, at }) => row(title, score, at.toISOString()));
      const [sheet] = await readWorkbook(await bytesOf(rows));
      const read = (sheet?.rows ?? []).slice(1);
      assert.deepEqual(
        read.map(([title = null, , score = null]) => [title, score]),
        // Minus nothing is nothing, in JSON too.
        rows.map((each) => [
          each.title === null ? null : held(each.title),
          each.sentimentScore === null ? null : JSON.parse(JSON.stringify(each.sentimentScore)),
        ]),
      );
      read.forEach(([, , , at], index) => {
        const wanted = new Date(rows[index]?.discoveredAt as string).getTime();
        assert.ok(at instanceof Date);
        assert.ok(Math.abs(at.getTime() - wanted) <= 1, `${at.toISOString()} ${wanted}`);
      });
    }),
    { numRuns: 60 },
  );
});

test('whatever a text begins with, nothing runs it: cells have no formulas, and texts are inline', async () => {
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    '=cmd|"/c calc"!A1',
    '=HYPERLINK("https://x.example")',
  ];
  const parts = partsOf(await bytesOf(texts.map((text) => row(text))));
  const xml = parts.get('xl/worksheets/sheet1.xml') ?? assert.fail();
  assert.doesNotMatch(xml, /<f\b|t="str"/);
  assert.equal([...xml.matchAll(/<c r="A\d+" t="inlineStr"><is><t /g)].length, texts.length);
  assert.deepEqual([...parts.keys()].sort(), [
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
    'xl/worksheets/sheet2.xml',
  ]);
});

test('a text that no cell holds is cut, and About says so, and of characters that are replaced', async () => {
  const longest = 'x'.repeat(MOST_CHARACTERS);
  const texts = [longest, `${longest}y`, `y${'😀'.repeat(20_000)}`, 'a\u0001b'];
  const [sheet, about] = await readWorkbook(await bytesOf(texts.map((text) => row(text))));
  const [, whole, cut, ofPairs, replaced] = (sheet?.rows ?? []).map(([title]) => String(title));
  assert.ok(whole === longest);
  assert.ok(cut === `${'x'.repeat(MOST_CHARACTERS - 8)} … (cut)`);
  assert.ok(/^y😀+ … \(cut\)$/u.test(ofPairs ?? ''));
  assert.ok((ofPairs as string).length <= MOST_CHARACTERS);
  assert.equal(replaced, 'a\uFFFDb');
  const { facts } = aboutOf(about?.rows ?? []);
  assert.match(String(facts.get('Texts cut')), /^2 longer than 32767 characters/);
  assert.match(String(facts.get('Texts changed')), /^1 with characters/);
});

test('times before March 1900, which Excel counts otherwise, stay texts', async () => {
  const early = ['0001-01-01T00:00:00.000Z', '1900-02-28T23:59:59.999Z'];
  const times = [...early, '1900-03-01T00:00:00.000Z'];
  const [sheet] = await readWorkbook(await bytesOf(times.map((at) => row('x', 1, at))));
  const read = (sheet?.rows ?? []).slice(1).map(([, , , at]) => at);
  assert.deepEqual(read, [...early, new Date('1900-03-01T00:00:00Z')]);
});

test('the same rows are the same bytes', async () => {
  const rows = [row('one', 0.1), row('two')];
  assert.deepEqual(await bytesOf(rows), await bytesOf(rows));
});

test('columns are named A to XFD', () => {
  const cells = new RowWriter().row(Array(16_384).fill(1), []);
  for (const name of ['A1', 'Z1', 'AA1', 'AZ1', 'BA1', 'ZZ1', 'AAA1', 'XFD1'])
    assert.ok(cells.includes(`<c r="${name}">`), name);
  assert.equal(new Set([...cells.matchAll(/r="([A-Z]+1)"/g)].map(([, name]) => name)).size, 16_384);
});

test('a sheet takes 1,048,576 rows, and no more', () => {
  const writer = new RowWriter();
  for (let at = 0; at < MOST_ROWS; at += 1) writer.row([], []);
  assert.throws(() => writer.row([], []), /at most 1048576 rows/);
});

test('a reader that stops ends the making: no further row is asked for', async () => {
  let asked = 0;
  let isEnded = false;
  async function* rows(): AsyncGenerator<Row[]> {
    try {
      for (;;) {
        asked += 1;
        // Not compressible, so that bytes come out soon.
        yield Array.from({ length: 50 }, () =>
          row(Buffer.from(Array.from({ length: 300 }, () => Math.random() * 256)).toString('hex')),
        );
        await new Promise(setImmediate);
      }
    } finally {
      isEnded = true;
    }
  }
  const stream = reportWorkbook(sheetOf(rows()));
  for await (const _ of stream) if (asked > 20) break;
  assert.ok(stream.destroyed);
  while (!isEnded) await new Promise(setImmediate);
  const before = asked;
  await new Promise((done) => setTimeout(done, 50));
  assert.equal(asked, before);

  // One that never reads is waited for.
  const idle = reportWorkbook(sheetOf(rows()));
  const start = asked;
  await new Promise((done) => setTimeout(done, 200));
  assert.ok(asked - start < 200, `${asked - start}`);
  idle.destroy();
  await once(idle, 'close');
});

test('a row that cannot be read ends the file with its error', async () => {
  // biome-ignore lint/correctness/useYield: it fails before
  async function* rows(): AsyncGenerator<Row[]> {
    throw new Error('no such row');
  }
  await assert.rejects(reportWorkbook(sheetOf(rows())).toArray(), /no such row/);
});

test('the name of a file says report, brand, days and snapshot, in signs that every system takes', () => {
  const origin = {
    report: 'reportQueries',
    start: '2026-01-01',
    end: '2026-01-31',
    snapshotId: 's-1',
  } as const;
  assert.equal(
    attachment(reportFileName({ ...origin, brand: 'Café "/..\\ Süd;\r\n' }, 'xlsx')),
    `attachment; filename="sightline-queries_Cafe-Sud_2026-01-01_2026-01-31_s-1.xlsx"; filename*=UTF-8''sightline-queries_Caf%C3%A9-S%C3%BCd_2026-01-01_2026-01-31_s-1.xlsx`,
  );
  assert.match(
    attachment(reportFileName({ ...origin, brand: '漢字' }, 'csv')),
    /filename="sightline-queries_-_2026/,
  );
  assert.match(reportFileName({ ...origin, brand: null }, 'csv'), /^sightline-queries_all-brands_/);
  assert.match(reportFileName({ ...origin, brand: '🚀' }, 'csv'), /^sightline-queries_brand_/);
});
