import { newId, type OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { ApiPlatform } from '../../platforms/apis.ts';
import { ACCOUNT_TROUBLES } from '../../platforms/error.ts';
import { platformAccess, type StanceAccess, stanceAccess } from '../integrations/access.ts';
import {
  type CircuitState,
  ESTIMATE_MICROS,
  endPause,
  fitsSpendLimit,
  isProbing,
  lockCircuit,
} from '../integrations/circuit.ts';
import { type PlatformRequest, recordInterrupted } from '../integrations/requests.ts';
import { mostAttempts, READING_RETRIES } from '../queue/retries.ts';
import { MOST_NAMES, mostCost, type Question, questionOf, STANCE_PROMPT_VERSION } from './question.ts';
import { type FallbackReason, namedIn, type ReadSubject, storeReading } from './readings.ts';

/** Attempts at one reading, including attempts interrupted by the end of a worker. */
export const MAX_TRIES = mostAttempts(READING_RETRIES);
/** The most readings that one transaction settles without sending them. */
const SETTLED_AT_ONCE = 200;
/** How often a daily limit without room is checked again: an answer may cost less than was reserved for it. */
const SPEND_PAUSE_SECONDS = 60;

/** A reading whose attempt is recorded. */
export interface ReadingAttempt extends PlatformRequest {
  runId: string;
  platform: ApiPlatform;
  model: string;
  /** From 1. */
  attempt: number;
  /** Earlier answers to it that were refusals or unusable. */
  strikes: number;
  question: Question;
  /** The subjects of the question; `index` is that of the name in the question. */
  asked: { subjectId: string; name: string; index: number }[];
  /** The reserved cost, millionths of a US dollar. */
  reservedMicros: number;
}

/**
 * Begins the longest due reading of a queue, new ones before history: when this returns, it is RUNNING and its attempt
 * is recorded, with its maximal cost. Readings that need no request are settled instead.
 * @param underWay how many readings of this queue this worker waits for
 */
export async function beginReading(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  orgId: OrgId,
  platform: ApiPlatform,
  underWay: number,
): Promise<ReadingAttempt | 'WAIT' | 'ASK_AGAIN'> {
  return db.tenant(orgId, async (tx) => {
    const circuit = await lockCircuit(tx, orgId, platform);
    const trouble = ACCOUNT_TROUBLES.find((one) => one === circuit.pauseReason);
    const lateReason = trouble ?? (circuit.areReadingsWaiting ? 'SPEND_LIMIT' : 'EXPIRED');
    if ((await fallBack(tx, orgId, platform, tx`give_up_at <= now()`, lateReason)) > 0) return 'ASK_AGAIN';
    const stance = await stanceAccess(tx, orgId);
    if (stance === null) {
      const settled = await fallBack(tx, orgId, platform, tx`true`, 'SWITCHED_OFF');
      return settled > 0 ? 'ASK_AGAIN' : 'WAIT';
    }
    if (stance.platform !== platform)
      return (await moveTo(tx, orgId, platform, stance.platform)) > 0 ? 'ASK_AGAIN' : 'WAIT';
    if (isPaused(circuit) || (isProbing(circuit) && underWay > 0)) return 'WAIT';
    const access = await platformAccess(tx, secretBox, orgId, platform);
    if (!access?.apiKey) {
      const settled = await fallBack(tx, orgId, platform, tx`due_at <= now()`, 'BAD_CREDENTIALS');
      return settled > 0 ? 'ASK_AGAIN' : 'WAIT';
    }
    const due = await findDue(tx, orgId, platform);
    if (!due) return 'WAIT';
    const reading = await prepare(tx, orgId, stance, due, { ...access, apiKey: access.apiKey });
    if (reading === null) return 'ASK_AGAIN';
    const room = { limit: stance.dailySpendLimit, micros: reading.reservedMicros };
    if (!(await fitsSpendLimit(tx, orgId, platform, room))) {
      await tx`update platform_lanes set stance_paused_until = now() + make_interval(secs => ${SPEND_PAUSE_SECONDS})
        where org_id = ${orgId} and platform = ${platform}`;
      return 'WAIT';
    }
    // Prompts waiting for room in the limit keep waiting: they need more room.
    if (circuit.pauseReason !== 'SPEND_LIMIT') await endPause(tx, orgId, platform);
    if (circuit.areReadingsWaiting)
      await tx`update platform_lanes set stance_paused_until = null
        where org_id = ${orgId} and platform = ${platform}`;
    await recordAttempt(tx, orgId, reading);
    return reading;
  });
}

/**
 * Whether readings are paused. A pause of prompts for the spend limit does not count: a reading may still fit.
 */
function isPaused({ isPaused, pauseReason, areReadingsPaused }: CircuitState): boolean {
  return areReadingsPaused || (isPaused && pauseReason !== 'SPEND_LIMIT');
}

interface DueReading {
  runId: string;
  tries: number;
  strikes: number;
}

/**
 * The reading to send next, its row and its run's row locked: a known result is stored at once, and the run must not be
 * extracted again meanwhile. A re-extraction locks them in another order, so rows that it has locked are skipped.
 */
async function findDue(tx: Tx, orgId: OrgId, platform: ApiPlatform): Promise<DueReading | null> {
  const [due] = await tx<DueReading[]>`
    select s.run_id as "runId", s.tries, s.strikes
    from stance_readings s join runs r on r.org_id = ${orgId} and r.id = s.run_id
    where s.org_id = ${orgId} and s.platform = ${platform} and s.due_at <= now() and s.state = 'PENDING'
    order by s.is_history, s.due_at limit 1 for update of s skip locked for no key update of r skip locked`;
  return due ?? null;
}

/**
 * The question of a reading; null: it is settled without a request, by an earlier result or because nothing can be
 * asked.
 */
async function prepare(
  tx: Tx,
  orgId: OrgId,
  stance: StanceAccess,
  { runId, tries, strikes }: DueReading,
  access: ReadingAttempt['access'],
): Promise<ReadingAttempt | null> {
  const { answer, isForgotten, named } = await namedIn(tx, orgId, runId);
  if (isForgotten) {
    await tx`update stance_readings set ${fallenBack(tx, 'TEXT_FORGOTTEN')}
      where org_id = ${orgId} and run_id = ${runId}`;
    return null;
  }
  const names = new Set(named.map(({ name }) => name)).size;
  if (names === 0 || names > MOST_NAMES) {
    const reason = names === 0 ? 'NO_NAMES' : 'TOO_MANY_NAMES';
    const asked = named.map(({ subjectId, name }) => ({ subjectId, name }));
    await tx`update stance_readings set asked = ${JSON.stringify(asked)}::text::jsonb, ${fallenBack(tx, reason)}
      where org_id = ${orgId} and run_id = ${runId}`;
    return null;
  }
  const question = questionOf(answer, named, stance);
  const indexes = new Map(question.names.map((name, index) => [name, index]));
  const asked = named.map(({ subjectId, name }) => ({ subjectId, name, index: indexes.get(name)! }));
  await tx`update stance_readings set cache_key = ${question.key},
      asked = ${JSON.stringify(asked.map(({ subjectId, name }) => ({ subjectId, name })))}::text::jsonb
    where org_id = ${orgId} and run_id = ${runId}`;
  const known = await findRead(tx, orgId, question.key);
  if (known !== null) {
    const scores = new Map(known.result.map(({ name, stance, score }) => [name, { stance, score }]));
    const result = asked.map(({ subjectId, name }) => ({ subjectId, name, ...scores.get(name)! }));
    await storeReading(tx, orgId, runId, {
      result,
      promptVersion: STANCE_PROMPT_VERSION,
      model: known.model,
      inputTokens: null,
      outputTokens: null,
      costMicros: 0,
    });
    return null;
  }
  return {
    runId,
    attemptId: newId(),
    platform: stance.platform,
    access,
    model: stance.model,
    attempt: tries + 1,
    strikes,
    question,
    asked,
    reservedMicros: mostCost(question, stance) ?? ESTIMATE_MICROS,
  };
}

/** A model's earlier answer to the same question. */
async function findRead(
  tx: Tx,
  orgId: OrgId,
  key: Buffer,
): Promise<{ result: ReadSubject[]; model: string } | null> {
  const [known] = await tx<{ result: ReadSubject[]; model: string }[]>`
    select result, model from stance_readings
    where org_id = ${orgId} and cache_key = ${key} and state = 'READ' limit 1`;
  return known ?? null;
}

async function recordAttempt(tx: Tx, orgId: OrgId, reading: ReadingAttempt): Promise<void> {
  const { runId, attemptId, platform, attempt, reservedMicros } = reading;
  await tx`update stance_readings set state = 'RUNNING', tries = ${attempt}, attempt_id = ${attemptId}
    where org_id = ${orgId} and run_id = ${runId}`;
  await tx`insert into run_attempts (org_id, id, stance_run_id, platform, ordinal, sent_at, charge_micros)
    values (${orgId}, ${attemptId}, ${runId}, ${platform}, ${attempt}, now(), ${reservedMicros})`;
}

/** The columns of a reading that falls back to the scores by rules. */
export function fallenBack(tx: Tx, reason: FallbackReason) {
  return tx`state = 'FALLBACK', reason = ${reason}, due_at = null, finished_at = now()`;
}

/** Makes up to SETTLED_AT_ONCE PENDING readings of a queue fall back. @returns how many */
async function fallBack(
  tx: Tx,
  orgId: OrgId,
  platform: ApiPlatform,
  which: ReturnType<Tx>,
  reason: FallbackReason,
): Promise<number> {
  const { count } = await tx`update stance_readings set ${fallenBack(tx, reason)}
    where org_id = ${orgId} and run_id in (${pendingIn(tx, orgId, platform, which)})`;
  return count;
}

/** Moves up to SETTLED_AT_ONCE PENDING readings of a queue to another platform. @returns how many */
async function moveTo(tx: Tx, orgId: OrgId, platform: ApiPlatform, target: ApiPlatform): Promise<number> {
  const { count } = await tx`update stance_readings set platform = ${target}
    where org_id = ${orgId} and run_id in (${pendingIn(tx, orgId, platform, tx`true`)})`;
  return count;
}

/**
 * A query for the runs of up to SETTLED_AT_ONCE PENDING readings. It skips rows locked by a re-extraction, which locks
 * in another order.
 */
function pendingIn(tx: Tx, orgId: OrgId, platform: ApiPlatform, which: ReturnType<Tx>) {
  return tx`select run_id from stance_readings
    where org_id = ${orgId} and platform = ${platform} and due_at is not null and state = 'PENDING' and ${which}
    limit ${SETTLED_AT_ONCE} for update skip locked`;
}

/**
 * Recovers the readings that a dead worker left RUNNING in a queue: each attempt becomes INTERRUPTED, and its reading
 * is due again while attempts remain. The caller must have the lease of the queue.
 */
export async function recoverReadings(db: Db, orgId: OrgId, platform: ApiPlatform): Promise<void> {
  await db.tenant(orgId, async (tx) => {
    await lockCircuit(tx, orgId, platform);
    const isRunning = tx`org_id = ${orgId} and platform = ${platform} and due_at is not null and state = 'RUNNING'`;
    const last = await tx`update stance_readings set ${fallenBack(tx, 'INTERRUPTED')}
      where ${isRunning} and tries >= ${MAX_TRIES}`;
    const others = await tx`update stance_readings set state = 'PENDING', due_at = now() where ${isRunning}`;
    if (last.count + others.count > 0)
      await recordInterrupted(tx, orgId, platform, { areReadings: true, mostAttempts: MAX_TRIES });
  });
}
