/**
 * RATE_LIMITED 429; UNAVAILABLE 5xx or no connection; TIMEOUT no answer in time; BAD_CREDENTIALS 401, 403; REFUSED
 * another 4xx, a redirect; BAD_ANSWER no answer in the platform's form; CUT_OFF the connection ended after the prompt
 * was sent, before or within the answer; ADDRESS_REFUSED the base URL may not be reached; ABORTED the caller gave up.
 */
export type PlatformErrorReason =
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'TIMEOUT'
  | 'BAD_CREDENTIALS'
  | 'REFUSED'
  | 'BAD_ANSWER'
  | 'CUT_OFF'
  | 'ADDRESS_REFUSED'
  | 'ABORTED';

/** Why a platform gave no answer. The message contains no part of the credentials. */
export class PlatformError extends Error {
  readonly reason: PlatformErrorReason;
  /** Whether the same prompt may work later. */
  readonly isRetryable: boolean;
  /** How long the platform asks to wait; null: it does not ask. */
  readonly retryAfterMs: number | null;
  /** The status of its response; null: none came. */
  readonly status: number | null;
  /** What a captured answer that failed may cost; null: the platform itself was asked. */
  paid: { requests: number; costMicros: number | null } | null = null;

  constructor(
    reason: PlatformErrorReason,
    message: string,
    {
      isRetryable,
      retryAfterMs = null,
      status = null,
    }: { isRetryable: boolean; retryAfterMs?: number | null; status?: number | null },
  ) {
    super(message);
    this.reason = reason;
    this.isRetryable = isRetryable;
    this.retryAfterMs = retryAfterMs;
    this.status = status;
  }

  /** Whether the platform may have charged for an answer that did not arrive, or only in part. */
  get mayBeCharged(): boolean {
    return this.status === 200 || this.reason === 'CUT_OFF' || this.reason === 'TIMEOUT';
  }
}
