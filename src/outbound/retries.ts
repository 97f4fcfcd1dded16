/** The delay after each failed try; there is one more try than delays. */
const DELAYS_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
/** The random part of a delay, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;
/** The longest pause that a receiver may request by Retry-After. */
const LONGEST_PAUSE_SECONDS = 86_400;

/** Tries of a delivery, including the first. */
export const MAX_ATTEMPTS = DELAYS_SECONDS.length + 1;

/**
 * Seconds until the next try.
 * @param failed number of failed tries so far, from 1
 * @param retryAfter the receiver's Retry-After: seconds or an HTTP date
 * @returns null after the last try
 */
export function retryDelaySeconds(failed: number, retryAfter: string | undefined): number | null {
  const delay = DELAYS_SECONDS[failed - 1];
  if (delay === undefined) return null;
  const jittered = delay * (1 - JITTER + 2 * JITTER * Math.random());
  return Math.max(jittered, Math.min(pauseSeconds(retryAfter), LONGEST_PAUSE_SECONDS));
}

function pauseSeconds(retryAfter = ''): number {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : (at - Date.now()) / 1000;
}
