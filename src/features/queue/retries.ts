/** When what failed is tried again. */
export interface Retries {
  /** Seconds after each failed attempt; there is one more attempt than waits. */
  waits: readonly number[];
  /** The random part of a wait, so that what failed together is not tried again together. */
  jitter: number;
}

/** Messages to webhooks, to Slack and by mail. */
export const MESSAGE_RETRIES: Retries = {
  waits: [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000],
  jitter: 0.1,
};
/** Prompts: long enough to survive an outage of some minutes. */
export const PROMPT_RETRIES: Retries = { waits: [5, 25, 125, 625], jitter: 0.2 };
export const READING_RETRIES: Retries = { waits: [5, 25, 125], jitter: 0.2 };

/** The longest wait that the other side may ask for. */
const LONGEST_SECONDS = 86_400;

export function mostAttempts({ waits }: Retries): number {
  return waits.length + 1;
}

/**
 * Seconds until the next attempt.
 * @param failed number of failed attempts so far, from 1
 * @param requestedSeconds how long the other side asks to wait; 0: it does not ask
 * @returns null after the last attempt
 */
export function retryDelay(
  { waits, jitter }: Retries,
  failed: number,
  requestedSeconds: number,
): number | null {
  const wait = waits[failed - 1];
  if (wait === undefined) return null;
  const jittered = wait * (1 - jitter + 2 * jitter * Math.random());
  return Math.max(jittered, Math.min(requestedSeconds, LONGEST_SECONDS));
}

/** The seconds of a Retry-After header, which is a number or an HTTP date; 0: it asks for none. */
export function retryAfterSeconds(header = ''): number {
  if (/^\d+$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : (at - Date.now()) / 1000;
}
