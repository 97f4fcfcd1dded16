import { closest, distance } from 'fastest-levenshtein';
import type { components } from '../contract/generated/types.ts';

/** Stable error codes; the enum is the spec's. */
export type ErrorCode = components['schemas']['ErrorCode'];
export type ErrorBody = components['schemas']['Error'];
/** A problem with one field of a request; `field` is empty for the body as a whole. */
export type Finding = components['schemas']['Finding'];

/** The HTTP status of each code. */
export const STATUS: Record<ErrorCode, number> = {
  validation_error: 400,
  malformed_request: 400,
  unauthorized: 401,
  subscription_required: 402,
  quota_exceeded: 402,
  forbidden: 403,
  second_factor_required: 403,
  single_sign_on_required: 403,
  organisation_suspended: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  precondition_failed: 412,
  snapshot_gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
};

interface Details {
  /** Members of the error body besides error and message (quota and validation errors). */
  body?: Omit<ErrorBody, 'error' | 'message'>;
  /** Response headers, e.g. Retry-After. */
  headers?: Record<string, string>;
  /** The whole body, where another protocol than ours says what an error looks like (OAuth). */
  foreignBody?: Record<string, string>;
  /** The whole body as a page, for people who opened an address in a browser. */
  page?: string;
  cause?: unknown;
}

/** A failure whose code and message callers get. Anything else that is thrown is masked as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  readonly page: string | undefined;
  readonly #body: Details['body'];
  readonly #foreignBody: Details['foreignBody'];

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.headers = details.headers ?? {};
    this.page = details.page;
    this.#body = details.body;
    this.#foreignBody = details.foreignBody;
  }

  get status(): number {
    return STATUS[this.code];
  }

  /** The body to send. */
  get sentBody(): object {
    return this.#foreignBody ?? this.body;
  }

  get body(): ErrorBody {
    return { error: this.code, message: this.message, ...this.#body };
  }
}

/** A failure that the operator can repair: a start or a command prints its message, without a stack. */
export class OperatorError extends Error {}

/** The error of everything that a suspended organisation calls. */
export function organisationSuspended(): AppError {
  return new AppError(
    'organisation_suspended',
    'This organisation is suspended by the administrator of the server. Nothing is lost; ask them to resume it.',
  );
}

/** The error `unavailable`; its Retry-After is 1 s. */
export function unavailable(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', message, { headers: { 'Retry-After': '1' }, cause });
}

/**
 * The error `unavailable` for work with an unknown outcome: it may have taken effect, or may do so yet. After any other
 * `unavailable`, nothing was done.
 */
export class OutcomeUnknown extends AppError {
  constructor(message: string, cause?: unknown) {
    super('unavailable', message, { headers: { 'Retry-After': '1' }, cause });
  }
}

/** The error `unavailable` of an overload; `seconds` is for Retry-After, rounded up to 1 at least. */
export function tooBusy(message: string, seconds = 1): AppError {
  return new Overload('unavailable', message, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
  });
}

/**
 * The client left, so its work was given up. This is no failure: nobody waits for the response, and nothing is logged
 * or counted.
 */
export class ClientGone extends Error {
  constructor(cause?: unknown) {
    super('The client left.', { cause });
    this.name = 'ClientGone';
  }
}

/** A refusal because of overload. Many come at once, so the log counts them. */
export class Overload extends AppError {}

/** The error `validation_error` about one field. @param message names the field and the fix */
export function invalidField(field: string, message: string): AppError {
  return invalidFields([{ field, message }]);
}

/** The error `validation_error` about several fields; its message is the first one's. */
export function invalidFields(details: Finding[]): AppError {
  return new AppError('validation_error', details[0]?.message ?? 'The request is not valid.', {
    body: { details },
  });
}

/** The error `not_found` for an id: the same bytes for an unknown id and another organisation's. */
export function notFound(noun: string): AppError {
  return new AppError('not_found', `There is no such ${noun}.`);
}

/** The known name that `name` was likely a typo for; undefined: none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const near = known.filter((candidate) => isNear(name, candidate));
  return near.length === 0 ? undefined : closest(name, near);
}

/**
 * Whether a name is likely a typo for another: a prefix, the same letters in another order, or few different letters.
 */
function isNear(name: string, candidate: string): boolean {
  const [a, b] = [name, candidate].map((text) => text.toLowerCase().replace(/[_-]/g, '')) as [string, string];
  const sorted = (text: string) => [...text].sort().join('');
  return (
    distance(a, b) <= Math.floor(Math.min(a.length, b.length) / 3) ||
    (a.length > 3 && b.length > 3 && (a.startsWith(b) || b.startsWith(a))) ||
    sorted(a) === sorted(b)
  );
}
