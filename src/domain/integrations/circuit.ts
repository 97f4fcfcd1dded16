import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import { shareOrganisation } from '../organisations/lock.ts';

/** An organisation's way to a platform, locked to the end of the transaction. */
export interface CircuitState {
  /** Retryable ones in a row. */
  failures: number;
  isPaused: boolean;
  pauseReason: 'FAULTS' | 'RATE_LIMIT' | 'SPEND_LIMIT' | null;
}

/** Retryable failures in a row that open the circuit breaker. */
const BREAKER_FAILURES = 5;
const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 600;
/** How soon it is looked again whether the limit allows more: what was reserved by estimate may turn out to be less. */
const SPEND_PAUSE_SECONDS = 60;

/**
 * What an answer of unknown cost is taken to have cost, in millionths of a US dollar: one web search at the usual
 * 0.01 and some thousand tokens. It is reserved before sending, and stays where it is never known what was charged.
 */
export const ESTIMATE_MICROS = 30_000;

/** Locks a lane, making it at first; what refers to the organisation is locked before, in everybody's order. */
export async function lockCircuit(tx: Tx, orgId: OrgId, platform: string): Promise<CircuitState> {
  await shareOrganisation(tx, orgId);
  await tx`insert into platform_lanes (org_id, platform) values (${orgId}, ${platform}) on conflict do nothing`;
  const [lane] = await tx<CircuitState[]>`
    select failures, coalesce(paused_until > now(), false) as "isPaused", pause_reason as "pauseReason"
    from platform_lanes where org_id = ${orgId} and platform = ${platform} for update`;
  return lane ?? { failures: 0, isPaused: false, pauseReason: null };
}

/** Whether the breaker lets one through alone, to see whether the platform is back. */
export function isProbing({ failures }: CircuitState): boolean {
  return failures >= BREAKER_FAILURES;
}

/** Notes that the platform answered, be it that it refuses the prompt: the breaker closes. */
export async function recordSuccess(tx: Tx, orgId: OrgId, platform: string): Promise<void> {
  await tx`update platform_lanes set failures = 0,
      paused_until = case when pause_reason = 'FAULTS' then null else paused_until end,
      pause_reason = nullif(pause_reason, 'FAULTS')
    where org_id = ${orgId} and platform = ${platform}`;
}

/**
 * Notes a retryable failure. From BREAKER_FAILURES in a row on the lane pauses, twice as long each time a probe fails;
 * as long as the platform asks for, if that is longer.
 * @param lane as lockLane gave it.
 */
export async function recordFailure(
  tx: Tx,
  orgId: OrgId,
  platform: string,
  { lane, retryAfterMs }: { lane: CircuitState; retryAfterMs: number | null },
): Promise<void> {
  // What was in flight when the breaker opened says nothing new.
  const failures = lane.isPaused && isProbing(lane) ? lane.failures : lane.failures + 1;
  const opens = failures >= BREAKER_FAILURES && failures > lane.failures;
  const pauseSeconds = opens
    ? Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(20, failures - BREAKER_FAILURES))
    : 0;
  const askedSeconds = (retryAfterMs ?? 0) / 1000;
  const seconds = Math.max(pauseSeconds, askedSeconds);
  await tx`update platform_lanes set failures = ${failures} where org_id = ${orgId} and platform = ${platform}`;
  if (seconds > 0)
    await pause(tx, orgId, platform, seconds, askedSeconds > pauseSeconds ? 'RATE_LIMIT' : 'FAULTS');
}

/** Pauses a lane whose daily limit is reached; at the end of the UTC day it goes on. */
export async function pauseForSpend(tx: Tx, orgId: OrgId, platform: string): Promise<void> {
  await pause(tx, orgId, platform, SPEND_PAUSE_SECONDS, 'SPEND_LIMIT');
}

async function pause(
  tx: Tx,
  orgId: OrgId,
  platform: string,
  seconds: number,
  reason: NonNullable<CircuitState['pauseReason']>,
): Promise<void> {
  await tx`update platform_lanes set paused_until = now() + make_interval(secs => ${seconds}), pause_reason = ${reason}
    where org_id = ${orgId} and platform = ${platform}
      and coalesce(paused_until, now()) <= now() + make_interval(secs => ${seconds})`;
}

/** Notes that a pause is over and something is sent. */
export async function endPause(tx: Tx, orgId: OrgId, platform: string): Promise<void> {
  await tx`update platform_lanes set paused_until = null, pause_reason = null
    where org_id = ${orgId} and platform = ${platform} and pause_reason is not null`;
}

/** Ends pauses and forgets failures: the lane leads elsewhere now, or may spend more. */
export async function resetCircuit(tx: Tx, orgId: OrgId, platform: string): Promise<void> {
  await tx`update platform_lanes set failures = 0, paused_until = null, pause_reason = null
    where org_id = ${orgId} and platform = ${platform}`;
}

/** Notes that a lane had its turn: those that wait longer come before it. */
export async function recordServed(tx: Tx, orgId: OrgId, platform: string): Promise<void> {
  await tx`update platform_lanes set served_at = now() where org_id = ${orgId} and platform = ${platform}`;
}

/** What was spent on a platform today (UTC), what is under way and unknown by estimate: millionths of a US dollar. */
export async function spentToday(tx: Tx, orgId: OrgId, platform: string): Promise<number> {
  const [spent] = await tx<{ micros: number }[]>`
    select coalesce(sum(charge_micros), 0)::float8 as micros from run_attempts
    where org_id = ${orgId} and platform = ${platform}
      and sent_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'`;
  return spent?.micros ?? 0;
}
