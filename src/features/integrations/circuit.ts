import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { ACCOUNT_TROUBLES, type AccountTrouble, type PlatformError } from '../../platforms/error.ts';
import { isCaptureProvider } from '../../platforms/providers.ts';
import { shareOrganisation } from '../quotas/lock.ts';

/**
 * The circuit breaker of one organisation at one platform, with the pauses after rate limits, a reached spend limit and
 * trouble of the account.
 * Its row in `platform_lanes` is locked to the end of the transaction.
 */
export interface CircuitState {
  /** Consecutive retryable failures. */
  failures: number;
  /** Whether sending is paused now. */
  isPaused: boolean;
  /** The reason of the pause; it stays until the next request is sent. */
  pauseReason: 'FAULTS' | 'RATE_LIMIT' | 'SPEND_LIMIT' | AccountTrouble | null;
  /** Whether readings are paused for the daily limit, and whether none was sent since such a pause. */
  areReadingsPaused: boolean;
  areReadingsWaiting: boolean;
}

/** Consecutive retryable failures that open the circuit breaker. */
const BREAKER_FAILURES = 5;
/** The first pause and the longest, seconds. A person has to end trouble of the account, which takes longer. */
const FAULT_PAUSES = [30, 600] as const;
const TROUBLE_PAUSES = [15 * 60, 6 * 60 * 60] as const;
/** How often a reached spend limit is checked again: an answer may cost less than the estimate that was reserved. */
const SPEND_PAUSE_SECONDS = 60;

/**
 * The estimated cost of an answer, in millionths of a US dollar: one web search at the usual 0.01 and some thousand
 * tokens. It is reserved before sending, and stays charged if the actual cost never becomes known.
 */
export const ESTIMATE_MICROS = 30_000;

/**
 * Locks the circuit breaker of an organisation at a platform, creating it on first use. To avoid deadlocks, it locks
 * the organisation first, as every transaction does.
 */
export async function lockCircuit(tx: Tx, orgId: OrgId, platform: string): Promise<CircuitState> {
  await shareOrganisation(tx, orgId);
  await tx`insert into platform_lanes (org_id, platform) values (${orgId}, ${platform}) on conflict do nothing`;
  const [circuit] = await tx<CircuitState[]>`
    select failures, coalesce(paused_until > now(), false) as "isPaused", pause_reason as "pauseReason",
      coalesce(stance_paused_until > now(), false) as "areReadingsPaused",
      stance_paused_until is not null as "areReadingsWaiting"
    from platform_lanes where org_id = ${orgId} and platform = ${platform} for update`;
  if (!circuit) throw new Error(`The circuit breaker of ${platform} is gone right after it was created.`);
  return circuit;
}

/** Whether the breaker is half open: a single prompt is sent, to find out whether the platform is back. */
export function isProbing({ failures }: CircuitState): boolean {
  return failures >= BREAKER_FAILURES;
}

/**
 * Records that the platform responded, even if it refused the prompt: the breaker closes. What was sent before trouble
 * of the account began says nothing of that.
 */
export async function recordSuccess(tx: Tx, orgId: OrgId, platform: string): Promise<void> {
  await tx`update platform_lanes set
      failures = case when pause_reason = any(${[...ACCOUNT_TROUBLES]}::text[]) then failures else 0 end,
      paused_until = case when pause_reason = 'FAULTS' then null else paused_until end,
      pause_reason = nullif(pause_reason, 'FAULTS')
    where org_id = ${orgId} and platform = ${platform}`;
}

/**
 * Records a fault. After BREAKER_FAILURES consecutive ones, or at once for trouble of the account, sending pauses, twice
 * as long each time a probe fails, or for as long as the platform asks if that is longer.
 * @param circuit from lockCircuit
 */
