import assert from 'node:assert/strict';
import { test } from 'node:test';

// What a page has and the modules of the dashboard look at when they are loaded.
Object.assign(globalThis, { location: new URL('http://127.0.0.1/'), addEventListener: () => {} });
type Entry = { line: number } & ({ run: { answer: string } } | { problem: string });
interface Mapping {
  columns: (string | null)[];
  dates: string | null;
}
interface Opened {
  kind: 'CSV' | 'JSONL';
  delimiter: string;
  encoding: string;
  names: string[];
  sample: string[][];
}
// By addresses made at run time: the types of a page are not those of these programs.
const page = (name: string) =>
  import(String(new URL(`../../../src/web/dashboard/screens/welcome/file/${name}`, import.meta.url)));
const { entriesOf, open } = (await page('reading.ts')) as {
  open(file: File): Promise<Opened>;
  entriesOf(file: File, opened: Opened, reading: object): AsyncGenerator<Entry>;
};
const { mappingOf } = (await page('columns.ts')) as {
  mappingOf(names: string[], sample: string[][]): Mapping;
};
const { timeOf, dateFormatOf } = (await page('dates.ts')) as {
  timeOf(text: string, format: string): string | null;
  dateFormatOf(values: string[]): string | null;
};

const RUN = { platform: 'ChatGPT', queryText: 'Which?', executedAt: '2026-11-19', answer: 'Lumenfold.' };
const HEAD = 'platform,queryText,executedAt,answer';
const ROW = 'ChatGPT,Which?,2026-11-19,Lumenfold.';

/** The answers of a file and the problems with its lines. */
async function read(...content: (string | Uint8Array<ArrayBuffer> | File)[]) {
  const [first] = content;
  const file = first instanceof File ? first : new File(content, 'answers');
  const opened = await open(file);
  const found =
    opened.kind === 'CSV' ? mappingOf(opened.names, opened.sample) : { columns: null, dates: 'ISO' };
  const reading = { ...found, dates: found.dates ?? 'ISO', brandId: 'brand' };
  const runs = [];
  const problems: [line: number, message: string][] = [];
  for await (const entry of entriesOf(file, opened, reading))
    if ('run' in entry) runs.push(entry.run);
    else problems.push([entry.line, entry.problem]);
  return { opened, mapping: found, runs, problems };
}
const jsonl = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

test('a line of a file that is no answer is told, and those around it are taken', async () => {
  const odd: [unknown, RegExp][] = [
    [{ ...RUN, answer: { toString: 1 } }, /^answer: it is not a text/],
    [{ ...RUN, platform: [] }, /^platform: it is not a text/],
    [{ ...RUN, queryText: 'a\0b' }, /^queryText: .*NUL/],
    [{ ...RUN, answer: '\uD800' }, /^answer: .*half a pair/],
    [[RUN], /not a JSON object/],
    [null, /not a JSON object/],
    [{ ['__proto__']: RUN }, /^platform: it is missing/],
  ];
  const { runs, problems } = await read(jsonl(RUN, ...odd.map(([record]) => record), RUN));
  assert.equal(runs.length, 2);
  assert.deepEqual(
    problems.map(([line]) => line),
    odd.map((_, at) => at + 2),
  );
  for (const [at, [, pattern]] of odd.entries()) assert.match(problems[at]![1], pattern);
});

test('a citation that is none is left to the API, which takes the answer and says so', async () => {
  const citations = [{ url: { toString: null } }, null, 'https://a.example/'];
  const { runs, problems } = await read(jsonl({ ...RUN, citations }));
  assert.deepEqual(problems, []);
  assert.deepEqual((runs[0] as { citations?: unknown }).citations, [
    { url: { toString: null } },
    null,
    { url: 'https://a.example/' },
  ]);
});

test('a line without end costs as much as it is long, and is one problem', async () => {
  const part = 'x'.repeat(1_000_000);
  const before = process.cpuUsage();
  const { runs, problems } = await read(
    jsonl(RUN),
    '{"answer":"',
    ...Array<string>(60).fill(part),
    '\n',
    jsonl(RUN),
  );
  assert.ok(process.cpuUsage(before).user < 4_000_000);
  assert.equal(runs.length, 2);
  assert.deepEqual(
    problems.map(([line]) => line),
    [2],
  );
  assert.match(problems[0]![1], /longer than 4 million/);
});

test('files that hold no answers are refused with what to do', async () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `c${at}`).join(',');
  const refused: [string | Uint8Array<ArrayBuffer>, RegExp][] = [
    ['', /empty/],
    [Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 256), /first line must name the columns/],
    ['PK\u0003\u0004', /workbook/],
    ['[{}]', /one JSON array/],
    [`${HEAD},${many}\n${ROW}\n`, /more than 200 columns/],
  ];
  for (const [content, pattern] of refused) await assert.rejects(read(content), pattern);
});

test('a file is read in its encoding; columns named like parts of objects are columns', async () => {
  const utf16 = Uint8Array.from(
    Buffer.from(`\uFEFF${HEAD}\r\n${ROW.replace('Lumenfold', 'Lümenfold')}\r\n`, 'utf16le'),
  );
  assert.equal((await read(utf16)).runs[0]?.answer, 'Lümenfold.');
  const { runs, problems } = await read(`__proto__,${HEAD},constructor\nx,${ROW},y\n`);
  assert.deepEqual([runs.length, problems], [1, []]);
});

