import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../base/errors.ts';
import { isConnectionError } from '../../db/client.ts';
import type { Partition } from './partition.ts';

/** How often a queue with room for more attempts at once is checked for due work. */
const POLL_MS = 1_000;
const RETRY_WRITE_MS = 500;

interface Limits {
  /** Attempts under way at once. */
  atOnce: number;
  /** How long a worker serves one queue before it moves to the next; it first waits for attempts under way. */
  timeSliceMs: number;
}

/** How the items of one queue are sent. */
interface Steps<Attempt> {
  /**
   * Chooses a due item and commits its attempt.
   * @param underWay attempts of this queue that this worker waits for
   * @returns 'WAIT': nothing is due or may be sent now; 'ASK_AGAIN': items were settled without an attempt, and more may
   *   be due
   */
  begin(underWay: number): Promise<Attempt | 'WAIT' | 'ASK_AGAIN'>;
  /**
   * Sends it. No transaction is open meanwhile: the other side may take long.
   * @returns what writes the outcome
   */
  send(attempt: Attempt): Promise<() => Promise<unknown>>;
}

/**
 * Sends the due items of a queue until nothing is due, the time slice is over, or the worker is to stop. Each attempt is
 * recorded before it is sent, so that it leaves a trace even if the process is killed. Its outcome is recorded unless
 * the lease was lost: another worker may have made the next attempt by then.
 * @returns how many attempts were made
 * @throws the first error of a step, after all attempts have ended, unless the lease was lost by then
 */
export async function sendAttempts<Attempt extends object>(
  { ending, lost }: Pick<Partition, 'ending' | 'lost'>,
  { atOnce, timeSliceMs }: Limits,
  { begin, send }: Steps<Attempt>,
): Promise<number> {
  const endsAt = performance.now() + timeSliceMs;
  const underWay = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let sent = 0;
  const mayBegin = () => !ending.aborted && errors.length === 0 && performance.now() < endsAt;
  const noteError = (error: unknown) => {
    errors.push(error);
  };
  for (;;) {
    if (mayBegin() && underWay.size < atOnce) {
      const next = await begin(underWay.size).catch((error): 'WAIT' => {
        noteError(error);
        return 'WAIT';
      });
      if (next === 'ASK_AGAIN') continue;
      if (next !== 'WAIT' && !lost.aborted) {
        sent += 1;
        const attempt: Promise<void> = send(next)
          .then((write) => writeUntilTaken(write, lost))
          .catch(noteError)
          .finally(() => underWay.delete(attempt));
        underWay.add(attempt);
        continue;
      }
    }
    if (underWay.size === 0) break;
    await Promise.race([...underWay, ...(mayBegin() ? [pause(POLL_MS, lost)] : [])]);
  }
  if (errors.length > 0 && !lost.aborted) throw errors[0];
  return sent;
}

/** Retries the write until Postgres, which may be unreachable for a moment, takes it: an answer is paid for. */
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

/** Ends early when the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
