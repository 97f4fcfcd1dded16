// long: 14 s
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/base/definitions.ts';
import type { OrgId } from '../../src/base/ids.ts';
import { listAuditLog, operator } from '../../src/features/audit/audit.ts';
import { SENDING_LIMITS, sendDue } from '../../src/features/webhooks/sending.ts';
import { updateWebhook, webhooks } from '../../src/features/webhooks/webhooks.ts';
import { Outbound } from '../../src/outbound/addresses.ts';
import { forFile } from '../support/for-file.ts';
import { partition } from '../support/partition.ts';
import { startReceiver } from '../support/providers/receiver.ts';
import { type Sender, startSender } from '../support/providers/sender.ts';
import { checkMessage } from '../support/providers/webhooks.ts';
import { until } from '../support/server/app.ts';

const sender = await forFile(startSender());
const receiver = await forFile(
  startReceiver(({ path }, response) => {
    response.writeHead({ '/gone': 410, '/broken': 500 }[path] ?? 204).end();
  }),
);

const states = async (org: OrgId, id: string) =>
  (await sender.deliveries(org, id)).map(({ state, reason }) => [state, reason]);

test('410 switches a webhook off: what waits ends, the others and the audit log are told', async () => {
  const org = await sender.organisation();
  const { id } = await sender.webhook(org, `${receiver.url}/gone`);
  const watcher = await sender.webhook(org, `${receiver.url}/watcher`, ['webhook.disabled']);
  await sender.tell(org, [1, 2, 3]);
  await until(() => receiver.to('/watcher').length === 1);
  const off = await sender.db.tenant(org, (tx) => webhooks.find(tx, org, id));
  assert.deepEqual([off.isActive, off.disabledReason], [false, 'It answered 410 Gone.']);
  assert.deepEqual(await states(org, id), [
    ['FAILED', 'It answered 410 Gone.'],
    ['FAILED', 'The webhook was switched off: It answered 410 Gone.'],
    ['FAILED', 'The webhook was switched off: It answered 410 Gone.'],
  ]);
  assert.equal(receiver.to('/gone').length, 1);
  const { type, data } = checkMessage(receiver.to('/watcher')[0]!.body);
  assert.equal(type, 'webhook.disabled');
  assert.deepEqual(data, {
    webhookId: id,
    host: new URL(receiver.url).host,
    reason: 'It answered 410 Gone.',
    disabledAt: (off.disabledAt as unknown as Date).toISOString(),
  });
  const { data: entries } = await listAuditLog(sender.db, org, {
    limit: 10,
    offset: 0,
    action: 'disableWebhook',
  });
  assert.deepEqual(
    entries.map(({ actorType, targetId, details }) => [actorType, targetId, details]),
    [['SYSTEM', id, { host: new URL(receiver.url).host, reason: 'It answered 410 Gone.' }]],
  );
  assert.equal((await sender.deliveries(org, watcher.id)).length, 1);

  const on = await updateWebhook(sender.services, operator(org), id, {
    isActive: true,
    url: `${receiver.url}/back`,
  });
  assert.deepEqual([on.isActive, on.disabledReason, on.disabledAt], [true, null, null]);
  await sender.tell(org, [4]);
  await until(() => receiver.to('/back').length === 1);
});

