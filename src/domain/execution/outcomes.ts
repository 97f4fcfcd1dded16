import type { OrgId } from '../../base/ids.ts';
import type { Db, Tx } from '../../db/client.ts';
import { EXTRACTION_VERSION } from '../../extraction/extract.ts';
import { isUnread } from '../../extraction/pool.ts';
import type { PlatformError } from '../../platforms/error.ts';
import type { PlatformAnswer } from '../../platforms/types.ts';
import { noteRunsChanged } from '../../snapshots/changes.ts';
import { ESTIMATE_MICROS, lockCircuit, recordFailure, recordSuccess } from '../integrations/circuit.ts';
import { type AnswerReader, unreadableReason } from '../runs/answer-reader.ts';
import { emitCompleted, emitFailed } from '../runs/events.ts';
import { writeExtractions } from '../runs/observations.ts';
import { type FailureReason, MAX_ATTEMPTS, type PromptAttempt, rowUnderWay } from './attempts.ts';

/** The pauses between attempts: 5 s, 25 s, 2 min, 10 min; an outage of some minutes is outlived. */
const FIRST_BACKOFF_SECONDS = 5;
const BACKOFF_FACTOR = 5;
const JITTER = 0.2;

// What the contract takes of an ingested run.
const MOST_CHARACTERS = 1_000_000;
const MOST_CITATIONS = 500;
const MOST_URL_CHARACTERS = 4096;
const MOST_TITLE_CHARACTERS = 1000;
const MOST_MODEL_CHARACTERS = 200;

/**
 * Keeps an answer: what it says is read off the event loop, then all of it is written in one transaction, unless the
 * attempt is not the latest any more. One that cannot be read is paid for all the same: it is kept, and its run is
 * FAILED and not sent again.
 * @returns whether it was written.
 */
export async function keepAnswer(
  { db, reader }: { db: Db; reader: AnswerReader },
  orgId: OrgId,
  prompt: PromptAttempt,
  given: PlatformAnswer,
): Promise<boolean> {
  const answer = storable(given);
  if (prompt.runId === null) return db.tenant(orgId, (tx) => keepTrial(tx, orgId, prompt, answer));
  const { runId, brandId } = prompt;
  for (;;) {
    const names = await reader.currentLexicon(orgId);
    const { text, citations } = answer;
    const [outcome] = await reader.extract(orgId, names, [
      { brandId, answer: text, citations, sentimentScore: null },
    ]);
    const extraction = outcome && !isUnread(outcome) ? outcome : null;
    const failure = outcome && isUnread(outcome) ? unreadableReason(outcome) : null;
    const written = await db.tenant(orgId, async (tx) => {
      // Held to the end: a change of names waits for us, or we see it here.
      const [organisation] = await tx<{ version: number }[]>`
        select lexicon_version as version from organisations where id = ${orgId} for share`;
      if (organisation?.version !== names.version) return null;
      await lockCircuit(tx, orgId, prompt.platform);
      const { condition } = rowUnderWay(tx, orgId, prompt);
      const [run] = await tx<{ month: string }[]>`
        update runs set state = ${extraction ? 'COMPLETED' : 'FAILED'}, due_at = null, executed_at = now(),
          failure = ${failure}, failure_reason = ${extraction ? null : ('UNREADABLE' satisfies FailureReason)},
          model = ${answer.model}, answer = ${text}, extraction_version = ${extraction && EXTRACTION_VERSION},
          lexicon_version = ${extraction && names.version}, surface = ${answer.surface},
          latency_ms = ${Math.round(answer.latencyMs)}, input_tokens = ${answer.inputTokens},
          output_tokens = ${answer.outputTokens}, cost_micros = ${answer.costMicros}
        where ${condition} returning to_char(executed_at at time zone 'UTC', 'YYYY-MM-01') as month`;
      if (!run) return false;
      await answered(tx, orgId, prompt, answer);
      if (!extraction) {
        await emitFailed(tx, orgId, [runId]);
        return true;
      }
      await writeExtractions(tx, orgId, [{ runId, brandId, extraction }]);
      await noteRunsChanged(tx, orgId, [run.month]);
      await emitCompleted(tx, orgId, [runId]);
      return true;
    });
    if (written !== null) return written;
  }
}

async function keepTrial(
  tx: Tx,
  orgId: OrgId,
  prompt: PromptAttempt,
  answer: PlatformAnswer,
): Promise<boolean> {
  await lockCircuit(tx, orgId, prompt.platform);
  const { condition } = rowUnderWay(tx, orgId, prompt);
  const { count } = await tx`
    update trial_runs set state = 'COMPLETED', due_at = null, executed_at = now(), model = ${answer.model},
      answer = ${answer.text}
    where ${condition}`;
  if (count === 0) return false;
  await answered(tx, orgId, prompt, answer);
  return true;
}

