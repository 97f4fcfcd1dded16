import { DAY_MS } from '../base/days.ts';
import type { OutboundError, OutboundResponse } from '../outbound/client.ts';
import { PlatformError, type PlatformErrorReason } from './error.ts';

const LONGEST_MESSAGE = 500;
/** Google and xAI refuse a key with 400 and one of these texts. */
const KEY_REFUSED = /API key not valid|API key expired|incorrect API key/i;

/** The failure of a response with an error status. */
export function failureOf({ status, headers, body }: OutboundResponse, apiKey: string): PlatformError {
  const error = parsed(body);
  const reported = textOfFailure(error);
  const because = (sentence: string) =>
    scrub(reported === '' ? `${sentence}.` : `${sentence}: ${reported}`, apiKey);
  const fail = (reason: PlatformErrorReason, sentence: string, isRetryable: boolean) =>
    new PlatformError(reason, because(sentence), {
      isRetryable,
      retryAfterMs: isRetryable ? retryAfter(headers, error) : null,
      status,
    });
  // The platform's text is omitted: about a refused key it often quotes parts of the key.
  if (status === 401 || (status === 400 && KEY_REFUSED.test(reported)))
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

/** The failure of a request without a complete response. */
export function connectionFailure({ failure, message }: OutboundError): PlatformError {
  if (failure === 'UNREACHABLE' || failure === 'TIMEOUT')
    return new PlatformError('UNAVAILABLE', message, { isRetryable: true });
  if (failure === 'CUT_OFF') return new PlatformError('CUT_OFF', message, { isRetryable: true });
  if (failure === 'TOO_LARGE') return new PlatformError('BAD_ANSWER', message, { isRetryable: true });
  return new PlatformError('ADDRESS_REFUSED', message, { isRetryable: false });
}

/** The failure reported in the body of a successful response; null: none. */
export function failureWithin({ body }: OutboundResponse, apiKey: string): PlatformError | null {
  if (!body.includes('"error"')) return null;
  const { error } = (parsed(body) ?? {}) as { error?: unknown };
  const reported = textOfFailure({ error });
  if (reported === '') return null;
  const message = scrub(`It failed within its answer: ${reported}`, apiKey);
  return new PlatformError('BAD_ANSWER', message, { isRetryable: true, status: 200 });
}

/** Text of the platform for a message: shortened to one line, without the key. */
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

/** A platform's own text about a failure: `error.message`, `error`, `message` or `detail`; '' if none is present. */
function textOfFailure(json: unknown): string {
  if (typeof json !== 'object' || json === null) return '';
  const { error, message, detail } = json as Record<string, unknown>;
  const inner = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {};
  return [inner['message'], error, message, detail].find((text) => typeof text === 'string') ?? '';
}

/** How long a platform asks to wait, ms: Retry-After in seconds or as a date, or Google's RetryInfo. */
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

/** Limits a wait to a day: a platform must not delay prompts for longer. */
function bounded(ms: number): number {
  return Math.min(DAY_MS, Math.max(0, Math.ceil(ms)));
}
