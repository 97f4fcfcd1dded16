// own process: the order of works by their milliseconds
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppError } from '../../src/base/errors.ts';
import { FairLimiter } from '../../src/base/queues/fair-limiter.ts';
import { StatementScheduler, type Ticket } from '../../src/engine/statement-scheduler.ts';

/** Work that ends when it is told to, and the order in which works began. */
class Stage {
  readonly begun: string[] = [];
  readonly turns: StatementScheduler<number>;
  readonly #ends: (() => void)[] = [];

  constructor(sessions: number) {
    this.turns = new StatementScheduler(Array.from({ length: sessions }, (_, at) => at));
  }

  ask(
    name: string,
    room: Ticket['class'] = 'small',
    signal?: AbortSignal,
    urgency?: Ticket['urgency'],
  ): Promise<unknown> {
    const [orgId = ''] = name;
    return this.turns.run({ orgId, class: room, signal, urgency }, () => {
      this.begun.push(name);
      return new Promise<void>((end) => this.#ends.push(end));
    });
  }

  /** Ends the work that began first, and lets who is next begin. */
  async end(): Promise<void> {
    this.#ends.shift()?.();
    await sleep(2);
  }
}
const names = (org: string, count: number) => Array.from({ length: count }, (_, at) => `${org}${at}`);

test('an organisation that floods waits behind itself, not in front of others', async () => {
  const stage = new Stage(2);
  const all = names('a', 20).map((name) => stage.ask(name));
  all.push(...['b0', 'c0', 'b1'].map((name) => stage.ask(name)));
  // It has used more time than the others will have when the first of them ends.
  await sleep(20);
  assert.deepEqual(stage.begun, ['a0', 'a1']);
  for (let round = 0; round < 4; round += 1) await stage.end();
  assert.deepEqual(stage.begun.slice(2, 4).sort(), ['b0', 'c0']);
  assert.ok(stage.begun.slice(4, 6).includes('b1'), String(stage.begun));
  while (stage.begun.length < 23) await stage.end();
  await stage.end();
  await stage.end();
  await Promise.all(all);
  assert.deepEqual(stage.turns.load(), { waiting: 0, refused: 0 });
});

test('large statements and files leave room for small ones', async () => {
  const stage = new Stage(3);
  const all = [...names('a', 5).map((name) => stage.ask(name, 'large')), stage.ask('f', 'file')];
  await sleep(1);
  assert.deepEqual(stage.begun.toSorted(), ['a0', 'f']);
  all.push(stage.ask('b0'));
  await sleep(1);
  assert.equal(stage.begun.at(-1), 'b0');
  for (let round = 0; round < 7; round += 1) await stage.end();
  await Promise.all(all);
});

test('who asks again before Retry-After is refused later, and no one else', async () => {
  const stage = new Stage(2);
  const asked = names('a', 60).map((name) => stage.ask(name, 'large'));
  const refusedIn = async (name: string) => {
    const startedAt = performance.now();
    await assert.rejects(stage.ask(name, 'large'), { code: 'unavailable' });
    return performance.now() - startedAt;
  };
  await Promise.race(asked).catch(() => {});
  assert.ok((await refusedIn('a60')) >= 245);
  // Another one is refused at once: its own requests fill the queue.
  const others = names('b', 60).map((name) => stage.ask(name, 'large').catch(() => {}));
  const startedAt = performance.now();
  await Promise.race(others);
  assert.ok(performance.now() - startedAt < 200);
  while (stage.turns.load().waiting > 0) await stage.end();
  await stage.end();
  await stage.end();
  await Promise.allSettled([...asked, ...others]);
});

test('who would wait too long is refused at once, with the pause; one who floods is refused alone', async () => {
  const stage = new Stage(2);
  const asked = names('a', 60).map((name) => stage.ask(name, 'large'));
  const refused = await Promise.race(asked.map((work) => work.then(() => null))).catch((error) => error);
  assert.equal(refused.code, 'unavailable');
  assert.ok(Number((refused as AppError).headers['Retry-After']) >= 2);
  const { waiting, refused: count } = stage.turns.load();
  assert.ok(waiting > 20 && count > 10, `${waiting} wait, ${count} were refused`);
  assert.equal(waiting + count + 1, 60);
  const other = stage.ask('b0', 'large');
  await stage.end();
  assert.deepEqual(stage.begun, ['a0', 'b0']);
  while (stage.turns.load().waiting > 0) await stage.end();
  await stage.end();
  await stage.end();
  await other;
  const outcomes = await Promise.allSettled(asked);
  assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, count);
});

