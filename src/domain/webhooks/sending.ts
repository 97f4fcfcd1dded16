import { Webhook } from 'standardwebhooks';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import { Poster } from '../../outbound/post.ts';
import { OutboundError } from '../../outbound/request.ts';
import { retryDelaySeconds, TRIES } from '../../outbound/retries.ts';
import { audit, system } from '../organisations/audit.ts';
import { enqueueEvent } from '../organisations/events.ts';
import { endDeliveries, sealedFor } from './webhooks.ts';

interface SendingServices {
  db: Db;
  secretBox: SecretBox;
  outbound: Outbound;
}

export interface SendingLimits {
  /** For a try, from the look-up of the name to the end of the answer. */
  timeoutMs: number;
  /** A webhook that took nothing for so long is switched off. */
  giveUpDays: number;
}

export const SENDING_LIMITS: SendingLimits = { timeoutMs: 10_000, giveUpDays: 5 };

/** After this the worker turns to others; what is left of the webhook is due still. */
const TURN_MS = 5_000;
/** A receiver that takes longer shares the lanes of those that fail. */
const SLOW_MS = 1_000;
/** Headers of an answer that help to find out what happened, and hold no secret of the receiver. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'location', 'server', 'date', 'x-request-id'];
const MOST_HEADER_LENGTH = 500;
const GONE = 410;
const NO_OUTCOME = 'There is no outcome: it is under way, or its sender was stopped.';

/** A try that was written down and is to be sent now. */
interface Attempt {
  deliveryId: string;
  ordinal: number;
  /** With an outcome, before this one. */
  tries: number;
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Of the webhook, before this try. */
  lags: boolean;
  isFailing: boolean;
  isGivenUp: boolean;
}

interface Outcome {
  durationMs: number;
  status: number | null;
  /** null: the receiver took it. */
  error: string | null;
  headers: Record<string, string> | null;
  body: string | null;
  retryAfter: string | undefined;
}

/** The worker's hold on a webhook. */
interface Hold {
  orgId: OrgId;
  webhookId: string;
  /** Aborted when nothing new is to begin. */
  stopping: AbortSignal;
  /** Aborted when another may have it: nothing is to be written any more. */
  lost: AbortSignal;
}

/** Sends what is due to a webhook, one after the other, what waits longest first, for a turn. */
export async function sendDue(
  services: SendingServices,
  hold: Hold,
  limits: SendingLimits = SENDING_LIMITS,
): Promise<void> {
  const { db } = services;
  const { orgId } = hold;
  const poster = new Poster(services.outbound);
  const endOfTurn = performance.now() + TURN_MS;
  try {
    while (!hold.stopping.aborted && !hold.lost.aborted && performance.now() < endOfTurn) {
      const attempt = await noted(db, orgId, (tx) => beginAttempt(tx, services.secretBox, hold, limits));
      if (attempt === null || hold.lost.aborted) return;
      const outcome = await send(poster, attempt, limits.timeoutMs, hold.lost);
      if (outcome === null) return;
      await record(db, hold, attempt, outcome, limits);
      // Another that waits is not to wait for more of the same.
      if (lagsBy(outcome)) return;
    }
  } finally {
    poster.close();
  }
}

/**
 * A transaction that does not wait for the disk: on a busy machine that took 10 ms of a delivery's 43. A killed
 * program loses nothing by it; a power cut may take the last half second, and what was in it is sent again.
 */
function noted<T>(db: Db, orgId: OrgId, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.tenant(orgId, async (tx) => {
    await tx`set local synchronous_commit = off`;
    return work(tx);
  });
}

