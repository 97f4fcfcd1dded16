import { dayOf } from '../../base/days.ts';
import type { OrgId } from '../../base/ids.ts';
import { storable } from '../../base/texts.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { isUnread, type Unread } from '../../extraction/pool.ts';
import { MOST_CITATIONS } from '../../extraction/sources/page.ts';
import type { Extraction } from '../../extraction/types.ts';
import { EXTRACTION_VERSION } from '../../extraction/version.ts';
import { ACCOUNT_TROUBLES, type PlatformError } from '../../platforms/error.ts';
import type { CaptureOutcome, NotShown, PlatformAnswer } from '../../platforms/types.ts';
import { noteRunsChanged } from '../../snapshots/changes.ts';
import { lockCircuit } from '../integrations/circuit.ts';
import { recordAnswered, recordFailed } from '../integrations/requests.ts';
import { PROMPT_RETRIES, retryDelay } from '../queue/retries.ts';
import { type AnswerReader, unreadableReason } from '../runs/answer-reader.ts';
import { citationsFrom, originWithoutList } from '../runs/citations-from.ts';
import { emitCompleted, emitFailed } from '../runs/events.ts';
import { writableVersion } from '../runs/names-version.ts';
import { writeExtractions } from '../runs/observations.ts';
import { type FailureReason, MAX_ATTEMPTS, type RecordedAttempt, rowUnderWay } from './attempts.ts';

// The contract's bounds for ingested runs.
const MOST_CHARACTERS = 1_000_000;
const MOST_URL_CHARACTERS = 4096;
const MOST_TITLE_CHARACTERS = 1000;
const MOST_MODEL_CHARACTERS = 200;
const MOST_READ_SOURCES = 200;
const MOST_SEARCH_QUERIES = 50;
const MOST_QUERY_CHARACTERS = 1000;

/** An answer of a platform, or of a provider, which may have taken several requests. */
type Answer = PlatformAnswer | Extract<CaptureOutcome, { isShown: true }>;

/**
 * Stores an answer: it is extracted off the event loop and then written in one transaction, unless a later attempt has
 * begun. An answer that cannot be extracted, or is blank, is paid for all the same: it is stored, and its run is FAILED
 * and not sent again.
 * @returns whether it was written
 */
export async function keepAnswer(
  { db, reader }: { db: Db; reader: AnswerReader },
  orgId: OrgId,
  prompt: RecordedAttempt,
  given: Answer,
): Promise<boolean> {
  const answer = storableAnswer(given);
  if (prompt.runId === null)
    return db.tenant(orgId, async (tx) => {
      const answered = tx`state = 'COMPLETED', model = ${answer.model}, answer = ${answer.text}`;
      return (await end(tx, orgId, prompt, answered, answer)) !== null;
    });
  for (let round = 1; ; round += 1) {
    const lexicon = await reader.currentLexicon(orgId);
    const { text, citations } = answer;
    const outcome = await reader.extractOne(orgId, lexicon, {
      brandId: prompt.brandId,
      answer: text,
      citations: originOf(answer) === 'TEXT' ? null : citations,
      sentimentScore: null,
    });
    const written = await db.tenant(orgId, async (tx) => {
      const names = await writableVersion(tx, orgId, lexicon, round);
      return names && keepRun(tx, orgId, prompt, { answer, outcome, lexiconVersion: names.version });
    });
    if (written !== null) return written;
  }
}

const originOf = ({ citations, searched }: Answer) =>
  citations.length > 0 ? 'PLATFORM' : originWithoutList(searched);

