import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Outbound } from './addresses.ts';
import { explainFailure, OutboundError } from './request.ts';

export interface PostedResponse {
  status: number;
  /** By lower-case names. */
  headers: IncomingMessage['headers'];
  /** The beginning of the body as text, up to 4 KiB. */
  body: string;
}

/** Bodies up to this are read to their end, so that their connection can be used again. */
const MOST_READ_BYTES = 64 * 1024;
const MOST_KEPT_BYTES = 4 * 1024;
/** The head of a response decides; its body is read for this long at most, however slowly it comes. */
const BODY_MS = 1_000;

/**
 * Sends POST requests one after the other, over a connection that is kept. Addresses are checked at the connection;
 * redirects are not followed.
 */
export class Poster {
  readonly #outbound: Outbound;
  readonly #http = new HttpAgent({ keepAlive: true, maxSockets: 1 });
  readonly #https = new HttpsAgent({ keepAlive: true, maxSockets: 1 });

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /**
   * @param timeoutMs from the look-up of the name to the end of the response
   * @param signal gives up at once
   * @throws OutboundError when the URL is refused, cannot be reached or does not respond in time
   * @throws the reason of the signal when that is aborted
   */
  async post(
    url: string,
    {
      headers,
      body,
      timeoutMs,
      signal,
    }: { headers: Record<string, string>; body: Buffer; timeoutMs: number; signal: AbortSignal },
  ): Promise<PostedResponse> {
    // The look-up is not called for an address in the URL itself.
    const refusal = this.#outbound.urlRefusal(url);
    if (refusal !== null) throw new OutboundError(`The URL ${refusal}`);
    signal.throwIfAborted();
    const deadline = AbortSignal.timeout(timeoutMs);
    const options = { headers, body, signal: AbortSignal.any([deadline, signal]) };
    try {
      return await this.#send(url, options);
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted) throw new OutboundError(`It did not answer within ${timeoutMs / 1000} s.`);
      throw new OutboundError(explain(error));
    }
  }

  /** Ends the connections. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  async #send(
    url: string,
    options: { headers: Record<string, string>; body: Buffer; signal: AbortSignal },
  ): Promise<PostedResponse> {
    const { body, signal } = options;
    const isSecure = url.toLowerCase().startsWith('https:');
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { ...options.headers, 'content-length': String(body.length) },
      lookup: this.#outbound.lookup,
      agent: isSecure ? this.#https : this.#http,
      signal,
    });
    try {
      const response = await new Promise<IncomingMessage>((done, failed) => {
        request.on('response', done);
        request.on('error', failed);
        request.on('close', () => failed(new Error('closed')));
        request.end(body);
      });
      const { statusCode, headers } = response;
      // node:http sets the status of every response.
      return { status: statusCode!, headers, body: await beginningOf(response) };
    } catch (error) {
      // The receiver closed the kept connection just before, so it has not handled the request.
      const isStale = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      if (isStale && !signal.aborted) return this.#send(url, options);
      throw error;
    }
  }
}

/** The beginning of a body, until it is too long or late; it never fails. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let read = 0;
  const late = setTimeout(() => response.destroy(), BODY_MS);
  try {
    for await (const chunk of response) {
      if (read < MOST_KEPT_BYTES) chunks.push(chunk);
      read += chunk.length;
      if (read > MOST_READ_BYTES) break;
    }
  } catch {
    // Cut off: what arrived is kept.
  } finally {
    clearTimeout(late);
  }
  // Postgres keeps no NUL in text.
  return Buffer.concat(chunks).subarray(0, MOST_KEPT_BYTES).toString('utf8').replaceAll('\0', '\uFFFD');
}

function explain(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code.startsWith('HPE_')) return 'What it answers is not HTTP, or too long a head.';
  if (code === 'ERR_INVALID_CHAR' || code === 'ERR_UNESCAPED_CHARACTERS')
    return 'The request cannot be sent.';
  return explainFailure(error);
}
