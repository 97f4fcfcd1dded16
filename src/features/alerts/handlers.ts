import type { Handlers } from '../../server/dispatch/handler.ts';
import { actById, create, getById, list, removeById, updateById } from '../../server/dispatch/resource.ts';
import { acknowledgeAlert, getAlert, listAlerts, resolveAlert } from './alerts.ts';
import { createAlertRule, deleteAlertRule, getAlertRule, listAlertRules, updateAlertRule } from './rules.ts';

export const alerts = {
  listAlertRules: list(listAlertRules),
  createAlertRule: create(createAlertRule),
  getAlertRule: getById(getAlertRule),
  updateAlertRule: updateById(updateAlertRule),
  deleteAlertRule: removeById(deleteAlertRule),

  listAlerts: list(listAlerts),
  getAlert: getById(getAlert),
  acknowledgeAlert: actById(acknowledgeAlert),
  resolveAlert: actById(resolveAlert),
} satisfies Partial<Handlers>;
