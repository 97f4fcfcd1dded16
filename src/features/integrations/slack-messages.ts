import { newId, type OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Outbound } from '../../outbound/addresses.ts';
import { OutboundClient } from '../../outbound/client.ts';
import { queueReportFailure } from '../mail/queue.ts';
import { sendAttempts } from '../queue/attempts.ts';
import { NO_OUTCOME, type Outcome, postJson, recordOutcome } from '../queue/messages.ts';
import type { Partition } from '../queue/partition.ts';
import { noteCheck, type SlackAccess, slackAccess } from './access.ts';
import { checked } from './checks.ts';

type Alert = components['schemas']['Alert'];

interface SendingServices {
  db: Db;
  secretBox: SecretBox;
  outbound: Outbound;
}

/** A message to send now; its attempt is recorded. */
interface Attempt {
  id: string;
  /** What it is of, where it is of a report: its maker learns that it failed. */
  report: { schedule: string; organisation: string; madeBy: string } | null;
  /** JSON, as Slack takes it. */
  body: string;
  /** Attempts begun, with this one. */
  tries: number;
  /** Null: no Slack integration is active any more. */
  access: SlackAccess | null;
}

const TIMEOUT_MS = 10_000;
/** How long a worker serves one organisation before it moves to others; the rest stays due. */
const TIME_SLICE_MS = 60_000;
/**
 * Statuses with which Slack refuses a webhook that is revoked, or whose channel is archived or no longer accessible to
 * it.
 */
const GONE = [403, 404, 410];
const TOO_MANY_REQUESTS = 429;
const NO_INTEGRATION = 'There is no active Slack integration.';

/**
 * Queues a message to Slack about an alert, in the transaction that changed the alert; does nothing if the organisation
 * has no active Slack integration.
 */
export async function enqueueSlack(tx: Tx, orgId: OrgId, alert: Alert): Promise<void> {
  const [slack] = await tx<{ brand: string }[]>`
    select b.name as brand from integrations i join brands b on b.org_id = i.org_id and b.id = ${alert.brandId}
    where i.org_id = ${orgId} and i.type = 'SLACK' and i.is_active`;
  if (!slack) return;
  await tx`insert into slack_messages (org_id, id, alert_id, body)
    values (${orgId}, ${newId()}, ${alert.id}, ${JSON.stringify(messageOf(alert, slack.brand))})`;
}

/** A report that goes to Slack. */
interface SlackReport {
  name: string;
  /** Its first sentence. */
  text: string;
  /** The user who learns by mail that Slack did not take it. */
  madeBy: string;
  organisation: string;
}

/**
 * Queues the first sentence of a report, with a link to the dashboard where its address is known; call it in the
 * transaction of the report.
 * @returns the id of the message; null: the organisation has no active Slack integration
 */
export async function enqueueReportToSlack(
  tx: Tx,
  orgId: OrgId,
  { name, text, madeBy, organisation }: SlackReport,
): Promise<string | null> {
  const [slack] = await tx`
    select 1 as one from integrations where org_id = ${orgId} and type = 'SLACK' and is_active`;
  if (!slack) return null;
  const id = newId();
  const body = {
    text: `${escaped(name)}: ${escaped(text)}`,
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: `*${escaped(name)}*\n${escaped(text)}` } }],
  };
  const report = { schedule: name, organisation, madeBy };
  await tx`insert into slack_messages (org_id, id, body, report)
    values (${orgId}, ${id}, ${JSON.stringify(body)}, ${JSON.stringify(report)}::text::jsonb)`;
  return id;
}

/** Posts the organisation's due messages one after another, the longest due first, until none is due. */
export async function sendSlack(
  { db, secretBox, outbound }: SendingServices,
  partition: Partition,
): Promise<void> {
  const { orgId, lost } = partition;
  // Messages go out in sequence, over one connection.
  using client = new OutboundClient(outbound, { connections: 1 });
  await sendAttempts<Attempt>(
    partition,
    { atOnce: 1, timeSliceMs: TIME_SLICE_MS },
    {
      begin: () => db.tenant(orgId, (tx) => beginAttempt(tx, secretBox, orgId)),
      async send(attempt) {
        const outcome = await post(client, attempt, lost);
        return () => db.tenant(orgId, (tx) => record(tx, orgId, attempt, outcome));
      },
    },
  );
}

/** Records an attempt at the message that is due longest. */
async function beginAttempt(tx: Tx, secretBox: SecretBox, orgId: OrgId): Promise<Attempt | 'WAIT'> {
  const [message] = await tx<Omit<Attempt, 'access'>[]>`
    update slack_messages set tries = tries + 1, error = ${NO_OUTCOME}
    where org_id = ${orgId} and id = (
      select id from slack_messages where org_id = ${orgId} and state = 'PENDING' and next_attempt_at <= now()
      order by next_attempt_at, id limit 1)
    returning id, body, report, tries`;
  return message ? { ...message, access: await slackAccess(tx, secretBox, orgId) } : 'WAIT';
}

/** @throws the reason of `lost` when that is aborted */
async function post(client: OutboundClient, { access, body }: Attempt, lost: AbortSignal): Promise<Outcome> {
  if (access === null) return { status: null, error: NO_INTEGRATION, isFinal: true };
  if (access.webhookUrl === null)
    return { status: null, error: 'The kept webhookUrl cannot be read any more.', isFinal: true };
  const outcome = await postJson(client, access.webhookUrl, {
    headers: { 'user-agent': 'Sightline' },
    body: Buffer.from(body),
    timeoutMs: TIMEOUT_MS,
    signal: lost,
  });
  const { status } = outcome;
  const isFinal = status !== null && status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS;
  return { ...outcome, isFinal };
}

/** Records the outcome of an attempt: the message is delivered, due again later, or failed. */
async function record(
  tx: Tx,
  orgId: OrgId,
  { id, tries, access, report }: Attempt,
  outcome: Outcome,
): Promise<void> {
  const { status, error } = outcome;
  const attempt = { id, tries, failed: tries };
  const state = await recordOutcome(
    tx,
    'slack_messages',
    orgId,
    attempt,
    outcome,
    () => tx`status = ${status}, error = ${error}`,
  );
  if (report !== null && state === 'FAILED')
    await queueReportFailure(tx, orgId, { ...report, reason: `It did not reach Slack. ${error}` });
  if (access && status !== null && GONE.includes(status))
    await noteCheck(tx, orgId, access, checked('It takes no messages any more; make a new webhook.', status));
}

/**
 * A message in the format of Slack's incoming webhooks:
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
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

/** Escapes Slack's control characters: customers' names must not become a mention or a link. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
