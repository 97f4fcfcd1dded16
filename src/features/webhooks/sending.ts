import { Webhook } from 'standardwebhooks';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import { sendAttempts } from '../../outbound/attempts.ts';
import { OutboundClient, OutboundError } from '../../outbound/client.ts';
import { MAX_ATTEMPTS, retryDelaySeconds } from '../../outbound/retries.ts';
import { audit, system } from '../organisations/audit.ts';
import { enqueueEvent } from '../outbox/outbox.ts';
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
/** The error of an attempt until its outcome is recorded. */
const NO_OUTCOME = 'There is no outcome: it is under way, or its sender was stopped.';

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

interface Outcome {
  durationMs: number;
  status: number | null;
  /** Null: the receiver accepted it. */
  error: string | null;
  /** The response headers named in STORED_HEADERS; null without a response. */
  headers: Record<string, string> | null;
  /** The beginning of the response's body; null without a response. */
  body: string | null;
  /** The Retry-After header, if any. */
  retryAfter: string | undefined;
}

/** A webhook that this worker has leased. */
interface LeasedWebhook {
  orgId: OrgId;
  webhookId: string;
  /** Aborted when nothing new may begin. */
  stopping: AbortSignal;
  /** Aborted when another worker may have the lease: write nothing more. */
  lost: AbortSignal;
}

/**
 * Sends the due deliveries of a webhook one after another, the longest due first. It ends when none is due, after
 * TIME_SLICE_MS, or after a failed or slow attempt: other webhooks then come first.
 */
