import type { PlatformUse } from './types.ts';

/**
 * Troubles of the account at a platform, which no prompt can help: NO_CREDIT, its money is used up; UNKNOWN_MODEL, the
 * model does not exist or is not the account's; FORBIDDEN, 403: the account, its region or the key may not do this.
 */
export const ACCOUNT_TROUBLES = ['NO_CREDIT', 'UNKNOWN_MODEL', 'FORBIDDEN'] as const;
export type AccountTrouble = (typeof ACCOUNT_TROUBLES)[number];

/**
 * RATE_LIMITED 429; UNAVAILABLE 5xx or no connection; TIMEOUT no answer in time; BAD_CREDENTIALS 401; REFUSED another
 * 4xx, a redirect, or a prompt that is filtered; BAD_ANSWER no answer in the platform's form; CUT_OFF the connection
 * ended after the prompt was sent, before or within the answer, or the answer at a limit; ADDRESS_REFUSED the base URL
 * may not be reached; ABORTED the caller gave up.
 */
export type PlatformErrorReason =
  | AccountTrouble
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
  /** Whether the same prompt may work later, and asking again pays nothing twice. */
  readonly isRetryable: boolean;
  /** The pause that the platform requests; null: it requests none. */
  readonly retryAfterMs: number | null;
  /** The status of its response; null: none came. */
  readonly status: number | null;
  /** The cost of a response that came and cannot be used; null: unknown. */
  readonly use: PlatformUse | null;
  /** The possible cost of a failed capture; null: the platform itself was asked. */
  paid: { requests: number; costMicros: number | null } | null = null;

  constructor(
    reason: PlatformErrorReason,
    message: string,
    {
      isRetryable,
      retryAfterMs = null,
      status = null,
      use = null,
    }: {
      isRetryable: boolean;
      retryAfterMs?: number | null;
      status?: number | null;
      use?: PlatformUse | null;
    },
  ) {
    super(message);
    this.reason = reason;
    this.isRetryable = isRetryable;
    this.retryAfterMs = retryAfterMs;
    this.status = status;
    this.use = use;
  }

  /** Whether the platform may have charged for an answer that did not arrive, or that cannot be used. */
  get mayBeCharged(): boolean {
    return this.status === 200 || ['CUT_OFF', 'TIMEOUT', 'BAD_ANSWER'].includes(this.reason);
  }

  /** Whether it says something of the platform, not of the prompt alone. */
  get isFault(): boolean {
    return this.isRetryable || this.reason === 'BAD_ANSWER' || this.reason === 'CUT_OFF';
  }

  /** The trouble of the account that it says; null: another failure. */
  get trouble(): AccountTrouble | null {
    return ACCOUNT_TROUBLES.find((trouble) => trouble === this.reason) ?? null;
  }
}
