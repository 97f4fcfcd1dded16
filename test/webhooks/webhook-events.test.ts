import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAlert } from '../../src/features/alerts/alerts.ts';
import { enqueueEvent, enqueueEvents, type NewEvent } from '../../src/features/outbox/outbox.ts';
import { withOrganisation } from '../support/callers/organisation.ts';
import { checkMessage, EVENTS, examplePayload } from '../support/providers/webhooks.ts';

const URL = 'https://hooks.example.com/sightline';

const { app, org, call } = await withOrganisation({}, { JOBS: 'apart' });

const deliveries = async (id: string) => (await call('listWebhookDeliveries', { ids: [id] })).json.data;

test('enqueueEvent writes one message and a delivery to each active webhook subscribed, with the caller or not at all', async () => {
  const create = async (body: object) =>
    (await call('createWebhook', { body: { url: URL, ...body } })).json.id;
  const one = await create({ events: ['query.completed', 'query.failed'] });
  const two = await create({ events: ['query.completed'] });
  const other = await create({ events: ['query.failed'] });
  const off = await create({ events: ['query.completed'], isActive: false });
  const { db } = app.app.services;
  const payload = examplePayload('query.completed');
  await db.tenant(org.id, (tx) => enqueueEvent(tx, org.id, 'query.completed', payload));
  const [first] = await deliveries(one);
  const [second] = await deliveries(two);
  assert.equal(first!.messageId, second!.messageId);
  assert.match(first!.messageId, /^msg_[0-9a-f]{32}$/);
  assert.deepEqual([first!.state, first!.attemptCount, first!.event], ['PENDING', 0, 'query.completed']);
  assert.deepEqual([...(await deliveries(other)), ...(await deliveries(off))], []);
  const { json: detail } = await call('getWebhookDelivery', { ids: [one, first!.id] });
  const { timestamp, ...sent } = checkMessage(detail.body);
  assert.deepEqual(sent, { type: 'query.completed', data: payload });
  assert.equal(new Date(timestamp).toISOString(), timestamp);

  await assert.rejects(
    db.tenant(org.id, async (tx) => {
      await enqueueEvent(tx, org.id, 'query.completed', payload);
      throw new Error('what happened did not');
    }),
  );
  assert.equal((await deliveries(one)).length, 1);
  for (const id of [one, two, other, off]) await call('deleteWebhook', { ids: [id] });
});

test('alerts are told: alert.triggered with the alert, and alert.resolved', async () => {
  const events = ['alert.triggered', 'alert.resolved'];
  const { id } = (await call('createWebhook', { body: { url: URL, events } })).json;
  const { json: brand } = await call('createBrand', { body: { name: 'Lumenfold' } });
  const body = { brandId: brand.id, type: 'NEW_MENTION', threshold: 1 };
  const { json: rule } = await call('createAlertRule', { body });
  const window = { startDate: '2026-11-12', endDate: '2026-11-18', value: 3, count: 3, total: 9 };
  const evidence = { current: window, previous: null, threshold: 1, significance: null };
  const open = () =>
    app.app.services.db.tenant(org.id, (tx) =>
      openAlert(tx, org.id, { ruleId: rule.id, message: '3 new mentions.', evidence }),
    );
  const alert = await open();
  await open();
  const { json: resolved } = await call('resolveAlert', { ids: [alert!.id] });
  const data = await deliveries(id);
  assert.deepEqual(
    data.map(({ event }: { event: string }) => event),
    ['alert.resolved', 'alert.triggered'],
  );
  // biome-ignore lint/suspicious/noExplicitAny: looked into at will
  const bodies: any[] = await Promise.all(
    data.map(async (delivery: { id: string }) =>
      checkMessage((await call('getWebhookDelivery', { ids: [id, delivery.id] })).json.body),
    ),
  );
  assert.deepEqual(bodies[0].data, resolved);
  assert.deepEqual(
    [bodies[1].type, bodies[1].data.id, bodies[1].data.state],
    ['alert.triggered', alert!.id, 'ACTIVE'],
  );
});

test('enqueueEvents tells of all events at once, in order, and each has the schema of the contract', async () => {
  const create = async (events: string[]) =>
    (await call('createWebhook', { body: { url: URL, events } })).json.id as string;
  const all = await create(EVENTS);
  const some = await create(['export.ready', 'quota.warning']);
  const events = [...EVENTS, ...EVENTS.toReversed()].map(
    (event) => ({ event, payload: examplePayload(event) }) as NewEvent,
  );
  await app.app.services.db.tenant(org.id, (tx) => enqueueEvents(tx, org.id, events));
  const sent = (id: string) =>
    app.sql(org)<{ event: string; body: string }[]>`
        select m.event, m.body from webhook_deliveries d
        join webhook_messages m on m.org_id = d.org_id and m.id = d.message_id
        where d.org_id = ${org.id} and d.webhook_id = ${id} order by d.sequence`;
  const bodies = await sent(all);
  assert.deepEqual(
    bodies.map(({ event }) => event),
    events.map(({ event }) => event),
  );
  bodies.forEach(({ body }, index) => {
    assert.deepEqual(checkMessage(body).data, events[index]?.payload);
  });
  assert.deepEqual(
    (await sent(some)).map(({ event }) => event),
    events.map(({ event }) => event).filter((event) => ['export.ready', 'quota.warning'].includes(event)),
  );
  assert.throws(() => checkMessage('{"type":"export.ready","timestamp":"2026-01-01T00:00:00Z","data":{}}'));
});
