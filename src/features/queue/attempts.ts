import { setTimeout as sleep } from 'node:timers/promises';
import type { Partition } from './partition.ts';

/** How often a queue with room for more attempts at once is checked for due work. */
const POLL_MS = 1_000;

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
   * @returns 'WAIT': nothing is due or may be sent now; 'ASK_AGAIN': items were settled without an attempt, and more
   *   may be due
   */
  begin(underWay: number): Promise<Attempt | 'WAIT' | 'ASK_AGAIN'>;
  /**
   * Sends it. No transaction is open meanwhile: the other side may take long.
   * @returns what writes the outcome
   */
  send(attempt: Attempt): Promise<() => Promise<unknown>>;
}

/**
 * Sends the due items of a queue until nothing is due, the time slice is over, or the worker is to stop. Each attempt
 * is recorded before it is sent, so that it leaves a trace even if the process is killed. Its outcome is recorded unless
 * the lease was lost: another worker may have begun the next attempt by then.
 * @returns the number of attempts
 * @throws the first error of a step, after all attempts have ended, unless the lease was lost by then
 */
export async function sendAttempts<Attempt extends object>(
  { ending, lost }: Pick<Partition, 'ending' | 'lost'>,
  { atOnce, timeSliceMs }: Limits,
  { begin, send }: Steps<Attempt>,
): Promise<number> {
  const endsAt = performance.now() + timeSliceMs;
  const underWay = new Set<Promise<unknown>>();
  const errors: unknown[] = [];
  let sent = 0;
  const mayBegin = () =>
    underWay.size < atOnce && !ending.aborted && errors.length === 0 && performance.now() < endsAt;
  const noteError = (error: unknown) => {
    errors.push(error);
  };
  for (;;) {
    if (mayBegin()) {
      const others = underWay.size;
      const next = await begin(others).catch((error): 'WAIT' => {
        noteError(error);
        return 'WAIT';
      });
      if (next === 'ASK_AGAIN') continue;
      if (next !== 'WAIT' && !lost.aborted) {
        sent += 1;
        const attempt: Promise<unknown> = send(next)
          .then((write) => lost.aborted || write())
          .catch(noteError)
          .finally(() => underWay.delete(attempt));
        underWay.add(attempt);
        continue;
      }
      // The others ended while it was decided to wait for them.
      if (others > 0 && underWay.size === 0) continue;
    }
    if (underWay.size === 0) break;
    await Promise.race([...underWay, ...(mayBegin() ? [pause(POLL_MS, lost)] : [])]);
  }
  if (errors.length > 0 && !lost.aborted) throw errors[0];
  return sent;
}

/** Ends early when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
