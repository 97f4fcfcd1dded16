import { Agent, request } from 'undici';
import { type Outbound, REFUSED_ADDRESS } from './addresses.ts';
import { explainFailure, OutboundError } from './request.ts';

export interface OutboundResponse {
  status: number;
  /** By lower-case names; values of a header sent more than once are joined. */
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
}

/**
 * Why there is no whole response. ADDRESS_REFUSED: the URL may not be called. UNREACHABLE: no response began. CUT_OFF:
 * the connection ended within the response. TOO_LARGE: the response is longer than allowed.
 */
export type OutboundFailure = 'ADDRESS_REFUSED' | 'UNREACHABLE' | 'CUT_OFF' | 'TOO_LARGE';

/** Why there is no whole response. */
export class OutboundClientError extends OutboundError {
  readonly failure: OutboundFailure;

  constructor(failure: OutboundFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/**
 * Sends requests and reads whole responses, over connections that are kept. Addresses are checked at the connection;
 * redirects are not followed; responses are not decompressed.
 */
export class OutboundClient {
  readonly #outbound: Outbound;
  readonly #maxBytes: number;
  readonly #agent: Agent;

  /** @param maxBytes the longest response body */
  constructor(outbound: Outbound, { maxBytes }: { maxBytes: number }) {
    this.#outbound = outbound;
    this.#maxBytes = maxBytes;
    this.#agent = new Agent({
      connect: { lookup: outbound.lookup, timeout: 10_000 },
      maxResponseSize: maxBytes,
      // The caller's signal is the deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /**
   * Sends a request and reads the whole response. The signal is the only deadline.
   * @throws OutboundClientError when there is no whole response
   * @throws the reason of the signal when that is aborted
   */
  async send(
    url: string,
    {
      method,
      headers,
      body,
      signal,
    }: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string; signal: AbortSignal },
  ): Promise<OutboundResponse> {
    // The look-up is not called for an address in the URL itself.
    const refusal = this.#outbound.urlRefusal(url);
    if (refusal !== null) throw new OutboundClientError('ADDRESS_REFUSED', `The URL ${refusal}`);
    signal.throwIfAborted();
    let hasBegun = false;
    try {
      const response = await request(url, {
        dispatcher: this.#agent,
        method,
        headers,
        body: body ?? null,
        signal,
      });
      hasBegun = true;
      const bytes = Buffer.from(await response.body.arrayBuffer());
      const names = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      return { status: response.statusCode, headers: Object.fromEntries(names), body: bytes };
    } catch (error) {
      signal.throwIfAborted();
      throw this.#explain(error, hasBegun);
    }
  }

  /** Ends the connections, with the requests under way. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  #explain(error: unknown, hasBegun: boolean): OutboundClientError {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
      return new OutboundClientError('TOO_LARGE', `Its answer is over ${this.#maxBytes} bytes.`);
    if (hasBegun) return new OutboundClientError('CUT_OFF', 'The connection ended within its answer.');
    const failure = code === REFUSED_ADDRESS ? 'ADDRESS_REFUSED' : 'UNREACHABLE';
    return new OutboundClientError(failure, explainFailure(error));
  }
}