/** Writes an answer and its extraction to its run. @returns false: the attempt is not the latest */
async function keepRun(
  tx: Tx,
  orgId: OrgId,
  prompt: RecordedAttempt & { runId: string },
  {
    answer,
    outcome,
    lexiconVersion,
  }: { answer: Answer; outcome: Extraction | Unread; lexiconVersion: number },
): Promise<boolean> {
  const { runId, brandId } = prompt;
  const isFailed = isUnread(outcome) || outcome.isBlank;
  const reason = isUnread(outcome) ? 'UNREADABLE' : 'BAD_ANSWER';
  const result = {
    state: isFailed ? 'FAILED' : 'COMPLETED',
    failure: isUnread(outcome) ? unreadableReason(outcome) : isFailed ? 'Its answer holds no text.' : null,
    reason: isFailed ? (reason satisfies FailureReason) : null,
    language: isFailed ? null : outcome.language,
    citationsFrom: isFailed ? null : citationsFrom(originOf(answer), outcome),
    extractionVersion: isFailed ? null : EXTRACTION_VERSION,
    lexiconVersion: isFailed ? null : lexiconVersion,
  };
  const at = await end(
    tx,
    orgId,
    prompt,
    tx`state = ${result.state}, failure = ${result.failure}, failure_reason = ${result.reason},
      model = ${answer.model}, answer = ${answer.text},
      language = ${result.language}, citations_from = ${result.citationsFrom},
      extraction_version = ${result.extractionVersion}, lexicon_version = ${result.lexiconVersion},
      surface = ${answer.surface}, searched = ${answer.searched}, search_count = ${answer.searchCount},
      search_queries = ${answer.searchQueries}::text[], country_applied = ${answer.countryApplied},
      read_sources = ${jsonOrNull(answer.readSources)}::text::jsonb, left_out = ${jsonOrNull(answer.leftOut)}::text::jsonb,
      latency_ms = ${Math.round(answer.latencyMs)}, input_tokens = ${answer.inputTokens},
      output_tokens = ${answer.outputTokens}, cost_micros = ${answer.costMicros}`,
    answer,
  );
  if (at === null) return false;
  if (isFailed) {
    await emitFailed(tx, orgId, [runId]);
    return true;
  }
  await writeExtractions(tx, orgId, [{ runId, brandId, extraction: outcome }]);
  await noteRunsChanged(tx, orgId, [dayOf(at)]);
  await emitCompleted(tx, orgId, [runId]);
  return true;
}

/**
 * Writes what came of a prompt that is not sent again, and what it is charged with.
 * @returns when it ended; null: the attempt is not the latest
 */
async function end(
  tx: Tx,
  orgId: OrgId,
  prompt: RecordedAttempt,
  changes: Fragment,
  { costMicros, requests = 1 }: { costMicros: number | null; requests?: number },
): Promise<Date | null> {
  await lockCircuit(tx, orgId, prompt.platform);
  const { table, condition } = rowUnderWay(tx, orgId, prompt);
  const [ended] = await tx<{ at: Date }[]>`
    update ${table} set ${changes}, due_at = null, executed_at = now() where ${condition} returning executed_at as at`;
  if (!ended) return null;
  await recordAnswered(tx, orgId, prompt, costMicros ?? prompt.requestMicros * requests);
  return ended.at;
}

function jsonOrNull(rows: readonly object[]): string | null {
  return rows.length === 0 ? null : JSON.stringify(rows);
}

/**
 * Records that an attempt failed: the prompt is requeued if that may help and attempts remain, otherwise it is FAILED,
 * with what the answer cost. With trouble of the account it waits with all others of its queue, and no attempt is used
 * up. Nothing is written if the attempt is no longer the latest.
 * @returns whether it was written
 */
export async function keepFailure(
  db: Db,
  orgId: OrgId,
  prompt: RecordedAttempt,
  error: PlatformError,
): Promise<boolean> {
  const { reason, trouble, use } = error;
  // This process ended the request: the platform did not fail.
  if (reason === 'ABORTED') throw error;
  return db.tenant(orgId, async (tx) => {
    const circuit = await lockCircuit(tx, orgId, prompt.platform);
    const { table, condition } = rowUnderWay(tx, orgId, prompt);
    const tried = await triesOf(tx, orgId, prompt);
    const wait = trouble === null ? retryDelay(PROMPT_RETRIES, tried, (error.retryAfterMs ?? 0) / 1000) : 0;
    const isFinal = !error.isRetryable || wait === null;
    const failure = explain(prompt, error, tried);
    const cost = use?.costMicros ?? (error.paid?.requests ? error.paid.costMicros : null);
    const used =
      prompt.runId === null
        ? tx``
        : tx`, model = ${use?.model.slice(0, MOST_MODEL_CHARACTERS) ?? null},
      input_tokens = ${use?.inputTokens ?? null}, output_tokens = ${use?.outputTokens ?? null}, cost_micros = ${cost}`;
    const [row] = isFinal
      ? await tx<{ next: Date | null }[]>`
          update ${table} set state = 'FAILED', due_at = null, executed_at = now(), failure = ${failure},
            failure_reason = ${reason} ${used}
          where ${condition} returning null::timestamptz as next`
      : await tx<{ next: Date | null }[]>`
          update ${table} set state = 'QUEUED', due_at = least(now() + make_interval(secs => ${wait}), give_up_at)
          where ${condition} returning due_at as next`;
    if (!row) return false;
    await recordFailed(tx, orgId, prompt, circuit, error, {
      charge: chargeOf(tx, prompt, error),
      next: row.next,
    });
    if (isFinal && prompt.runId !== null) await emitFailed(tx, orgId, [prompt.runId]);
    return true;
  });
}

