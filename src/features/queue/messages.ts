import type { OrgId } from '../../base/ids.ts';
import type { Sql, Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { type OutboundClient, OutboundError, type OutboundResponse } from '../../outbound/client.ts';
import { MESSAGE_RETRIES, mostAttempts, retryAfterSeconds, retryDelay } from './retries.ts';

/** Attempts at a message, including the first. */
export const MAX_ATTEMPTS = mostAttempts(MESSAGE_RETRIES);
/** The error of an attempt until its outcome is recorded. */
export const NO_OUTCOME = 'There is no outcome: it is under way, or its sender was stopped.';

/** A table of messages: each row is sent until it is DELIVERED or FAILED. */
type MessageTable = 'mail_messages' | 'slack_messages' | 'webhook_deliveries';
export type MessageState = 'DELIVERED' | 'FAILED' | 'PENDING';

/** A job's query of organisations with due messages. */
export const dueMessages = (sql: Sql, table: MessageTable) => sql`
  select org_id, '' as subject_id, min(next_attempt_at) as since, count(*) as depth from ${sql(table)}
  where state = 'PENDING' and next_attempt_at <= now() group by org_id`;

/** The outcome of an attempt. */
export interface Outcome {
  /** The status of the response; null: none came. */
  status: number | null;
  /** Null: the message was accepted. */
  error: string | null;
  /** Whether another attempt would fail the same way. */
  isFinal?: boolean;
  /** The Retry-After header, if any. */
  retryAfter?: string | undefined;
}

/**
 * Records what came of an attempt at a message, if it is the latest: the message is delivered, due again later, or
 * failed.
 * @param attempt.tries of its row
 * @param attempt.failed attempts that failed, including this one if it did
 * @param more what else changes, by the new state
 * @returns the new state; null: the attempt is not the latest, as another worker has begun one since
 */
export async function recordOutcome(
  tx: Tx,
  table: MessageTable,
  orgId: OrgId,
  { id, tries, failed }: { id: string; tries: number; failed: number },
  { error, isFinal = false, retryAfter }: Outcome,
  more: (state: MessageState) => Fragment,
): Promise<MessageState | null> {
  const delay =
    error === null || isFinal ? null : retryDelay(MESSAGE_RETRIES, failed, retryAfterSeconds(retryAfter));
  const state = error === null ? 'DELIVERED' : delay === null ? 'FAILED' : 'PENDING';
  const { count } = await tx`
    update ${tx(table)} set state = ${state}, next_attempt_at = now() + make_interval(secs => ${delay}),
      finished_at = ${delay === null ? tx`now()` : null}, ${more(state)}
    where org_id = ${orgId} and id = ${id} and tries = ${tries} and state = 'PENDING'`;
  return count === 0 ? null : state;
}

/**
 * Posts JSON to an address.
 * @param request.signal ends it, with its reason
 */
export async function postJson(
  client: OutboundClient,
  url: string,
  request: { headers: Record<string, string>; body: Buffer; timeoutMs: number; signal?: AbortSignal },
): Promise<Outcome & { response: OutboundResponse | null }> {
  const headers = { 'content-type': 'application/json', ...request.headers };
  try {
    const response = await client.send(url, { ...request, headers, method: 'POST', read: 'beginning' });
    const { status } = response;
    const error = status >= 200 && status < 300 ? null : errorOf(status);
    return { response, status, error, retryAfter: response.headers['retry-after'] };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { response: null, status: null, error: error.message };
  }
}

function errorOf(status: number): string {
  if (status === 410) return 'It answered 410 Gone.';
  if (status >= 300 && status < 400) return `It answered ${status}, a redirect, which is not followed.`;
  return `It answered ${status}.`;
}
