import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import { isConnectionError } from '../../db/client.ts';
import type { PlatformError } from '../../platforms/error.ts';

/**
 * Concurrent requests of a queue. Platforms take 3 to 60 s to answer with web search, so this makes some thousand
 * prompts an hour and stays below the request limits of the lowest paid tiers.
 */
const AT_ONCE = 4;
/** How long a worker serves one queue before it moves to the next; it first waits for requests under way. */
const TIME_SLICE_MS = 60_000;
/** How often a queue with fewer than AT_ONCE requests under way is checked for due work. */
const POLL_MS = 1_000;
const RETRY_WRITE_MS = 500;

/** The pauses between attempts are 5 s, 25 s, 2 min and 10 min, long enough to survive an outage of some minutes. */
const FIRST_BACKOFF_SECONDS = 5;
const BACKOFF_FACTOR = 5;
const JITTER = 0.2;

/** The next step in a queue of requests to a platform. */
export type Next =
  /** Send this request; its attempt is recorded. */
  | { kind: 'SEND' }
  /** Ask again at once: an item was settled without a request, and more may be due. */
  | { kind: 'ASK_AGAIN' }
  /** Wait: nothing is due or may be sent now. */
  | { kind: 'WAIT' };

/**
 * Sends the due requests of a queue until nothing is due, the time slice is over, or the worker is to stop. Unlike
 * sendAttempts, it runs several requests at once, for up to a minute each, and retries writing an answer, which is paid
 * for, until Postgres takes it.
 * @param begin decides what is next; `inFlight` is how many requests of this queue this worker waits for
 * @param send sends it and returns what writes the outcome; null: there is nothing to write
 * @returns how many requests were sent
 * @throws the first error that is not the platform's failure, after all requests have ended
 */
export async function serveQueue<Step extends Next>(
  { stopping, lost }: { stopping: AbortSignal; lost: AbortSignal },
  {
    begin,
    send,
  }: {
    begin(inFlight: number): Promise<Step>;
    send(step: Extract<Step, { kind: 'SEND' }>): Promise<(() => Promise<unknown>) | null>;
  },
): Promise<number> {
  const endsAt = performance.now() + TIME_SLICE_MS;
  const inFlight = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let sent = 0;
  const mayBegin = () =>
    !stopping.aborted && !lost.aborted && errors.length === 0 && performance.now() < endsAt;
  const noteError = (error: unknown) => {
    errors.push(error);
  };
  const sendAndWrite = async (step: Extract<Step, { kind: 'SEND' }>) => {
    const write = await send(step);
    if (write !== null) await writeUntilTaken(write, lost);
  };
  for (;;) {
    if (mayBegin() && inFlight.size < AT_ONCE) {
      const next = await begin(inFlight.size).catch((error): Next => {
        noteError(error);
        return { kind: 'WAIT' };
      });
      if (next.kind === 'ASK_AGAIN') continue;
      if (next.kind === 'SEND') {
        sent += 1;
        const attempt: Promise<void> = sendAndWrite(next as Extract<Step, { kind: 'SEND' }>)
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
  return sent;
}

/** Retries the write until Postgres, which may be unreachable for a moment, takes it: the answer is paid for. */
async function writeUntilTaken(write: () => Promise<unknown>, lost: AbortSignal): Promise<void> {
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

/**
 * The pause after a failed attempt, seconds: as long as the platform asks for, otherwise longer with each attempt, with
 * jitter, so that requests that failed together are not retried together.
 * @param attempt from 1
 */
export function waitSeconds(attempt: number, { retryAfterMs }: PlatformError): number {
  const backoff =
    FIRST_BACKOFF_SECONDS * BACKOFF_FACTOR ** (attempt - 1) * (1 + JITTER * (2 * Math.random() - 1));
  return retryAfterMs === null ? backoff : Math.max(backoff, retryAfterMs / 1000);
}

/** Ends early when the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
