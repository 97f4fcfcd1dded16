import type { Outbound } from '../outbound/addresses.ts';
import { OutboundClient, OutboundError, type OutboundResponse } from '../outbound/client.ts';
import { PlatformError } from './error.ts';
import { connectionFailure, readFailure } from './failures.ts';
import type { AskerOptions } from './types.ts';

/** Size limit of an answer. */
const MOST_BYTES = 8 * 1024 * 1024;
/** The time for a prompt, including all its requests. */
const TIMEOUT_MS = 120_000;

/** A request to a platform. */
export interface PlatformRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

/** Sends the requests of a prompt, within its time. */
export type Send = (url: string, request: PlatformRequest) => Promise<OutboundResponse>;

/** Requests to platforms over connections that stay open; whatever goes wrong is a PlatformError. */
export class PlatformRequests {
  readonly client: OutboundClient;
  readonly #timeoutMs: number;

  constructor(outbound: Outbound, { timeoutMs = TIMEOUT_MS, maxBytes = MOST_BYTES }: AskerOptions) {
    this.client = new OutboundClient(outbound, { maxBytes });
    this.#timeoutMs = timeoutMs;
  }

  /** Runs work that sends requests; `send` throws for an error status. @throws PlatformError alone */
  async run<Answer>(
    { apiKey, signal }: { apiKey: string; signal: AbortSignal },
    work: (send: Send, ending: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    // Checked here because the provider's error would quote a key that does not fit in a header.
    if (!/^[\x21-\x7e]+$/.test(apiKey))
      throw new PlatformError('BAD_CREDENTIALS', 'The key holds characters that cannot be sent.', {
        isRetryable: false,
      });
    const deadline = AbortSignal.timeout(this.#timeoutMs);
    const ending = AbortSignal.any([signal, deadline]);
    try {
      return await work((url, request) => this.#send(url, request, apiKey, ending), ending);
    } catch (error) {
      if (error instanceof PlatformError) throw error;
      if (signal.aborted) throw new PlatformError('ABORTED', 'It was given up.', { isRetryable: false });
      if (deadline.aborted)
        throw new PlatformError('TIMEOUT', `It did not answer within ${this.#timeoutMs / 1000} s.`, {
          isRetryable: true,
        });
      // The answer could not be read. The error itself is not passed on: it may quote the request.
      throw new PlatformError(
        'BAD_ANSWER',
        'Its answer is not in the form of its API; baseUrl may be wrong.',
        { isRetryable: false, status: 200 },
      );
    }
  }

  async #send(
    url: string,
    request: PlatformRequest,
    apiKey: string,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    try {
      const answer = await this.client.send(url, { ...request, signal });
      if (answer.status < 200 || answer.status >= 300) throw readFailure(answer, apiKey);
      return answer;
    } catch (error) {
      if (error instanceof OutboundError) throw connectionFailure(error);
      throw error;
    }
  }

  close(): void {
    this.client.close();
  }
}
