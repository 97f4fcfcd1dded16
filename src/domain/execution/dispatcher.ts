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

/** What prompts are run with. */
export interface DispatchContext {
  db: Db;
  secretBox: SecretBox;
  reader: AnswerReader;
  platforms: Pick<Platforms, 'ask'>;
}

/** A lane as its worker holds it. */
export interface PlatformQueue {
  orgId: OrgId;
  platform: Platform;
  /** Begin nothing new. */
  stopping: AbortSignal;
  /** The lane is another's: end at once, write nothing. */
  lost: AbortSignal;
}

/**
 * Prompts of a lane under way at once. Platforms take 3 to 60 s to answer with web search, so this makes some
 * thousand prompts an hour and stays below the request limits of the lowest paid tiers.
 */
const AT_ONCE = 4;
/** After this nothing new is begun: lanes that wait have their turn first. */
const TURN_MS = 60_000;
/** How often a lane with room looks for what has become due. */
const LOOK_MS = 1_000;
const WRITE_AGAIN_MS = 500;

type Begun = Extract<NextAttempt, { kind: 'PROMPT' }>;

/** Runs what is due in a lane, until nothing is, the turn is over or it is to stop. @returns how many were sent */
export async function dispatchQueue(services: DispatchContext, lane: PlatformQueue): Promise<number> {
  const { db } = services;
  const { orgId, platform, stopping, lost } = lane;
  await recoverInterrupted(db, orgId, platform);
  const endsAt = performance.now() + TURN_MS;
  const inFlight = new Set<Promise<void>>();
  let failure: { error: unknown } | null = null;
  let sent = 0;
  const mayBegin = () => !stopping.aborted && !lost.aborted && failure === null && performance.now() < endsAt;
  const noteFailure = (error: unknown) => {
    failure ??= { error };
  };
  for (;;) {
    if (mayBegin() && inFlight.size < AT_ONCE) {
      const next = await beginNext(services, orgId, platform, inFlight.size).catch((error) => {
        noteFailure(error);
        return { kind: 'NOTHING' } as const;
      });
      if (next.kind === 'AGAIN') continue;
      if (next.kind === 'PROMPT') {
        sent += 1;
        const attempt: Promise<void> = sendPrompt(services, lane, next)
          .catch(noteFailure)
          .finally(() => inFlight.delete(attempt));
        inFlight.add(attempt);
        continue;
      }
    }
    if (inFlight.size === 0) break;
    await Promise.race([...inFlight, ...(mayBegin() ? [pause(LOOK_MS, lost)] : [])]);
  }
  if (failure !== null) throw (failure as { error: unknown }).error;
  if (!lost.aborted) await db.tenant(orgId, (tx) => recordServed(tx, orgId, platform));
  return sent;
}

/** Sends a prompt whose attempt is written down, and keeps what comes of it. */
async function sendPrompt(
  services: DispatchContext,
  { orgId, platform, lost }: PlatformQueue,
  { prompt, access: { apiKey, baseUrl, model } }: Begun,
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
  // An answer is paid for: a Postgres that is away for a moment does not throw it away.
  while (!lost.aborted) {
    try {
      await write();
      return;
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'unavailable';
      if (!isBusy && !isConnectionError(error)) throw error;
      await pause(WRITE_AGAIN_MS, lost);
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
