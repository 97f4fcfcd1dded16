import { Webhook } from 'standardwebhooks';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import { OutboundClient, type OutboundResponse } from '../../outbound/client.ts';
import { audit, system } from '../audit/audit.ts';
import { enqueueEvent } from '../outbox/outbox.ts';
import { sendAttempts } from '../queue/attempts.ts';
import {
  MAX_ATTEMPTS,
  type Outcome as MessageOutcome,
  NO_OUTCOME,
  postJson,
  recordOutcome,
} from '../queue/messages.ts';
import type { Partition } from '../queue/partition.ts';
import { endDeliveries, sealedFor } from './webhooks.ts';

interface SendingServices {
  db: Db;
  secretBox: SecretBox;
  outbound: Outbound;
}

export interface SendingLimits {
  /** The time for one attempt, from the look-up of the host name to the end of the response. */
  timeoutMs: number;
  /** A webhook that accepted no delivery for this many days is switched off. */
  giveUpDays: number;
}

export const SENDING_LIMITS: SendingLimits = { timeoutMs: 10_000, giveUpDays: 5 };

/** How long a worker serves one webhook before it moves to others; the remaining deliveries stay due. */
const TIME_SLICE_MS = 5_000;
/** A slower receiver lags, like a failing one: fewer lagging receivers are served at once. */
const SLOW_MS = 1_000;
/** The response headers that are stored: they help to find a fault, and hold no secret of the receiver. */
const STORED_HEADERS = ['content-type', 'retry-after', 'location', 'server', 'date', 'x-request-id'];
const MOST_HEADER_LENGTH = 500;
const GONE = 410;

/** A recorded attempt that is to be sent now. */
interface Attempt {
  deliveryId: string;
  /** From 1, including interrupted attempts. */
  ordinal: number;
  /** Failed attempts of the delivery before this one. */
  failedBefore: number;
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Whether the latest attempt at the webhook failed or was slow. */
  lags: boolean;
  /** Whether the latest attempt at the webhook failed. */
  isFailing: boolean;
  /** Whether it has failed for SendingLimits.giveUpDays. */
  isGivenUp: boolean;
}

interface Outcome extends MessageOutcome {
  durationMs: number;
  response: OutboundResponse | null;
}

/**
 * Sends the due deliveries of a webhook, a partition, one after another, the longest due first. It ends when none is
 * due, after TIME_SLICE_MS, or after a failed or slow attempt: other webhooks then come first.
 */
export async function sendDue(
  { db, secretBox, outbound }: SendingServices,
  webhook: Partition,
  limits: SendingLimits = SENDING_LIMITS,
): Promise<void> {
  const { orgId, lost } = webhook;
  let lags = false;
  // Messages go out in sequence, over one connection.
  using client = new OutboundClient(outbound, { connections: 1 });
  await sendAttempts<Attempt>(
    webhook,
    { atOnce: 1, timeSliceMs: TIME_SLICE_MS },
    {
      begin: async () =>
        lags ? 'WAIT' : withFastCommit(db, orgId, (tx) => beginAttempt(tx, secretBox, webhook, limits)),
      async send(attempt) {
        const { url, headers, body } = attempt;
        const startedAt = performance.now();
        const posted = await postJson(client, url, {
          headers,
          body,
          timeoutMs: limits.timeoutMs,
          signal: lost,
        });
        const outcome = { ...posted, durationMs: Math.round(performance.now() - startedAt) };
        lags = lagsBy(outcome);
        return () => withFastCommit(db, orgId, (tx) => record(tx, webhook, attempt, outcome, limits));
      },
    },
  );
}

/**
 * A transaction whose commit does not wait for the disk: on a busy machine that took 10 ms of a delivery's 43. A killed
 * program loses nothing; a power cut may lose the last half second, whose messages are then sent again.
 */
function withFastCommit<T>(db: Db, orgId: OrgId, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.tenant(orgId, async (tx) => {
    await tx`set local synchronous_commit = off`;
    return work(tx);
  });
}

const UNREADABLE_SECRET =
  'The secret of the webhook cannot be opened: the server has another ENCRYPTION_KEY. Rotate the secret, then replay.';

