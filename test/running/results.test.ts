import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { temporaryFolder } from '../support/for-file.ts';
import { TestProcesses, type TestProgram } from '../support/processes.ts';

const folder = temporaryFolder();

let programs = 0;

/** A program with test files, each given by its text. */
function programOf(texts: string[]): TestProgram {
  programs += 1;
  const name = `program-${programs}`;
  const files = texts.map((text, at) => {
    const path = join(folder, `${name}-${at}.test.ts`);
    const imports = `
      import assert from 'node:assert/strict';
      import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
      import { describe, test } from 'node:test';
      import { afterFiles } from '${import.meta.resolve('../support/together.ts')}';
      const results = process.argv[1] + '.results';
      /** Until the results say that a test runs. */
      const known = async (name) => {
        while (!readFileSync(results, 'utf8').includes(name)) await new Promise(setImmediate);
      };
      /** Lets the program before this one end: its results are read first. */
      const open = () => writeFileSync(results + '.open', '');`;
    writeFileSync(path, `${imports}\n${text}`);
    return relative(process.cwd(), path);
  });
  const path = join(folder, `${name}.mjs`);
  const together = JSON.stringify(import.meta.resolve('../support/together.ts'));
  writeFileSync(
    path,
    `import { runTogether } from ${together};\nawait runTogether(${JSON.stringify(files)});\n`,
  );
  return { path, files };
}

function startedWith(options: string[] = []): { processes: TestProcesses; printed: () => string } {
  let text = '';
  const out = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const all = ['--import', import.meta.resolve('../support/native.ts'), ...options];
  // Node's own runner, where it runs this file, speaks with its processes by this variable.
  const processes = new TestProcesses(all, { ...process.env, NODE_TEST_CONTEXT: undefined }, out);
  return { processes, printed: () => text };
}

async function run(programs: TestProgram[], options: string[] = []) {
  const { processes, printed } = startedWith(options);
  const { code, failed } = await processes.run(programs, 4);
  const text = printed();
  const count = (name: string) => Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(text)?.[1]);
  const names = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo'];
  return { code, failed, text, counts: names.map(count) };
}

const PASSES = `test('東京で一番のランプは？', () => {});`;

test('every result of every process is counted and shown, whatever its name', async () => {
  const many = Array.from({ length: 300 }, (_, at) => `${at} ランプ🪔`.repeat(1 + (at % 40)));
  const { code, failed, text, counts } = await run([
    programOf([`for (const name of ${JSON.stringify(many)}) test(name, () => {});`, PASSES]),
    programOf([
      `test('スキップ', { skip: true }, () => {});
       test('あとで', { todo: true }, () => assert.fail());
       test('open', () => void setInterval(() => {}, 1_000));
       describe('入れ子', () => { test('中', () => {}); test('もう一つ', () => {}); });`,
    ]),
  ]);
  assert.deepEqual([code, failed], [0, []], text);
  assert.deepEqual(counts, [306, 4, 304, 0, 0, 1, 1]);
  for (const name of many) assert.ok(text.includes(`✔ ${name} (`), name);
  // As node's own runner ends.
  assert.match(text, /\nℹ tests 306\nℹ suites 4\nℹ pass 304\n(ℹ \w+ \d+\n){4}ℹ duration_ms [\d.]+\n/);
});

test('a test that fails is shown with its error and names its file, also one that cannot be loaded', async () => {
  const programs = [
    programOf([PASSES, `test('違う', () => assert.equal('東京', '京都'));`]),
    programOf([`await import('./nothing.ts');`, PASSES]),
  ];
  const { code, failed, text, counts } = await run(programs);
  assert.deepEqual([code, failed.sort()], [1, [programs[0]!.files[1], programs[1]!.files[0]]], text);
  assert.deepEqual(counts, [3, 4, 2, 1, 0, 0, 0]);
  assert.match(text, /failing tests:[\s\S]*✖ 違う[\s\S]*AssertionError[\s\S]*'東京'[\s\S]*'京都'/);
  assert.match(text, /failing tests:[\s\S]*ERR_MODULE_NOT_FOUND/);
});

