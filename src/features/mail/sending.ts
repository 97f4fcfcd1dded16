import type { Config } from '../../base/config.ts';
import type { OrgId } from '../../base/ids.ts';
import { mailAddress } from '../../base/mail/address.ts';
import type { MailConfig } from '../../base/mail/config.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { sendAttempts } from '../../outbound/attempts.ts';
import { MAX_ATTEMPTS, retryDelaySeconds } from '../../outbound/retries.ts';
import { SmtpClient, type SmtpMessage, type SmtpOutcome } from '../../outbound/smtp.ts';
import { rendered } from './letter.ts';
import {
  type Links,
  letterOf,
  type MailData,
  type MailKind,
  OF_THEMSELVES,
  RESET_MINUTES,
} from './letters.ts';
import { sealedForMail } from './queue.ts';
import { noteRefusal, noteTaken } from './refusals.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** What sending needs; `config.mail` and `config.publicUrl` are set. */
export interface MailServices {
  db: Db;
  secretBox: SecretBox;
  config: Pick<Config, 'publicUrl' | 'mailPerHour'>;
  mail: MailConfig;
}

/** How long a worker serves one organisation before it moves to others; the rest stays due. */
const TIME_SLICE_MS = 5_000;
/** Older news are no news: an alert that waited longer, because of MAIL_PER_HOUR or a server that was away, is not sent. */
const NEWS_HOURS = 24;
/** The error of a try until its outcome is recorded. */
const NO_OUTCOME = 'There is no outcome: it is under way, or its sender was stopped.';
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
  /** From 1. */
  attempt: number;
  unanswered: number;
}

interface Lease {
  orgId: OrgId;
  stopping: AbortSignal;
  lost: AbortSignal;
}

/** Sends the organisation's due mails one after another: links that somebody waits for first, then the longest due. */
export async function sendMail(services: MailServices, lease: Lease): Promise<void> {
  const { db, mail } = services;
  const { orgId, stopping, lost } = lease;
  await sendAttempts(
    { stopping, lost, endsAt: performance.now() + TIME_SLICE_MS },
    {
      open: () => new SmtpClient(mail),
      begin: () => db.tenant(orgId, (tx) => beginAttempt(tx, orgId, services.config.mailPerHour)),
      send: async (client, attempt): Promise<SmtpOutcome> => {
        const message = messageOf(services, orgId, attempt);
        return typeof message === 'string'
          ? { result: 'REFUSED', status: null, error: message }
          : client.send(message, lost);
      },
      record: (attempt, outcome) => db.tenant(orgId, (tx) => record(tx, orgId, attempt, outcome)),
      // Other organisations need not wait for a server that is away.
      endsAfter: ({ result }) => result === 'FAILED',
    },
  );
}

/** Records a try of the message that comes first. @returns null: none is due */
async function beginAttempt(tx: Tx, orgId: OrgId, perHour: number): Promise<Attempt | null> {
  await endOutdated(tx, orgId);
  await putOffBeyond(tx, orgId, perHour);
  const [attempt] = await tx<Attempt[]>`
    update mail_messages set tries = tries + 1, begun_at = now(), error = ${NO_OUTCOME}
    where org_id = ${orgId} and id = (
      select id from mail_messages where org_id = ${orgId} and state = 'PENDING' and next_attempt_at <= now()
      order by user_id is null or kind = 'PASSWORD_RESET' desc, next_attempt_at, id limit 1)
    returning id, kind, address, user_id as "userId", data, secret, tries as attempt, unanswered`;
  return attempt ?? null;
}

