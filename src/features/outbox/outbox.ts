import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { inBatches } from '../../db/rows.ts';

export type WebhookEvent = components['schemas']['WebhookEvent'];

/** The payload of each event: `data` of the webhook message. */
export type WebhookPayloads = {
  [M in components['schemas']['WebhookMessage'] as M['type']]: M['data'];
};

/** An event to emit. Its times may be Date objects: the message is JSON. */
export type NewEvent = { [E in WebhookEvent]: { event: E; payload: WebhookPayloads[E] } }[WebhookEvent];

/** Messages and deliveries written at once: some 5 ms of the event loop. */
const MOST_AT_ONCE = 1_000;

/**
 * Emits events to the organisation's webhooks; call it in the transaction of the change. Writes a message for each
 * event with an active subscribed webhook, and a PENDING delivery of it to each such webhook, in the order of the
 * array. It takes three statements for 1,000 messages and deliveries, and two for each further 1,000.
 */
export async function enqueueEvents(tx: Tx, orgId: OrgId, events: readonly NewEvent[]): Promise<void> {
  const kinds = [...new Set(events.map(({ event }) => event))];
  if (kinds.length === 0) return;
  // The lock keeps webhooks from being deleted, which would fail the deliveries and the whole transaction.
  const webhooks = await tx<{ id: string; events: WebhookEvent[] }[]>`
    select id, events from webhooks where org_id = ${orgId} and is_active and events && ${kinds}::text[]
    order by id for key share`;
  const wanted = events.filter(({ event }) => webhooks.some((webhook) => webhook.events.includes(event)));
  for (const batch of inBatches(wanted, () => 1 + webhooks.length, MOST_AT_ONCE)) {
    const ids = await insertMessages(tx, orgId, batch);
    const deliveries = batch.flatMap(({ event }, at) =>
      webhooks
        .filter((webhook) => webhook.events.includes(event))
        .map(({ id: webhookId }) => ({ webhookId, messageId: ids[at]! })),
    );
    await insertDeliveries(tx, orgId, deliveries);
  }
}

/** `enqueueEvents` for one event. */
export async function enqueueEvent<E extends WebhookEvent>(
  tx: Tx,
  orgId: OrgId,
  event: E,
  payload: WebhookPayloads[E],
): Promise<void> {
  await enqueueEvents(tx, orgId, [{ event, payload } as NewEvent]);
}

/**
 * Writes the messages of events, without deliveries, with the bodies that are signed and sent (Standard Webhooks: type,
 * timestamp, data).
 * @returns the ids of the messages, in the order of the events
 */
export async function insertMessages(tx: Tx, orgId: OrgId, events: readonly NewEvent[]): Promise<string[]> {
  const now = new Date();
  const ids = events.map(() => `msg_${newId().replaceAll('-', '')}`);
  const kinds = events.map(({ event }) => event);
  const bodies = events.map(({ event, payload }) =>
    JSON.stringify({ type: event, timestamp: now, data: payload }),
  );
  await tx`insert into webhook_messages (org_id, id, event, body, created_at)
    select o.id, m.id, m.event, m.body, ${now}
    from organisations o cross join unnest(${ids}::text[], ${kinds}::text[], ${bodies}::text[]) as m (id, event, body)
    where o.id = ${orgId}`;
  return ids;
}

/** Writes PENDING deliveries of messages to webhooks, in this order. @returns the ids of the deliveries, in order */
export async function insertDeliveries(
  tx: Tx,
  orgId: OrgId,
  deliveries: { webhookId: string; messageId: string }[],
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const ids = deliveries.map(() => newId());
  const webhookIds = deliveries.map(({ webhookId }) => webhookId);
  const messageIds = deliveries.map(({ messageId }) => messageId);
  // There is never a conflict; `rows` explains the clause.
  await tx`insert into webhook_deliveries (org_id, id, webhook_id, message_id)
    select ${orgId}, id, webhook_id, message_id
    from unnest(${ids}::text[], ${webhookIds}::text[], ${messageIds}::text[])
      with ordinality as d (id, webhook_id, message_id, place)
    order by place
    on conflict do nothing`;
  return ids;
}
