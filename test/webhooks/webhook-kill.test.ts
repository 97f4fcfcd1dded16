// long: kills
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../src/db/client.ts';
import { forFile, temporaryFolder } from '../support/for-file.ts';
import { type Received, startReceiver } from '../support/providers/receiver.ts';
import { startSender } from '../support/providers/sender.ts';
import { until } from '../support/server/app.ts';
import { onCluster } from '../support/server/cluster.ts';
import { killableWorker } from '../support/server/killable-worker.ts';

/** In full: WEBHOOK_KILLS=100. */
const KILLS = Number(process.env['WEBHOOK_KILLS'] ?? 1);

let answer: (response: ServerResponse) => void;

const sender = await forFile(startSender({ isRunning: false }));
const owner = await forFile(connect(sender.databaseUrl, { role: 'owner', max: 1 }), (it) => it.end());
const receiver = await forFile(startReceiver((_: Received, response) => answer(response)));
const { work, kill } = await killableWorker(owner, {
  DATABASE_URL: sender.databaseUrl,
  DATA_DIR: temporaryFolder(),
  ENCRYPTION_KEY: sender.encryptionKey,
  OUTBOUND_ALLOW: '127.0.0.0/8',
});

test('a sender killed after a 2xx sends again with the same id, and the log shows both', {
  skip: onCluster('what waits for a lock waits on another node'),
}, async () => {
  const org = await sender.organisation();
  const { id } = await sender.webhook(org, `${receiver.url}/taken`);
  await sender.tell(org);
  const [delivery] = await sender.deliveries(org, id);
  answer = (response) => response.writeHead(204).end();
  // The outcome cannot be written while the row is held: so it dies between the 2xx and the commit, for sure. The program's
  // own transactions end when they do nothing for ten seconds, which a start may take.
  await using holder = connect(sender.databaseUrl, { role: 'owner', max: 1 });
  await holder.begin(async (tx) => {
    await tx.unsafe(`set local app.org_id = '${org}'`);
    await tx`select from webhook_deliveries where org_id = ${org} and id = ${delivery!.id} for no key update`;
    work();
    try {
      await until(() => receiver.to('/taken').length === 1);
      await until(async () => {
        const waiting = await owner`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%update "webhook_deliveries"%'`;
        return waiting.length > 0;
      });
    } finally {
      await kill();
    }
  });
  assert.equal((await sender.deliveries(org, id))[0]?.state, 'PENDING');
  sender.start();
  await until(async () => (await sender.deliveries(org, id))[0]?.state === 'DELIVERED');
  const ids = receiver.to('/taken').map(({ headers }) => headers['webhook-id']);
  assert.deepEqual(ids, [delivery?.messageId, delivery?.messageId]);
  assert.deepEqual(
    (await sender.attempts(org, delivery!.id)).map(({ ordinal, status, error }) => [ordinal, status, error]),
    [
      [1, null, 'There is no outcome: it is under way, or its sender was stopped.'],
      [2, 204, null],
    ],
  );
  await sender.stop();
});

test('kill -9 of the sender at random: nothing is lost, nothing is sent without a record', {
  timeout: 120_000 + KILLS * 10_000,
}, async () => {
  answer = (response) => void sleep(20 * Math.random()).then(() => response.writeHead(204).end());
  const org = await sender.organisation();
  const hooks = await Promise.all([1, 2].map((n) => sender.webhook(org, `${receiver.url}/killed-${n}`)));
  for (let n = 0; n < KILLS; n += 1) {
    await sender.tell(
      org,
      Array.from({ length: 12 }, (_, k) => k),
    );
    const before = receiver.received.length;
    work();
    await until(() => receiver.received.length > before);
    await sleep(150 * Math.random());
    await kill();
  }
  sender.start();
  for (const { id } of hooks) {
    await until(async () => (await sender.deliveries(org, id)).every(({ state }) => state === 'DELIVERED'));
    const sent = new Map<unknown, number>();
    for (const { headers, path } of receiver.received)
      if (path === `/killed-${hooks.findIndex((hook) => hook.id === id) + 1}`)
        sent.set(headers['webhook-id'], (sent.get(headers['webhook-id']) ?? 0) + 1);
    for (const delivery of await sender.deliveries(org, id)) {
      const attempts = (await sender.attempts(org, delivery.id)).length;
      const times = sent.get(delivery.messageId) ?? 0;
      assert.ok(times >= 1 && times <= attempts, `sent ${times} times, by ${attempts} attempts`);
    }
  }
});