export async function recordFailure(
  tx: Tx,
  orgId: OrgId,
  platform: string,
  circuit: CircuitState,
  { trouble, retryAfterMs }: PlatformError,
): Promise<void> {
  // Prompts in flight when the breaker opened fail for the same reason and do not count again.
  const wasInFlight = circuit.isPaused && isProbing(circuit);
  const counted = wasInFlight ? circuit.failures : circuit.failures + 1;
  const failures = trouble === null ? counted : Math.max(BREAKER_FAILURES, counted);
  const opens = failures >= BREAKER_FAILURES && !wasInFlight;
  const [first, longest] = trouble === null ? FAULT_PAUSES : TROUBLE_PAUSES;
  const pauseSeconds = opens ? Math.min(longest, first * 2 ** Math.min(20, failures - BREAKER_FAILURES)) : 0;
  const requestedSeconds = retryAfterMs === null ? 0 : retryAfterMs / 1000;
  const seconds = Math.max(pauseSeconds, requestedSeconds);
  await tx`update platform_lanes set failures = ${failures} where org_id = ${orgId} and platform = ${platform}`;
  if (seconds > 0)
    await pause(
      tx,
      orgId,
      platform,
      seconds,
      trouble ?? (requestedSeconds > pauseSeconds ? 'RATE_LIMIT' : 'FAULTS'),
    );
}

/**
 * Pauses sending because the daily spend limit is reached. The limit is checked again every minute, and a new UTC day
 * ends the pause.
 */
export async function pauseForSpend(tx: Tx, orgId: OrgId, platform: string): Promise<void> {
  await pause(tx, orgId, platform, SPEND_PAUSE_SECONDS, 'SPEND_LIMIT');
}

/** Pauses sending, unless it is paused for longer already. */
async function pause(
  tx: Tx,
  orgId: OrgId,
  platform: string,
  seconds: number,
  reason: NonNullable<CircuitState['pauseReason']>,
): Promise<void> {
  await tx`update platform_lanes set paused_until = now() + make_interval(secs => ${seconds}), pause_reason = ${reason}
    where org_id = ${orgId} and platform = ${platform}
      and coalesce(paused_until, (select now())) <= now() + make_interval(secs => ${seconds})`;
}

/** Records that a pause is over, because a request is sent. */
export async function endPause(tx: Tx, orgId: OrgId, platform: string): Promise<void> {
  await tx`update platform_lanes set paused_until = null, pause_reason = null
    where org_id = ${orgId} and platform = ${platform} and pause_reason is not null`;
}

/** Closes the breakers and ends pauses: they say nothing about the integration's new configuration. */
export async function resetCircuit(tx: Tx, orgId: OrgId, platforms: readonly string[]): Promise<void> {
  await tx`update platform_lanes set failures = 0, paused_until = null, pause_reason = null,
      stance_paused_until = null
    where org_id = ${orgId} and platform = any(${platforms}::text[])`;
}

/**
 * The money spent by an integration today (UTC), in millionths of a US dollar, with estimates for unknown costs: on its
 * own platform, or, by a provider, on all that it captures.
 * @param type of the integration
 * @param which the condition on the attempts to sum; all by default
 */
export async function spentToday(
  tx: Tx,
  orgId: OrgId,
  type: string,
  which: ReturnType<Tx> = tx`true`,
): Promise<number> {
  const isIts = isCaptureProvider(type)
    ? tx`provider = ${type}`
    : tx`platform = ${type} and provider is null`;
  const [{ micros }] = await tx<[{ micros: number }]>`
    select coalesce(sum(charge_micros), 0)::float8 as micros from run_attempts
    where org_id = ${orgId} and ${isIts} and ${which}
      and sent_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`;
  return micros;
}

/**
 * Whether one more answer fits into the daily spend limit of an integration. A provider serves several queues at once,
 * so a row of its own is locked to the end of the transaction, after that of the queue.
 * @param limit US dollars; null: no limit
 * @param micros the most that the answer may cost, millionths of a US dollar
 */
export async function fitsSpendLimit(
  tx: Tx,
  orgId: OrgId,
  type: string,
  { limit, micros }: { limit: number | null; micros: number },
): Promise<boolean> {
  if (limit === null) return true;
  if (isCaptureProvider(type)) await lockCircuit(tx, orgId, type);
  // In whole millionths: 8.2 × 1,000,000 is 8,199,999.999999999.
  return (await spentToday(tx, orgId, type)) + micros <= Math.round(limit * 1_000_000);
}
