import assert from 'node:assert/strict';
import { test } from 'node:test';

// What a page has and the modules of the dashboard look at when they are loaded.
Object.assign(globalThis, { location: new URL('http://127.0.0.1/'), addEventListener: () => {} });
type Entry = { line: number } & ({ run: { answer: string } } | { problem: string });
// By an address made at run time: the types of a page are not those of these programs.
const reading = String(new URL('../../src/web/dashboard/screens/welcome/file/reading.ts', import.meta.url));
const { entriesOf, open } = (await import(reading)) as {
  open(file: File): Promise<unknown>;
  entriesOf(file: File, opened: unknown, brandId: string | null): AsyncGenerator<Entry>;
};

const RUN = { platform: 'ChatGPT', queryText: 'Which?', executedAt: '2026-11-19', answer: 'Lumenfold.' };
const HEAD = 'platform,queryText,executedAt,answer';
const ROW = 'ChatGPT,Which?,2026-11-19,Lumenfold.';

/** The answers of a file and the problems with its lines. */
async function read(...content: (string | Uint8Array<ArrayBuffer>)[]) {
  const file = new File(content, 'answers');
  const runs = [];
  const problems: [line: number, message: string][] = [];
  for await (const entry of entriesOf(file, await open(file), 'brand'))
    if ('run' in entry) runs.push(entry.run);
    else problems.push([entry.line, entry.problem]);
  return { runs, problems };
}
const jsonl = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

test('a line of a file that is no answer is told, and those around it are taken', async () => {
  const odd: [unknown, RegExp][] = [
    [{ ...RUN, answer: { toString: 1 } }, /^answer: it is not a text/],
    [{ ...RUN, platform: [] }, /^platform: it is not a text/],
    [{ ...RUN, queryText: 'a\0b' }, /^queryText: .*NUL/],
    [{ ...RUN, answer: '\uD800' }, /^answer: .*half a pair/],
    [{ ...RUN, citations: [{ url: { toString: null } }] }, /^citations/],
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
    [`${HEAD},${many}\n${ROW}\n`, /more than 1000 columns/],
    ['__proto__,constructor,toString\n1,2,3\n', /platform, queryText, executedAt, answer are missing/],
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
