import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db } from '../../db/client.ts';
import { PlatformError } from '../../platforms/error.ts';
import type { Platform } from '../../platforms/names.ts';
import type { Platforms } from '../../platforms/platforms.ts';
import { recordServed } from '../integrations/circuit.ts';
import { serveQueue } from '../integrations/serving.ts';
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

/** One organisation's prompts for one platform; this worker has its lease. */
export interface PlatformQueue {
  orgId: OrgId;
  platform: Platform;
  /** Aborted when nothing new may begin. */
  stopping: AbortSignal;
  /** Aborted when another worker may have the lease: end at once, write nothing. */
  lost: AbortSignal;
}

type SendStep = Extract<NextAttempt, { kind: 'SEND' }>;

/**
 * Sends the due prompts of a platform queue, see serveQueue.
 * @returns how many prompts were sent
 * @throws the first error that is not the platform's failure, after all requests have ended
 */
export async function dispatchQueue(services: DispatchContext, queue: PlatformQueue): Promise<number> {
  const { db } = services;
  const { orgId, platform, lost } = queue;
  await recoverInterrupted(db, orgId, platform);
  const sent = await serveQueue<NextAttempt>(queue, {
    begin: (inFlight) => beginNext(services, orgId, platform, inFlight),
    send: (step) => sendPrompt(services, queue, step),
  });
  if (!lost.aborted) await db.tenant(orgId, (tx) => recordServed(tx, orgId, platform));
  return sent;
}

/** Sends a prompt whose attempt is recorded. @returns what writes its answer or failure; null: the lease is lost */
async function sendPrompt(
  services: DispatchContext,
  { orgId, lost }: PlatformQueue,
  { prompt, access: { provider, apiKey, baseUrl, model } }: SendStep,
): Promise<(() => Promise<unknown>) | null> {
  const { db, platforms } = services;
  const { queryText, search, country, region, city } = prompt;
  const asked = {
    ...{ platform: provider, apiKey, baseUrl, model, prompt: queryText, signal: lost },
    search,
    place: country === null ? null : { country, region, city },
  };
  try {
    const answer = await platforms.ask(asked);
    return () => keepAnswer(services, orgId, prompt, answer);
  } catch (error) {
    if (lost.aborted) return null;
    if (!(error instanceof PlatformError)) throw error;
    return () => keepFailure(db, orgId, prompt, error);
  }
}
