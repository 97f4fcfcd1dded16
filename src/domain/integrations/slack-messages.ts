import { newId, type OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import { Poster } from '../../outbound/post.ts';
import { OutboundError } from '../../outbound/request.ts';
import { retryDelaySeconds, TRIES } from '../../outbound/retries.ts';
import { checked } from './checks.ts';
import { noteCheck, type SlackAccess, slackAccess } from './integrations.ts';

type Alert = components['schemas']['Alert'];

interface SendingServices {
  db: Db;
  secretBox: SecretBox;
  outbound: Outbound;
}

interface Message {
  id: string;
  body: string;
  /** This one included. */
  tries: number;
}

/** What became of a try; `isFinal`: another would fare no better. */
interface Outcome {
  status: number | null;
  error: string | null;
  isFinal: boolean;
  retryAfter?: string | undefined;
}

const TIMEOUT_MS = 10_000;
/** The answers of Slack to a webhook that is revoked, or whose channel is gone or closed to it. */
const GONE = [403, 404, 410];
const TOO_MANY = 429;
const NO_OUTCOME = 'There is no outcome: it is under way, or its sender was stopped.';
const NOWHERE = 'There is no active Slack integration.';

/** Puts an alert on its way to Slack, in the transaction of what happened; nothing without an active integration. */
export async function enqueueSlack(tx: Tx, orgId: OrgId, alert: Alert): Promise<void> {
  const [slack] = await tx<{ brand: string }[]>`
    select b.name as brand from integrations i join brands b on b.org_id = i.org_id and b.id = ${alert.brandId}
    where i.org_id = ${orgId} and i.type = 'SLACK' and i.is_active`;
  if (!slack) return;
  await tx`insert into slack_messages (org_id, id, alert_id, body)
    values (${orgId}, ${newId()}, ${alert.id}, ${JSON.stringify(messageOf(alert, slack.brand))})`;
}

/** Sends what is due, one after the other, what waits longest first, until nothing is or the worker is to stop. */
export async function sendSlack(
  services: SendingServices,
  { orgId, stopping, lost }: { orgId: OrgId; stopping: AbortSignal; lost: AbortSignal },
): Promise<void> {
  const { db, secretBox, outbound } = services;
  const poster = new Poster(outbound);
  try {
    while (!stopping.aborted && !lost.aborted) {
      const begun = await db.tenant(orgId, (tx) => beginTry(tx, secretBox, orgId));
      if (begun === null) return;
      const { message, access } = begun;
      const outcome = await post(poster, access, message, lost);
      if (outcome === null || lost.aborted) return;
      await db.tenant(orgId, (tx) => record(tx, orgId, message, access, outcome));
    }
  } finally {
    poster.close();
  }
}

/** Takes the message that is due longest, and notes that it is tried: a sender killed meanwhile is not without trace. */
async function beginTry(
  tx: Tx,
  secretBox: SecretBox,
  orgId: OrgId,
): Promise<{ message: Message; access: SlackAccess | null } | null> {
  const [message] = await tx<Message[]>`
    update slack_messages set tries = tries + 1, error = ${NO_OUTCOME}
    where org_id = ${orgId} and id = (
      select id from slack_messages where org_id = ${orgId} and state = 'PENDING' and next_attempt_at <= now()
      order by next_attempt_at, id limit 1)
    returning id, body, tries`;
  return message ? { message, access: await slackAccess(tx, secretBox, orgId) } : null;
}

/** @returns null where the lane was lost meanwhile */
async function post(
  poster: Poster,
  access: SlackAccess | null,
  { body }: Message,
  lost: AbortSignal,
): Promise<Outcome | null> {
  if (access === null) return { status: null, error: NOWHERE, isFinal: true };
  if (access.webhookUrl === null)
    return { status: null, error: 'The kept webhookUrl cannot be read any more.', isFinal: true };
  try {
    const { status, headers } = await poster.post(access.webhookUrl, {
      headers: { 'content-type': 'application/json', 'user-agent': 'Sightline' },
      body: Buffer.from(body),
      timeoutMs: TIMEOUT_MS,
      signal: lost,
    });
    if (status >= 200 && status < 300) return { status, error: null, isFinal: true };
    return {
      status,
      error: `It answers with the status ${status}.`,
      isFinal: status >= 400 && status < 500 && status !== TOO_MANY,
      retryAfter: headers['retry-after'],
    };
  } catch (error) {
    if (lost.aborted) return null;
    if (!(error instanceof OutboundError)) throw error;
    return { status: null, error: error.message, isFinal: false };
  }
}

async function record(
  tx: Tx,
  orgId: OrgId,
  { id, tries }: Message,
  access: SlackAccess | null,
  { status, error, isFinal, retryAfter }: Outcome,
): Promise<void> {
  const delay = isFinal || tries >= TRIES ? null : retryDelaySeconds(tries, retryAfter);
  const state = error === null ? 'DELIVERED' : delay === null ? 'FAILED' : 'PENDING';
  // Only of what is as it was: another may have tried it since.
  await tx`update slack_messages set state = ${state}, status = ${status}, error = ${error},
      next_attempt_at = now() + make_interval(secs => ${delay}), finished_at = ${delay === null ? tx`now()` : null}
    where org_id = ${orgId} and id = ${id} and tries = ${tries} and state = 'PENDING'`;
  if (access && status !== null && GONE.includes(status))
    await noteCheck(tx, orgId, access, checked('It takes no messages any more; make a new webhook.', status));
}

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
function messageOf(alert: Alert, brand: string): { text: string; blocks: object[] } {
  const { state, severity, message, evidence } = alert;
  const isOver = state === 'RESOLVED';
  const title = `${isOver ? 'Resolved' : `${severity} alert`}: ${escaped(brand)}`;
  const { current, previous, significance } = evidence;
  const chance = significance === null ? '' : `, chance ${significance.pValue.toPrecision(2)}`;
  const days = [previous, current].flatMap((window) =>
    window
      ? [`${window.startDate} to ${window.endDate}: ${window.value} (${window.count} of ${window.total})`]
      : [],
  );
  const context = `${days.join(', then ')}${chance}`;
  return {
    text: `${title}. ${escaped(message)}`,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: `*${title}*\n${escaped(message)}` } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: context }] },
    ],
  };
}

/** Names are customers' text: none of it may become a mention or a link. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
