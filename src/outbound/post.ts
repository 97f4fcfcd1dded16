import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Outbound } from './addresses.ts';
import { explainFailure, OutboundError } from './request.ts';

export interface PostedResponse {
  status: number;
  /** By lower-case names. */
  headers: IncomingMessage['headers'];
  /** How its body begins, as text. */
  body: string;
}

/** Of an answer's body so much is read, so that a short one leaves its connection usable. */
const MOST_READ_BYTES = 64 * 1024;
const MOST_KEPT_BYTES = 4 * 1024;
/** The head of an answer decides; its body has this long, whatever trickles or never ends. */
const BODY_MS = 1_000;

/**
 * Posts one after the other, over a connection that is kept for the next. Addresses are checked as they are
 * connected to; redirects are not followed.
 */
export class Poster {
  readonly #outbound: Outbound;
  readonly #http = new HttpAgent({ keepAlive: true, maxSockets: 1 });
  readonly #https = new HttpsAgent({ keepAlive: true, maxSockets: 1 });

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /**
   * @param timeoutMs from the look-up of the name to the end of the answer
   * @param signal ends it at once
   * @throws OutboundError when it may not be asked, cannot be reached or does not answer in time
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
    const { headers, body, signal } = options;
    const isSecure = url.toLowerCase().startsWith('https:');
    const sent = (isSecure ? requestHttps : requestHttp)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      lookup: this.#outbound.lookup,
      agent: isSecure ? this.#https : this.#http,
      signal,
    });
    try {
      const answer = await new Promise<IncomingMessage>((done, failed) => {
        sent.on('response', done);
        sent.on('error', failed);
        sent.on('close', () => failed(new Error('closed')));
        sent.end(body);
      });
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: await beginningOf(answer) };
    } catch (error) {
      // The receiver closed the kept connection just before: nothing was answered on it.
      const isStale = sent.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      if (isStale && !signal.aborted) return this.#send(url, options);
      throw error;
    }
  }
}

/** What comes of a body until it is too long or late; it never fails. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let read = 0;
  const late = setTimeout(() => answer.destroy(), BODY_MS);
  try {
    for await (const chunk of answer) {
      if (read < MOST_KEPT_BYTES) chunks.push(chunk);
      read += chunk.length;
      if (read > MOST_READ_BYTES) break;
    }
  } catch {
    // Cut off: what came is kept.
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