test('a webhook that takes nothing for 5 days is switched off; one success in between begins anew', async () => {
  const org = await sender.organisation();
  const { id } = await sender.webhook(org, `${receiver.url}/broken`);
  const isActive = async () => (await sender.db.tenant(org, (tx) => webhooks.find(tx, org, id))).isActive;
  const failSince = (days: number) =>
    sender.db.tenant(
      org,
      (tx) => tx`update webhooks set failing_since = now() - make_interval(days => ${days}, mins => 1)
        where org_id = ${org} and id = ${id} and failing_since is not null`,
    );
  const last = async () => (await sender.deliveries(org, id)).at(-1);
  await sender.tell(org);
  await until(async () => (await last())?.tries === 1);
  assert.equal((await failSince(4)).count, 1, 'the first failure is noted');
  await sender.hurry(org);
  await until(async () => (await last())?.tries === 2);
  assert.ok(await isActive(), 'not before the fifth day');

  const update = (path: string) =>
    updateWebhook(sender.services, operator(org), id, { url: receiver.url + path });
  await failSince(5);
  await update('/well');
  await sender.tell(org, [2]);
  await until(async () => (await last())?.state === 'DELIVERED');
  assert.equal((await failSince(5)).count, 0, 'a success ends it');

  await update('/broken');
  await sender.tell(org, [3]);
  await until(async () => (await last())?.tries === 1);
  await failSince(5);
  await sender.hurry(org);
  await until(async () => !(await isActive()));
  const off = await sender.db.tenant(org, (tx) => webhooks.find(tx, org, id));
  assert.equal(off.disabledReason, 'It took nothing for 5 days. The latest try: It answered 500.');
  assert.equal((await last())?.state, 'FAILED');
});

test('what waits for a webhook that somebody switches off ends, also what was told at that moment', async () => {
  const org = await sender.organisation();
  const { id } = await sender.webhook(org, `${receiver.url}/broken`);
  await sender.tell(org);
  await until(async () => (await sender.deliveries(org, id))[0]?.tries === 1);
  await updateWebhook(sender.services, operator(org), id, { isActive: false });
  assert.deepEqual(await states(org, id), [['FAILED', 'The webhook was switched off.']]);
  // Told by a transaction that saw it on.
  await sender.db.tenant(org, async (tx) => {
    const [told] = await tx<{ webhookId: string; messageId: string }[]>`
      select webhook_id as "webhookId", message_id as "messageId" from webhook_deliveries where org_id = ${org}`;
    await tx`insert into webhook_deliveries (org_id, id, webhook_id, message_id)
      values (${org}, 'late', ${told!.webhookId}, ${told!.messageId})`;
  });
  await until(async () => (await sender.deliveries(org, id))[1]?.state === 'FAILED');
  assert.equal((await sender.deliveries(org, id))[1]?.tries, 0);
  const off = await sender.db.tenant(org, (tx) => webhooks.find(tx, org, id));
  assert.deepEqual([off.isActive, off.disabledReason], [false, null]);
});

/** Longer than an attempt that is not slow. */
const SLOW_MS = 1_100;
const GIVEN_UP = /^It took nothing for 5 days\. The latest try: /;

/** Where a webhook fails, each in its own way. */
const FAILURES: Record<string, (receiver: string) => string> = {
  'an error of the server': (receiver) => `${receiver}/500`,
  'an error of the request': (receiver) => `${receiver}/404`,
  'a redirect': (receiver) => `${receiver}/307`,
  'no answer in time': (receiver) => `${receiver}/silent`,
  'a connection that ends': (receiver) => `${receiver}/closes`,
  'too long a head': (receiver) => `${receiver}/long-head`,
  'no secure connection': (receiver) => `${receiver.replace('http:', 'https:')}/204`,
  'a connection refused': () => 'http://127.0.0.1:1/',
  'an address that may not be called': () => 'http://10.0.0.1/',
};

type Step = 'fails' | 'fast' | 'endless' | 'slow' | 'switched on' | { daysPass: number };

/** A success and a failure follow each state: what lags and fails, what lags and does not, what does neither. */
const STEPS: Step[] = [
  ...(['fails', 'fails', 'fast', 'fails', 'slow', 'fails', 'slow', 'slow', 'fails', 'endless'] as const),
  ...(['slow', 'fast', 'fails', { daysPass: 4.9 }, 'fails', { daysPass: 0.2 }, 'slow', 'fails'] as const),
  ...([{ daysPass: 5.1 }, 'fast', 'fails', { daysPass: 5.1 }, 'fails', 'switched on', 'fails'] as const),
  ...(['slow', { daysPass: 6 }, 'fails'] as const),
];

