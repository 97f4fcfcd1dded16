import type { Handlers } from '../contract/handler.ts';
import { acknowledgeAlert, getAlert, listAlerts, resolveAlert } from '../domain/alerts/alerts.ts';
import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  updateAlertRule,
} from '../domain/alerts/rules.ts';
import { actById, create, getById, list, removeById, updateById } from './resource.ts';

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
