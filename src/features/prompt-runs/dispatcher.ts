import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db } from '../../db/client.ts';
import { PlatformError } from '../../platforms/error.ts';
import type { Platform } from '../../platforms/names.ts';
import type { Platforms } from '../../platforms/platforms.ts';
import { isCaptureProvider } from '../../platforms/providers.ts';
import { recordServed } from '../integrations/circuit.ts';
import { serveQueue } from '../integrations/serving.ts';
import type { AnswerReader } from '../runs/answer-reader.ts';
import { beginNext, type NextAttempt, recoverInterrupted } from './attempts.ts';
import { keepAnswer, keepFailure, keepNotShown } from './outcomes.ts';

/** What sending prompts depends on. */
export interface DispatchContext {
  db: Db;
  secretBox: SecretBox;
  reader: AnswerReader;
  platforms: Pick<Platforms, 'ask' | 'capture'>;
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
  { prompt, access: { provider, apiKey, baseUrl, model, ...captures } }: SendStep,
): Promise<(() => Promise<unknown>) | null> {
  const { db, platforms } = services;
  const { platform, queryText, search, country, region, city } = prompt;
  const place = country === null ? null : { country, region, city };
  const asked = { apiKey, baseUrl, prompt: queryText, search, place, signal: lost };
  try {
    if (!isCaptureProvider(provider)) {
      const answer = await platforms.ask({ ...asked, platform: provider, model });
      return () => keepAnswer(services, orgId, prompt, answer);
    }
    const { priceMicros, language } = captures;
    const captured = await platforms.capture({ ...asked, provider, platform, priceMicros, language });
    return captured.isShown
      ? () => keepAnswer(services, orgId, prompt, captured)
      : () => keepNotShown(db, orgId, prompt, captured);
  } catch (error) {
    if (lost.aborted) return null;
    if (!(error instanceof PlatformError)) throw error;
    return () => keepFailure(db, orgId, prompt, error);
  }
}
