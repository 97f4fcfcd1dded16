import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { MemoryBudget } from '../../src/server/http/memory-budget.ts';
import { TickBudget } from '../../src/server/http/tick-budget.ts';
import { until } from '../support/server/app.ts';

function busy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a crowd of requests is begun in order, over several turns of the event loop', async () => {
  const backlog = new TickBudget();
  const begun: number[] = [];
  const begin = (at: number) => {
    begun.push(at);
    busy(1);
  };
  // All at once, as a busy loop reads them in one turn.
  for (let at = 0; at < 60; at += 1) {
    if (backlog.hasTime()) begin(at);
    else backlog.wait('caller', () => begin(at));
  }
  assert.ok(begun.length >= 1 && begun.length <= 5, `${begun.length} in the first turn`);
  let turns = 0;
  while (begun.length < 60) {
    await turn();
    turns += 1;
  }
  assert.ok(turns >= 10, `the loop looked at its sockets ${turns} times`);
  assert.deepEqual(
    begun,
    Array.from({ length: 60 }, (_, at) => at),
  );
  await turn();
  assert.ok(backlog.hasTime(), 'it is as before');
});

test('callers take turns: who comes behind a crowd of another is next', async () => {
  const backlog = new TickBudget();
  while (backlog.hasTime()) busy(1);
  const begun: string[] = [];
  const wait = (caller: string) =>
    backlog.wait(caller, () => {
      begun.push(caller);
      busy(1);
    });
  for (let at = 0; at < 40; at += 1) wait('crowd');
  wait('neighbour');
  wait('neighbour');
  await until(() => begun.length === 42);
  assert.deepEqual(begun.slice(0, 4), ['crowd', 'neighbour', 'crowd', 'neighbour']);
});

test('refused is who would wait too long, and of a crowd that comes again a part', async () => {
  const backlog = new TickBudget(100);
  while (backlog.hasTime()) busy(1);
  let begun = 0;
  const wait = () =>
    backlog.wait('crowd', () => {
      begun += 1;
    });
  wait();
  assert.equal(backlog.isOverfull('crowd'), false);
  busy(150);
  let refused = 0;
  for (let at = 0; at < 1_000; at += 1) {
    if (backlog.isOverfull('crowd')) refused += 1;
    else wait();
  }
  assert.equal(refused, 50);
  assert.equal(backlog.isOverfull('somebody else'), false);
  await until(() => begun === 951);
});

test('bytes held by several requests count once, and are given back when the last one is over', () => {
  const held = new MemoryBudget(100);
  const [first, second, third] = [1, 2, 3].map(() => new EventEmitter() as unknown as ServerResponse);
  const shared = Buffer.alloc(60);
  assert.ok(held.hold(first!, shared) && held.hold(second!, shared) && held.hold(second!, Buffer.alloc(40)));
  assert.equal(held.isShort, true);
  assert.equal(held.hold(third!, Buffer.alloc(1)), false);
  second!.emit('close');
  assert.ok(held.hold(third!, Buffer.alloc(40)));
  first!.emit('close');
  assert.deepEqual([held.isShort, [...held.owners()]], [false, [third]]);
  third!.emit('close');
  assert.ok(held.hold(first!, Buffer.alloc(100)));
});
