import type { Handlers } from '../contract/handler.ts';
import { acknowledgeAlert, getAlert, listAlerts, resolveAlert } from '../domain/alerts/alerts.ts';
import {
  createAlertRule,
  deleteAlertRule,
  getAlertRule,
  listAlertRules,
  updateAlertRule,
} from '../domain/alerts/rules.ts';

export const alerts = {
  listAlertRules: async ({ db, orgId, page, query }) => ({
    status: 200,
    body: await listAlertRules(db, orgId, { ...query, ...page }),
  }),
  createAlertRule: async ({ actor, body, db }) => ({
    status: 201,
    body: await createAlertRule(db, actor, body),
  }),
  getAlertRule: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getAlertRule(db, orgId, params.id),
  }),
  updateAlertRule: async ({ actor, body, db, params }) => ({
    status: 200,
    body: await updateAlertRule(db, actor, params.id, body),
  }),
  deleteAlertRule: async ({ actor, db, params }) => {
    await deleteAlertRule(db, actor, params.id);
    return { status: 204 };
  },

  listAlerts: async ({ db, orgId, page, query }) => ({
    status: 200,
    body: await listAlerts(db, orgId, { ...query, ...page }),
  }),
  getAlert: async ({ db, orgId, params }) => ({
    status: 200,
    body: await getAlert(db, orgId, params.id),
  }),
  acknowledgeAlert: async ({ actor, db, params }) => ({
    status: 200,
    body: await acknowledgeAlert(db, actor, params.id),
  }),
  resolveAlert: async ({ actor, db, params }) => ({
    status: 200,
    body: await resolveAlert(db, actor, params.id),
  }),
} satisfies Partial<Handlers>;
