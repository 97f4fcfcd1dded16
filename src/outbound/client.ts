import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { setImmediate as nextTick } from 'node:timers/promises';
import { type Outbound, REFUSED_ADDRESS } from './addresses.ts';

/**
 * How much of a response's body is read. whole: all of it. beginning: the first 4 KiB, within a second; the rest is
 * ignored. none: the head of a response is enough.
 */
type BodyRead = 'whole' | 'beginning' | 'none';

export interface OutboundRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** Aborting gives up at once. */
  signal?: AbortSignal;
  /** From the look-up of the name to the head of the response; without it, only the signal ends the request. */
  timeoutMs?: number;
  /** Default: whole. */
  read?: BodyRead;
}

export interface OutboundResponse {
  status: number;
  /** Headers by lower-case name; values of a repeated header are joined. */
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
}

/**
 * Why there is no response, or not all of it. ADDRESS_REFUSED: the URL may not be called. UNREACHABLE: no response
 * began. TIMEOUT: none began in time. CUT_OFF: the connection ended after the whole request was sent, before or within
 * the response. TOO_LARGE: the response is longer than allowed.
 */
export type OutboundFailure = 'ADDRESS_REFUSED' | 'UNREACHABLE' | 'TIMEOUT' | 'CUT_OFF' | 'TOO_LARGE';

/** Why there is no response. The message contains nothing of the request, so it can be shown and stored. */
export class OutboundError extends Error {
  readonly failure: OutboundFailure;