test('a turn is waited for once: its statements come before what queues, whoever asks', async () => {
  const stage = new Stage(2);
  const flood = names('a', 60).map((name) => stage.ask(name, 'large').catch(() => {}));
  const { turns } = stage;
  const person = stage.ask('a person', 'large', undefined, 'person');
  const report = turns.turn({ orgId: 'a' }, async () => {
    await stage.ask('a turn, first', 'large', undefined, 'turn');
    await stage.ask('a turn, second', 'large', undefined, 'turn');
  });
  await sleep(1);
  for (let round = 0; round < 5; round += 1) await stage.end();
  // Between two statements of a turn, another one begins.
  const order = ['a0', 'a turn, first', 'a person', 'a turn, second', 'a1'];
  assert.deepEqual(stage.begun.slice(0, 5), order);
  await Promise.all([report, person]);
  while (turns.load().waiting > 0) await stage.end();
  await stage.end();
  await stage.end();
  await Promise.all(flood);
});

test('turns are as many as sessions, of people first, and refused by time', async () => {
  const turns = new StatementScheduler([1, 2]);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, urgency?: Ticket['urgency']) =>
    turns.turn({ orgId: 'a', urgency }, () => {
      begun.push(name);
      return new Promise<void>((end) => ends.push(end));
    });
  const all = ['a0', 'a1', 'a2', 'a3'].map((name) => ask(name));
  all.push(ask('a person', 'person'));
  // Each is thought to take 0.2 s, and two go on at once: 200 may wait.
  const more = Array.from({ length: 300 }, () => ask('more').catch((error: AppError) => error.code));
  assert.equal(await Promise.race(more), 'unavailable');
  assert.deepEqual(begun, ['a0', 'a1']);
  ends[0]?.();
  await sleep(1);
  assert.deepEqual(begun.slice(2), ['a person']);
  for (let at = 1; turns.load().waiting > 0 || at < ends.length; at += 1) {
    ends[at]?.();
    await sleep(0);
  }
  await Promise.all([...all, ...more]);
  assert.deepEqual([begun.indexOf('a2'), begun.indexOf('a3')], [3, 4]);
});

test('who leaves is forgotten', async () => {
  const stage = new Stage(1);
  const first = stage.ask('a0');
  const leaving = new AbortController();
  const left = stage.ask('a1', 'small', leaving.signal);
  const last = stage.ask('a2');
  leaving.abort();
  await assert.rejects(left, /left/);
  assert.equal(stage.turns.load().waiting, 1);
  await stage.end();
  await stage.end();
  await Promise.all([first, last]);
  assert.deepEqual(stage.begun, ['a0', 'a2']);
});

test('who was given a session is not listened to any more', async () => {
  const stage = new Stage(1);
  const leaving = new AbortController();
  const first = stage.ask('a0', 'small', leaving.signal);
  const second = stage.ask('a1', 'small', leaving.signal);
  await sleep(1);
  assert.equal(getEventListeners(leaving.signal, 'abort').length, 1);
  await stage.end();
  assert.equal(getEventListeners(leaving.signal, 'abort').length, 0);
  await stage.end();
  await Promise.all([first, second]);
});

test('who waits longer than was thought is refused with a pause', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const turns = new StatementScheduler([1]);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const first = turns.run({ orgId: 'a', class: 'small' }, () => isOver);
  const second = turns.run({ orgId: 'b', class: 'small' }, () => isOver);
  const export1 = turns.run({ orgId: 'b', class: 'file' }, () => isOver);
  t.mock.timers.tick(4_000);
  await assert.rejects(
    second,
    (error: AppError) => error.code === 'unavailable' && 'Retry-After' in error.headers,
  );
  assert.deepEqual(turns.load(), { waiting: 1, refused: 1 });
  end();
  await Promise.all([first, export1]);
});

test('what was slow twice waits among the large ones, until it is fast again', async () => {
  const turns = new StatementScheduler([1, 2, 3]);
  const begun: string[] = [];
  const ask = (name: string, ms: number) =>
    turns.run({ orgId: 'a', class: 'small', kind: 'bounds' }, async () => {
      begun.push(name);
      await sleep(ms);
    });
  await ask('fast', 0);
  await ask('slow', 120);
  // Once is an accident: two of them run at once.
  await Promise.all([ask('slow again', 120), ask('slow still', 120)]);
  await sleep(0);
  begun.length = 0;
  const all = [ask('one', 20), ask('two', 0)];
  await sleep(1);
  assert.deepEqual(begun, ['one']);
  await Promise.all(all);
  const fast = [ask('three', 5), ask('four', 5)];
  await sleep(1);
  assert.deepEqual(begun, ['one', 'two', 'three', 'four']);
  await Promise.all(fast);
});

test('places are given in order, to as many as there are, and refused by time', async () => {
  const limiter = new FairLimiter({
    size: 2,
    maxWaitMs: 10_000,
    firstGuessMs: 2_000,
    message: 'Full.',
  });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const work = (at: number) =>
    limiter.run(async () => {
      order.push(at);
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      running -= 1;
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => work(at)));
  const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
  // Two run, and each of those who wait is thought to add 1 s: 11 may.
  assert.deepEqual([most, done, order], [2, 13, Array.from({ length: 13 }, (_, at) => at)]);
  await work(99);
});
