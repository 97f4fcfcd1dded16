import type { Handlers } from '../../server/dispatch/handler.ts';
import { create, getById, list, removeById, updateById } from '../../server/dispatch/resource.ts';
import { listReportDeliveries } from './deliveries.ts';
import { createReportSchedule, deleteReportSchedule, schedules, updateReportSchedule } from './schedules.ts';
import { sendNow } from './sending.ts';

export const reportSchedules = {
  listReportSchedules: list(schedules.list),
  createReportSchedule: create(createReportSchedule),
  getReportSchedule: getById(schedules.find),
  updateReportSchedule: updateById(updateReportSchedule),
  deleteReportSchedule: removeById(deleteReportSchedule),
  sendReportSchedule: async ({ orgId, params, principal, services }) => ({
    status: 202,
    body: await sendNow(services, orgId, { scheduleId: params.id, userId: principal.userId }),
  }),
  listReportDeliveries: async ({ db, orgId, page, params }) => ({
    status: 200,
    body: await listReportDeliveries(db, orgId, params.id, page),
  }),
} satisfies Partial<Handlers>;
