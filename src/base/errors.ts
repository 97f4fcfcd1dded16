import type { components } from '../contract/generated/types.ts';

/** Stable error codes; the enum is the spec's. */
export type ErrorCode = components['schemas']['ErrorCode'];
export type ErrorBody = components['schemas']['Error'];

/** The one map from codes to HTTP statuses. */
export const STATUS: Record<ErrorCode, number> = {
  validation_error: 400,
  malformed_request: 400,
  unauthorized: 401,
  subscription_required: 402,
  quota_exceeded: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  snapshot_gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

interface Details {
  /** Members of the error body besides error and message (quota errors). */
  body?: Omit<ErrorBody, 'error' | 'message'>;
  /** Response headers, e.g. Retry-After. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A failure the caller is told about as it is. Anything else that is thrown is masked as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  readonly #body: Details['body'];

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.headers = details.headers ?? {};
    this.#body = details.body;
  }

  get status(): number {
    return STATUS[this.code];
  }

  get body(): ErrorBody {
    return { error: this.code, message: this.message, ...this.#body };
  }
}

/** What its operator can mend, at the start or of a command: told in one line, without a stack. */
export class OperatorError extends Error {}

/** `unavailable` with the pause after which a retry makes sense. */
export function unavailable(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', message, { headers: { 'Retry-After': '1' }, cause });
}

/** `unavailable` because too much is under way; `seconds` is the pause after which there may be room. */
export function tooBusy(message: string, seconds = 1): AppError {
  return new Refusal('unavailable', message, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
  });
}

/** Whoever asked has left: there is nobody to answer, and nothing is wrong with us. */
export class ClientGone extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'The client left.', { cause });
  }
}

/** One of many alike: it is not logged each time, which would cost more than the refusal itself. */
export class Refusal extends AppError {}

/** `not_found` for an id: the same bytes whether it is unknown or another organisation's. */
export function notFound(noun: string): AppError {
  return new AppError('not_found', `There is no such ${noun}.`);
}
