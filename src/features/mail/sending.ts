import type { Config } from '../../base/config.ts';
import type { OrgId } from '../../base/ids.ts';
import { mailAddress } from '../../base/mail/address.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { MailConfig } from '../../base/settings/mail.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { SmtpClient, type SmtpMessage, type SmtpOutcome } from '../../outbound/smtp.ts';
import { sendAttempts } from '../queue/attempts.ts';
import { MAX_ATTEMPTS, NO_OUTCOME, recordOutcome } from '../queue/messages.ts';
import type { Partition } from '../queue/partition.ts';
import { confirmationToken } from './consents.ts';
import { contentOf, type MailContent, withNotes } from './contents.ts';
import { oneLine, rendered } from './letter.ts';
import {
  type Links,
  letterOf,
  type MailData,
  type MailKind,
  NEWS,
  OF_THEMSELVES,
  RESET_MINUTES,
  reportNotes,
} from './letters.ts';
import { queueReportFailure, sealedForMail } from './queue.ts';
import { noteRefusal, noteTaken } from './refusals.ts';
import { type Subscription, unsubscribeToken } from './unsubscribe.ts';

/** What sending needs; `config.mail` and `config.publicUrl` are set. */
export interface MailServices {
  db: Db;
  secretBox: SecretBox;
  config: Pick<Config, 'publicUrl' | 'mailPerHour'>;
  mail: MailConfig;
}

/** How long a worker serves one organisation before it moves to others; the rest stays due. */
const TIME_SLICE_MS = 5_000;
/**
 * Older news are no news: an alert that waited longer, because of MAIL_PER_HOUR or a server that was away, is not sent.
 */
const NEWS_HOURS = 24;
/** How many messages are given up in one transaction; the rest stays due. */
const MOST_GIVEN_UP = 200;
/** A server that had the whole mail twice, and gave no answer, has it. */
const MOST_UNANSWERED = 2;

/** A message whose try is recorded, to be sent now. */
interface Attempt {
  id: string;
  kind: MailKind;
  address: string;
  userId: string | null;
  data: MailData[MailKind];
  secret: Buffer | null;
  /** Attempts begun, with this one. */
  tries: number;
  unanswered: number;
  /** What it has in common with other mails; null: its text is made of data. */
  content: MailContent | null;
}

/** Sends the organisation's due mails one after another: links that somebody waits for first, then the longest due. */
export async function sendMail(services: MailServices, partition: Partition): Promise<void> {
  const { db, mail } = services;
  const { orgId, lost } = partition;
  let isAway = false;
  using client = new SmtpClient(mail);
  await sendAttempts<Attempt>(
    partition,
    { atOnce: 1, timeSliceMs: TIME_SLICE_MS },
    {
      // Other organisations need not wait for a server that is away.
      begin: async () =>
        isAway ? 'WAIT' : db.tenant(orgId, (tx) => beginAttempt(tx, orgId, services.config.mailPerHour)),
      async send(attempt) {
        const message = messageOf(services, orgId, attempt);
        const outcome: SmtpOutcome =
          typeof message === 'string'
            ? { result: 'REFUSED', status: null, error: message }
            : await client.send(message, lost);
        isAway = outcome.result === 'FAILED';
        return () => db.tenant(orgId, (tx) => record(tx, orgId, attempt, outcome));
      },
    },
  );
}

/**
 * Records a try of the message that comes first, after giving up those before it that nobody needs any more, or whose
 * addresses refuse what no person requested. Each is found by an index: of 10,000 that waited, the first hundred took
 * 195 ms each while all were looked at for each.
 */
