import type { Handlers } from '../../server/dispatch/handler.ts';
import { create, getById, list, removeById, reply, updateById } from '../../server/dispatch/resource.ts';
import { listReportDeliveries } from './deliveries.ts';
import { createReportSchedule, deleteReportSchedule, schedules, updateReportSchedule } from './schedules.ts';
import { sendNow } from './sending.ts';

export const reportSchedules = {
  listReportSchedules: list(schedules.list),
  createReportSchedule: create(createReportSchedule),
  getReportSchedule: getById(schedules.find),
  updateReportSchedule: updateById(updateReportSchedule),
  deleteReportSchedule: removeById(deleteReportSchedule),
  sendReportSchedule: reply(202, ({ orgId, params, principal, services }) =>
    sendNow(services, orgId, { scheduleId: params.id, userId: principal.userId }),
  ),
  listReportDeliveries: reply(200, ({ db, orgId, page, params }) =>
    listReportDeliveries(db, orgId, params.id, page),
  ),
} satisfies Partial<Handlers>;