export async function sendDue(
  { db, secretBox, outbound }: SendingServices,
  webhook: LeasedWebhook,
  limits: SendingLimits = SENDING_LIMITS,
): Promise<void> {
  const { orgId, stopping, lost } = webhook;
  await sendAttempts(
    { stopping, lost, endsAt: performance.now() + TIME_SLICE_MS },
    {
      // Messages go out in sequence, over one connection.
      open: () => new OutboundClient(outbound, { connections: 1 }),
      begin: () => withFastCommit(db, orgId, (tx) => beginAttempt(tx, secretBox, webhook, limits)),
      send: (client, attempt) => send(client, attempt, limits.timeoutMs, lost),
      record: (attempt, outcome) =>
        withFastCommit(db, orgId, (tx) => record(tx, webhook, attempt, outcome, limits)),
      endsAfter: lagsBy,
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

/** Records an attempt at the longest due delivery. @returns null: none is due */
async function beginAttempt(
  tx: Tx,
  secretBox: SecretBox,
  { orgId, webhookId }: LeasedWebhook,
  { giveUpDays }: SendingLimits,
): Promise<Attempt | null> {
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
  if (!due) return null;
  const { messageId, secret, previousSecret, isActive, ...attempt } = due;
  // A delivery may have been queued while another transaction switched the webhook off.
  if (!isActive) {
    await endDeliveries(tx, orgId, webhookId, 'The webhook was switched off.');
    return null;
  }
  const sealed = [secret, ...(previousSecret === null ? [] : [previousSecret])];
  const secrets = openSecrets(secretBox, sealed, sealedFor(orgId, webhookId));
  if (secrets === null) {
    await endDeliveries(tx, orgId, webhookId, UNREADABLE_SECRET);
    return null;
  }
  const startedAt = new Date();
  const headers = headersOf(secrets, messageId, startedAt, due.body);
  await tx`insert into webhook_attempts
      (org_id, delivery_id, ordinal, started_at, duration_ms, error, host, request_headers)
    values (${orgId}, ${due.deliveryId}, ${due.ordinal}, ${startedAt}, 0, ${NO_OUTCOME}, ${new URL(due.url).host},
            ${JSON.stringify(headers)}::text::jsonb)`;
  return { ...attempt, headers, body: Buffer.from(due.body) };
}

/** null: one secret was sealed under another ENCRYPTION_KEY. */
function openSecrets(secretBox: SecretBox, sealed: Buffer[], context: string): string[] | null {
  try {
    return sealed.map((each) => secretBox.open(each, context));
  } catch {
    return null;
  }
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

/** @throws the reason of `lost` when that is aborted */
async function send(
  client: OutboundClient,
  { url, headers, body }: Attempt,
  timeoutMs: number,
  lost: AbortSignal,
): Promise<Outcome> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const response = await client.send(url, {
      method: 'POST',
      headers,
      body,
      timeoutMs,
      signal: lost,
      read: 'beginning',
    });
    const isTaken = response.status >= 200 && response.status < 300;
    return {
      durationMs: durationMs(),
      status: response.status,
      error: isTaken ? null : errorOf(response.status),
      headers: Object.fromEntries(
        STORED_HEADERS.flatMap((name) => {
          const value = response.headers[name];
          return value === undefined ? [] : [[name, String(value).slice(0, MOST_HEADER_LENGTH)]];
        }),
      ),
      // Postgres cannot store NUL in text.
      body: response.body.toString('utf8').replaceAll('\0', '\uFFFD'),
      retryAfter: response.headers['retry-after'],
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { message } = error;
    return {
      durationMs: durationMs(),
      status: null,
      error: message,
      headers: null,
      body: null,
      retryAfter: undefined,
    };
  }
}

function errorOf(status: number): string {
  if (status === GONE) return 'It answered 410 Gone.';
  if (status >= 300 && status < 400) return `It answered ${status}, a redirect, which is not followed.`;
  return `It answered ${status}.`;
}

/**
 * Records the outcome of an attempt: the delivery is delivered, due again later, or failed, and the webhook may be
 * switched off. Rows are locked in the order of a deletion: webhook, delivery, attempt.
 */
async function record(
  tx: Tx,
  { orgId, webhookId }: LeasedWebhook,
  attempt: Attempt,
  outcome: Outcome,
  { giveUpDays }: SendingLimits,
): Promise<void> {
  const { deliveryId, ordinal, failedBefore } = attempt;
  const { error, durationMs } = outcome;
  const isTaken = error === null;
  const disabledReason = reasonToDisable(attempt, outcome, giveUpDays);
  const delay = isTaken || disabledReason ? null : retryDelaySeconds(failedBefore + 1, outcome.retryAfter);
  const lags = lagsBy(outcome);
  if (lags !== attempt.lags || isTaken === attempt.isFailing)
    await tx`update webhooks set lags = ${lags}, failing_since = ${isTaken ? null : tx`coalesce(failing_since, (select now()))`}
        where org_id = ${orgId} and id = ${webhookId}`;
  if (disabledReason) await disableWebhook(tx, orgId, webhookId, disabledReason);
  // Only while this attempt is the latest: the delivery may have been given up, or attempted by another worker.
  await tx`update webhook_deliveries set tries = tries + 1,
        state = ${isTaken ? 'DELIVERED' : delay === null ? 'FAILED' : 'PENDING'},
        next_attempt_at = now() + make_interval(secs => ${delay}),
        finished_at = ${delay === null ? tx`now()` : null},
        reason = ${isTaken || delay !== null ? null : (disabledReason ?? `All ${MAX_ATTEMPTS} tries failed.`)}
      where org_id = ${orgId} and id = ${deliveryId} and tries = ${failedBefore} and state = 'PENDING'`;
  if (disabledReason)
    await endDeliveries(tx, orgId, webhookId, `The webhook was switched off: ${disabledReason}`);
  await tx`update webhook_attempts set duration_ms = ${durationMs}, status = ${outcome.status}, error = ${error},
        response_headers = ${outcome.headers === null ? null : JSON.stringify(outcome.headers)}::text::jsonb,
        response_body = ${outcome.body}
      where org_id = ${orgId} and delivery_id = ${deliveryId} and ordinal = ${ordinal}`;
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
