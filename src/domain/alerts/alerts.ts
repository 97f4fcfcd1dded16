import { AppError, notFound } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { listRange } from '../../reports/range.ts';
import { enqueueSlack } from '../integrations/slack-messages.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import { enqueueEvent } from '../organisations/events.ts';
import { findAlertRule } from './rules.ts';

export type Alert = components['schemas']['Alert'];
export type AlertEvidence = components['schemas']['AlertEvidence'];

interface AlertFilter {
  limit: number;
  offset: number;
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
  db: Db,
  orgId: string,
  {
    limit,
    offset,
    state = null,
    severity = null,
    type = null,
    brandId = null,
    ruleId = null,
    acknowledged = null,
    ...days
  }: AlertFilter,
): Promise<{ data: Alert[]; total: number }> {
  const { start: startDate, end: endDate } = listRange(days);
  return db.tenant(orgId, async (tx) => {
    const matching = tx`org_id = ${orgId}
      and (${state}::text is null or state = ${state})
      and (${severity}::text is null or severity = ${severity})
      and (${type}::text is null or type = ${type})
      and (${brandId}::text is null or brand_id = ${brandId})
      and (${ruleId}::text is null or rule_id = ${ruleId})
      and (${acknowledged}::boolean is null or (acknowledged_at is not null) = ${acknowledged})
      and (${startDate}::text is null or triggered_at >= ${startDate}::text::timestamp at time zone 'UTC')
      and (${endDate}::text is null
           or triggered_at < (${endDate}::text::timestamp + interval '1 day') at time zone 'UTC')`;
    const data = await tx<Alert[]>`
      select ${columns(tx)} from alerts where ${matching}
      order by triggered_at desc, id desc limit ${limit} offset ${offset}`;
    const [counted] = await tx<{ total: number }[]>`select count(*) as total from alerts where ${matching}`;
    return { data, total: counted?.total ?? 0 };
  });
}

/** @throws AppError not_found */
export async function getAlert(db: Db, orgId: string, id: string): Promise<Alert> {
  return db.tenant(orgId, (tx) => findAlert(tx, orgId, id));
}

/**
 * Raises an alert of a rule, for the evaluation: at most one a rule is ACTIVE.
 * @returns null where one is ACTIVE already.
 * @throws AppError not_found for the rule
 */
export async function openAlert(
  tx: Tx,
  orgId: string,
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

/** ACTIVE → RESOLVED because it is over, for the evaluation; nothing where it is resolved already. */
export async function endAlert(tx: Tx, orgId: string, id: string): Promise<void> {
  const [alert] = await tx<Alert[]>`
    update alerts set state = 'RESOLVED', resolved_at = now()
    where org_id = ${orgId} and id = ${id} and state = 'ACTIVE' returning ${columns(tx)}`;
  if (alert) await emitAlert(tx, orgId, 'alert.resolved', alert);
}

/** Notes who looks after an alert; the first one stays. @throws AppError not_found, conflict for one that is resolved */
export async function acknowledgeAlert(db: Db, actor: Actor, id: string): Promise<Alert> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    await lockActiveAlert(tx, orgId, id);
    await tx`update alerts set acknowledged_at = coalesce(acknowledged_at, now()),
        acknowledged_by = coalesce(acknowledged_by, ${actor.id})
      where org_id = ${orgId} and id = ${id}`;
    await audit(tx, actor, { action: 'acknowledgeAlert', targetType: 'alert', targetId: id });
    return findAlert(tx, orgId, id);
  });
}

/** ACTIVE → RESOLVED. @throws AppError not_found, conflict for one that is resolved */
export async function resolveAlert(db: Db, actor: Actor, id: string): Promise<Alert> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    await lockActiveAlert(tx, orgId, id);
    await tx`update alerts set state = 'RESOLVED', resolved_at = now(), resolved_by = ${actor.id}
      where org_id = ${orgId} and id = ${id}`;
    await audit(tx, actor, { action: 'resolveAlert', targetType: 'alert', targetId: id });
    const alert = await findAlert(tx, orgId, id);
    await emitAlert(tx, orgId, 'alert.resolved', alert);
    return alert;
  });
}

/** Tells webhooks and Slack, in the transaction of what happened. */
async function emitAlert(
  tx: Tx,
  orgId: string,
  event: 'alert.triggered' | 'alert.resolved',
  alert: Alert,
): Promise<void> {
  await enqueueEvent(tx, orgId, event, alert);
  await enqueueSlack(tx, orgId, alert);
}

async function findAlert(tx: Tx, orgId: string, id: string): Promise<Alert> {
  const [alert] = await tx<Alert[]>`select ${columns(tx)} from alerts where org_id = ${orgId} and id = ${id}`;
  if (!alert) throw notFound('alert');
  return alert;
}

async function lockActiveAlert(tx: Tx, orgId: string, id: string): Promise<void> {
  const [alert] = await tx<
    Pick<Alert, 'state'>[]
  >`select state from alerts where org_id = ${orgId} and id = ${id} for update`;
  if (!alert) throw notFound('alert');
  if (alert.state === 'RESOLVED') throw new AppError('conflict', 'This alert is resolved already.');
}
