import { dayOf } from '../../base/days.ts';
import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Reports } from '../../reports/reports.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { actById, getById, list, removeById, reply } from '../../server/dispatch/resource.ts';
import { acknowledgeAlert, alertsOfRules, resolveAlert } from './alerts.ts';
import { alertRules, createAlertRule, type Detects, updateAlertRule } from './rules.ts';
import { detectablePoints } from './verdicts.ts';

export const alerts = {
  listAlertRules: list(alertRules.list),
  createAlertRule: reply(201, ({ db, actor, body, services }) =>
    createAlertRule(db, actor, body, detectsBy(services.reports, actor.orgId)),
  ),
  getAlertRule: getById(alertRules.find),
  updateAlertRule: reply(200, ({ db, actor, params, body, services }) =>
    updateAlertRule(db, actor, params.id, body, detectsBy(services.reports, actor.orgId)),
  ),
  deleteAlertRule: removeById(alertRules.remove),

  listAlerts: list(alertsOfRules.list),
  getAlert: getById(alertsOfRules.find),
  acknowledgeAlert: actById(acknowledgeAlert),
  resolveAlert: actById(resolveAlert),
} satisfies Partial<Handlers>;

/** Before the first snapshot, and while none can be served, nothing is known. */
function detectsBy({ dayCounts }: Reports, orgId: OrgId): Detects {
  return async (rule) => {
    try {
      return await dayCounts.on(orgId, (data) => detectablePoints(rule, data, dayOf(data.asOf)));
    } catch (error) {
      if (error instanceof AppError && error.body.error === 'unavailable') return null;
      throw error;
    }
  };
}