  constructor(failure: OutboundFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** A body whose beginning is wanted is read up to this size, so that its connection can be reused. */
const MOST_READ_BYTES = 64 * 1024;
const MOST_BEGINNING_BYTES = 4 * 1024;
/** The response's head decides; its body's beginning is read for this long at most, however slowly it comes. */
const BEGINNING_MS = 1_000;
const CONNECT_MS = 10_000;
/**
 * An idle connection is closed after this long, or a second before the time in the server's Keep-Alive. Many servers
 * close theirs after 5 s; a request sent at that moment may or may not have been handled.
 */
const IDLE_MS = 4_000;

/**
 * Sends requests over connections that stay open. Addresses are checked when connecting, so that no name can lead
 * inside. It follows no redirects, decompresses no responses and ignores proxies from the environment.
 */
export class OutboundClient implements Disposable {
  readonly #outbound: Outbound;
  readonly #maxBytes: number;
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;

  /**
   * @param options.maxBytes the longest body that is read whole
   * @param options.connections at once to one origin; default: one per request
   */
  constructor(
    outbound: Outbound,
    { maxBytes = MOST_READ_BYTES, connections = Number.POSITIVE_INFINITY } = {},
  ) {
    this.#outbound = outbound;
    this.#maxBytes = maxBytes;
    // An agent's timeout only ends idle connections.
    const options = { keepAlive: true, maxSockets: connections, timeout: IDLE_MS };
    this.#http = new HttpAgent(options);
    this.#https = new HttpsAgent(options);
  }

  /**
   * @throws OutboundError for a missing response, or less of it than was to be read
   * @throws the reason of the signal when that is aborted
   */
  async send(url: string, options: OutboundRequest): Promise<OutboundResponse> {
    // Node does not call the look-up for an address in the URL itself.
    const refusal = this.#outbound.urlRefusal(url);
    if (refusal !== null) throw new OutboundError('ADDRESS_REFUSED', `The URL ${refusal}`);
    const { signal: leaving, timeoutMs, read = 'whole' } = options;
    leaving?.throwIfAborted();
    const deadline = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([leaving, deadline].filter((given) => given !== undefined));
    let hasBegun = false;
    try {
      const response = await this.#head(url, options, signal);
      hasBegun = true;
      const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      const body = await this.#readBody(response, read);
      // node:http sets the status of every response.
      return { status: response.statusCode!, headers: Object.fromEntries(headers), body };
    } catch (error) {
      leaving?.throwIfAborted();
      if (error instanceof OutboundError) throw error;
      if (deadline?.aborted)
        throw new OutboundError('TIMEOUT', `It did not answer within ${timeoutMs! / 1000} s.`);
      if (hasBegun) throw new OutboundError('CUT_OFF', 'The connection ended within its answer.');
      throw unreached(error);
    }
  }

  /** Ends the connections and the requests under way. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #head(url: string, options: OutboundRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const { method, headers, body } = options;
    const isSecure = url.toLowerCase().startsWith('https:');
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      headers:
        body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: this.#outbound.lookup,
      agent: isSecure ? this.#https : this.#http,
      signal,
    });
    let isBegun = false;
    const begin = () => {
      if (request.destroyed) return;
      isBegun = true;
      request.end(body);
    };
    request.on('socket', (socket) => {
      boundConnecting(socket);
      if (request.reusedSocket) void noteClosing().then(begin);
      else begin();
    });
    try {
      return await awaitHead(request);
    } catch (error) {
      if (!isReset(error)) throw error;
      // Nothing was written, or repeating the request is harmless: send it again over another connection.
      const mayRepeat = !isBegun || method === 'GET';
      if (request.reusedSocket && mayRepeat && !signal.aborted) return this.#head(url, options, signal);
      if (!request.writableFinished) throw error;
      throw new OutboundError('CUT_OFF', 'The connection ended before its answer.');
    }
  }

  async #readBody(response: IncomingMessage, read: BodyRead): Promise<Buffer<ArrayBuffer>> {
    if (read === 'none') {
      response.destroy();
      return Buffer.alloc(0);
    }
    if (read === 'beginning') return readBeginning(response);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > this.#maxBytes)
        throw new OutboundError('TOO_LARGE', `Its answer is over ${this.#maxBytes} bytes.`);
    }
    return Buffer.concat(chunks);
  }
}

/** The head of the response to a request. @throws the error of node:http */
function awaitHead(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    request.on('response', done);
    request.on('error', failed);
    request.on('close', () => failed(new Error('closed')));
  });
}

function isReset(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Gives the event loop a whole round. A server may have closed an open connection while this process was busy: the
 * close is read before anything is written.
 */
async function noteClosing(): Promise<void> {
  await nextTick();
  await nextTick();
}

/** Ends a connection that takes too long to make; the system would wait for minutes. */
function boundConnecting(socket: Socket): void {
  if (!socket.connecting) return;
  const late = setTimeout(
    () => socket.destroy(Object.assign(new Error('connecting took too long'), { code: 'ETIMEDOUT' })),
    CONNECT_MS,
  );
  for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(late));
}

/** The beginning of a body, until it is too long or late. Never fails. */
async function readBeginning(response: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let read = 0;
  const late = setTimeout(() => response.destroy(), BEGINNING_MS);
  try {
    for await (const chunk of response) {
      if (read < MOST_BEGINNING_BYTES) chunks.push(chunk);
      read += chunk.length;
      if (read > MOST_READ_BYTES) break;
    }
  } catch {
    // The connection was cut off: keep what arrived.
  } finally {
    clearTimeout(late);
  }
  return Buffer.concat(chunks).subarray(0, MOST_BEGINNING_BYTES);
}

/** Why a server was not reached, from the error of node:http. */
function unreached(error: unknown): OutboundError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === REFUSED_ADDRESS)
    return new OutboundError('ADDRESS_REFUSED', `It may not be reached: ${message}.`);
  return new OutboundError('UNREACHABLE', reasonOf(code));
}

function reasonOf(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Its host name does not resolve.';
  if (code === 'ECONNREFUSED') return 'It refuses the connection.';
  if (code === 'ETIMEDOUT') return 'It does not take the connection.';
  if (code.startsWith('HPE_')) return 'What it answers is not HTTP, or too long a head.';
  if (code === 'ERR_INVALID_CHAR' || code === 'ERR_UNESCAPED_CHARACTERS')
    return 'The request cannot be sent.';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO/.test(code))
    return 'A secure connection could not be made.';
  return 'The connection failed.';
}
