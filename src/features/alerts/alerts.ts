import { AppError } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { ifGiven, newestFirst, onDays } from '../../db/page.ts';
import { listRange } from '../../reports/range.ts';
import type { Actor } from '../audit/audit.ts';
import { enqueueSlack } from '../integrations/slack-messages.ts';
import { queueToMembers } from '../mail/queue.ts';
import { enqueueEvent } from '../outbox/outbox.ts';
import { resource } from '../resources/resource.ts';
import { alertRules } from './rules.ts';

export type Alert = components['schemas']['Alert'];
export type AlertEvidence = components['schemas']['AlertEvidence'];

interface AlertFilter {
  state?: Alert['state'];
  severity?: Alert['severity'];
  type?: Alert['type'];
  brandId?: string;
  ruleId?: string;
  acknowledged?: boolean;
  /** Days (UTC), both inclusive. */
  startDate?: string;
  endDate?: string;
}

export const alertsOfRules = resource<Alert, AlertFilter>({
  name: 'Alert',
  table: 'alerts',
  columns: 'rule_id, brand_id, type, severity, platform, competitor_id, state, message, evidence jsonb',
  read: (tx) => tx`
    t.triggered_at as "triggeredAt", t.acknowledged_at as "acknowledgedAt", t.acknowledged_by as "acknowledgedBy",
    t.resolved_at as "resolvedAt", t.resolved_by as "resolvedBy"`,
  filters: 'state, severity, type, brand_id, rule_id',
  filter: (tx, { acknowledged, startDate, endDate }) => tx`
    ${ifGiven(tx, acknowledged, (value) => tx`(t.acknowledged_at is not null) = ${value}`)}
    and ${onDays(tx, tx`t.triggered_at`, listRange({ startDate, endDate }))}`,
  order: (tx) => newestFirst(tx, tx`t.triggered_at`, tx`t.id`),
});

/**
 * Creates an ACTIVE alert of a rule and emits it. A rule has at most one ACTIVE alert.
 * @param found.competitorId the competitor that the alert is about, if other than the rule's own
 * @returns null if the rule has an ACTIVE alert already
 * @throws AppError not_found for the rule
 */
export async function openAlert(
  tx: Tx,
  orgId: OrgId,
  {
    ruleId,
    message,
    evidence,
    ...found
  }: { ruleId: string; message: string; evidence: AlertEvidence; competitorId?: string | null },
): Promise<Alert | null> {
  const rule = await alertRules.find(tx, orgId, ruleId);
  const { brandId, type, severity, platform, competitorId } = { ...rule, ...found };
  const [alert] = await tx<Alert[]>`
    insert into alerts as t (org_id, id, rule_id, brand_id, type, severity, platform, competitor_id, message, evidence)
    values (${orgId}, ${newId()}, ${ruleId}, ${brandId}, ${type}, ${severity}, ${platform}, ${competitorId}, ${message},
            ${JSON.stringify(evidence)}::text::jsonb)
    on conflict (org_id, rule_id) where state = 'ACTIVE' do nothing
    returning ${alertsOfRules.fields(tx, orgId)}`;
  if (!alert) return null;
  await emitAlert(tx, orgId, 'alert.triggered', alert);
  return alert;
}

/** Resolves an alert whose condition is over; does nothing if it is RESOLVED already. */
export async function endAlert(tx: Tx, orgId: OrgId, id: string): Promise<void> {
  const [alert] = await tx<Alert[]>`
    update alerts t set state = 'RESOLVED', resolved_at = now()
    where org_id = ${orgId} and id = ${id} and state = 'ACTIVE' returning ${alertsOfRules.fields(tx, orgId)}`;
  if (alert) await emitAlert(tx, orgId, 'alert.resolved', alert);
}

/**
 * Records that the actor handles an alert; the first acknowledgement stays.
 * @throws AppError not_found, conflict for a RESOLVED alert
 */
export async function acknowledgeAlert(tx: Tx, actor: Actor, id: string): Promise<Alert> {
  const { orgId } = actor;
  await lockActiveAlert(tx, orgId, id);
  await tx`update alerts set acknowledged_at = coalesce(acknowledged_at, (select now())),
      acknowledged_by = coalesce(acknowledged_by, ${actor.id})
    where org_id = ${orgId} and id = ${id}`;
  await alertsOfRules.note(tx, actor, 'acknowledgeAlert', id);
  return alertsOfRules.find(tx, orgId, id);
}

/** Resolves an ACTIVE alert for the actor. @throws AppError not_found, conflict for a RESOLVED alert */
export async function resolveAlert(tx: Tx, actor: Actor, id: string): Promise<Alert> {
  const { orgId } = actor;
  await lockActiveAlert(tx, orgId, id);
  await tx`update alerts set state = 'RESOLVED', resolved_at = now(), resolved_by = ${actor.id}
    where org_id = ${orgId} and id = ${id}`;
  await alertsOfRules.note(tx, actor, 'resolveAlert', id);
  const alert = await alertsOfRules.find(tx, orgId, id);
  await emitAlert(tx, orgId, 'alert.resolved', alert);
  return alert;
}

/** Emits an event to where the alerts of its rule go, in the transaction that changed the alert. */
async function emitAlert(
  tx: Tx,
  orgId: OrgId,
  event: 'alert.triggered' | 'alert.resolved',
  alert: Alert,
): Promise<void> {
  const [rule] = await tx<{ destinations: string[] | null }[]>`
    select destinations from alert_rules where org_id = ${orgId} and id = ${alert.ruleId}`;
  // Alerts of a rule that is gone go everywhere.
  const goesTo = (destination: components['schemas']['AlertDestination']) =>
    rule?.destinations?.includes(destination) ?? true;
  if (goesTo('WEBHOOKS')) await enqueueEvent(tx, orgId, event, alert);
  if (goesTo('SLACK')) await enqueueSlack(tx, orgId, alert);
  if (!goesTo('MAIL')) return;
  const [brand] = await tx<{ name: string }[]>`
    select name from brands where org_id = ${orgId} and id = ${alert.brandId}`;
  await queueToMembers(tx, orgId, 'ALERT', {
    brand: brand?.name ?? '',
    severity: alert.severity,
    message: alert.message,
    isOver: alert.state === 'RESOLVED',
  });
}

/** @throws AppError not_found, conflict for a RESOLVED alert */
async function lockActiveAlert(tx: Tx, orgId: OrgId, id: string): Promise<void> {
  const { state } = await alertsOfRules.lock(tx, orgId, id);
  if (state === 'RESOLVED') throw new AppError('conflict', 'This alert is resolved already.');
}
