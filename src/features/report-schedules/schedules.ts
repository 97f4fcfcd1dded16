import { AppError, invalidField } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import { mailAddress } from '../../base/mail/address.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { countRows } from '../../db/page.ts';
import { canonicalEmail } from '../accounts/users.ts';
import type { Actor } from '../audit/audit.ts';
import { consentsOf } from '../mail/consents.ts';
import { lockOrganisation } from '../quotas/lock.ts';
import { resource } from '../resources/resource.ts';
import { findView } from '../views/views.ts';
import { requestConsentOfOutsiders } from './recipients.ts';
import { checkRhythm, nextOccurrence } from './rhythm.ts';

type Schemas = components['schemas'];
export type ReportSchedule = Schemas['ReportSchedule'];
/** A schedule as stored. */
export type StoredSchedule = Omit<ReportSchedule, 'recipients' | 'nextAt'> & { nextAt: Date | null };

const MOST = 100;

/** Scheduled reports, the oldest first. */
export const schedules = resource<ReportSchedule, object, ReportSchedule, StoredSchedule>({
  name: 'ReportSchedule',
  noun: 'scheduled report',
  target: 'report_schedule',
  table: 'report_schedules',
  columns: `name, view_id, rhythm, weekday, month_day, hour, time_zone, addresses, slack, webhooks, attachment,
    is_active, next_at, created_by`,
  order: (tx) => [{ by: tx`t.id` }],
  shown: withRecipients,
  removed: ({ name }) => ({ name }),
});

/** @throws AppError not_found for the view, validation_error for what it cannot be, conflict for too many */
export async function createReportSchedule(
  tx: Tx,
  actor: Actor,
  input: Schemas['ReportScheduleCreate'],
): Promise<ReportSchedule> {
  const { orgId } = actor;
  await lockOrganisation(tx, orgId);
  const row = await checked(tx, actor, {
    weekday: null,
    monthDay: null,
    addresses: [],
    slack: false,
    webhooks: false,
    attachment: null,
    isActive: true,
    createdBy: actor.id,
    ...input,
  });
  if ((await countRows(tx, tx`report_schedules where org_id = ${orgId}`)) >= MOST)
    throw new AppError('conflict', `There are ${MOST} scheduled reports already. Delete some.`);
  const values = { ...row, nextAt: await nextTime(tx, row) };
  const schedule = await schedules.create(tx, actor, values, { ...input });
  await requestConsentOfOutsiders(tx, actor, schedule);
  return schedules.find(tx, orgId, schedule.id);
}

/** @throws AppError as a new one */
export async function updateReportSchedule(
  tx: Tx,
  actor: Actor,
  id: string,
  changes: Schemas['ReportScheduleUpdate'],
): Promise<ReportSchedule> {
  const { orgId } = actor;
  const known = await schedules.lock(tx, orgId, id);
  const row = await checked(tx, actor, { ...known, ...changes }, known.viewId);
  await schedules.write(tx, orgId, id, { ...row, nextAt: await nextTime(tx, row) });
  const added = row.addresses.filter((address) => !known.addresses.includes(address));
  await requestConsentOfOutsiders(tx, actor, { id, name: row.name, addresses: added });
  await schedules.note(tx, actor, 'updateReportSchedule', id, { ...changes });
  return schedules.find(tx, orgId, id);
}

/** @throws AppError not_found */
export async function deleteReportSchedule(tx: Tx, actor: Actor, id: string): Promise<void> {
  await schedules.remove(tx, actor, id);
  await tx`delete from mail_consents where org_id = ${actor.orgId} and subject_id = ${id}`;
}

type Row = Omit<StoredSchedule, 'id' | 'nextAt' | 'createdAt' | 'updatedAt'>;

/**
 * A schedule that may be stored, its addresses as accounts have them.
 * @param knownView a stored view need not be visible to the person who changes something else
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

/** The view must be visible to the person who chooses it, and to the schedule's creator, for whom it is opened. */
async function checkView(tx: Tx, { orgId, id }: Actor, { viewId, createdBy }: Row): Promise<void> {
  await findView(tx, { orgId, userId: id }, viewId);
  const { brandId } = await findView(tx, { orgId, userId: createdBy }, viewId);
  if (brandId === null)
    throw invalidField('viewId', 'viewId is of all brands, and a report of one. Choose another view.');
}

async function nextTime(tx: Tx, row: Row): Promise<Date | null> {
  return row.isActive ? (await nextOccurrence(tx, row, new Date())).at : null;
}

async function withRecipients(rows: StoredSchedule[], tx: Tx, orgId: OrgId): Promise<ReportSchedule[]> {
  const consentOf = await consentsOf(tx, orgId, rows);
  return rows.map(({ nextAt, ...schedule }) => {
    const recipients = schedule.addresses.map((address) => {
      const consent = consentOf(schedule.id, address);
      return { address, state: consent === 'GIVEN' ? ('GETS_IT' as const) : consent };
    });
    return { ...schedule, recipients, nextAt: nextAt === null ? null : new Date(nextAt).toISOString() };
  });
}
