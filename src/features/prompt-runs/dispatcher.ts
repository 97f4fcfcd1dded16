import type { SecretBox } from '../../base/secret-box.ts';
import type { Db } from '../../db/client.ts';
import type { Platform } from '../../platforms/names.ts';
import type { Platforms } from '../../platforms/platforms.ts';
import { isCaptureProvider } from '../../platforms/providers.ts';
import { serveQueue } from '../integrations/requests.ts';
import type { Partition } from '../queue/partition.ts';
import type { AnswerReader } from '../runs/answer-reader.ts';
import { beginNext, type RecordedAttempt, recoverInterrupted } from './attempts.ts';
import { keepAnswer, keepFailure, keepNotShown } from './outcomes.ts';

/** What sending prompts depends on. */
export interface DispatchContext {
  db: Db;
  secretBox: SecretBox;
  reader: AnswerReader;
  platforms: Pick<Platforms, 'ask' | 'capture'>;
}

/** Sends the due prompts of a platform queue, see serveQueue. */
export function dispatchQueue(services: DispatchContext, partition: Partition): Promise<number> {
  const { db } = services;
  const { orgId, subjectId } = partition;
  const platform = subjectId as Platform;
  return serveQueue<RecordedAttempt>(db, partition, {
    servedColumn: 'served_at',
    recover: () => recoverInterrupted(db, orgId, platform),
    begin: (underWay) => beginNext(services, orgId, platform, underWay),
    send: (prompt) => sendPrompt(services, partition, prompt),
    fail: (prompt, error) => keepFailure(db, orgId, prompt, error),
  });
}

/** Sends a prompt whose attempt is recorded. @returns what writes its answer @throws PlatformError */
async function sendPrompt(
  services: DispatchContext,
  { orgId, lost }: Partition,
  prompt: RecordedAttempt,
): Promise<() => Promise<unknown>> {
  const { db, platforms } = services;
  const { platform, queryText, search, country, region, city, access } = prompt;
  const { provider, apiKey, baseUrl, model, priceMicros, language } = access;
  const place = country === null ? null : { country, region, city };
  const asked = { apiKey, baseUrl, prompt: queryText, search, place, signal: lost };
  if (!isCaptureProvider(provider)) {
    const answer = await platforms.ask({ ...asked, platform: provider, model });
    return () => keepAnswer(services, orgId, prompt, answer);
  }
  const captured = await platforms.capture({ ...asked, provider, platform, priceMicros, language });
  return captured.isShown
    ? () => keepAnswer(services, orgId, prompt, captured)
    : () => keepNotShown(db, orgId, prompt, captured);
}