const ENDS: Record<string, { text: string; said: RegExp }> = {
  'is killed': {
    text: `test('途中', async () => { await known('途中'); open(); process.kill(process.pid, 'SIGKILL'); });`,
    said: /it ended by SIGKILL; its results are not complete; these ran: .*途中\./,
  },
  'leaves early, as if all were well': {
    text: `describe('外', () => test('途中', async () => { await known('途中'); open(); process.exit(0); }));`,
    said: /its results are not complete; these ran: .*外, 途中\./,
  },
  'fails after its tests': {
    text: `open(); afterFiles(() => Promise.reject('終わり')); test('x', () => {}); setInterval(() => {}, 1_000);`,
    said: /it ended with code 1\./,
  },
  'fails beside its tests': {
    text: `open();
      let late;
      test('x', () => void (late = new Promise((done) => setTimeout(() => { done(); assert.fail('後で'); }, 1))));
      test('y', () => late);`,
    said: /it ended with code 1\./,
  },
  'has results that were cut within a character': {
    text: `test('切', async () => {
      await known('test:pass');
      truncateSync(results, readFileSync(results).lastIndexOf(Buffer.from('京')) + 1);
      open();
    });`,
    said: /its results are not complete/,
  },
  'lacks a result': {
    text: `test('無', async () => {
      await known('test:pass');
      const lines = readFileSync(results, 'utf8').split('\\n');
      const at = lines.findIndex((line) => line.includes('test:pass'));
      lines[at + 1] = lines[at + 1].padStart(lines[at + 1].length + Buffer.byteLength(lines[at]) + 1);
      writeFileSync(results, lines.toSpliced(at, 1).join('\\n'));
      open();
    });`,
    said: /its results are not complete/,
  },
  'has no results': {
    text: `test('何も', async () => { await known('何も'); truncateSync(results, 0); open(); process.exit(0); });`,
    said: /its results are not complete/,
  },
};

for (const [how, { text: ending, said }] of Object.entries(ENDS))
  test(`a process that ${how} is a failure that names itself, and its files`, async () => {
    const program = programOf([PASSES, ending]);
    const before = programOf([
      `test('前', async () => {
        while (!existsSync('${program.path}.results.open')) await new Promise(setImmediate);
      });`,
    ]);
    const { code, failed, text, counts } = await run([before, program]);
    assert.deepEqual([code, failed.sort()], [1, [...program.files].sort()], text);
    const [tests = 0, , pass = 0, fail = 0, ended = 0] = counts;
    assert.ok(fail >= 1 && tests === pass + fail + ended, text);
    assert.match(text, /failing tests:[\s\S]*✖ process \(/);
    assert.match(text, said);
  });

test('options of node choose tests; what is stopped ends at once, and names nothing to run again', async () => {
  const two = programOf([`test('one', () => {}); test('other', () => {});`, PASSES]);
  assert.deepEqual((await run([two], ['--test-name-pattern=other'])).counts.slice(0, 3), [1, 1, 1]);
  const hangs = programOf([`test('待つ', () => new Promise(() => setInterval(() => {}, 1_000)));`]);
  const late = await run([hangs], ['--test-timeout=300']);
  assert.deepEqual([late.code, late.failed, late.counts[4]], [1, hangs.files, 1], late.text);
  const { processes, printed } = startedWith();
  const running = processes.run(
    [hangs, two].map(({ files, path }) => {
      const copy = path.replace('.mjs', '-stopped.mjs');
      const together = JSON.stringify(import.meta.resolve('../support/together.ts'));
      writeFileSync(
        copy,
        `import { runTogether } from ${together};\nawait runTogether(${JSON.stringify(files)});\n`,
      );
      return { path: copy, files };
    }),
    1,
  );
  processes.stop('SIGTERM');
  assert.deepEqual(await running, { code: 1, failed: [] }, printed());
});
