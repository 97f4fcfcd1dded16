import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';

export type WebhookEvent = components['schemas']['WebhookEvent'];

/** What is told of each event: `data` of the message. */
export type WebhookPayloads = {
  [M in components['schemas']['WebhookMessage'] as M['type']]: M['data'];
};

/** An event with what is told of it. Times may be dates. */
export type NewEvent = { [E in WebhookEvent]: { event: E; payload: WebhookPayloads[E] } }[WebhookEvent];

/**
 * Tells the organisation's webhooks of events, in the transaction of what happened: a message each, and a PENDING
 * delivery to each active webhook that is subscribed to it; nothing where there is none. Three statements, however
 * many there are; each webhook gets them in the order of the array.
 */
export async function enqueueEvents(tx: Tx, orgId: OrgId, events: readonly NewEvent[]): Promise<void> {
  const kinds = [...new Set(events.map(({ event }) => event))];
  if (kinds.length === 0) return;
  // Locked against deletion alone, which would make the deliveries fail and with them what happened.
  const webhooks = await tx<{ id: string; events: WebhookEvent[] }[]>`
    select id, events from webhooks where org_id = ${orgId} and is_active and events && ${kinds}::text[]
    order by id for key share`;
  const told = events.filter(({ event }) => webhooks.some((webhook) => webhook.events.includes(event)));
  const messageIds = await insertMessages(tx, orgId, told);
  const deliveries = told.flatMap(({ event }, index) =>
    webhooks
      .filter((webhook) => webhook.events.includes(event))
      .map(({ id }) => ({ webhookId: id, messageId: messageIds[index] ?? '' })),
  );
  await insertDeliveries(tx, orgId, deliveries);
}

/** `enqueueEvents` for one. */
export async function enqueueEvent<E extends WebhookEvent>(
  tx: Tx,
  orgId: OrgId,
  event: E,
  payload: WebhookPayloads[E],
): Promise<void> {
  await enqueueEvents(tx, orgId, [{ event, payload } as NewEvent]);
}

/**
 * Writes messages with the bodies that are signed and sent (Standard Webhooks: type, timestamp, data).
 * @returns their ids, in order
 */
export async function insertMessages(tx: Tx, orgId: OrgId, events: readonly NewEvent[]): Promise<string[]> {
  if (events.length === 0) return [];
  const now = new Date();
  const ids = events.map(() => `msg_${newId().replaceAll('-', '')}`);
  const kinds = events.map(({ event }) => event);
  const bodies = events.map(({ event, payload }) =>
    JSON.stringify({ type: event, timestamp: now, data: payload }),
  );
  await tx`insert into webhook_messages (org_id, id, event, body, created_at)
    select ${orgId}, id, event, body, ${now}
    from unnest(${ids}::text[], ${kinds}::text[], ${bodies}::text[]) as m (id, event, body)`;
  return ids;
}

/** Puts messages on their way to webhooks, in this order. @returns the ids of the deliveries */
export async function insertDeliveries(
  tx: Tx,
  orgId: OrgId,
  deliveries: { webhookId: string; messageId: string }[],
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const ids = deliveries.map(() => newId());
  const webhookIds = deliveries.map(({ webhookId }) => webhookId);
  const messageIds = deliveries.map(({ messageId }) => messageId);
  await tx`insert into webhook_deliveries (org_id, id, webhook_id, message_id)
    select ${orgId}, id, webhook_id, message_id
    from unnest(${ids}::text[], ${webhookIds}::text[], ${messageIds}::text[])
      with ordinality as d (id, webhook_id, message_id, place)
    order by place`;
  return ids;
}
