import { AppError, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { enqueueReportToSlack } from '../integrations/slack-messages.ts';
import { consentsOf } from '../mail/consents.ts';
import { keepContent } from '../mail/contents.ts';
import { mailSender, queueReportFailure, queueTo } from '../mail/queue.ts';
import { enqueueEvent } from '../outbox/outbox.ts';
import { organisationName } from './recipients.ts';
import { makeReport, type RenderedSchedule, type ReportServices } from './report.ts';
import { nextOccurrence, type Occurrence } from './rhythm.ts';
import { type StoredSchedule, schedules } from './schedules.ts';

/** A later report is no news: the server was away. */
const MOST_LATE_MS = 24 * 3_600_000;
const SLACK = 'SLACK';
const WEBHOOKS = 'WEBHOOKS';

/** A schedule whose time has come. */
interface Due {
  schedule: StoredSchedule;
  occurrence: Occurrence;
}

type Outcome = 'QUEUED' | 'NOT_CONFIRMED' | 'STOPPED' | 'NO_MAIL' | 'FAILED' | 'MISSED';

/**
 * Makes the due report of a schedule and hands it to the outboxes. All that is written for a period, and the time of
 * the next one, are one transaction: whoever is stopped before its end has sent nothing, and whoever comes after it
 * finds nothing due.
 * @returns whether one was due
 * @throws AppError unavailable and others that may pass: it stays due
 */
export async function sendDueReport(
  services: ReportServices,
  orgId: OrgId,
  scheduleId: string,
  now = new Date(),
): Promise<boolean> {
  const { db } = services;
  const due = await db.tenant(orgId, (tx) => dueReport(tx, orgId, scheduleId, now));
  if (due === null) return false;
  if (now.getTime() - due.occurrence.at.getTime() > MOST_LATE_MS) {
    const reason = 'It was over a day late: the server was away, or could not make it.';
    // What else was missed meanwhile is not listed one by one.
    const after = new Date(now.getTime() - MOST_LATE_MS);
    await db.tenant(orgId, (tx) => giveUp(tx, orgId, due, { outcome: 'MISSED', reason, after }));
    return true;
  }
  let rendered: RenderedSchedule;
  try {
    rendered = await makeReport(services, orgId, due.schedule, due.occurrence.at);
  } catch (error) {
    if (!(error instanceof AppError) || !isLasting(error)) throw error;
    await db.tenant(orgId, (tx) =>
      giveUp(tx, orgId, due, {
        outcome: 'FAILED',
        reason: error.message,
        isOver: error.code === 'not_found',
      }),
    );
    return true;
  }
  await db.tenant(orgId, (tx) => handOver(tx, orgId, due, rendered));
  return true;
}

/** Trying again would not help. */
const isLasting = ({ code }: AppError) => code === 'not_found' || code === 'validation_error';

async function dueReport(tx: Tx, orgId: OrgId, id: string, now: Date): Promise<Due | null> {
  const [schedule] = await tx<StoredSchedule[]>`
    select ${schedules.fields(tx, orgId)} from report_schedules t
    where org_id = ${orgId} and id = ${id} and next_at <= ${now}`;
  if (!schedule?.nextAt) return null;
  const at = new Date(schedule.nextAt);
  return { schedule, occurrence: await nextOccurrence(tx, schedule, new Date(at.getTime() - 1)) };
}

/**
 * Locks a schedule whose report is about to be written.
 * @returns false where another worker has done so, or it changed
 */
async function isStillDue(tx: Tx, orgId: OrgId, { schedule }: Due): Promise<boolean> {
  const found = await tx`
    select 1 as one from report_schedules
    where org_id = ${orgId} and id = ${schedule.id} and next_at = ${schedule.nextAt} for update`;
  return found.length > 0;
}

async function goOn(tx: Tx, orgId: OrgId, schedule: StoredSchedule, after: Date): Promise<void> {
  const { at } = await nextOccurrence(tx, schedule, after);
  await tx`update report_schedules set next_at = ${at} where org_id = ${orgId} and id = ${schedule.id}`;
}

/** Hands a report to each recipient who has not had one of this period. */
async function handOver(tx: Tx, orgId: OrgId, due: Due, rendered: RenderedSchedule): Promise<void> {
  const { schedule, occurrence } = due;
  if (!(await isStillDue(tx, orgId, due))) return;
  const organisation = await organisationName(tx, orgId);
  await mailTo(tx, orgId, due, rendered, organisation);
  if (schedule.slack && (await note(tx, orgId, due, { recipient: SLACK, outcome: 'QUEUED' }))) {
    const { id: scheduleId, name, createdBy } = schedule;
    const message = { name, text: rendered.headline, madeBy: createdBy, organisation };
    const messageId = await enqueueReportToSlack(tx, orgId, message);
    await tx`update report_deliveries set message_id = ${messageId},
        outcome = ${messageId === null ? 'FAILED' : 'QUEUED'},
        reason = ${messageId === null ? 'There is no active Slack integration.' : null}
      where org_id = ${orgId} and schedule_id = ${scheduleId} and period = ${occurrence.period} and recipient = ${SLACK}`;
    if (messageId === null) {
      const reason = 'There is no active Slack integration to send it by.';
      await queueReportFailure(tx, orgId, { organisation, schedule: name, madeBy: createdBy, reason });
    }
  }
  if (schedule.webhooks && (await note(tx, orgId, due, { recipient: WEBHOOKS, outcome: 'QUEUED' }))) {
    const { id: scheduleId, name, viewId } = schedule;
    const { title, text, snapshotId, document } = rendered;
    const of = { scheduleId, name, viewId, period: occurrence.period };
    await enqueueEvent(tx, orgId, 'report.ready', { ...of, title, text, snapshotId, document });
  }
  await goOn(tx, orgId, schedule, occurrence.at);
}

/** Queues the report for each address that gets it. */
async function mailTo(
  tx: Tx,
  orgId: OrgId,
  due: Due,
  rendered: RenderedSchedule,
  organisation: string,
): Promise<void> {
  const { id, name, addresses, createdBy } = due.schedule;
  const isMailed = (await mailSender(tx, orgId)) !== null;
  const consentOf = await consentsOf(tx, orgId, [{ id, addresses }]);
  let contentId: string | undefined;
  for (const address of addresses) {
    const consent = consentOf(id, address);
    const outcome = !isMailed ? 'NO_MAIL' : consent === 'GIVEN' ? 'QUEUED' : consent;
    if (!(await note(tx, orgId, due, { recipient: address, outcome })) || outcome !== 'QUEUED') continue;
    contentId ??= await keepContent(tx, orgId, { ...rendered, subject: `${name}: ${rendered.title}` });
    const data = { organisation, schedule: name, scheduleId: id, madeBy: createdBy };
    const [messageId] = await queueTo(tx, orgId, { kind: 'REPORT', addresses: [address], data, contentId });
    await tx`update report_deliveries set message_id = ${messageId!}
      where org_id = ${orgId} and schedule_id = ${id} and period = ${due.occurrence.period} and recipient = ${address}`;
  }
}

/** Notes what becomes of a period for a recipient. @returns false where it was noted before: nothing more is sent */
async function note(
  tx: Tx,
  orgId: OrgId,
  { schedule, occurrence }: Due,
  { recipient, outcome, reason = null }: { recipient: string; outcome: Outcome; reason?: string | null },
): Promise<boolean> {
  const noted = await tx`
    insert into report_deliveries (org_id, schedule_id, period, recipient, id, outcome, reason, planned_at)
    values (${orgId}, ${schedule.id}, ${occurrence.period}, ${recipient}, ${newId()}, ${outcome}, ${reason},
            ${occurrence.at})
    on conflict (org_id, schedule_id, period, recipient) do nothing returning 1 as one`;
  return noted.length > 0;
}

interface NotRendered {
  outcome: 'FAILED' | 'MISSED';
  reason: string;
  /** The next one is after this; by default after the due one. */
  after?: Date;
  /** Whether no report will ever be rendered: its view is gone. */
  isOver?: boolean;
}

/** Notes that no report was rendered, tells the schedule's creator, and goes on or switches it off. */
async function giveUp(
  tx: Tx,
  orgId: OrgId,
  due: Due,
  { outcome, reason, after = due.occurrence.at, isOver = false }: NotRendered,
): Promise<void> {
  const { schedule } = due;
  if (!(await isStillDue(tx, orgId, due))) return;
  if (await note(tx, orgId, due, { recipient: '', outcome, reason })) {
    const organisation = await organisationName(tx, orgId);
    const of = { organisation, schedule: schedule.name, madeBy: schedule.createdBy, reason };
    await queueReportFailure(tx, orgId, of);
  }
  if (!isOver) return goOn(tx, orgId, schedule, after);
  await tx`update report_schedules set is_active = false, next_at = null
    where org_id = ${orgId} and id = ${schedule.id}`;
}

/** Mails a report of a schedule to a member at once, as it is now; it counts for no period. */
export async function sendNow(
  services: ReportServices,
  orgId: OrgId,
  { scheduleId, userId }: { scheduleId: string; userId: string },
): Promise<{ address: string; snapshotId: string }> {
  const { db } = services;
  const schedule = await db.tenant(orgId, async (tx) => {
    const found = await schedules.find(tx, orgId, scheduleId);
    if ((await mailSender(tx, orgId)) === null)
      throw new AppError(
        'conflict',
        'No mail is sent: the operator of this server has set no SMTP_URL, or this is the demo.',
      );
    return found;
  });
  const rendered = await makeReport(services, orgId, schedule, new Date());
  const address = await db.tenant(orgId, async (tx) => {
    const [user] = await tx<{ address: string }[]>`select email as address from users where id = ${userId}`;
    if (!user) throw notFound('user');
    const { id, name } = schedule;
    const contentId = await keepContent(tx, orgId, { ...rendered, subject: `${name}: ${rendered.title}` });
    const organisation = await organisationName(tx, orgId);
    const data = { organisation, schedule: name, scheduleId: id, madeBy: userId };
    await queueTo(tx, orgId, { kind: 'REPORT', addresses: [user.address], data, contentId });
    return user.address;
  });
  return { address, snapshotId: rendered.snapshotId };
}