/** Records an attempt at the longest due delivery. */
async function beginAttempt(
  tx: Tx,
  secretBox: SecretBox,
  { orgId, subjectId: webhookId }: Partition,
  { giveUpDays }: SendingLimits,
): Promise<Attempt | 'WAIT'> {
  const [due] = await tx<
    (Omit<Attempt, 'headers' | 'body'> & {
      messageId: string;
      body: string;
      secret: Buffer;
      previousSecret: Buffer | null;
      isActive: boolean;
    })[]
  >`
    select d.id as "deliveryId", d.tries as "failedBefore", m.id as "messageId", m.body, w.url, w.secret, w.lags, w.is_active as "isActive",
           case when w.previous_secret_expires_at > now() then w.previous_secret end as "previousSecret",
           w.failing_since is not null as "isFailing",
           coalesce(w.failing_since < now() - make_interval(days => ${giveUpDays}), false) as "isGivenUp",
           (select coalesce(max(a.ordinal), 0) + 1 from webhook_attempts a
            where a.org_id = ${orgId} and a.delivery_id = d.id) as ordinal
    from webhook_deliveries d
    join webhook_messages m on m.org_id = d.org_id and m.id = d.message_id
    join webhooks w on w.org_id = d.org_id and w.id = d.webhook_id
    where d.org_id = ${orgId} and d.webhook_id = ${webhookId} and d.state = 'PENDING' and d.next_attempt_at <= now()
    order by d.next_attempt_at, d.sequence limit 1`;
  if (!due) return 'WAIT';
  const { messageId, secret, previousSecret, isActive, ...attempt } = due;
  // A delivery may have been queued while another transaction switched the webhook off.
  if (!isActive) {
    await endDeliveries(tx, orgId, webhookId, 'The webhook was switched off.');
    return 'WAIT';
  }
  const sealed = [secret, ...(previousSecret === null ? [] : [previousSecret])];
  const secrets = sealed.flatMap((each) => secretBox.opened(each, sealedFor(orgId, webhookId)) ?? []);
  if (secrets.length < sealed.length) {
    await endDeliveries(tx, orgId, webhookId, UNREADABLE_SECRET);
    return 'WAIT';
  }
  const startedAt = new Date();
  const headers = headersOf(secrets, messageId, startedAt, due.body);
  await tx`insert into webhook_attempts
      (org_id, delivery_id, ordinal, started_at, duration_ms, error, host, request_headers)
    values (${orgId}, ${due.deliveryId}, ${due.ordinal}, ${startedAt}, 0, ${NO_OUTCOME}, ${new URL(due.url).host},
            ${JSON.stringify(headers)}::text::jsonb)`;
  return { ...attempt, headers, body: Buffer.from(due.body) };
}

/** The request headers of the Standard Webhooks specification: https://www.standardwebhooks.com */
function headersOf(secrets: string[], messageId: string, at: Date, body: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Sightline-Webhooks',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, at, body)).join(' '),
  };
}

/**
 * Records the outcome of an attempt: the delivery is delivered, due again later, or failed, and the webhook may be
 * switched off. Rows are locked in the order of a deletion: webhook, delivery, attempt.
 */
async function record(
  tx: Tx,
  { orgId, subjectId: webhookId }: Partition,
  attempt: Attempt,
  outcome: Outcome,
  { giveUpDays }: SendingLimits,
): Promise<void> {
  const { deliveryId: id, ordinal, failedBefore: tries } = attempt;
  const { error, durationMs, status, response } = outcome;
  const isTaken = error === null;
  const disabledReason = reasonToDisable(attempt, outcome, giveUpDays);
  const lags = lagsBy(outcome);
  if (lags !== attempt.lags || isTaken === attempt.isFailing)
    await tx`update webhooks set lags = ${lags}, failing_since = ${isTaken ? null : tx`coalesce(failing_since, (select now()))`}
        where org_id = ${orgId} and id = ${webhookId}`;
  if (disabledReason) await disableWebhook(tx, orgId, webhookId, disabledReason);
  await recordOutcome(
    tx,
    'webhook_deliveries',
    orgId,
    { id, tries, failed: tries + 1 },
    { ...outcome, isFinal: disabledReason !== null },
    (state) => tx`tries = tries + 1,
      reason = ${state === 'FAILED' ? (disabledReason ?? `All ${MAX_ATTEMPTS} tries failed.`) : null}`,
  );
  if (disabledReason)
    await endDeliveries(tx, orgId, webhookId, `The webhook was switched off: ${disabledReason}`);
  const headers = response === null ? null : JSON.stringify(storedHeaders(response));
  // Postgres cannot store NUL in text.
  const body = response?.body.toString('utf8').replaceAll('\0', '\uFFFD') ?? null;
  await tx`update webhook_attempts set duration_ms = ${durationMs}, status = ${status}, error = ${error},
        response_headers = ${headers}::text::jsonb, response_body = ${body}
      where org_id = ${orgId} and delivery_id = ${id} and ordinal = ${ordinal}`;
}

function storedHeaders({ headers }: OutboundResponse): Record<string, string> {
  return Object.fromEntries(
    STORED_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value).slice(0, MOST_HEADER_LENGTH)]];
    }),
  );
}

/** Why an outcome switches the webhook off; null: it does not. */
function reasonToDisable(
  { isGivenUp }: Attempt,
  { status, error }: Outcome,
  giveUpDays: number,
): string | null {
  if (status === GONE) return error;
  return isGivenUp && error !== null
    ? `It took nothing for ${giveUpDays} days. The latest try: ${error}`
    : null;
}

/** Whether the attempt failed or was slow. */
function lagsBy({ error, durationMs }: Outcome): boolean {
  return error !== null || durationMs > SLOW_MS;
}

/** Switches a webhook off and emits an event to the organisation's other webhooks. */
async function disableWebhook(tx: Tx, orgId: OrgId, webhookId: string, reason: string): Promise<void> {
  const [disabled] = await tx<{ url: string; disabledAt: Date }[]>`
    update webhooks set is_active = false, disabled_reason = ${reason}, disabled_at = now(), updated_at = now()
    where org_id = ${orgId} and id = ${webhookId} and is_active returning url, disabled_at as "disabledAt"`;
  if (!disabled) return;
  const { host } = new URL(disabled.url);
  await audit(tx, system(orgId, 'sender'), {
    action: 'disableWebhook',
    targetType: 'webhook',
    targetId: webhookId,
    details: { host, reason },
  });
  const disabledAt = disabled.disabledAt.toISOString();
  await enqueueEvent(tx, orgId, 'webhook.disabled', { webhookId, host, reason, disabledAt });
}