async function answered(
  tx: Tx,
  orgId: OrgId,
  prompt: PromptAttempt,
  { costMicros }: PlatformAnswer,
): Promise<void> {
  await tx`update run_attempts set outcome = 'ANSWERED', finished_at = now(),
      charge_micros = ${costMicros ?? ESTIMATE_MICROS}
    where ${isAttempt(tx, orgId, prompt)}`;
  await recordSuccess(tx, orgId, prompt.platform);
}

/**
 * Notes that an attempt failed: the prompt is tried again later where that may help and tries remain, else it is
 * FAILED; nothing where the attempt is not the latest any more.
 * @returns whether it was written.
 */
export async function keepFailure(
  db: Db,
  orgId: OrgId,
  prompt: PromptAttempt,
  error: PlatformError,
): Promise<boolean> {
  return db.tenant(orgId, async (tx) => {
    const lane = await lockCircuit(tx, orgId, prompt.platform);
    const { table, condition } = rowUnderWay(tx, orgId, prompt);
    const isFinal = !error.isRetryable || prompt.attempt >= MAX_ATTEMPTS;
    const reason = error.reason as FailureReason;
    const failure = explain(prompt, error);
    const waitSeconds = Math.max(backoffSeconds(prompt.attempt), (error.retryAfterMs ?? 0) / 1000);
    const [row] = isFinal
      ? await tx<{ next: Date | null }[]>`
          update ${table} set state = 'FAILED', due_at = null, executed_at = now(), failure = ${failure},
            failure_reason = ${reason}
          where ${condition} returning null::timestamptz as next`
      : await tx<{ next: Date | null }[]>`
          update ${table} set state = 'QUEUED', due_at = least(now() + make_interval(secs => ${waitSeconds}), give_up_at)
          where ${condition} returning due_at as next`;
    if (!row) return false;
    await tx`update run_attempts set outcome = 'FAILED', finished_at = now(), reason = ${reason}, status = ${error.status},
        error = ${error.message}, next_attempt_at = ${row.next},
        charge_micros = ${mayBeCharged(error) ? tx`charge_micros` : 0}
      where ${isAttempt(tx, orgId, prompt)}`;
    if (error.isRetryable)
      await recordFailure(tx, orgId, prompt.platform, { lane, retryAfterMs: error.retryAfterMs });
    else await recordSuccess(tx, orgId, prompt.platform);
    if (isFinal && prompt.runId !== null) await emitFailed(tx, orgId, [prompt.runId]);
    return true;
  });
}

function isAttempt(tx: Tx, orgId: OrgId, { runId, trialId, platform, attempt }: PromptAttempt) {
  return runId === null
    ? tx`org_id = ${orgId} and trial_id = ${trialId} and platform = ${platform} and ordinal = ${attempt}`
    : tx`org_id = ${orgId} and run_id = ${runId} and ordinal = ${attempt}`;
}

/** The pause after an attempt, seconds, with jitter, so that what failed together does not come back together. */
function backoffSeconds(attempt: number): number {
  return FIRST_BACKOFF_SECONDS * BACKOFF_FACTOR ** (attempt - 1) * (1 + JITTER * (2 * Math.random() - 1));
}

function explain(
  { platform, attempt }: PromptAttempt,
  { reason, message, isRetryable }: PlatformError,
): string {
  if (reason === 'BAD_CREDENTIALS') return `${message} Correct the apiKey of the integration ${platform}.`;
  if (reason === 'ADDRESS_REFUSED') return `${message} Correct the baseUrl of the integration ${platform}.`;
  return isRetryable ? `${message} It was tried ${attempt} times.` : message;
}

/** Whether a platform may have charged for an answer that did not arrive whole, or says nothing. */
function mayBeCharged({ reason, status }: PlatformError): boolean {
  return status === 200 || reason === 'CUT_OFF' || reason === 'TIMEOUT';
}

/** An answer within what is kept of one. */
function storable(answer: PlatformAnswer): PlatformAnswer {
  const clean = (text: string, most: number) => text.replaceAll('\0', '').slice(0, most).toWellFormed();
  return {
    ...answer,
    text: clean(answer.text, MOST_CHARACTERS),
    model: clean(answer.model, MOST_MODEL_CHARACTERS),
    citations: answer.citations
      .filter(({ url }) => /^https?:\/\//i.test(url) && url.length <= MOST_URL_CHARACTERS)
      .slice(0, MOST_CITATIONS)
      .map(({ url, title }) => ({
        url: clean(url, MOST_URL_CHARACTERS),
        title: title === null ? null : clean(title, MOST_TITLE_CHARACTERS),
      })),
  };
}