async function beginAttempt(tx: Tx, orgId: OrgId, perHour: number): Promise<Attempt | 'WAIT'> {
  await putOffBeyond(tx, orgId, perHour);
  for (let givenUp = 0; givenUp < MOST_GIVEN_UP; givenUp += 1) {
    const [next] = await tx<(Given & { id: string; reason: string | null })[]>`
      select m.id, m.kind, m.address, m.data, ${reasonToGiveUp(tx)} as reason from mail_messages m
      where m.org_id = ${orgId} and m.state = 'PENDING' and m.next_attempt_at <= now()
      order by (m.user_id is null or m.kind = 'PASSWORD_RESET') desc, m.next_attempt_at, m.id limit 1`;
    if (!next) return 'WAIT';
    if (next.reason === null) return attemptOf(tx, orgId, next.id);
    await tx`update mail_messages set state = 'FAILED', error = ${next.reason}, secret = null, next_attempt_at = null,
        finished_at = now()
      where org_id = ${orgId} and id = ${next.id}`;
    await tellMaker(tx, orgId, next, next.reason);
  }
  return 'WAIT';
}

async function attemptOf(tx: Tx, orgId: OrgId, id: string): Promise<Attempt | 'WAIT'> {
  const [attempt] = await tx<(Attempt & { contentId: string | null })[]>`
    update mail_messages set tries = tries + 1, begun_at = now(), error = ${NO_OUTCOME}
    where org_id = ${orgId} and id = ${id}
    returning id, kind, address, user_id as "userId", data, secret, tries, unanswered,
      content_id as "contentId"`;
  if (!attempt) return 'WAIT';
  const { contentId } = attempt;
  return { ...attempt, content: contentId === null ? null : await contentOf(tx, orgId, contentId) };
}

/** Why a message `m` is not sent any more; null: it is. */
function reasonToGiveUp(tx: Tx): Fragment {
  const ofThemselves = tx`m.kind = any(${[...OF_THEMSELVES]}::text[])`;
  const news = tx`m.kind = any(${[...NEWS]}::text[])`;
  return tx`case
    when m.tries >= ${MAX_ATTEMPTS} then ${`All ${MAX_ATTEMPTS} tries failed.`}::text
    when m.kind = 'PASSWORD_RESET' and m.created_at < now() - make_interval(mins => ${RESET_MINUTES})
      then 'Its link works no longer.'
    when ${news} and m.created_at < now() - make_interval(hours => ${NEWS_HOURS})
      then ${`It waited for over ${NEWS_HOURS} hours.`}::text
    when ${ofThemselves} and not exists (
        select from memberships s where s.org_id = m.org_id and s.user_id = m.user_id)
      then 'Whom it was for is no member any more.'
    when m.kind = 'REPORT' and exists (
        select from mail_consents c where c.org_id = m.org_id and c.subject_id = m.data ->> 'scheduleId'
          and c.address = m.address and c.stopped_at is not null)
      then ${STOPPED}::text
    when ${news} and exists (
        select from mail_addresses a where a.org_id = m.org_id and a.address = m.address and a.is_paused)
      then 'The address refuses mail.'
    end`;
}

/** Whom it was for wants no more of it: nobody need learn of that as a failure. */
const STOPPED = 'The address has stopped these reports.';

type Given = Pick<Attempt, 'kind' | 'address' | 'data'>;

/** The creator of a report learns by mail that it did not reach an address. */
async function tellMaker(tx: Tx, orgId: OrgId, { kind, address, data }: Given, why: string): Promise<void> {
  if (kind !== 'REPORT' || why === STOPPED) return;
  const { organisation, schedule, madeBy } = data as MailData['REPORT'];
  const reason = `It did not reach ${address}. ${why}`;
  await queueReportFailure(tx, orgId, { organisation, schedule, madeBy, reason });
}

/** Puts off what is beyond the organisation's mails of an hour, until the earliest of these is an hour ago. */
async function putOffBeyond(tx: Tx, orgId: OrgId, perHour: number): Promise<void> {
  const [hour] = await tx<[{ count: number; earliest: Date | null }]>`
    select count(*) as count, min(begun_at) as earliest from mail_messages
    where org_id = ${orgId} and begun_at > now() - interval '1 hour' and kind <> 'PASSWORD_RESET'`;
  if (hour.count < perHour || hour.earliest === null) return;
  await tx`update mail_messages set next_attempt_at = ${hour.earliest}::timestamptz + interval '1 hour'
    where org_id = ${orgId} and state = 'PENDING' and next_attempt_at <= now() and kind <> 'PASSWORD_RESET'`;
}

