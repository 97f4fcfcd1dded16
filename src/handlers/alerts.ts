import type { Handlers } from '../contract/handler.ts';
import { acknowledgeAlert, getAlert, listAlerts, resolveAlert } from '../domain/alerts/alerts.ts';
import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  updateAlertRule,
} from '../domain/alerts/rules.ts';
import { actor, member, page } from './caller.ts';

export const alerts = {
  listAlertRules: async (call) => ({
    status: 200,
    body: await listAlertRules(call.services.db, member(call).orgId, { ...call.query, ...page(call.query) }),
  }),
  createAlertRule: async (call) => ({
    status: 201,
    body: await createAlertRule(call.services.db, actor(call), call.body),
  }),
  getAlertRule: async (call) => ({
    status: 200,
    body: await getAlertRule(call.services.db, member(call).orgId, call.params.id),
  }),
  updateAlertRule: async (call) => ({
    status: 200,
    body: await updateAlertRule(call.services.db, actor(call), call.params.id, call.body),
  }),
  deleteAlertRule: async (call) => {
    await deleteAlertRule(call.services.db, actor(call), call.params.id);
    return { status: 204 };
  },

  listAlerts: async (call) => ({
    status: 200,
    body: await listAlerts(call.services.db, member(call).orgId, { ...call.query, ...page(call.query) }),
  }),
  getAlert: async (call) => ({
    status: 200,
    body: await getAlert(call.services.db, member(call).orgId, call.params.id),
  }),
  acknowledgeAlert: async (call) => ({
    status: 200,
    body: await acknowledgeAlert(call.services.db, actor(call), call.params.id),
  }),
  resolveAlert: async (call) => ({
    status: 200,
    body: await resolveAlert(call.services.db, actor(call), call.params.id),
  }),
} satisfies Partial<Handlers>;
