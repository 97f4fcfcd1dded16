import type { OrgId } from '../../base/ids.ts';
import { storable } from '../../base/texts.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { PlatformError } from '../../platforms/error.ts';
import type { JsonAnswer } from '../../platforms/types.ts';
import { lockCircuit } from '../integrations/circuit.ts';
import { recordAnswered, recordFailed } from '../integrations/requests.ts';
import { READING_RETRIES, retryDelay } from '../queue/retries.ts';
import { fallenBack, MAX_TRIES, type ReadingAttempt } from './attempts.ts';
import { STANCE_PROMPT_VERSION, scoresIn } from './question.ts';
import { type FallbackReason, lockUnderWay, namedIn, storeReading } from './readings.ts';

/** How many refusals or unusable answers one reading may get before it falls back. */
const MOST_STRIKES = 2;
const MOST_MODEL_CHARACTERS = 200;

/**
 * Stores a model's answer and writes the scores; an unusable answer is one more strike. If the run was extracted again
 * meanwhile and names others, the answer is dropped and the reading is due again. Nothing is written if the attempt is
 * no longer the latest.
 * @returns whether it was written
 */
export async function keepReading(
  db: Db,
  orgId: OrgId,
  attempt: ReadingAttempt,
  answer: JsonAnswer,
): Promise<boolean> {
  const { runId, attemptId, platform, asked, question } = attempt;
  const { inputTokens, outputTokens, costMicros } = answer;
  return db.tenant(orgId, async (tx) => {
    await lockCircuit(tx, orgId, platform);
    if (!(await lockUnderWay(tx, orgId, attempt))) return false;
    await recordAnswered(tx, orgId, attempt, costMicros ?? tx`charge_micros`);
    const scores = scoresIn(answer.json, question.names.length);
    if (scores === null) {
      await tx`update run_attempts set outcome = 'FAILED', reason = 'INVALID_ANSWER', status = 200,
          error = 'Its answer is not the JSON that was asked for.'
        where org_id = ${orgId} and id = ${attemptId}`;
      await strike(tx, orgId, attempt, 'INVALID_ANSWER');
      return true;
    }
    const { named } = await namedIn(tx, orgId, runId);
    const isAsked = (one: { subjectId: string; name: string }) =>
      asked.some(({ subjectId, name }) => subjectId === one.subjectId && name === one.name);
    if (named.length !== asked.length || !named.every(isAsked)) {
      await tx`update stance_readings set state = 'PENDING', tries = 0, strikes = 0
        where org_id = ${orgId} and run_id = ${runId}`;
      return true;
    }
    await storeReading(tx, orgId, runId, {
      result: asked.map(({ subjectId, name, index }) => ({ subjectId, name, ...scores[index]! })),
      promptVersion: STANCE_PROMPT_VERSION,
      model: storable(answer.model, MOST_MODEL_CHARACTERS),
      inputTokens,
      outputTokens,
      costMicros,
    });
    return true;
  });
}

/**
 * Records that an attempt failed: the reading is due again if that may help and attempts remain, otherwise the scores
 * by rules stay. With trouble of the account it waits, and no attempt is used up; only a model that is not known is
 * that of readings alone, and prompts go on. Nothing is written if the attempt is no longer the latest.
 * @returns whether it was written
 */
export async function keepReadingFailure(
  db: Db,
  orgId: OrgId,
  attempt: ReadingAttempt,
  error: PlatformError,
): Promise<boolean> {
  const { reason, use } = error;
  const isOwn = reason === 'UNKNOWN_MODEL';
  const isWaiting = error.trouble !== null && !isOwn;
  // This process ended the request: the platform did not fail.
  if (reason === 'ABORTED') throw error;
  const { runId, platform } = attempt;
  return db.tenant(orgId, async (tx) => {
    const circuit = await lockCircuit(tx, orgId, platform);
    if (!(await lockUnderWay(tx, orgId, attempt))) return false;
    const charge = error.mayBeCharged
      ? tx`coalesce(${use?.costMicros ?? null}::bigint, charge_micros)`
      : tx`0`;
    await recordFailed(tx, orgId, attempt, circuit, error, { charge, isOwn });
    const wait = retryDelay(READING_RETRIES, attempt.attempt, (error.retryAfterMs ?? 0) / 1000);
    if (isWaiting)
      await tx`update stance_readings set state = 'PENDING', tries = ${attempt.attempt - 1}
        where org_id = ${orgId} and run_id = ${runId}`;
    else if (reason === 'REFUSED' && error.status !== 200) await strike(tx, orgId, attempt, reason);
    else if (isOwn || !error.isRetryable || wait === null)
      await tx`update stance_readings set ${fallenBack(tx, reason)} where org_id = ${orgId} and run_id = ${runId}`;
    else
      await tx`update stance_readings set state = 'PENDING',
          due_at = least(now() + make_interval(secs => ${wait}), give_up_at)
        where org_id = ${orgId} and run_id = ${runId}`;
    return true;
  });
}

/** Counts a refusal or unusable answer: the reading is due again at once, with its rank in the queue, or falls back. */
async function strike(
  tx: Tx,
  orgId: OrgId,
  { runId, attempt, strikes }: ReadingAttempt,
  reason: FallbackReason,
): Promise<void> {
  const isLast = strikes + 1 >= MOST_STRIKES || attempt >= MAX_TRIES;
  const next = isLast ? fallenBack(tx, reason) : tx`state = 'PENDING', strikes = ${strikes + 1}`;
  await tx`update stance_readings set ${next} where org_id = ${orgId} and run_id = ${runId}`;
}