/** Sends to a receiver that answers as the path says, one attempt a step, and follows what is known of the webhook. */
async function followFailing(quiet: Sender, receiver: string, failing: string, kind: string): Promise<void> {
  const org = await quiet.organisation();
  const { id } = await quiet.webhook(org, failing);
  const services = { ...quiet.services, outbound: new Outbound(['127.0.0.0/8']) };
  const timeoutMs = failing.endsWith('/silent') ? 100 : SENDING_LIMITS.timeoutMs;
  const read = () =>
    quiet.db.tenant(org, async (tx) => {
      const [row] = await tx<{ since: Date | null; now: Date; isActive: boolean; reason: string | null }[]>`
        select failing_since as since, clock_timestamp() as now, is_active as "isActive", disabled_reason as reason
        from webhooks where org_id = ${org} and id = ${id}`;
      return row!;
    });
  let since: Date | null = null;
  let isOn = true;
  for (const [at, step] of STEPS.entries()) {
    const where = `${kind}, step ${at}: ${JSON.stringify(step)}`;
    if (typeof step === 'object') {
      await quiet.db.tenant(
        org,
        (
          tx,
        ) => tx`update webhooks set failing_since = failing_since - make_interval(secs => ${86_400 * step.daysPass})
          where org_id = ${org} and id = ${id}`,
      );
      since = since && new Date((since as Date).getTime() - DAY_MS * step.daysPass);
      continue;
    }
    const before = await read();
    if (step === 'switched on') {
      await updateWebhook(quiet.services, operator(org), id, { isActive: true });
      [since, isOn] = [null, true];
    } else {
      const url = step === 'fails' ? failing : `${receiver}/${step}`;
      await updateWebhook(quiet.services, operator(org), id, { url });
      await quiet.tell(org);
      await sendDue(services, partition(org, id), {
        ...SENDING_LIMITS,
        timeoutMs: step === 'fails' ? timeoutMs : 10_000,
      });
      // Its retry would come among the next steps.
      await quiet.db.tenant(
        org,
        (tx) => tx`update webhook_deliveries set state = 'FAILED', next_attempt_at = null
          where org_id = ${org} and state = 'PENDING'`,
      );
      const last = (await quiet.deliveries(org, id)).at(-1);
      assert.deepEqual([last?.tries, last?.state], [1, step === 'fails' ? 'FAILED' : 'DELIVERED'], where);
    }
    const after = await read();
    if (step === 'fails') {
      isOn = since === null || before.now.getTime() - since.getTime() < 5 * DAY_MS;
      if (since === null) {
        assert.ok(
          after.since && after.since >= before.now && after.since <= after.now,
          `${where}, not noted`,
        );
        since = after.since;
      }
    } else since = null;
    assert.deepEqual([after.since, after.isActive], [since, isOn], where);
    if (isOn) assert.equal(after.reason, null, where);
    else assert.match(after.reason ?? '', GIVEN_UP, where);
  }
}

test('however a webhook fails, the first failure after a success counts, and any success ends it', async () => {
  const quiet = await startSender({ isRunning: false });
  const answering = await startReceiver(({ path }, response) => {
    const [status = 204] = /\d{3}/.exec(path) ?? [];
    const answer = () =>
      response.writeHead(Number(status), path === '/307' ? { location: '/204' } : {}).end();
    if (path === '/silent') return;
    if (path === '/closes') response.destroy();
    else if (path === '/long-head') response.writeHead(200, { x: 'x'.repeat(100_000) }).end();
    else if (path === '/endless') response.writeHead(200).end('y'.repeat(5_000_000));
    else if (path.startsWith('/slow')) setTimeout(answer, SLOW_MS);
    else answer();
  });
  try {
    await Promise.all(
      Object.entries(FAILURES).map(([kind, place]) =>
        followFailing(quiet, answering.url, place(answering.url), kind),
      ),
    );
  } finally {
    answering.close();
    await quiet.close();
  }
});