/** @returns a text: why it cannot be sent */
function messageOf(services: MailServices, orgId: OrgId, attempt: Attempt): SmtpMessage | string {
  const { secretBox, config, mail } = services;
  const { id, address, secret } = attempt;
  const to = mailAddress(address);
  if (to === null) return 'It is no address that mail can be sent to.';
  const token = secret === null ? '' : secretBox.opened(secret, sealedForMail(orgId, id));
  if (token === null) return 'Its link cannot be opened: the server has another ENCRYPTION_KEY.';
  const publicUrl = config.publicUrl ?? '';
  const subscription = subscriptionOf(orgId, attempt);
  const unsubscribe =
    subscription === null ? null : `${publicUrl}/unsubscribe/${unsubscribeToken(secretBox, subscription)}`;
  const confirm = confirmUrl(services, orgId, attempt);
  const words = wordsOf(attempt, { publicUrl, token, unsubscribe, confirm });
  if (words === null) return 'Its report is gone.';
  return {
    ...words,
    messageId: `${id}@${mail.from.address.slice(mail.from.address.lastIndexOf('@') + 1)}`,
    to,
    // No out-of-office notice answers it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe === null ? {} : oneClick(unsubscribe)) },
  };
}

type Words = Pick<SmtpMessage, 'subject' | 'text' | 'html' | 'attachments'>;

/** What a mail says; null: what it has in common with others is gone. */
function wordsOf({ kind, data, content }: Attempt, links: Links): Words | null {
  if (kind !== 'REPORT') return rendered(letterOf(kind, data as never, links));
  if (content === null) return null;
  const { subject, text, html, file } = withNotes(content, reportNotes(data as MailData['REPORT'], links));
  const attachments = file ? [{ filename: file.name, contentType: file.type, content: file.bytes }] : [];
  return { subject: oneLine(subject, 150), text, html, attachments };
}

/** Whose mails of this kind a link in it stops; null: it was requested. */
function subscriptionOf(orgId: OrgId, { kind, address, userId, data }: Attempt): Subscription | null {
  if (kind === 'REPORT') return { orgId, kind, address, subjectId: (data as MailData['REPORT']).scheduleId };
  const stoppable = OF_THEMSELVES.find((one) => one === kind);
  return stoppable === undefined || userId === null ? null : { orgId, userId, kind: stoppable };
}

function confirmUrl(
  { secretBox, config }: MailServices,
  orgId: OrgId,
  { kind, address, data }: Attempt,
): string {
  if (kind !== 'REPORT_CONFIRMATION') return '';
  const { scheduleId: subjectId } = data as MailData['REPORT_CONFIRMATION'];
  return `${config.publicUrl ?? ''}/reports/confirm/${confirmationToken(secretBox, { orgId, subjectId, address })}`;
}

/** RFC 8058 asks for https. */
function oneClick(url: string): Record<string, string> {
  const header = { 'List-Unsubscribe': `<${url}>` };
  return url.startsWith('https:')
    ? { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : header;
}

/** Records the outcome of a try: the message is sent, due again later, or given up. */
async function record(
  tx: Tx,
  orgId: OrgId,
  { id, kind, address, data, tries, unanswered: before }: Attempt,
  { result, status, error }: SmtpOutcome,
): Promise<void> {
  const unanswered = before + (result === 'UNANSWERED' ? 1 : 0);
  const isFinal = result === 'REFUSED' || unanswered >= MOST_UNANSWERED;
  const attempt = { id, tries, failed: tries };
  const state = await recordOutcome(
    tx,
    'mail_messages',
    orgId,
    attempt,
    { status, error, isFinal },
    (next) => tx`status = ${status}, error = ${error}, unanswered = ${unanswered},
      secret = ${next === 'PENDING' ? tx`secret` : null}`,
  );
  if (state === 'FAILED') await tellMaker(tx, orgId, { kind, address, data }, error ?? '');
  if (result === 'TAKEN') await noteTaken(tx, orgId, address);
  if (status !== null && (result === 'REFUSED' || result === 'DEFERRED'))
    await noteRefusal(tx, orgId, { address, status, reason: error ?? '', isForGood: result === 'REFUSED' });
}
