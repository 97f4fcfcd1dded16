import { AppError, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { ifGiven, newestFirst, onDays, type Page, type Paged, selectPage } from '../../db/page.ts';
import { listRange } from '../../reports/range.ts';
import { enqueueSlack } from '../integrations/slack-messages.ts';
import { queueToMembers } from '../mail/queue.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import { enqueueEvent } from '../outbox/outbox.ts';
import { findAlertRule } from './rules.ts';

export type Alert = components['schemas']['Alert'];
export type AlertEvidence = components['schemas']['AlertEvidence'];

interface AlertFilter extends Page {
  state?: Alert['state'] | null;
  severity?: Alert['severity'] | null;
  type?: Alert['type'] | null;
  brandId?: string | null;
  ruleId?: string | null;
  acknowledged?: boolean | null;
  /** Days (UTC), both inclusive. */
  startDate?: string | undefined;
  endDate?: string | undefined;
}

const columns = (tx: Tx) => tx`
  id, rule_id as "ruleId", brand_id as "brandId", type, severity, platform, competitor_id as "competitorId", state,
  message, evidence, triggered_at as "triggeredAt", acknowledged_at as "acknowledgedAt",
  acknowledged_by as "acknowledgedBy", resolved_at as "resolvedAt", resolved_by as "resolvedBy"`;

/** A page of alerts, the latest first. */
export async function listAlerts(
  tx: Tx,
  orgId: OrgId,
  {
    state = null,
    severity = null,
    type = null,
    brandId = null,
    ruleId = null,
    acknowledged = null,
    startDate,
    endDate,
    ...page
  }: AlertFilter,
): Promise<Paged<Alert>> {
  const matching = tx`org_id = ${orgId}
    and ${ifGiven(tx, state, (value) => tx`state = ${value}`)}
    and ${ifGiven(tx, severity, (value) => tx`severity = ${value}`)}
    and ${ifGiven(tx, type, (value) => tx`type = ${value}`)}
    and ${ifGiven(tx, brandId, (value) => tx`brand_id = ${value}`)}
    and ${ifGiven(tx, ruleId, (value) => tx`rule_id = ${value}`)}
    and ${ifGiven(tx, acknowledged, (value) => tx`(acknowledged_at is not null) = ${value}`)}
    and ${onDays(tx, tx`triggered_at`, listRange({ startDate, endDate }))}`;
  return selectPage<Alert>(tx, page, {
    columns: columns(tx),
    from: tx`alerts`,
    where: matching,
    order: newestFirst(tx, tx`triggered_at`),
  });
}

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
  const rule = await findAlertRule(tx, orgId, ruleId);
  const { brandId, type, severity, platform, competitorId } = { ...rule, ...found };
  const [alert] = await tx<Alert[]>`
    insert into alerts (org_id, id, rule_id, brand_id, type, severity, platform, competitor_id, message, evidence)
    values (${orgId}, ${newId()}, ${ruleId}, ${brandId}, ${type}, ${severity}, ${platform}, ${competitorId}, ${message},
            ${JSON.stringify(evidence)}::text::jsonb)
    on conflict (org_id, rule_id) where state = 'ACTIVE' do nothing
    returning ${columns(tx)}`;
  if (!alert) return null;
  await emitAlert(tx, orgId, 'alert.triggered', alert);
  return alert;
}

/** Resolves an alert whose condition is over; does nothing if it is RESOLVED already. */
export async function endAlert(tx: Tx, orgId: OrgId, id: string): Promise<void> {
  const [alert] = await tx<Alert[]>`
    update alerts set state = 'RESOLVED', resolved_at = now()
    where org_id = ${orgId} and id = ${id} and state = 'ACTIVE' returning ${columns(tx)}`;
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
  await audit(tx, actor, { action: 'acknowledgeAlert', targetType: 'alert', targetId: id });
  return findAlert(tx, orgId, id);
}

/** Resolves an ACTIVE alert for the actor. @throws AppError not_found, conflict for a RESOLVED alert */
export async function resolveAlert(tx: Tx, actor: Actor, id: string): Promise<Alert> {
  const { orgId } = actor;
  await lockActiveAlert(tx, orgId, id);
  await tx`update alerts set state = 'RESOLVED', resolved_at = now(), resolved_by = ${actor.id}
    where org_id = ${orgId} and id = ${id}`;
  await audit(tx, actor, { action: 'resolveAlert', targetType: 'alert', targetId: id });
  const alert = await findAlert(tx, orgId, id);
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

/** @throws AppError not_found */
export async function findAlert(tx: Tx, orgId: OrgId, id: string): Promise<Alert> {
  const [alert] = await tx<Alert[]>`select ${columns(tx)} from alerts where org_id = ${orgId} and id = ${id}`;
  if (!alert) throw notFound('alert');
  return alert;
}

/** @throws AppError not_found, conflict for a RESOLVED alert */
async function lockActiveAlert(tx: Tx, orgId: OrgId, id: string): Promise<void> {
  const [alert] = await tx<
    Pick<Alert, 'state'>[]
  >`select state from alerts where org_id = ${orgId} and id = ${id} for update`;
  if (!alert) throw notFound('alert');
  if (alert.state === 'RESOLVED') throw new AppError('conflict', 'This alert is resolved already.');
}
