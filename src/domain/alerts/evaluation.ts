import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { shareOrganisation } from '../organisations/lock.ts';
import { endAlert, openAlert } from './alerts.ts';
import { windowsOf } from './decisions.ts';
import { type AlertRule, lockAlertRule, rulesToEvaluate } from './rules.ts';
import { type AlertData, type Competitor, judge, type Verdict } from './verdicts.ts';

/** A version of an organisation's data, with its name. */
export interface EvaluatedData extends AlertData {
  /** Grows with time. */
  versionId: string;
  /** What stands for the content. */
  content: string;
}

interface RuleState {
  calmSince: string | null;
  quietUntil: string | null;
}

const DAY_MS = 86_400_000;

/**
 * Evaluates the organisation's active rules that were not yet, as they are now, on this data and day.
 * @param today YYYY-MM-DD (UTC), the first day that the data does not hold whole
 * @param signal ends it between two rules; the rest is due still
 * @returns how many it evaluated
 */
export async function evaluateRules(
  db: Db,
  orgId: OrgId,
  data: EvaluatedData,
  today: string,
  signal: AbortSignal,
): Promise<number> {
  const due = await db.tenant(orgId, async (tx) => {
    const rules = await rulesToEvaluate(tx, orgId, { ...data, today });
    const competitors = await tx<(Competitor & { brandId: string })[]>`
      select id, name, brand_id as "brandId" from competitors where org_id = ${orgId}
        and brand_id = any(${rules.map(({ rule }) => rule.brandId)}) order by id`;
    return rules.map(({ rule, version, watched }) => {
      // An alert that is ACTIVE is over when the competitor it is about is back, whatever others do.
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

/** Raises or resolves what follows from a verdict, and notes what the rule was evaluated on, at once. */
async function conclude(
  tx: Tx,
  orgId: OrgId,
  {
    rule,
    version,
    verdict,
    data,
    today,
  }: { rule: AlertRule; version: string; verdict: Verdict | null; data: EvaluatedData; today: string },
): Promise<void> {
  await shareOrganisation(tx, orgId);
  // A rule that was changed or deleted meanwhile is another; one that was evaluated on newer data is done.
  if (!(await lockAlertRule(tx, orgId, rule.id, version))) return;
  const [known] = await tx<(RuleState & { isNewer: boolean })[]>`
    select calm_since::text as "calmSince", quiet_until::text as "quietUntil",
      snapshot_id > ${data.versionId} and rule_updated_at = ${version}::text::timestamptz as "isNewer"
    from alert_rule_states where org_id = ${orgId} and rule_id = ${rule.id}`;
  if (known?.isNewer) return;
  const next = await follow(tx, orgId, rule, verdict, today, known ?? { calmSince: null, quietUntil: null });
  await tx`
    insert into alert_rule_states as s (org_id, rule_id, snapshot_id, data, day, rule_updated_at, calm_since, quiet_until)
    values (${orgId}, ${rule.id}, ${data.versionId}, ${data.content}, ${today}::text::date, ${version}::text::timestamptz,
            ${next.calmSince}::text::date, ${next.quietUntil}::text::date)
    on conflict (org_id, rule_id) do update set snapshot_id = excluded.snapshot_id, data = excluded.data,
      day = excluded.day, rule_updated_at = excluded.rule_updated_at, evaluated_at = now(),
      calm_since = excluded.calm_since, quiet_until = excluded.quiet_until`;
}

/**
 * The alert's life: it ends at once when the numbers are clearly away from the threshold, or when they did not
 * trigger on two days in a row. After that the rule is quiet until the days it ended on are those of the window
 * before: the same days, or the same drop once more, raise nothing.
 */
async function follow(
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
  // No answers say neither that it is over nor that it goes on.
  if (verdict === null) return { calmSince, quietUntil };
  if (latest?.isActive) {
    if (verdict.isTriggered) return { calmSince: null, quietUntil };
    const isOver = verdict.isOver || (calmSince !== null && calmSince < today);
    if (!isOver) return { calmSince: calmSince ?? today, quietUntil };
    await endAlert(tx, orgId, latest.id);
    return { calmSince: null, quietUntil: dayAfter(today, quietDays(rule)) };
  }
  const resolvedQuiet = latest?.resolvedOn ? dayAfter(latest.resolvedOn, quietDays(rule)) : '';
  const isQuiet = today < (quietUntil ?? '') || today < resolvedQuiet;
  if (verdict.isTriggered && !isQuiet) {
    const { message, evidence, competitorId } = verdict;
    await openAlert(tx, orgId, { ruleId: rule.id, message, evidence, competitorId });
  }
  return { calmSince: null, quietUntil };
}

/** A rule that compares nothing has seen nothing but new days after its own window. */
function quietDays({ type, windowDays }: AlertRule): number {
  const compares = type === 'VISIBILITY_DROP' || type === 'COMPETITOR_CHANGE';
  return compares ? windowsOf(windowDays).step : windowDays;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