test('a CSV is read alike however its lines end and its parts are cut, with the lines on which its answers begin', async () => {
  const rows = [
    `${HEAD},note`,
    'ChatGPT,Which?,2026-11-19,"two\nlines, with ""quotes""",x',
    '',
    'ChatGPT,Which?,2026-11-19,plain "inside" a field,',
    'ChatGPT,Which?,2026-11-19,"ends in quotes """,',
    'ChatGPT,Which?,2026-11-19,"last","e"',
  ];
  const answers = ['two\nlines, with "quotes"', 'plain "inside" a field', 'ends in quotes "', 'last'];
  for (const end of ['\n', '\r\n'])
    for (const long of [0, 65_500, 65_530, 65_535, 65_536, 131_071]) {
      // The parts that a file comes in end at these places of the text.
      const filler = `ChatGPT,Which?,2026-11-19,${'x'.repeat(long + 1)},`;
      const { runs, problems } = await read([...rows.toSpliced(1, 0, filler)].join(end));
      assert.deepEqual(problems, []);
      assert.deepEqual(
        runs.slice(1).map(({ answer }) => answer),
        answers,
        `${JSON.stringify(end)} ${long}`,
      );
    }
});

test('a quote that is not closed costs its own line alone, in a long file too', async () => {
  // More than a record may have after the quote.
  const long = `ChatGPT,Which?,2026-11-19,${'x'.repeat(1000)}\n`;
  const { runs, problems } = await read(
    `${HEAD}\n`,
    'ChatGPT,Which?,2026-11-19,"open\n',
    `${ROW}\n`,
    'ChatGPT,Which?,2026-11-19,"also, fine"\n',
    'ChatGPT,Which?,2026-11-19,"open again\n',
    long.repeat(5_000),
    'ChatGPT,Which?,2026-11-19,"never',
  );
  assert.deepEqual(
    problems.map(([line, problem]) => [line, problem.slice(0, 28)]),
    [2, 5, 5_006].map((line) => [line, 'A quote in it is opened and ']),
  );
  assert.equal(runs.length, 5_002);
});

test('50 MB are read with pauses of less than 200 ms', async () => {
  const line = `ChatGPT,Which?,2026-11-19,"${'An answer, with a "".'.repeat(48)}"\n`;
  const count = Math.ceil(50_000_000 / line.length);
  const file = new File([`${HEAD}\n`, line.repeat(count)], 'answers');
  // The processor's time: on a busy machine a pause of the clock is anybody's.
  const time = () => process.threadCpuUsage().user / 1000;
  let longest = 0;
  let last = time();
  const timer = setInterval(() => {
    longest = Math.max(longest, time() - last);
    last = time();
  }, 1);
  const { runs, problems } = await read(file);
  clearInterval(timer);
  assert.deepEqual([runs.length, problems.length], [count, 0]);
  assert.ok(longest < 200, `${longest} ms`);
});

test('the separator and the encoding are told by the file', async () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const { opened, runs } = await read(
      `${HEAD.replaceAll(',', delimiter)}\n${ROW.replaceAll(',', delimiter)}\n`,
    );
    assert.deepEqual([opened.delimiter, runs.length], [delimiter, 1]);
  }
  const quoted = await read(
    `platform;queryText;executedAt;answer;"a,b,c,d,e,f"\nChatGPT;Which?;2026-11-19;x;1`,
  );
  assert.deepEqual([quoted.opened.delimiter, quoted.runs.length], [';', 1]);
  const latin = Uint8Array.from(Buffer.from(`${HEAD}\n${ROW.replace('Lumenfold', 'Lümenfold')}\n`, 'latin1'));
  const { opened, runs } = await read(latin);
  assert.deepEqual([opened.encoding, runs[0]?.answer], ['windows-1252', 'Lümenfold.']);
});

test('days are read as they are written; where two ways fit, a person is asked', async () => {
  const times: [format: string, text: string, time: string | null][] = [
    ['ISO', '2026-12-31', '2026-12-31T00:00:00Z'],
    ['ISO', '2026-12-31 10:05 +0200', '2026-12-31T10:05:00+02:00'],
    ['ISO', '2026-02-30', null],
    ['ISO', '31/12/2026', null],
    ['DMY', '31/12/2026', '2026-12-31T00:00:00Z'],
    ['DMY', '31.12.26 7:05', '2026-12-31T07:05:00Z'],
    ['DMY', '12/31/2026', null],
    ['DMY', '30/2/2026', null],
    ['MDY', '12/31/2026', '2026-12-31T00:00:00Z'],
    ['MDY', '12/31/2026, 12:05:09 AM', '2026-12-31T00:05:09Z'],
    ['MDY', '12/31/2026 1:05 pm', '2026-12-31T13:05:00Z'],
    ['MDY', '12/31/2026 13:05 pm', null],
    ['MDY', '31/12/2026', null],
    ['EXCEL', '46387', '2026-12-31T00:00:00.000Z'],
    ['EXCEL', '46387,5', '2026-12-31T12:00:00.000Z'],
    ['EXCEL', '2026', null],
  ];
  for (const [format, text, time] of times) assert.equal(timeOf(text, format), time, `${format} ${text}`);
  const formats: [string[], string | null][] = [
    [['2026-12-31', '31/12/2026', '2026-12-30'], 'ISO'],
    [['03/04/2026', '31/12/2026'], 'DMY'],
    [['03/04/2026', '12/31/2026'], 'MDY'],
    [['03/04/2026', '05/06/2026'], null],
    [['46387', '46388.25'], 'EXCEL'],
    [['soon'], null],
  ];
  for (const [values, format] of formats) assert.equal(dateFormatOf(values), format, values.join());
  const german = `${ROW.replace('2026-11-19', '31/12/2026')}\n`;
  const { runs, problems } = await read(`${HEAD}\n${german}${german}${ROW}\n`);
  assert.equal(runs.length, 2);
  assert.match(problems[0]![1], /^executedAt: "2026-11-19" is not a time written like 31\/12\/2026/);
});