/** Gives up what nobody needs any more, and what addresses refuse that a person did not ask for. */
async function endOutdated(tx: Tx, orgId: OrgId): Promise<void> {
  const because = (reason: string, condition: Fragment) => tx`
    update mail_messages m set state = 'FAILED', error = ${reason}, secret = null, next_attempt_at = null, finished_at = now()
    where m.org_id = ${orgId} and m.state = 'PENDING' and m.next_attempt_at <= now() and ${condition}`;
  await because(`All ${MAX_ATTEMPTS} tries failed.`, tx`m.tries >= ${MAX_ATTEMPTS}`);
  await because(
    'Its link works no longer.',
    tx`m.kind = 'PASSWORD_RESET' and m.created_at < now() - make_interval(mins => ${RESET_MINUTES})`,
  );
  const ofThemselves = tx`m.kind = any(${[...OF_THEMSELVES]}::text[])`;
  await because(
    `It waited for over ${NEWS_HOURS} hours.`,
    tx`${ofThemselves} and m.created_at < now() - make_interval(hours => ${NEWS_HOURS})`,
  );
  await because(
    'Whom it was for is no member any more.',
    tx`${ofThemselves} and not exists (
      select from memberships s where s.org_id = ${orgId} and s.user_id = m.user_id)`,
  );
  await because(
    'The address refuses mail.',
    tx`${ofThemselves} and exists (
      select from mail_addresses a where a.org_id = ${orgId} and a.address = m.address and a.is_paused)`,
  );
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
function messageOf(
  { secretBox, config, mail }: MailServices,
  orgId: OrgId,
  { id, kind, address, userId, data, secret }: Attempt,
): SmtpMessage | string {
  const to = mailAddress(address);
  if (to === null) return 'It is no address that mail can be sent to.';
  const token = secret === null ? '' : opened(secretBox, secret, sealedForMail(orgId, id));
  if (token === null) return 'Its link cannot be opened: the server has another ENCRYPTION_KEY.';
  const publicUrl = config.publicUrl ?? '';
  const stoppable = OF_THEMSELVES.find((one) => one === kind);
  const unsubscribe =
    stoppable === undefined || userId === null
      ? null
      : `${publicUrl}/unsubscribe/${unsubscribeToken(secretBox, { orgId, userId, kind: stoppable })}`;
  const links: Links = { publicUrl, token, unsubscribe };
  return {
    ...rendered(letterOf(kind, data as never, links)),
    messageId: `${id}@${mail.from.address.slice(mail.from.address.lastIndexOf('@') + 1)}`,
    to,
    // No out-of-office notice answers it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe === null ? {} : oneClick(unsubscribe)) },
  };
}

/** RFC 8058 asks for https. */
function oneClick(url: string): Record<string, string> {
  const header = { 'List-Unsubscribe': `<${url}>` };
  return url.startsWith('https:')
    ? { ...header, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : header;
}

function opened(secretBox: SecretBox, sealed: Buffer, context: string): string | null {
  try {
    return secretBox.open(sealed, context);
  } catch {
    return null;
  }
}

/** Records the outcome of a try: the message is sent, due again later, or given up. */
async function record(
  tx: Tx,
  orgId: OrgId,
  { id, address, attempt, unanswered: before }: Attempt,
  { result, status, error }: SmtpOutcome,
): Promise<void> {
  const unanswered = before + (result === 'UNANSWERED' ? 1 : 0);
  const isOver = result === 'TAKEN' || result === 'REFUSED' || unanswered >= MOST_UNANSWERED;
  const delay = isOver ? null : retryDelaySeconds(attempt, undefined);
  const state = result === 'TAKEN' ? 'DELIVERED' : delay === null ? 'FAILED' : 'PENDING';
  // Only while this try is the latest: another worker may have made one since.
  await tx`update mail_messages set state = ${state}, status = ${status}, error = ${error}, unanswered = ${unanswered},
      next_attempt_at = now() + make_interval(secs => ${delay}),
      finished_at = ${delay === null ? tx`now()` : null}, secret = ${delay === null ? null : tx`secret`}
    where org_id = ${orgId} and id = ${id} and tries = ${attempt} and state = 'PENDING'`;
  if (result === 'TAKEN') await noteTaken(tx, orgId, address);
  if (status !== null && (result === 'REFUSED' || result === 'DEFERRED'))
    await noteRefusal(tx, orgId, { address, status, reason: error ?? '', isForGood: result === 'REFUSED' });
}
