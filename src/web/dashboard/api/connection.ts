import { Store } from '../state/store.ts';
import { ApiError } from './client.ts';

/** Why loads wait: this device is off line, the server does not answer, or it asks for patience. */
export type Trouble = 'offline' | 'unreachable' | 'busy';

interface Wait {
  trouble: Trouble;
  /** When it is tried again, ms since 1970. */
  at: number;
  /** Tries again now. */
  end: () => void;
}

/** What waits to be loaded again. What was loaded before stays on screen meanwhile. */
export const waits = new Store<readonly Wait[]>([]);

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A server that asks for more patience than this is not waited for: a person decides. */
const LONGEST_ASKED_MS = 120_000;
/** Pages that lost the same server do not all come back at once: each pause is longer by up to this part. */
const JITTER = 0.25;
/** For a change that was refused, where the server says nothing else. */
const LONG_PAUSE_MS = 6_000;
const MOST_WAITS = 20;
const BUSY = [429, 502, 503, 504];

/** Whether this device has a network, as far as the browser knows. */
export const isOnline = new Store(navigator.onLine);
addEventListener('offline', () => isOnline.set(false));
addEventListener('online', () => {
  isOnline.set(true);
  tryNow();
});

/** Ends the pauses of all that waits. */
export function tryNow(): void {
  for (const { end } of waits.value) end();
}

/**
 * Loads until it succeeds or fails for good: what a passing trouble stops is tried again, as the server says or after
 * growing pauses. Only for what changes nothing.
 * @param signal ends the waiting
 * @throws what `load` throws where trying again is of no use
 */
export async function persistently<T>(load: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  let wait: Wait | undefined;
  try {
    for (let tries = 0; ; tries += 1)
      try {
        const result = await load();
        // The others need not wait either: the server is there.
        for (const { trouble, end } of waits.value) if (trouble !== 'busy') end();
        return result;
      } catch (error) {
        const found = troubleOf(error, tries);
        if (!found || signal?.aborted) throw error;
        const paused = Promise.withResolvers<void>();
        const next = { trouble: found.trouble, at: Date.now() + found.pauseMs, end: paused.resolve };
        waits.set([...waits.value.filter((other) => other !== wait), next]);
        wait = next;
        const timer = setTimeout(paused.resolve, found.pauseMs);
        signal?.addEventListener('abort', () => paused.resolve(), { once: true });
        await paused.promise;
        clearTimeout(timer);
        if (signal?.aborted) throw error;
      }
  } finally {
    // While a try is under way the wait is still shown: it would flicker otherwise.
    if (wait) waits.set(waits.value.filter((other) => other !== wait));
  }
}

/** Makes a change, again after a while where the server refuses it for being busy. @throws what `change` throws */
export async function patiently<T>(change: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let waits = 0; ; waits += 1)
    try {
      return await change();
    } catch (error) {
      const isBusy = error instanceof ApiError && [429, 503].includes(error.status);
      if (!isBusy || waits === MOST_WAITS) throw error;
      const paused = Promise.withResolvers<void>();
      signal?.addEventListener('abort', () => paused.reject(signal.reason), { once: true });
      setTimeout(paused.resolve, error.retryAfterMs ?? LONG_PAUSE_MS);
      await paused.promise;
    }
}

/** The trouble that an error is of and the pause before the next try; null where trying again is of no use. */
function troubleOf(error: unknown, tries: number): { trouble: Trouble; pauseMs: number } | null {
  const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
  const jittered = (ms: number) => ms * (1 + JITTER * Math.random());
  // `fetch` fails so where there was no answer at all.
  if (error instanceof TypeError)
    return { trouble: navigator.onLine ? 'unreachable' : 'offline', pauseMs: jittered(growing) };
  if (!(error instanceof ApiError) || !BUSY.includes(error.status)) return null;
  if (error.retryAfterMs === null) return { trouble: 'busy', pauseMs: jittered(growing) };
  return error.retryAfterMs > LONGEST_ASKED_MS
    ? null
    : { trouble: 'busy', pauseMs: jittered(Math.max(FIRST_PAUSE_MS, error.retryAfterMs)) };
}
