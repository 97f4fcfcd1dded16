import { AppError, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import { timeRange } from '../../base/times.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { countRows, ifGiven, newestFirst, type Page, type Paged, pageOf, pageSelect } from '../../db/page.ts';
import type { Actor } from '../audit/audit.ts';
import { insertDeliveries, insertMessages, type WebhookEvent } from '../outbox/outbox.ts';
import { webhooks } from './webhooks.ts';

type WebhookDelivery = components['schemas']['WebhookDelivery'];
type WebhookDeliveryDetail = components['schemas']['WebhookDeliveryDetail'];
type WebhookAttempt = components['schemas']['WebhookAttempt'];
type WebhookReplay = components['schemas']['WebhookReplay'];

/** The most deliveries that one replay makes. */
const REPLAY_LIMIT = 1000;

const columns = (tx: Tx, orgId: OrgId) => tx`
  d.id, d.webhook_id as "webhookId", d.message_id as "messageId", m.event, d.state,
  (select count(*) from webhook_attempts a where a.org_id = ${orgId} and a.delivery_id = d.id) as "attemptCount",
  (select a.status from webhook_attempts a where a.org_id = ${orgId} and a.delivery_id = d.id
   order by a.ordinal desc limit 1) as "lastStatus",
  d.created_at as "createdAt", d.next_attempt_at as "nextAttemptAt", d.finished_at as "finishedAt",
  d.reason`;
const tables = (tx: Tx) => tx`
  webhook_deliveries d join webhook_messages m on m.org_id = d.org_id and m.id = d.message_id`;

/** A page of a webhook's deliveries, the latest first. @throws AppError not_found */
export async function listWebhookDeliveries(
  db: Db,
  orgId: OrgId,
  webhookId: string,
  {
    state = null,
    event = null,
    from = null,
    to = null,
    ...page
  }: Page & {
    state?: WebhookDelivery['state'] | null;
    event?: WebhookEvent | null;
    from?: string | null;
    to?: string | null;
  },
): Promise<Paged<WebhookDelivery>> {
  const times = timeRange({ from, to });
  return db.tenant(orgId, async (tx) => {
    await webhooks.find(tx, orgId, webhookId);
    const matching = tx`d.org_id = ${orgId} and d.webhook_id = ${webhookId}
      and ${ifGiven(tx, state, (value) => tx`d.state = ${value}`)}
      ${event === null ? tx`` : tx`and m.event = ${event}`}
      and ${ifGiven(tx, times.from, (value) => tx`d.created_at >= ${value}`)}
      and ${ifGiven(tx, times.to, (value) => tx`d.created_at < ${value}`)}`;
    const found = event === null ? tx`webhook_deliveries d` : tables(tx);
    const order = newestFirst(tx, tx`d.created_at`, tx`d.id`);
    const { isAfter, limits, orderBy, position } = pageSelect(tx, page, order);
    const selected = await tx<(WebhookDelivery & { listPosition: string })[]>`
      with page as materialized (
        select d.id, d.created_at, ${position} as "listPosition" from ${found} where ${matching} and ${isAfter}
        order by ${orderBy} ${limits})
      select found.*, p."listPosition" from page p
      cross join lateral (select ${columns(tx, orgId)} from ${tables(tx)} where d.org_id = ${orgId} and d.id = p.id offset 0) found
      order by p.created_at desc, p.id desc`;
    return pageOf<WebhookDelivery>(selected, page, await countRows(tx, tx`${found} where ${matching}`));
  });
}

/** A delivery with its body and attempts. @throws AppError not_found */
export async function getWebhookDelivery(
  db: Db,
  orgId: OrgId,
  webhookId: string,
  id: string,
): Promise<WebhookDeliveryDetail> {
  return db.tenant(orgId, async (tx) => {
    await webhooks.find(tx, orgId, webhookId);
    const delivery = await findDelivery(tx, orgId, webhookId, id);
    const [message] = await tx<{ body: string }[]>`
      select body from webhook_messages where org_id = ${orgId} and id = ${delivery.messageId}`;
    const attempts = await tx<WebhookAttempt[]>`
      select ordinal as attempt, started_at as "startedAt", duration_ms as "durationMs", host,
             request_headers as "requestHeaders", status, error, response_headers as "responseHeaders", response_body as "responseBody"
      from webhook_attempts where org_id = ${orgId} and delivery_id = ${id} order by ordinal limit 100`;
    if (!message) throw new Error(`The message of the delivery ${id} is gone.`);
    return { ...delivery, body: message.body, attempts };
  });
}

/** Queues a webhook.test message. @throws AppError not_found, conflict for an inactive webhook */
export async function testWebhook(db: Db, actor: Actor, webhookId: string): Promise<WebhookDelivery> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    await lockActiveWebhook(tx, orgId, webhookId);
    const payload = { webhookId, message: 'A test of this webhook. Nothing happened.' };
    const [messageId] = await insertMessages(tx, orgId, [{ event: 'webhook.test', payload }]);
    if (messageId === undefined) throw new Error('A message was inserted without an id.');
    const id = await insertDelivery(tx, orgId, webhookId, messageId);
    await webhooks.note(tx, actor, 'testWebhook', webhookId);
    return findDelivery(tx, orgId, webhookId, id);
  });
}

/**
 * Delivers the message of a delivery again, with the same message id. If a delivery of the message waits for a retry,
 * that one is tried now instead.
 * @returns the delivery to come, and whether it is a new one
 * @throws AppError not_found, conflict for an inactive webhook and for a message that is being sent already
 */
