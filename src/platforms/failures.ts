import type { OutboundClientError, OutboundResponse } from '../outbound/client.ts';
import { PlatformError, type PlatformErrorReason } from './error.ts';

const LONGEST_MESSAGE = 500;
/** Google and xAI refuse a key by 400. */
const KEY_REFUSED = /API key not valid|API key expired|incorrect API key/i;

/** Why an answer that is no success is none. */
export function failureOf({ status, headers, body }: OutboundResponse, apiKey: string): PlatformError {
  const error = parsed(body);
  const said = saidIn(error);
  const because = (sentence: string) => scrub(said === '' ? `${sentence}.` : `${sentence}: ${said}`, apiKey);
  const fail = (reason: PlatformErrorReason, sentence: string, isRetryable: boolean) =>
    new PlatformError(reason, because(sentence), {
      isRetryable,
      retryAfterMs: isRetryable ? retryAfter(headers, error) : null,
      status,
    });
  // What is said of a refused key often holds parts of it.
  if (status === 401 || (status === 400 && KEY_REFUSED.test(said)))
    return new PlatformError('BAD_CREDENTIALS', 'It refuses the key.', { isRetryable: false, status });
  if (status === 403) return fail('BAD_CREDENTIALS', 'The key may not do this', false);
  if (status === 429) return fail('RATE_LIMITED', 'It limits the key just now', true);
  if (status >= 500 || status === 408 || status === 409 || status === 425)
    return fail('UNAVAILABLE', `It has a fault of its own just now (${status})`, true);
  if (status >= 300 && status < 400)
    return new PlatformError('REFUSED', 'It redirects, and is not followed; baseUrl may be wrong.', {
      isRetryable: false,
      status,
    });
  return fail('REFUSED', `It refuses the prompt (${status})`, false);
}

/** Why no whole answer came over the network. */
export function connectionFailure({ failure, message }: OutboundClientError): PlatformError {
  if (failure === 'UNREACHABLE') return new PlatformError('UNAVAILABLE', message, { isRetryable: true });
  if (failure === 'CUT_OFF') return new PlatformError('CUT_OFF', message, { isRetryable: true });
  if (failure === 'TOO_LARGE') return new PlatformError('BAD_ANSWER', message, { isRetryable: true });
  return new PlatformError('ADDRESS_REFUSED', message, { isRetryable: false });
}

/** The failure that an answer with a success tells of in its body; null: it tells of none. */
export function failureWithin({ body }: OutboundResponse, apiKey: string): PlatformError | null {
  if (!body.includes('"error"')) return null;
  const { error } = (parsed(body) ?? {}) as { error?: unknown };
  const said = saidIn({ error });
  if (said === '') return null;
  const message = scrub(`It failed within its answer: ${said}`, apiKey);
  return new PlatformError('BAD_ANSWER', message, { isRetryable: true, status: 200 });
}

/** Text of the platform as part of a message: one line, not long, without the key. */
function scrub(text: string, apiKey: string): string {
  const scrubbed = text.replaceAll(apiKey, '…').replaceAll(encodeURIComponent(apiKey), '…');
  const line = scrubbed.replace(/[\s\x00-\x1f\x7f]+/g, ' ').toWellFormed();
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE - 1)}…` : line;
}

function parsed(body: Buffer): unknown {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'));
    return Array.isArray(json) ? json[0] : json;
  } catch {
    return null;
  }
}

/** What a platform says of its failure: `error.message`, `error`, `message` or `detail`; '' for nothing. */
function saidIn(json: unknown): string {
  if (typeof json !== 'object' || json === null) return '';
  const { error, message, detail } = json as Record<string, unknown>;
  const inner = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {};
  return [inner['message'], error, message, detail].find((text) => typeof text === 'string') ?? '';
}

/** How long it asks to wait, ms: Retry-After in seconds or as a date, or Google's RetryInfo. */
function retryAfter(headers: Record<string, string>, json: unknown): number | null {
  const given = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(given)) return bounded(Number(given) * 1000);
  const date = Date.parse(given);
  if (!Number.isNaN(date)) return bounded(date - Date.now());
  const { error } = (json ?? {}) as { error?: { details?: unknown } };
  const details = Array.isArray(error?.details) ? error.details : [];
  for (const detail of details as ({ retryDelay?: unknown } | null)[]) {
    const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(String(detail?.retryDelay)) ?? [];
    if (seconds !== undefined) return bounded(Number(seconds) * 1000);
  }
  return null;
}

/** Nobody is waited for longer than a prompt may wait. */
function bounded(ms: number): number {
  const DAY_MS = 86_400_000;
  return Math.min(DAY_MS, Math.max(0, Math.ceil(ms)));
}
