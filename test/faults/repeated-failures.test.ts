import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { causeOf } from '../../src/base/failures/causes.ts';
import { RepeatedFailures } from '../../src/base/failures/repeated-failures.ts';
import { until } from '../support/server/app.ts';

interface Line {
  message: string;
  fields: { count?: number; total?: number; failures?: Record<string, number>; examples?: object[] };
  at: number;
}

/** Failures with lines that a test can read. */
function failuresOf(times: ConstructorParameters<typeof RepeatedFailures>[0]) {
  const lines: Line[] = [];
  const write = (fields: object, message: string) => lines.push({ message, fields, at: performance.now() });
  const repeated = new RepeatedFailures(times);
  const note = (message: string, fields: Record<string, unknown> = {}) =>
    repeated.note({ message, fields }, { failed: write, ended: write });
  return { lines, note, repeated };
}

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error(`it was ${code}`), { code, ...more });
const readOnly = () => withCode('25006');

test('a failure that repeats is one line at once, one a period with the count, and one when it has ended', async () => {
  const times = { lineMs: 300, quietMs: 500, lookMs: 20 };
  const { lines, note } = failuresOf(times);
  let noted = 0;
  const startedAt = performance.now();
  while (performance.now() - startedAt < 1_000) {
    note('a job failed', { job: `job ${noted}`, error: readOnly() });
    noted += 1;
    await sleep(5);
  }
  await until(() => lines.some(({ message }) => message.startsWith('ended')));
  const [first, ...others] = lines;
  assert.equal(first?.message, 'a job failed: the database is read-only');
  assert.ok(lines.length >= 3 && lines.length <= 2 + (lines.at(-1)!.at - startedAt) / times.lineMs);
  assert.deepEqual(
    others.map(({ message }) => message),
    [
      ...Array(others.length - 1).fill('again: the database is read-only'),
      'ended: the database is read-only',
    ],
  );
  const counted = others.reduce((sum, { fields }) => sum + (fields.count ?? 0), 1);
  assert.deepEqual([counted, others.at(-1)?.fields.total], [noted, noted]);
  assert.deepEqual(others[0]?.fields.examples?.[0], { job: 'job 1' });
});

test('whatever fails by one cause is one kind; an alarm is a kind of its own, and so is each other error', () => {
  const { lines, note, repeated } = failuresOf({ lineMs: 60_000, quietMs: 60_000, lookMs: 60_000 });
  note('due work could not be claimed', { error: readOnly() });
  note('a job failed', { error: new Error('it failed', { cause: readOnly() }) });
  note('ALARM: writes fail', { error: readOnly() });
  note('a job failed', { error: new Error('the row 17 is wrong') });
  note('a job failed', { error: new Error('the row 18 is wrong') });
  note('a job failed', { error: new Error('something else') });
  repeated.flush();
  assert.deepEqual(
    lines.map(({ message, fields }) => [message, fields.failures]),
    [
      ['due work could not be claimed: the database is read-only', undefined],
      ['ALARM: writes fail: the database is read-only', undefined],
      ['a job failed', undefined],
      ['a job failed', undefined],
      ['again: the database is read-only', { 'a job failed': 1 }],
      ['again: a job failed: the row 17 is wrong', { 'a job failed': 1 }],
    ],
  );
});

test('what is tried ever more rarely has not ended between two attempts; a single failure has one line', async () => {
  const { lines, note } = failuresOf({ lineMs: 60_000, quietMs: 1_000, lookMs: 10 });
  note('alone');
  note('a job failed', { error: readOnly() });
  // Each pause follows from how long the one before really was, so that a busy machine makes no difference.
  for (let pauseMs = 0, paused = 0; pauseMs < 1_500; pauseMs = Math.max(600, 1.5 * paused)) {
    const from = performance.now();
    await sleep(pauseMs);
    note('a job failed', { error: readOnly() });
    paused = performance.now() - from;
  }
  assert.equal(lines.length, 2);
});

test('a cause is named by SQLSTATE and error code, of the error or of what caused it', () => {
  const causes: [unknown, string | null][] = [
    [readOnly(), 'the database is read-only'],
    [withCode('53100'), 'the database is out of disk space'],
    [withCode('42501'), 'the database denies permission'],
    [withCode('28P01'), 'the database refuses the login'],
    [withCode('57P03'), 'the database cannot be reached'],
    [withCode('ECONNREFUSED', { address: '10.0.0.7', port: 5432 }), '10.0.0.7:5432 cannot be reached'],
    [withCode('ENOTFOUND', { hostname: 'db.example' }), 'db.example cannot be reached'],
    [withCode('ENOENT', { syscall: 'connect', address: '/run/pg' }), '/run/pg cannot be reached'],
    [withCode('ENOSPC'), 'the disk is full'],
    [withCode('EACCES', { path: '/data' }), 'no permission'],
    [new AggregateError([withCode('ECONNREFUSED', { address: '::1', port: 1 })]), '::1:1 cannot be reached'],
    [new Error('a', { cause: new Error('b', { cause: readOnly() }) }), 'the database is read-only'],
    [withCode('23505'), null],
    [new Error('no code'), null],
    ['a text', null],
  ];
  for (const [error, cause] of causes) assert.equal(causeOf(error), cause);
  const circle = new Error('a') as Error & { cause: unknown };
  circle.cause = circle;
  assert.equal(causeOf(circle), null);
});