/** Writes down that the delivery which is due longest is tried. @returns null where none is due */
async function beginAttempt(
  tx: Tx,
  secretBox: SecretBox,
  { orgId, webhookId }: Hold,
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
    select d.id as "deliveryId", d.tries, m.id as "messageId", m.body, w.url, w.secret, w.lags, w.is_active as "isActive",
           case when w.previous_secret_expires_at > now() then w.previous_secret end as "previousSecret",
           w.failing_since is not null as "isFailing",
           coalesce(w.failing_since < now() - make_interval(days => ${giveUpDays}), false) as "isGivenUp",
           (select coalesce(max(a.ordinal), 0) + 1 from webhook_attempts a
            where a.org_id = d.org_id and a.delivery_id = d.id) as ordinal
    from webhook_deliveries d
    join webhook_messages m on m.org_id = d.org_id and m.id = d.message_id
    join webhooks w on w.org_id = d.org_id and w.id = d.webhook_id
    where d.org_id = ${orgId} and d.webhook_id = ${webhookId} and d.state = 'PENDING' and d.next_attempt_at <= now()
    order by d.next_attempt_at, d.sequence limit 1`;
  if (!due) return null;
  const { messageId, secret, previousSecret, isActive, ...attempt } = due;
  // An event may have been told while it was switched off.
  if (!isActive) {
    await endDeliveries(tx, orgId, webhookId, 'The webhook was switched off.');
    return null;
  }
  const secrets = [secret, ...(previousSecret === null ? [] : [previousSecret])].map((sealed) =>
    secretBox.open(sealed, sealedFor(orgId, webhookId)),
  );
  const startedAt = new Date();
  const headers = headersOf(secrets, messageId, startedAt, due.body);
  await tx`insert into webhook_attempts
      (org_id, delivery_id, ordinal, started_at, duration_ms, error, host, request_headers)
    values (${orgId}, ${due.deliveryId}, ${due.ordinal}, ${startedAt}, 0, ${NO_OUTCOME}, ${new URL(due.url).host},
            ${JSON.stringify(headers)}::text::jsonb)`;
  return { ...attempt, headers, body: Buffer.from(due.body) };
}

/** What Standard Webhooks ask for: https://www.standardwebhooks.com */
function headersOf(secrets: string[], messageId: string, at: Date, body: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Sightline-Webhooks',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, at, body)).join(' '),
  };
}

/** @returns null where the lane was lost meanwhile */
async function send(
  poster: Poster,
  { url, headers, body }: Attempt,
  timeoutMs: number,
  lost: AbortSignal,
): Promise<Outcome | null> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await poster.post(url, { headers, body, timeoutMs, signal: lost });
    const isTaken = answer.status >= 200 && answer.status < 300;
    return {
      durationMs: durationMs(),
      status: answer.status,
      error: isTaken ? null : complaintOn(answer.status),
      headers: Object.fromEntries(
        KEPT_HEADERS.flatMap((name) => {
          const value = answer.headers[name];
          return value === undefined ? [] : [[name, String(value).slice(0, MOST_HEADER_LENGTH)]];
        }),
      ),
      body: answer.body,
      retryAfter: answer.headers['retry-after'],
    };
  } catch (error) {
    if (lost.aborted) return null;
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

function complaintOn(status: number): string {
  if (status === GONE) return 'It answered 410 Gone.';
  if (status >= 300 && status < 400) return `It answered ${status}, a redirect, which is not followed.`;
  return `It answered ${status}.`;
}

/**
 * Writes down what became of a try, and what follows from it. Rows are locked in the order in which a deletion
 * locks them: webhook, delivery, attempt.
 */
async function record(
  db: Db,
  { orgId, webhookId, lost }: Hold,
  attempt: Attempt,
  outcome: Outcome,
  { giveUpDays }: SendingLimits,
): Promise<void> {
  if (lost.aborted) return;
  const { deliveryId, ordinal, tries } = attempt;
  const { error, durationMs } = outcome;
  const isTaken = error === null;
  const disabledReason = reasonToDisable(attempt, outcome, giveUpDays);
  const delay = isTaken || disabledReason ? null : retryDelaySeconds(tries + 1, outcome.retryAfter);
  await noted(db, orgId, async (tx) => {
    const lags = lagsBy(outcome);
    if (lags !== attempt.lags || isTaken === attempt.isFailing)
      await tx`update webhooks set lags = ${lags}, failing_since = ${isTaken ? null : tx`coalesce(failing_since, now())`}
        where org_id = ${orgId} and id = ${webhookId}`;
    if (disabledReason) await disableWebhook(tx, orgId, webhookId, disabledReason);
    // Only of what is as it was: it may have been given up, or tried by another, while this was under way.
    await tx`update webhook_deliveries set tries = tries + 1,
        state = ${isTaken ? 'DELIVERED' : delay === null ? 'FAILED' : 'PENDING'},
        next_attempt_at = now() + make_interval(secs => ${delay}),
        finished_at = ${delay === null ? tx`now()` : null},
        reason = ${isTaken || delay !== null ? null : (disabledReason ?? `All ${TRIES} tries failed.`)}
      where org_id = ${orgId} and id = ${deliveryId} and tries = ${tries} and state = 'PENDING'`;
    if (disabledReason)
      await endDeliveries(tx, orgId, webhookId, `The webhook was switched off: ${disabledReason}`);
    await tx`update webhook_attempts set duration_ms = ${durationMs}, status = ${outcome.status}, error = ${error},
        response_headers = ${outcome.headers === null ? null : JSON.stringify(outcome.headers)}::text::jsonb,
        response_body = ${outcome.body}
      where org_id = ${orgId} and delivery_id = ${deliveryId} and ordinal = ${ordinal}`;
  });
}

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

/** Whether the receiver failed or was slow. */
function lagsBy({ error, durationMs }: Outcome): boolean {
  return error !== null || durationMs > SLOW_MS;
}

/** Switches a webhook off and tells the organisation's others. */
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
