import { newId, type OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { SearchMode } from '../../platforms/capabilities.ts';
import { ACCOUNT_TROUBLES } from '../../platforms/error.ts';
import type { Platform } from '../../platforms/names.ts';
import { capturedBy, isCaptureProvider } from '../../platforms/providers.ts';
import { noIntegration, type PlatformAccess, platformAccess } from '../integrations/access.ts';
import {
  type CircuitState,
  ESTIMATE_MICROS,
  endPause,
  fitsSpendLimit,
  isProbing,
  lockCircuit,
  pauseForSpend,
} from '../integrations/circuit.ts';
import { type PlatformRequest, recordInterrupted } from '../integrations/requests.ts';
import { mostAttempts, PROMPT_RETRIES } from '../queue/retries.ts';
import { emitFailed } from '../runs/events.ts';

export type FailureReason = NonNullable<components['schemas']['FailureReasonOrNull']>;

/** Attempts at one prompt, including attempts interrupted by the end of a worker. */
export const MAX_ATTEMPTS = mostAttempts(PROMPT_RETRIES);
/** The most prompts that one transaction fails. */
const FAILED_AT_ONCE = 200;

/** What a prompt belongs to: a run, or a trial on one platform. */
export type PromptKey = { runId: string; trialId: null } | { runId: null; trialId: string };

export type PromptAttempt = PromptKey & {
  platform: Platform;
  brandId: string;
  queryText: string;
  search: SearchMode;
  country: string | null;
  region: string | null;
  city: string | null;
  /** The number of this attempt, from 1. Its outcome is written only while it is the latest. */
  attempt: number;
};

/** An attempt that is recorded. */
export type RecordedAttempt = PromptAttempt &
  PlatformRequest & {
    /** The charge of a request as long as its cost is not known, millionths of a US dollar. */
    requestMicros: number;
  };

/** The condition on the row of a prompt, in `runs` or `trial_runs`. */
function isRow(tx: Tx, orgId: OrgId, { runId, trialId, platform }: PromptKey & { platform: string }) {
  return runId === null
    ? tx`org_id = ${orgId} and trial_id = ${trialId} and platform = ${platform}`
    : tx`org_id = ${orgId} and id = ${runId}`;
}

/** The table of a prompt, and the condition that its row is RUNNING with this attempt as the latest. */
export function rowUnderWay(tx: Tx, orgId: OrgId, prompt: PromptAttempt) {
  return {
    table: prompt.runId === null ? tx`trial_runs` : tx`runs`,
    condition: tx`${isRow(tx, orgId, prompt)} and due_at is not null and state = 'RUNNING' and tries = ${prompt.attempt}`,
  };
}

/**
 * Begins the longest due prompt of a platform queue: when this returns, it is RUNNING and its attempt is recorded.
 * Prompts that waited too long, or that no integration can send, are failed instead.
 * @param underWay how many prompts of this queue this worker waits for
 */
export async function beginNext(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  orgId: OrgId,
  platform: Platform,
  underWay: number,
): Promise<RecordedAttempt | 'WAIT' | 'ASK_AGAIN'> {
  return db.tenant(orgId, async (tx) => {
    const circuit = await lockCircuit(tx, orgId, platform);
    const expired = await failQueued(tx, orgId, platform, tx`give_up_at <= now()`, expiry(circuit, platform));
    if (expired > 0) return 'ASK_AGAIN';
    const next = circuit.isPaused ? null : await findDue(tx, orgId, platform);
    if (!next) return 'WAIT';
    const access = await platformAccess(tx, secretBox, orgId, platform);
    if (access === null || access.apiKey === null) {
      await failQueued(tx, orgId, platform, tx`due_at <= now()`, noAccess(access, platform));
      return 'ASK_AGAIN';
    }
    if (isProbing(circuit) && underWay > 0) return 'WAIT';
    const { provider, apiKey, dailySpendLimit: limit } = access;
    const requestMicros = access.priceMicros ?? ESTIMATE_MICROS;
    const micros = requestMicros * mostRequests(access, platform);
    if (!(await fitsSpendLimit(tx, orgId, provider, { limit, micros }))) {
      await pauseForSpend(tx, orgId, platform);
      return 'WAIT';
    }
    await endPause(tx, orgId, platform);
    const attemptId = newId();
    const prompt = {
      ...next,
      attempt: next.attempt + 1,
      attemptId,
      requestMicros,
      access: { ...access, apiKey },
    };
    await recordAttempt(tx, orgId, prompt, micros);
    return prompt;
  });
}

/** The most requests for an answer on this platform, each of which is charged. */
function mostRequests({ provider }: PlatformAccess, platform: Platform): number {
  return isCaptureProvider(provider) ? (capturedBy(provider, platform)?.mostRequests ?? 1) : 1;
}

/** Makes a prompt RUNNING and records its attempt, with an estimate of its cost. */
async function recordAttempt(tx: Tx, orgId: OrgId, prompt: RecordedAttempt, micros: number): Promise<void> {
  const { attemptId, runId, trialId, platform, attempt, access } = prompt;
  const provider = isCaptureProvider(access.provider) ? access.provider : null;
  const table = runId === null ? tx`trial_runs` : tx`runs`;
  await tx`update ${table} set state = 'RUNNING', tries = ${attempt} where ${isRow(tx, orgId, prompt)}`;
  await tx`
    insert into run_attempts (org_id, id, run_id, trial_id, platform, provider, ordinal, sent_at, charge_micros)
    values (${orgId}, ${attemptId}, ${runId}, ${trialId}, ${platform}, ${provider}, ${attempt}, now(), ${micros})`;
}

/** The longest due prompt, its row locked; `attempt` is the latest one, 0 before the first. */
async function findDue(tx: Tx, orgId: OrgId, platform: Platform): Promise<PromptAttempt | null> {
  const due = tx`org_id = ${orgId} and platform = ${platform} and due_at <= now() and state = 'QUEUED'`;
  const [first] = await tx<{ runId: string | null; trialId: string | null }[]>`
    select * from (
      (select id as "runId", null as "trialId", due_at from runs where ${due} order by due_at limit 1)
      union all
      (select null, trial_id, due_at from trial_runs where ${due} order by due_at limit 1)) queued
    order by due_at limit 1`;
  if (!first) return null;
  // The prompt may have been cancelled since that statement: the row then no longer matches, and the next one is tried.
  const [prompt] =
    first.runId === null
      ? await tx<PromptAttempt[]>`
          select null as "runId", r.trial_id as "trialId", r.platform, t.brand_id as "brandId",
                 t.query_text as "queryText", 'AUTO' as search, null as country, null as region, null as city,
                 r.tries as attempt
          from trial_runs r join trials t on t.org_id = r.org_id and t.id = r.trial_id
          where r.org_id = ${orgId} and r.trial_id = ${first.trialId} and r.platform = ${platform}
            and r.state = 'QUEUED' for update of r`
      : await tx<PromptAttempt[]>`
          select id as "runId", null as "trialId", platform, brand_id as "brandId", query_text as "queryText",
                 coalesce(search, 'AUTO') as search, country, region, city, tries as attempt
          from runs where org_id = ${orgId} and id = ${first.runId} and state = 'QUEUED' for update`;
  return prompt ?? findDue(tx, orgId, platform);
}

interface Failure {
  reason: FailureReason;
  failure: string;
}

/** Why a prompt of this queue could not be sent in time. */
function expiry({ pauseReason }: CircuitState, platform: Platform): Failure {
  if (pauseReason === 'SPEND_LIMIT')
    return {
      reason: 'SPEND_LIMIT',
      failure: `The daily limit of the integration ${platform} left no room for it within 24 h.`,
    };
  const trouble = ACCOUNT_TROUBLES.find((one) => one === pauseReason);
  if (trouble !== undefined)
    return {
      reason: trouble,
      failure: `It could not be sent within 24 h after it was due: see what the integration of ${platform} says.`,
    };
  const why = pauseReason === null ? '' : ': the platform failed too often';
  return { reason: 'EXPIRED', failure: `It could not be sent within 24 h after it was due${why}.` };
}

/** Why no integration can send a prompt of this queue. */
function noAccess(access: PlatformAccess | null, platform: Platform): Failure {
  if (access === null) return { reason: 'NO_INTEGRATION', failure: noIntegration(platform) };
  return {
    reason: 'BAD_CREDENTIALS',
    failure: `The kept key of the integration ${access.provider} cannot be read any more; send its apiKey again.`,
  };
}

/** Fails up to FAILED_AT_ONCE QUEUED runs, and as many trials, of a platform queue. @returns how many */
async function failQueued(
  tx: Tx,
  orgId: OrgId,
  platform: Platform,
  which: ReturnType<Tx>,
  { reason, failure }: Failure,
): Promise<number> {
  const failed = tx`state = 'FAILED', failure = ${failure}, failure_reason = ${reason}, executed_at = now(), due_at = null`;
  const queued = tx`org_id = ${orgId} and platform = ${platform} and due_at is not null and state = 'QUEUED' and ${which}`;
  const runs = await tx<{ id: string }[]>`
    update runs set ${failed} where org_id = ${orgId} and id in (
      select id from runs where ${queued} order by due_at limit ${FAILED_AT_ONCE} for update) returning id`;
  const trials = await tx`
    update trial_runs set ${failed} where org_id = ${orgId} and platform = ${platform} and trial_id in (
      select trial_id from trial_runs where ${queued} order by due_at limit ${FAILED_AT_ONCE} for update)`;
  await emitFailed(
    tx,
    orgId,
    runs.map(({ id }) => id),
  );
  return runs.length + trials.count;
}

/**
 * Recovers the prompts that a dead worker left RUNNING in a platform queue: each attempt becomes INTERRUPTED, and its
 * prompt is requeued while attempts remain, or fails. The caller must have the lease of the queue.
 * @returns how many prompts there were
 */
export async function recoverInterrupted(db: Db, orgId: OrgId, platform: Platform): Promise<number> {
  return db.tenant(orgId, async (tx) => {
    await lockCircuit(tx, orgId, platform);
    const abandoned = tx`org_id = ${orgId} and platform = ${platform} and due_at is not null and state = 'RUNNING'`;
    const isLast = tx`tries >= ${MAX_ATTEMPTS}`;
    const ended = tx`state = case when ${isLast} then 'FAILED' else 'QUEUED' end,
      failure = case when ${isLast} then ${`It was sent ${MAX_ATTEMPTS} times, and the worker ended each time before an answer was kept.`} end,
      failure_reason = case when ${isLast} then 'INTERRUPTED' end,
      executed_at = case when ${isLast} then (select now()) else executed_at end,
      due_at = case when ${isLast} then null else (select now()) end`;
    const runs = await tx<{ id: string; state: string }[]>`
      update runs set ${ended} where ${abandoned} returning id, state`;
    const trials = await tx`update trial_runs set ${ended} where ${abandoned}`;
    if (runs.length + trials.count === 0) return 0;
    await recordInterrupted(tx, orgId, platform, { areReadings: false, mostAttempts: MAX_ATTEMPTS });
    await emitFailed(
      tx,
      orgId,
      runs.filter(({ state }) => state === 'FAILED').map(({ id }) => id),
    );
    return runs.length + trials.count;
  });
}
