import { dayAfter } from '../../base/definitions.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { CountedData } from '../../reports/day-counts.ts';
import { shareOrganisation } from '../quotas/lock.ts';
import { endAlert, openAlert } from './alerts.ts';
import { windowsOf } from './decisions.ts';
import { type AlertRule, lockAlertRule, noteDetectable, rulesToEvaluate } from './rules.ts';
import { type Competitor, judge, type Verdict } from './verdicts.ts';

/** The state of a rule stored between evaluations. Days are YYYY-MM-DD (UTC). */
interface RuleState {
  /** The first day since which its ACTIVE alert has not triggered; null: it triggered on the latest one. */
  calmSince: string | null;
  /** The day before which it raises no alert; null: no restriction. */
  quietUntil: string | null;
}

/**
 * Evaluates the organisation's active rules that are not yet evaluated on this data and day.
 * @param today YYYY-MM-DD (UTC), the first day that the data does not fully cover
 * @param signal stops between two rules; the others stay due
 * @returns how many rules were evaluated
 */
export async function evaluateRules(
  db: Db,
  orgId: OrgId,
  data: CountedData,
  today: string,
  signal: AbortSignal,
): Promise<number> {
  const due = await db.tenant(orgId, async (tx) => {
    const rules = await rulesToEvaluate(tx, orgId, { ...data, today });
    const competitors = await tx<(Competitor & { brandId: string })[]>`
      select id, name, brand_id as "brandId" from competitors where org_id = ${orgId}
        and brand_id = any(${rules.map(({ rule }) => rule.brandId)}) order by id`;
    return rules.map(({ rule, version, watched }) => {
      // Whether an ACTIVE alert is over depends only on the competitor that it is about, if any.
      const only = watched ?? rule.competitorId;
      const own = competitors.filter(({ brandId, id }) => brandId === rule.brandId && id === (only ?? id));
      return { rule, version, competitors: own };
    });
  });
  let evaluated = 0;
  for (const { rule, version, competitors } of due) {
    if (signal.aborted) break;
    const verdict = await judge(rule, data, today, competitors);
    if (signal.aborted) break;
    await db.tenant(orgId, (tx) => conclude(tx, orgId, { rule, version, verdict, data, today }));
    evaluated += 1;
  }
  return evaluated;
}

/** Raises or resolves an alert according to a verdict, and records the data and day of the evaluation. */
async function conclude(
  tx: Tx,
  orgId: OrgId,
  {
    rule,
    version,
    verdict,
    data,
    today,
  }: { rule: AlertRule; version: string; verdict: Verdict | null; data: CountedData; today: string },
): Promise<void> {
  await shareOrganisation(tx, orgId);
  // Ignore the verdict if the rule was changed, deleted, or evaluated on newer data meanwhile.
  if (!(await lockAlertRule(tx, orgId, rule.id, version))) return;
  const [known] = await tx<(RuleState & { isNewer: boolean })[]>`
    select calm_since::text as "calmSince", quiet_until::text as "quietUntil",
      snapshot_id > ${data.versionId} and rule_updated_at = ${version}::text::timestamptz as "isNewer"
    from alert_rule_states where org_id = ${orgId} and rule_id = ${rule.id}`;
  if (known?.isNewer) return;
  if (rule.detectablePoints === null)
    await noteDetectable(tx, orgId, rule, verdict?.detectablePoints ?? null);
  const next = await updateAlert(
    tx,
    orgId,
    rule,
    verdict,
    today,
    known ?? { calmSince: null, quietUntil: null },
  );
  await tx`
    insert into alert_rule_states as s (org_id, rule_id, snapshot_id, data, day, rule_updated_at, calm_since, quiet_until)
    values (${orgId}, ${rule.id}, ${data.versionId}, ${data.content}, ${today}::text::date, ${version}::text::timestamptz,
            ${next.calmSince}::text::date, ${next.quietUntil}::text::date)
    on conflict (org_id, rule_id) do update set snapshot_id = excluded.snapshot_id, data = excluded.data,
      day = excluded.day, rule_updated_at = excluded.rule_updated_at, evaluated_at = excluded.evaluated_at,
      calm_since = excluded.calm_since, quiet_until = excluded.quiet_until`;
}

/**
 * Raises or resolves the alert of a rule. An ACTIVE alert ends at once when the numbers are clearly away from the
 * threshold, or after two successive days without a trigger. The rule then raises none for quietDays: the same days, or
 * the same drop compared once more, are no new alert.
 */
async function updateAlert(
  tx: Tx,
  orgId: OrgId,
  rule: AlertRule,
  verdict: Verdict | null,
  today: string,
  { calmSince, quietUntil }: RuleState,
): Promise<RuleState> {
  const [latest] = await tx<{ id: string; isActive: boolean; resolvedOn: string | null }[]>`
    select id, state = 'ACTIVE' as "isActive", (resolved_at at time zone 'UTC')::date::text as "resolvedOn"
    from alerts where org_id = ${orgId} and rule_id = ${rule.id}
    order by resolved_at desc nulls first, id desc limit 1`;
  // Without answers it is unknown whether the alert's condition is over.
  if (verdict === null) return { calmSince, quietUntil };
  if (latest?.isActive) {
    if (verdict.isTriggered) return { calmSince: null, quietUntil };
    const isOver = verdict.isOver || (calmSince !== null && calmSince < today);
    if (!isOver) return { calmSince: calmSince ?? today, quietUntil };
    await endAlert(tx, orgId, latest.id);
    return { calmSince: null, quietUntil: dayAfter(today, quietDays(rule)) };
  }
  // A person may have resolved the latest alert before its condition was over.
  const resolvedOn = latest?.resolvedOn ?? null;
  const quietAfterResolved = resolvedOn === null ? null : dayAfter(resolvedOn, quietDays(rule));
  const isQuiet = [quietUntil, quietAfterResolved].some((until) => until !== null && today < until);
  if (verdict.isTriggered && !isQuiet) {
    const { message, evidence, competitorId } = verdict;
    await openAlert(tx, orgId, { ruleId: rule.id, message, evidence, competitorId });
  }
  return { calmSince: null, quietUntil };
}

/**
 * For how many days after an alert ended its rule raises none: until the window that was current then is the previous
 * one. A rule that compares no windows only waits until its window holds new days.
 */
function quietDays({ type, windowDays }: AlertRule): number {
  const compares = type === 'VISIBILITY_DROP' || type === 'COMPETITOR_CHANGE';
  return compares ? windowsOf(windowDays).step : windowDays;
}