export async function replayWebhookDelivery(
  db: Db,
  actor: Actor,
  webhookId: string,
  id: string,
): Promise<{ delivery: WebhookDelivery; isNew: boolean }> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    const webhook = await webhooks.lock(tx, orgId, webhookId);
    const { messageId } = await findDelivery(tx, orgId, webhookId, id);
    refuseInactive(webhook);
    const [pending] = await tx<{ id: string }[]>`
      select id from webhook_deliveries
      where org_id = ${orgId} and message_id = ${messageId} and webhook_id = ${webhookId} and state = 'PENDING'`;
    if (pending && (await retryNow(tx, orgId, [pending.id])) === 0)
      throw new AppError('conflict', 'This message is on its way to the webhook already.');
    const replayId = pending?.id ?? (await insertDelivery(tx, orgId, webhookId, messageId));
    await webhooks.note(tx, actor, 'replayWebhookDelivery', webhookId, { deliveryId: id, messageId });
    return { delivery: await findDelivery(tx, orgId, webhookId, replayId), isNew: !pending };
  });
}

/**
 * Delivers messages again, at most REPLAY_LIMIT: each message whose latest delivery was created within a time range and
 * is in the given state. FAILED includes deliveries that wait for a retry: they are tried now.
 * @returns how many new deliveries there are, how many are tried now, and how many messages match beyond REPLAY_LIMIT
 * @throws AppError not_found, conflict for an inactive webhook, validation_error for the time range
 */
export async function replayWebhookDeliveries(
  tx: Tx,
  actor: Actor,
  webhookId: string,
  { from, to, state = 'FAILED', event }: WebhookReplay,
): Promise<components['schemas']['WebhookReplayResult']> {
  const { orgId } = actor;
  const times = timeRange({ from, to: to ?? new Date().toISOString() });
  await lockActiveWebhook(tx, orgId, webhookId);
  const found = await tx<{ id: string; messageId: string; isWaiting: boolean; count: number }[]>`
    select d.id, d.message_id as "messageId", d.state = 'PENDING' as "isWaiting", count(*) over () as count
    from ${tables(tx)}
    where d.org_id = ${orgId} and d.webhook_id = ${webhookId}
      and (d.state = ${state} ${state === 'FAILED' ? tx`or ${waitsForRetry(tx)}` : tx``})
      and d.created_at >= ${times.from}::timestamptz and d.created_at < ${times.to}::timestamptz
      and ${ifGiven(tx, event, (value) => tx`m.event = ${value}`)}
      and not exists (select from webhook_deliveries later
        where later.org_id = ${orgId} and later.message_id = d.message_id and later.webhook_id = d.webhook_id
          and (later.created_at, later.id) > (d.created_at, d.id))
    order by d.message_id limit ${REPLAY_LIMIT}`;
  const ended = found.filter(({ isWaiting }) => !isWaiting);
  const waiting = found.filter(({ isWaiting }) => isWaiting);
  await insertDeliveries(
    tx,
    orgId,
    ended.map(({ messageId }) => ({ webhookId, messageId })),
  );
  const replayed = ended.length;
  const retried = await retryNow(
    tx,
    orgId,
    waiting.map(({ id }) => id),
  );
  const details = { from, to: times.to, state, event: event ?? null, replayed, retried };
  await webhooks.note(tx, actor, 'replayWebhookDeliveries', webhookId, details);
  // Each row has the count of all matches; without a row the count is 0.
  const [first] = found;
  return { replayed, retried, remaining: first === undefined ? 0 : first.count - found.length };
}

/** Whether a delivery `d` was tried before and waits for its next try. */
// In a transaction that waited, now() is too early.
const waitsForRetry = (tx: Tx) => tx`(d.state = 'PENDING' and d.next_attempt_at > clock_timestamp())`;

/** Makes deliveries that wait for a retry due now. @returns how many */
async function retryNow(tx: Tx, orgId: OrgId, ids: string[]): Promise<number> {
  const { count } = await tx`update webhook_deliveries d set next_attempt_at = (select now())
    where d.org_id = ${orgId} and d.id = any(${ids}) and ${waitsForRetry(tx)}`;
  return count;
}

/** Queues one delivery. @returns its id */
async function insertDelivery(tx: Tx, orgId: OrgId, webhookId: string, messageId: string): Promise<string> {
  const [id] = await insertDeliveries(tx, orgId, [{ webhookId, messageId }]);
  if (id === undefined) throw new Error('A delivery was inserted without an id.');
  return id;
}

async function findDelivery(tx: Tx, orgId: OrgId, webhookId: string, id: string): Promise<WebhookDelivery> {
  const [delivery] = await tx<WebhookDelivery[]>`
    select ${columns(tx, orgId)} from ${tables(tx)}
    where d.org_id = ${orgId} and d.webhook_id = ${webhookId} and d.id = ${id}`;
  if (!delivery) throw notFound('delivery');
  return delivery;
}

/**
 * Locks a webhook for new deliveries, so that the second of two concurrent replays sees the deliveries of the first.
 * @throws AppError not_found, conflict for an inactive webhook
 */
async function lockActiveWebhook(tx: Tx, orgId: OrgId, id: string): Promise<void> {
  refuseInactive(await webhooks.lock(tx, orgId, id));
}

function refuseInactive({ isActive }: { isActive: boolean }): void {
  if (!isActive)
    throw new AppError('conflict', 'This webhook is off and is sent nothing; set isActive to true first.');
}
