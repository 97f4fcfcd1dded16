import { invalidField, notFound } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Actor } from '../audit/audit.ts';
import { findBrand } from '../brands/brands.ts';
import { resource } from '../resources/resource.ts';

export type AlertRule = components['schemas']['AlertRule'];
type AlertRuleInput = components['schemas']['AlertRuleCreate'];
type AlertRuleChanges = components['schemas']['AlertRuleUpdate'];
type AlertType = components['schemas']['AlertType'];

/** The valid thresholds of each type of rule; the contract explains them. */
const THRESHOLDS: Record<AlertType, { isValid: (threshold: number) => boolean; description: string }> = {
  VISIBILITY_DROP: {
    isValid: (points) => points > 0 && points <= 100,
    description: 'percentage points, above 0 and up to 100',
  },
  COMPETITOR_CHANGE: {
    isValid: (points) => points > 0 && points <= 100,
    description: 'percentage points, above 0 and up to 100',
  },
  NEGATIVE_SENTIMENT: {
    isValid: (sentiment) => sentiment >= 0 && sentiment <= 100,
    description: 'a sentiment, from 0 to 100',
  },
  NEW_MENTION: {
    isValid: (mentions) => Number.isInteger(mentions) && mentions >= 1 && mentions <= 100_000,
    description: 'a whole number of mentions, from 1 to 100000',
  },
};

/** The smallest change that a rule detects with the answers there are, in points; null: unknown. */
export type Detects = (
  rule: Pick<AlertRule, 'type' | 'brandId' | 'platform' | 'competitorId' | 'windowDays'>,
) => Promise<number | null>;

type StoredRule = Omit<AlertRule, 'destinations'> & { destinations: AlertRule['destinations'] | null };

interface RuleFilter {
  brandId?: string;
  type?: AlertType;
  isActive?: boolean;
}

export const alertRules = resource<AlertRule, RuleFilter, AlertRule, StoredRule>({
  name: 'AlertRule',
  target: 'alert_rule',
  table: 'alert_rules',
  columns: `brand_id, type, name, threshold, window_days, severity, platform, competitor_id, detectable_points,
    destinations, is_active`,
  filters: 'brand_id, type, is_active',
  order: (tx) => [{ by: tx`t.id` }],
  // A rule whose alerts go everywhere says nothing of it.
  shown: (rows) => rows.map(({ destinations, ...rule }) => (destinations ? { ...rule, destinations } : rule)),
  // Its alerts stay.
  removed: ({ brandId, type, name }) => ({ brandId, type, name }),
});

/**
 * Creates a rule, which is evaluated soon if it is active.
 * @throws AppError not_found for the brand and the competitor, validation_error for the threshold and for a
 *   competitor if the type has none
 */
export async function createAlertRule(
  db: Db,
  actor: Actor,
  input: AlertRuleInput,
  detects: Detects = async () => null,
): Promise<AlertRule> {
  const { orgId } = actor;
  const rule = {
    platform: null,
    competitorId: null,
    windowDays: 7,
    severity: 'MEDIUM',
    isActive: true,
    ...input,
  };
  refuseWrongFields(rule);
  const detectable = await detects(rule);
  return db.tenant(orgId, async (tx) => {
    await findBrand(tx, orgId, rule.brandId);
    await refuseForeignCompetitor(tx, orgId, rule);
    return alertRules.create(tx, actor, { ...rule, detectablePoints: detectable }, { ...input });
  });
}

/**
 * Changes a rule, which is then evaluated anew.
 * @throws AppError not_found for the rule and the competitor, validation_error as for a new rule
 */
export async function updateAlertRule(
  db: Db,
  actor: Actor,
  id: string,
  changes: AlertRuleChanges,
  detects: Detects,
): Promise<AlertRule> {
  const { orgId } = actor;
  return db.tenant(orgId, async (tx) => {
    const rule = { ...(await alertRules.lock(tx, orgId, id)), ...changes };
    refuseWrongFields(rule);
    await refuseForeignCompetitor(tx, orgId, rule);
    const values = { ...changes, detectablePoints: await detects(rule) };
    return alertRules.update(tx, actor, id, values, { ...changes });
  });
}

/** A rule that is due for evaluation. */
interface DueRule {
  rule: AlertRule;
  /** When the rule's fields were last changed, to the microsecond: as text, since a Date has milliseconds only. */
  version: string;
  /** The id of the competitor that its ACTIVE alert is about, if any. */
  watched: string | null;
}

/**
 * The active rules due for evaluation: in their current version, they were not evaluated on this content of the data
 * and this day, nor on a later version of the data.
 */
export async function rulesToEvaluate(
  tx: Tx,
  orgId: OrgId,
  { versionId, content, today }: { versionId: string; content: string; today: string },
): Promise<DueRule[]> {
  const rows = await tx<(AlertRule & Omit<DueRule, 'rule'>)[]>`
    select ${alertRules.fields(tx, orgId)}, updated_at::text as version,
      (select a.competitor_id from alerts a where a.org_id = ${orgId} and a.rule_id = t.id and a.state = 'ACTIVE') as watched
    from alert_rules t
    where org_id = ${orgId} and is_active and not exists (
      select from alert_rule_states s where s.org_id = ${orgId} and s.rule_id = t.id and s.rule_updated_at = t.updated_at
        and (s.snapshot_id > ${versionId} or (s.data = ${content} and s.day >= ${today}::text::date)))
    order by id`;
  return rows.map(({ version, watched, ...rule }) => ({ rule, version, watched }));
}

/**
 * Locks a rule to the end of the transaction.
 * @returns false if its version has changed, or it is inactive or deleted
 */
export async function lockAlertRule(tx: Tx, orgId: OrgId, id: string, version: string): Promise<boolean> {
  const [rule] = await tx`
    select from alert_rules where org_id = ${orgId} and id = ${id} and updated_at = ${version}::text::timestamptz
      and is_active for no key update`;
  return rule !== undefined;
}

/** Notes which change a rule detects that was created when there were too few answers to tell. */
export async function noteDetectable(
  tx: Tx,
  orgId: OrgId,
  { id }: AlertRule,
  points: number | null,
): Promise<void> {
  if (points === null) return;
  await tx`update alert_rules set detectable_points = ${points}
    where org_id = ${orgId} and id = ${id} and detectable_points is null`;
}

/** @throws AppError validation_error */
function refuseWrongFields({
  type,
  threshold,
  competitorId,
}: Pick<AlertRule, 'type' | 'threshold' | 'competitorId'>): void {
  const { isValid, description } = THRESHOLDS[type];
  if (!isValid(threshold)) throw invalidField('threshold', `threshold must be ${description}, for ${type}.`);
  if (competitorId !== null && type !== 'COMPETITOR_CHANGE')
    throw invalidField('competitorId', `competitorId is for COMPETITOR_CHANGE alone, not for ${type}.`);
}

/** @throws AppError not_found if the competitor is not the brand's */
async function refuseForeignCompetitor(
  tx: Tx,
  orgId: OrgId,
  { brandId, competitorId }: Pick<AlertRule, 'brandId' | 'competitorId'>,
): Promise<void> {
  if (competitorId === null) return;
  const [competitor] = await tx`
    select from competitors where org_id = ${orgId} and brand_id = ${brandId} and id = ${competitorId}`;
  if (!competitor) throw notFound('competitor');
}
