// long: cuts connections under load
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, isConnectionError } from '../../src/db/client.ts';
import { forFile, withDatabase } from '../support/for-file.ts';
import { startProxy } from '../support/providers/proxy.ts';
import { until } from '../support/server/app.ts';

const ROUNDS = Number(process.env['CONNECTION_ROUNDS'] ?? 6);
const WRITERS = 6;
/** Longer than any transaction here takes on a busy machine: one that has no outcome by then never gets one. */
const HUNG_MS = 10_000;

const database = await withDatabase();
const server = new URL(database.url);
const proxy = await forFile(startProxy(() => Number(server.port)));
const url = database.url.replace(`:${server.port}/`, `:${proxy.port}/`);
const direct = await forFile(connect(database.url, { role: 'owner', max: 1 }), (it) => it.end());
await direct`create table pairs (writer integer, number integer, half integer, xid text not null)`;

/** How connections are lost. Each is called again and again while transactions are open. */
const LOSSES: Record<string, () => unknown> = {
  'connections are reset': () => proxy.cut(),
  'Postgres ends sessions': () =>
    direct`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'sightline-owner' and pid <> pg_backend_pid()`,
};

for (const [title, lose] of Object.entries(LOSSES)) {
  test(`${title} while several write: nobody waits for ever, nothing is lost, halved, or in another's transaction`, async () => {
    await direct`truncate pairs`;
    const sql = connect(url, { role: 'owner', max: WRITERS - 1 });
    let isOver = false;
    let hung = 0;
    const unexpected: unknown[] = [];
    const acknowledged: [number, number][] = [];
    const writer = async (writer: number) => {
      for (let number = 0; !isOver; number += 1) {
        // Both halves at once, one after the other, or a statement that comes when the transaction has failed.
        const half = (tx: typeof sql, half: number) =>
          tx`insert into pairs values (${writer}, ${number}, ${half}, pg_current_xact_id()::text)`;
        const work = sql.begin(async (tx) => {
          if (number % 3 === 0) await Promise.all([half(tx as never, 1), half(tx as never, 2)]);
          else if (number % 3 === 1) {
            await half(tx as never, 1);
            await sleep(number % 5);
            await half(tx as never, 2);
          } else {
            const slow = async () => {
              await sleep(number % 7);
              await half(tx as never, 2);
            };
            await Promise.all([half(tx as never, 1), slow()]);
          }
        });
        const outcome = await Promise.race([
          work.then(() => 'done').catch((error: unknown) => error),
          sleep(HUNG_MS, 'hung', { ref: false }),
        ]);
        if (outcome === 'done') acknowledged.push([writer, number]);
        else if (outcome === 'hung') hung += 1;
        else if (!isConnectionError(outcome)) unexpected.push(outcome);
        if (outcome === 'hung') return;
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, at) => writer(at));
    for (let round = 0; round < ROUNDS; round += 1) {
      // All write again, and are somewhere within a transaction.
      const before = acknowledged.length;
      await until(() => acknowledged.length >= before + WRITERS);
      await sleep(round % 7);
      await lose();
    }
    isOver = true;
    await Promise.all(writers);
    await sql.end({ timeout: 5 });
    assert.equal(hung, 0, 'transactions without an outcome');
    assert.deepEqual(unexpected, []);
    const rows = await direct<{ writer: number; number: number; halves: number[]; xids: string[] }[]>`
      select writer, number, array_agg(half order by half) as halves, array_agg(distinct xid) as xids
      from pairs group by 1, 2`;
    const kept = new Map(rows.map((row) => [`${row.writer} ${row.number}`, row]));
    for (const [writer, number] of acknowledged)
      assert.ok(kept.has(`${writer} ${number}`), 'acknowledged, not there');
    const xids = new Set<string>();
    for (const { writer, number, halves, xids: of } of rows) {
      assert.deepEqual([halves, of.length], [[1, 2], 1], `${writer} ${number}: whole, in one transaction`);
      assert.ok(!xids.has(of[0] as string), 'two transactions in one');
      xids.add(of[0] as string);
    }
  });
}
