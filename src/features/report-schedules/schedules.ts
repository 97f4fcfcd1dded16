import { AppError, invalidField, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import { mailAddress } from '../../base/mail/address.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { type Page, type Paged, selectPage } from '../../db/page.ts';
import { canonicalEmail } from '../accounts/users.ts';
import { consentsOf } from '../mail/consents.ts';
import { type Actor, auditOf } from '../organisations/audit.ts';
import { lockOrganisation } from '../organisations/lock.ts';
import { findView } from '../views/views.ts';
import { askOutsiders } from './recipients.ts';
import { checkRhythm, nextOccurrence } from './rhythm.ts';

type Schemas = components['schemas'];
export type ReportSchedule = Schemas['ReportSchedule'];
/** A schedule as it is kept. */
export type KeptSchedule = Omit<ReportSchedule, 'recipients' | 'nextAt'> & { nextAt: Date | null };

const MOST = 100;
const auditSchedule = auditOf('report_schedule');

export const scheduleColumns = (tx: Tx) => tx`
  id, name, view_id as "viewId", rhythm, weekday, month_day as "monthDay", hour, time_zone as "timeZone", addresses,
  slack, webhooks, attachment, is_active as "isActive", next_at as "nextAt", created_by as "createdBy",
  created_at as "createdAt", updated_at as "updatedAt"`;

/** A page of schedules, the oldest first. */
export async function listReportSchedules(tx: Tx, orgId: OrgId, page: Page): Promise<Paged<ReportSchedule>> {
  const found = await selectPage<KeptSchedule>(tx, page, {
    columns: scheduleColumns(tx),
    from: tx`report_schedules`,
    where: tx`org_id = ${orgId}`,
    order: [{ by: tx`id` }],
  });
  return { ...found, data: await withRecipients(tx, orgId, found.data) };
}

/** @throws AppError not_found */
export async function getReportSchedule(tx: Tx, orgId: OrgId, id: string): Promise<ReportSchedule> {
  return shownSchedule(tx, orgId, id);
}

/** @throws AppError not_found for the view, validation_error for what it cannot be, conflict for too many */
export async function createReportSchedule(
  tx: Tx,
  actor: Actor,
  input: Schemas['ReportScheduleCreate'],
): Promise<ReportSchedule> {
  const { orgId } = actor;
  await lockOrganisation(tx, orgId);
  const row = await checked(tx, actor, {
    ...{ weekday: null, monthDay: null, addresses: [], slack: false, webhooks: false, attachment: null },
    ...{ isActive: true, createdBy: actor.id },
    ...input,
  });
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::integer as count from report_schedules where org_id = ${orgId}`;
  if (count >= MOST)
    throw new AppError('conflict', `There are ${MOST} scheduled reports already. Delete some.`);
  const id = newId();
  const nextAt = await nextTime(tx, row);
  await tx`insert into report_schedules (org_id, id, name, view_id, rhythm, weekday, month_day, hour, time_zone,
      addresses, slack, webhooks, attachment, is_active, next_at, created_by)
    values (${orgId}, ${id}, ${row.name}, ${row.viewId}, ${row.rhythm}, ${row.weekday}, ${row.monthDay}, ${row.hour},
      ${row.timeZone}, ${row.addresses}::text[], ${row.slack}, ${row.webhooks}, ${row.attachment}, ${row.isActive},
      ${nextAt}, ${actor.id})`;
  await askOutsiders(tx, actor, { id, name: row.name, addresses: row.addresses });
  await auditSchedule(tx, actor, 'createReportSchedule', id, { ...input });
  return shownSchedule(tx, orgId, id);
}

/** @throws AppError as a new one */
export async function updateReportSchedule(
  tx: Tx,
  actor: Actor,
  id: string,
  changes: Schemas['ReportScheduleUpdate'],
): Promise<ReportSchedule> {
  const { orgId } = actor;
  const known = await findSchedule(tx, orgId, id, 'for update');
  const row = await checked(tx, actor, { ...known, ...changes }, known.viewId);
  const nextAt = await nextTime(tx, row);
  await tx`update report_schedules set name = ${row.name}, view_id = ${row.viewId}, rhythm = ${row.rhythm},
      weekday = ${row.weekday}, month_day = ${row.monthDay}, hour = ${row.hour}, time_zone = ${row.timeZone},
      addresses = ${row.addresses}::text[], slack = ${row.slack}, webhooks = ${row.webhooks},
      attachment = ${row.attachment}, is_active = ${row.isActive}, next_at = ${nextAt}, updated_at = now()
    where org_id = ${orgId} and id = ${id}`;
  const added = row.addresses.filter((address) => !known.addresses.includes(address));
  await askOutsiders(tx, actor, { id, name: row.name, addresses: added });
  await auditSchedule(tx, actor, 'updateReportSchedule', id, { ...changes });
  return shownSchedule(tx, orgId, id);
}

/** @throws AppError not_found */
export async function deleteReportSchedule(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  const { name } = await findSchedule(tx, orgId, id, 'for update');
  await tx`delete from report_schedules where org_id = ${orgId} and id = ${id}`;
  await tx`delete from mail_consents where org_id = ${orgId} and subject_id = ${id}`;
  await auditSchedule(tx, actor, 'deleteReportSchedule', id, { name });
}

/** @throws AppError not_found */
export async function findSchedule(
  tx: Tx,
  orgId: OrgId,
  id: string,
  lock?: 'for update',
): Promise<KeptSchedule> {
  const [schedule] = await tx<KeptSchedule[]>`
    select ${scheduleColumns(tx)} from report_schedules where org_id = ${orgId} and id = ${id}
    ${lock ? tx`for update` : tx``}`;
  if (!schedule) throw notFound('scheduled report');
  return schedule;
}

type Row = Omit<KeptSchedule, 'id' | 'nextAt' | 'createdAt' | 'updatedAt'>;

/**
 * A schedule that may be kept, its addresses as accounts have them.
 * @param knownView a view that is kept need not be seen by who changes something else
 */
async function checked(tx: Tx, actor: Actor, row: Row, knownView?: string): Promise<Row> {
  await checkRhythm(tx, row);
  if (row.viewId !== knownView) await checkView(tx, actor, row);
  const addresses = row.addresses.map((given, at) => {
    if (mailAddress(given) === null)
      throw invalidField(`addresses[${at}]`, `addresses[${at}] is no address that mail can be sent to.`);
    return canonicalEmail(given);
  });
  return { ...row, addresses: [...new Set(addresses)] };
}

/** The view must be seen by who chooses it, and by who made the schedule, for whom it is opened. */
async function checkView(tx: Tx, { orgId, id }: Actor, { viewId, createdBy }: Row): Promise<void> {
  await findView(tx, { orgId, userId: id }, viewId);
  const { brandId } = await findView(tx, { orgId, userId: createdBy }, viewId);
  if (brandId === null)
    throw invalidField('viewId', 'viewId is of all brands, and a report of one. Choose another view.');
}

async function nextTime(tx: Tx, row: Row): Promise<Date | null> {
  return row.isActive ? (await nextOccurrence(tx, row, new Date())).at : null;
}

async function shownSchedule(tx: Tx, orgId: OrgId, id: string): Promise<ReportSchedule> {
  const [shown] = await withRecipients(tx, orgId, [await findSchedule(tx, orgId, id)]);
  return shown!;
}

async function withRecipients(
  tx: Tx,
  orgId: OrgId,
  schedules: readonly KeptSchedule[],
): Promise<ReportSchedule[]> {
  const consentOf = await consentsOf(tx, orgId, schedules);
  return schedules.map(({ nextAt, ...schedule }) => {
    const recipients = schedule.addresses.map((address) => {
      const consent = consentOf(schedule.id, address);
      return { address, state: consent === 'GIVEN' ? ('GETS_IT' as const) : consent };
    });
    return { ...schedule, recipients, nextAt: nextAt === null ? null : new Date(nextAt).toISOString() };
  });
}
