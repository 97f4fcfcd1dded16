import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import { type Db, isConnectionError } from '../../db/client.ts';
import type { Platform } from '../../platforms/apis.ts';
import { PlatformError } from '../../platforms/error.ts';
import type { Platforms } from '../../platforms/platforms.ts';
import { recordServed } from '../integrations/circuit.ts';
import type { AnswerReader } from '../runs/answer-reader.ts';
import { beginNext, type NextAttempt, recoverInterrupted } from './attempts.ts';
import { keepAnswer, keepFailure } from './outcomes.ts';

/** What sending prompts depends on. */
export interface DispatchContext {
  db: Db;
  secretBox: SecretBox;
  reader: AnswerReader;
  platforms: Pick<Platforms, 'ask'>;
}

/** What one organisation has to ask one platform; this worker has the lease of it. */
export interface PlatformQueue {
  orgId: OrgId;
  platform: Platform;
  /** Aborted when nothing new is to begin. */
  stopping: AbortSignal;
  /** Aborted when another worker may have the lease: end at once, write nothing. */
  lost: AbortSignal;
}

/**
 * Prompts of a queue under way at once. Platforms take 3 to 60 s to answer with web search, so this makes some
 * thousand prompts an hour and stays below the request limits of the lowest paid tiers.
 */
const AT_ONCE = 4;
/** How long a worker serves one queue before it goes on to others that wait; what is under way is waited for. */
const TIME_SLICE_MS = 60_000;
/** How often a queue with fewer than AT_ONCE under way is checked for prompts that have become due. */
const POLL_MS = 1_000;
const RETRY_WRITE_MS = 500;

type SendStep = Extract<NextAttempt, { kind: 'SEND' }>;

/**
 * Sends the prompts that are due in a platform queue, until none is, the time slice is over or the worker is to stop.
 * It has a loop of its own, not that of sendAttempts: several prompts are under way at once, for up to a minute each,
 * and an answer, which is paid for, is written again until Postgres takes it.
 * @returns how many prompts were sent
 * @throws the first error that is no failure of the platform, once nothing is under way any more
 */
export async function dispatchQueue(services: DispatchContext, queue: PlatformQueue): Promise<number> {
  const { db } = services;
  const { orgId, platform, stopping, lost } = queue;
  await recoverInterrupted(db, orgId, platform);
  const endsAt = performance.now() + TIME_SLICE_MS;
  const inFlight = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let sent = 0;
  const mayBegin = () =>
    !stopping.aborted && !lost.aborted && errors.length === 0 && performance.now() < endsAt;
  const noteError = (error: unknown) => {
    errors.push(error);
  };
  for (;;) {
    if (mayBegin() && inFlight.size < AT_ONCE) {
      const next = await beginNext(services, orgId, platform, inFlight.size).catch((error) => {
        noteError(error);
        return { kind: 'WAIT' } as const;
      });
      if (next.kind === 'ASK_AGAIN') continue;
      if (next.kind === 'SEND') {
        sent += 1;
        const attempt: Promise<void> = sendPrompt(services, queue, next)
          .catch(noteError)
          .finally(() => inFlight.delete(attempt));
        inFlight.add(attempt);
        continue;
      }
    }
    if (inFlight.size === 0) break;
    await Promise.race([...inFlight, ...(mayBegin() ? [pause(POLL_MS, lost)] : [])]);
  }
  if (errors.length > 0) throw errors[0];
  if (!lost.aborted) await db.tenant(orgId, (tx) => recordServed(tx, orgId, platform));
  return sent;
}

/** Sends a prompt whose attempt is on record, and writes its answer or failure. */
async function sendPrompt(
  services: DispatchContext,
  { orgId, platform, lost }: PlatformQueue,
  { prompt, access: { apiKey, baseUrl, model } }: SendStep,
): Promise<void> {
  const { db, platforms } = services;
  let write: () => Promise<unknown>;
  try {
    const answer = await platforms.ask({
      platform,
      apiKey,
      baseUrl,
      model,
      prompt: prompt.queryText,
      signal: lost,
    });
    write = () => keepAnswer(services, orgId, prompt, answer);
  } catch (error) {
    if (lost.aborted) return;
    if (!(error instanceof PlatformError)) throw error;
    write = () => keepFailure(db, orgId, prompt, error);
  }
  // An answer is paid for: it is written again until Postgres, which may be away for a moment, takes it.
  while (!lost.aborted) {
    try {
      await write();
      return;
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'unavailable';
      if (!isBusy && !isConnectionError(error)) throw error;
      await pause(RETRY_WRITE_MS, lost);
    }
  }
}

/** Ends early when the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
