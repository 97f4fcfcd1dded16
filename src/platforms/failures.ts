import { readFileSync } from 'node:fs';
import { DAY_MS } from '../base/days.ts';
import type { OutboundError, OutboundResponse } from '../outbound/client.ts';
import { at, list, parseJson, textAt } from './body.ts';
import { type AccountTrouble, PlatformError, type PlatformErrorReason } from './error.ts';
import type { PlatformUse } from './types.ts';

const LONGEST_MESSAGE = 500;
/** Google and xAI refuse a key with 400 and one of these texts. */
const KEY_REFUSED = /API key not valid|API key expired|incorrect API key/i;

/** How platforms say that an account cannot be used; statuses differ. */
const TROUBLES = readFileSync(new URL('data/account-troubles.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => line.split('\t') as [trouble: AccountTrouble, pattern: string])
  .map(([trouble, pattern]) => ({ trouble, said: new RegExp(pattern, 'i') }));
/** A prompt that is not let through, by 403. */
const FILTERED = /usage guidelines|content polic|moderation|safety/i;

/** The failure of a response with an error status. */
export function readFailure({ status, headers, body }: OutboundResponse, apiKey: string): PlatformError {
  const json = parseJson(body);
  return failureBy(status, Array.isArray(json) ? json[0] : json, apiKey, headers);
}

function failureBy(
  status: number,
  error: unknown,
  apiKey: string,
  headers: Record<string, string> = {},
): PlatformError {
  const reported = textOfFailure(error);
  const because = (sentence: string) =>
    scrub(reported === '' ? `${sentence}.` : `${sentence}: ${reported}`, apiKey);
  const fail = (reason: PlatformErrorReason, sentence: string, isRetryable: boolean) =>
    new PlatformError(reason, because(sentence), {
      isRetryable,
      retryAfterMs: isRetryable ? retryAfter(headers, error) : null,
      status,
    });
  const said = `${errorCodes(error)} ${reported}`.slice(0, 4_000);
  const isRefused = status >= 400 && status < 500;
  const trouble = isRefused ? TROUBLES.find((one) => one.said.test(said))?.trouble : undefined;
  if (status === 402 || trouble === 'NO_CREDIT')
    return fail('NO_CREDIT', 'The credit of its account is used up', true);
  // The platform's text is omitted: about a refused key it often quotes parts of the key.
  if (status === 401 || (status === 400 && KEY_REFUSED.test(reported)))
    return new PlatformError('BAD_CREDENTIALS', 'It refuses the key.', { isRetryable: false, status });
  if (trouble === 'UNKNOWN_MODEL' && status !== 429)
    return fail(trouble, 'It does not know the model, or the account may not use it', true);
  if (trouble === 'FORBIDDEN' || (status === 403 && !FILTERED.test(said)))
    return fail('FORBIDDEN', 'The account or its key may not do this', true);
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
  if (failure === 'TOO_LARGE') return new PlatformError('BAD_ANSWER', message, { isRetryable: false });
  return new PlatformError('ADDRESS_REFUSED', message, { isRetryable: false });
}

/** The JSON of a successful response. @throws PlatformError for another form, which was received all the same */
export function parseAnswer({ body, headers }: Pick<OutboundResponse, 'body' | 'headers'>): unknown {
  const json = parseJson(body);
  if (json !== undefined) return json;
  const isStream =
    /text\/event-stream/i.test(headers['content-type'] ?? '') ||
    /^\s*(data|event|id|:)\s*:?/.test(body.subarray(0, 100).toString());
  const what = isStream ? 'It is a stream of events, which was not asked for' : 'It is not JSON';
  throw new PlatformError(
    'BAD_ANSWER',
    `Its answer is not in the form of its API. ${what}; baseUrl may be wrong.`,
    {
      isRetryable: false,
      status: 200,
    },
  );
}

/**
 * The failure that the body of a successful response reports; null: none. One without any cost that names a status, as
 * gateways do, is as if it had that status.
 */
export function failureWithin(body: unknown, apiKey: string, use: PlatformUse): PlatformError | null {
  const error = at(body, 'error') ?? at(body, 'choices', '0', 'error');
  const reported = textOfFailure({ error });
  if (reported === '') return null;
  const isFree = use.inputTokens === null && use.outputTokens === null && use.costMicros === null;
  const status = statusIn(error);
  if (isFree && status !== null) return failureBy(status, { error }, apiKey);
  const message = scrub(`It failed within its answer: ${reported}`, apiKey);
  return new PlatformError('BAD_ANSWER', message, { isRetryable: false, status: 200, use });
}

/** The error status that an error is equal to; null: it does not say. */
function statusIn(error: unknown): number | null {
  const code = at(error, 'code') ?? at(error, 'status');
  if (typeof code === 'number') return code >= 400 && code < 600 ? code : null;
  const codes = errorCodes({ error });
  if (/rate_limit|resource_exhausted|insufficient_quota/i.test(codes)) return 429;
  if (/overloaded|server_error|unavailable|internal/i.test(codes)) return 503;
  return null;
}

/** The codes of an error, which are no sentences. */
function errorCodes(json: unknown): string {
  const inner = at(json, 'error');
  return [json, inner]
    .flatMap((one) => ['code', 'type', 'status'].map((name) => textAt(one, name) ?? ''))
    .join(' ');
}

/** Text of the platform for a message: shortened to one line, without the key. */
function scrub(text: string, apiKey: string): string {
  const scrubbed = text.replaceAll(apiKey, '…').replaceAll(encodeURIComponent(apiKey), '…');
  const line = scrubbed.replace(/[\s\x00-\x1f\x7f]+/g, ' ').toWellFormed();
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE - 1)}…` : line;
}

/** A platform's own text about a failure: `error.message`, `error`, `message` or `detail`; '' if none is present. */
function textOfFailure(json: unknown): string {
  const texts = [
    textAt(json, 'error', 'message'),
    ...['error', 'message', 'detail'].map((name) => textAt(json, name)),
  ];
  return texts.find((text) => text !== null) ?? '';
}

/** The pause that a platform requests, ms: Retry-After in seconds or as a date, or Google's RetryInfo. */
function retryAfter(headers: Record<string, string>, json: unknown): number | null {
  const given = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(given)) return bounded(Number(given) * 1000);
  const date = Date.parse(given);
  if (!Number.isNaN(date)) return bounded(date - Date.now());
  for (const detail of list(at(json, 'error', 'details'))) {
    const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(textAt(detail, 'retryDelay') ?? '') ?? [];
    if (seconds !== undefined) return bounded(Number(seconds) * 1000);
  }
  return null;
}

/** Limits a wait to a day: a platform must not delay prompts for longer. */
function bounded(ms: number): number {
  return Math.min(DAY_MS, Math.max(0, Math.ceil(ms)));
}