/** How many attempts at a prompt there were, without those that trouble of the account ended. */
async function triesOf(tx: Tx, orgId: OrgId, prompt: RecordedAttempt): Promise<number> {
  const { attempt, runId, trialId, platform } = prompt;
  if (attempt < MAX_ATTEMPTS) return attempt;
  const isIts = runId === null ? tx`trial_id = ${trialId} and platform = ${platform}` : tx`run_id = ${runId}`;
  const [{ troubled }] = await tx<[{ troubled: number }]>`
    select count(*)::integer as troubled from run_attempts
    where org_id = ${orgId} and ${isIts} and reason = any(${[...ACCOUNT_TROUBLES]}::text[])`;
  return attempt - troubled;
}

/**
 * What an attempt that failed is charged with: its cost; of captures each request that was paid; otherwise all or
 * nothing.
 */
function chargeOf(tx: Tx, { requestMicros }: RecordedAttempt, { use, paid, mayBeCharged }: PlatformError) {
  if (paid !== null) return tx`${paid.costMicros ?? paid.requests * requestMicros}`;
  if (use?.costMicros != null) return tx`${use.costMicros}::bigint`;
  return mayBeCharged ? tx`charge_micros` : tx`0`;
}

/**
 * Records that a page had no AI answer: its run is NOT_SHOWN, which is neither an answer nor a failure. A trial shows
 * why it has no answer.
 * @returns whether it was written
 */
export async function keepNotShown(
  db: Db,
  orgId: OrgId,
  prompt: RecordedAttempt,
  page: NotShown,
): Promise<boolean> {
  return db.tenant(orgId, async (tx) => {
    const notShown =
      prompt.runId === null
        ? tx`state = 'FAILED', failure = 'The page of search results had no AI answer.'`
        : tx`state = 'NOT_SHOWN', surface = ${page.surface}, country_applied = ${page.countryApplied},
            latency_ms = ${page.latencyMs}, cost_micros = ${page.costMicros}`;
    return (await end(tx, orgId, prompt, notShown, page)) !== null;
  });
}

/** Why a prompt failed, and how its organisation can remedy it. */
function explain(
  { access: { provider } }: RecordedAttempt,
  { reason, message, isRetryable, status }: PlatformError,
  tried: number,
): string {
  if (reason === 'BAD_CREDENTIALS') return `${message} Correct the apiKey of the integration ${provider}.`;
  if (reason === 'ADDRESS_REFUSED') return `${message} Correct the baseUrl of the integration ${provider}.`;
  if (status === 200 && !isRetryable)
    return `${message} It was received and is paid for, so it is not requested again.`;
  return isRetryable ? `${message} It was tried ${tried} times.` : message;
}

/** An answer cut to the bounds of the contract, without characters that Postgres cannot store as text. */
function storableAnswer(answer: Answer): Answer {
  const sources = (given: PlatformAnswer['citations'], most: number) =>
    given
      .filter(({ url }) => /^https?:\/\//i.test(url) && url.length <= MOST_URL_CHARACTERS)
      .slice(0, most)
      .map(({ url, title }) => ({
        url: storable(url, MOST_URL_CHARACTERS),
        title: title === null ? null : storable(title, MOST_TITLE_CHARACTERS),
      }));
  return {
    ...answer,
    text: storable(answer.text, MOST_CHARACTERS),
    model: answer.model === null ? null : storable(answer.model, MOST_MODEL_CHARACTERS),
    citations: sources(answer.citations, MOST_CITATIONS),
    readSources: sources(answer.readSources, MOST_READ_SOURCES),
    searchQueries:
      answer.searchQueries
        ?.map((query) => storable(query, MOST_QUERY_CHARACTERS))
        .filter((query) => query.trim() !== '')
        .slice(0, MOST_SEARCH_QUERIES) ?? null,
  };
}
