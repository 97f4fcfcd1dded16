import { AppError } from '../../base/errors.ts';

/** The state of one limit, as the rate headers report it. */
interface Quota {
  name: 'burst' | 'day';
  limit: number;
  remaining: number;
  /** Seconds until all of the limit is available again. */
  seconds: number;
}

/** What the rate headers report. */
export interface RateState {
  /** The value of the header RateLimit-Policy. */
  policy: string;
  /** The limits in force; none where all are off. */
  quotas: Quota[];
}

export function rateLimited(wait: number, state?: RateState, reason = 'Too many requests.'): AppError {
  const seconds = Math.max(1, Math.ceil(wait));
  return new AppError('rate_limited', `${reason} Wait for ${seconds} s.`, {
    headers: { 'Retry-After': String(seconds), ...(state ? rateHeaders(state) : {}) },
  });
}

/**
 * Adds the response headers RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers) and the older
 * X-RateLimit-*, which have room for one limit: the one with less remaining. None where all limits are off.
 * @param head names and values in turn
 */
export function addRateHeaders(head: string[], { policy, quotas }: RateState): void {
  const [first, second] = quotas;
  if (first === undefined) return;
  const tightest = second !== undefined && second.remaining <= first.remaining ? second : first;
  head.push(
    'RateLimit-Policy',
    policy,
    'RateLimit',
    second === undefined ? itemOf(first) : `${itemOf(first)}, ${itemOf(second)}`,
    'X-RateLimit-Limit',
    String(tightest.limit),
    'X-RateLimit-Remaining',
    String(tightest.remaining),
    'X-RateLimit-Reset',
    String(tightest.seconds),
  );
}

function rateHeaders(state: RateState): Record<string, string> {
  const head: string[] = [];
  addRateHeaders(head, state);
  return Object.fromEntries(
    head.flatMap((name, at) => (at % 2 === 0 ? [[name, head[at + 1] as string]] : [])),
  );
}

function itemOf({ name, remaining, seconds }: Quota): string {
  return `"${name}";r=${remaining};t=${seconds}`;
}
