import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Outcome, runAll } from '../support/run-again.ts';

/** Runs files of which some fail beside others, and some alone too. */
async function suite(besideOthers: string[], alone: string[]) {
  const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const runs: [string[], number][] = [];
  const lines: string[] = [];
  const run = async (chosen: string[], atOnce: number): Promise<Outcome> => {
    runs.push([chosen, atOnce]);
    const failed = chosen.filter((file) => (atOnce === 1 ? alone : besideOthers).includes(file));
    return { code: failed.length > 0 ? 1 : 0, failed };
  };
  const code = await runAll(files, run, (line) => lines.push(line));
  return { code, runs, said: lines.join('\n') };
}

test('where all pass, nothing runs again', async () => {
  const { code, runs, said } = await suite([], []);
  assert.deepEqual([code, runs.length, said], [0, 1, '']);
});

test('a file that fails beside others and passes alone is named as flaky in the last lines, and two do not fail the run', async () => {
  const { code, runs, said } = await suite(['b', 'd'], []);
  assert.equal(code, 0);
  assert.deepEqual(runs[1], [['b', 'd'], 1]);
  assert.match(said, /FLAKY.*\nb\nd$/);
});

test('more than two flaky files fail the run, and are named', async () => {
  const { code, said } = await suite(['a', 'b', 'd'], []);
  assert.equal(code, 1);
  assert.match(said, /FLAKY.*\na\nb\nd\n\nMore than 2 flaky files/);
});

test('a file that fails alone too fails the run; the flaky one beside it is named all the same', async () => {
  const { code, said } = await suite(['b', 'd'], ['d']);
  assert.equal(code, 1);
  assert.match(said, /fail alone too:\nd\n/);
  assert.match(said, /FLAKY.*\nb$/);
});

test('where many fail, none runs again; nor where a run fails that names none', async () => {
  const { code, runs } = await suite(['a', 'b', 'c', 'd', 'e', 'f'], []);
  assert.deepEqual([code, runs.length], [1, 1]);
  const nameless = async (): Promise<Outcome> => ({ code: 7, failed: [] });
  assert.equal(await runAll(['a'], nameless, assert.fail), 7);
});

test('a file whose process ends alone, without a test that failed, is not called flaky', async () => {
  const outcomes: Outcome[] = [
    { code: 1, failed: ['b'] },
    { code: 1, failed: [] },
  ];
  const lines: string[] = [];
  const code = await runAll(
    ['a', 'b'],
    async () => outcomes.shift()!,
    (line) => lines.push(line),
  );
  assert.equal(code, 1);
  assert.doesNotMatch(lines.join('\n'), /FLAKY/);
});
