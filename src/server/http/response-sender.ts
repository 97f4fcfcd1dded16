import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompressedBody, compressed, ENCODINGS, freeing } from '../../base/compressed-body.ts';
import { AppError, ClientGone, tooBusy } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { addRateHeaders, type RateState } from '../auth/rate-limits.ts';
import { preferredEncoding } from '../dispatch/negotiation.ts';
import { type HttpResponse, type ResponseBody, StreamedBody } from '../dispatch/response.ts';
import type { Failures } from './failures.ts';
import { MemoryBudget } from './memory-budget.ts';
import { type IncomingRequest, readPieceByPiece } from './request.ts';

/** While the budget for large bodies is short, a client that reads nothing for this long is cut off. */
const STALLED_SHORT_MS = 2_000;
const LARGE_BYTES = 64 << 10;
/**
 * A larger body is written in parts of this size, one per turn of the event loop: the kernel takes megabytes at once
 * for a fast reader, and 13 MB held up all other requests for up to 26 ms.
 */
const PART_BYTES = 512 << 10;
/** How long a client that is refused while it still sends may take to read the response. */
const LINGER_MS = 1_000;

/** A response whose body is in the encoding that the client accepts. Each character of a text is one byte. */
export interface EncodedResponse extends Omit<HttpResponse, 'canRepeat'> {
  body: Exclude<ResponseBody, CompressedBody> | null;
  /** A body that is sent once: freed afterwards. */
  once?: CompressedBody | undefined;
}

/** A response as it is written, apart from the headers that each request has of its own. */
export interface PreparedResponse {
  status: number;
  /** Names and values of headers in turn. */
  head: string[];
  /** Whether the head closes the connection. */
  isLast: boolean;
  body: EncodedResponse['body'];
  once: CompressedBody | undefined;
}

interface Options {
  log: Log;
  failures: Failures;
  /** Allowed origins; `*` for all. */
  corsOrigins: string[];
  /** The most bytes of large bodies being sent; further ones are refused. */
  largeBytes: number;
}

/**
 * Paths on which agents register and get tokens. Some run in a page, of an origin that nobody can list. A page gets
 * nothing there that any program does not get: no cookie counts.
 */
const FOR_AGENTS = /^\/(\.well-known\/oauth-|oauth\/(register|token|revoke)(\?|$))/;

/** Writes responses to node:http, with the common headers. */
export class ResponseSender {
  readonly #options: Options;
  readonly #batch = new WriteBatch();
  readonly #largeBodies: MemoryBudget;
  #isDraining = false;

  constructor(options: Options) {
    this.#options = options;
    this.#largeBodies = new MemoryBudget(options.largeBytes);
  }

  /** From now on every response closes its connection. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Prepares and writes a response. @returns the status that was sent */
  send(
    incoming: IncomingRequest,
    outgoing: ServerResponse,
    requestId: string,
    response: EncodedResponse,
    rate?: RateState,
  ): number {
    return this.write(incoming, outgoing, requestId, this.prepare(incoming, response), rate);
  }

  /** Adds the common headers to those of a response. */
  prepare(incoming: IncomingRequest, { status, headers, body, once }: EncodedResponse): PreparedResponse {
    const origins = FOR_AGENTS.test(incoming.url) ? ['*'] : this.#options.corsOrigins;
    if (origins.length > 0) this.#addCors(incoming, headers, origins);
    // A list, which node:http takes without looking up each header.
    const head: string[] = [];
    for (const name in headers) head.push(name, headers[name] as string);
    if (headers['Cache-Control'] === undefined) head.push('Cache-Control', 'private, no-store');
    const length = body === null ? null : lengthOf(body);
    if (length !== null) head.push('Content-Length', String(length));
    return { status, head, isLast: headers['Connection'] !== undefined, body, once };
  }

  /**
   * Writes a response, or a refusal if its large body does not fit into the budget.
   * @param rate the caller's, if the request was counted
   * @returns the status that was sent
   */
  write(
    incoming: IncomingRequest,
    outgoing: ServerResponse,
    requestId: string,
    { status, head: prepared, isLast, body, once }: PreparedResponse,
    rate?: RateState,
  ): number {
    const held = heldBytes(body);
    if (held.byteLength > LARGE_BYTES && !this.#holdLarge(outgoing, held)) {
      discard(body);
      const error = tooBusy('Too many large answers are being sent. Try again shortly.');
      const refusal = this.#options.failures.respond(error, incoming, requestId);
      return this.send(incoming, outgoing, requestId, asItIs(refusal), rate);
    }
    // After every other listener of its end has counted its bytes.
    if (once) outgoing.once('close', () => setImmediate(() => once.free()));
    const head = ['X-Request-Id', requestId, ...prepared];
    if (rate) addRateHeaders(head, rate);
    // The unread rest of a request body would be read as the next request.
    if (!isLast && (this.#isDraining || !incoming.complete)) head.push('Connection', 'close');
    outgoing.writeHead(status, head);
    if (body === null || incoming.method === 'HEAD') {
      discard(body);
      outgoing.end();
    } else if (body instanceof StreamedBody) this.#stream(body, outgoing, requestId);
    else if (body.length > PART_BYTES * 2 && typeof body !== 'string') void sendInParts(outgoing, body);
    else this.#batch.send(outgoing, body);
    if (!incoming.complete) linger(incoming);
    return status;
  }

  /** If one side ends early, the other is ended too: the client sees a body that was cut off. */
  #stream({ stream, isFreed }: StreamedBody, outgoing: ServerResponse, requestId: string): void {
    pipeline(stream, isFreed ? freeing(outgoing) : outgoing, (error) => {
      if (!error || error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error instanceof ClientGone) return;
      const level = error instanceof AppError ? 'warn' : 'error';
      this.#options.log[level]({ requestId, error }, 'a body could not be sent to its end');
    });
  }

  /** @returns false: no room for the body. Stalled readers are cut off early when room is short. */
  #holdLarge(outgoing: ServerResponse, body: { byteLength: number }): boolean {
    const hasRoom = this.#largeBodies.hold(outgoing, body);
    if (this.#largeBodies.isShort)
      for (const owner of this.#largeBodies.owners()) owner.setTimeout(STALLED_SHORT_MS);
    return hasRoom;
  }

  #addCors(incoming: IncomingRequest, headers: Record<string, string>, corsOrigins: string[]): void {
    const { origin } = incoming.headers;
    headers['Vary'] = [headers['Vary'], 'Origin'].filter(Boolean).join(', ');
    if (origin === undefined || !(corsOrigins.includes('*') || corsOrigins.includes(origin))) return;
    headers['Access-Control-Allow-Origin'] = corsOrigins.includes('*') ? '*' : origin;
    headers['Access-Control-Expose-Headers'] =
      'X-Request-Id, X-Snapshot-Id, X-Data-As-Of, X-Total-Count, X-Next-After, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After';
    if (incoming.method !== 'OPTIONS') return;
    headers['Access-Control-Allow-Headers'] =
      'Authorization, Content-Type, X-API-Key, X-Request-Id, X-Snapshot-Id, Idempotency-Key, If-Match, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, traceparent';
    // A path that does not exist has no methods.
    headers['Access-Control-Allow-Methods'] = headers['Allow'] ?? '';
    headers['Access-Control-Max-Age'] = '600';
  }
}

/** Encodes the body as the client accepts. Files are sent as they are. */
export async function encode(
  incoming: IncomingRequest,
  { status, headers, body }: HttpResponse,
): Promise<EncodedResponse> {
  const isOfOneForm =
    (body === null && status !== 304) || (body instanceof StreamedBody && body.length !== null);
  // A 304 has the headers of its 200.
  if (!isOfOneForm) headers['Vary'] = 'Accept-Encoding';
  if (isOfOneForm || body === null) return { status, headers, body };
  const accepted = incoming.headers['accept-encoding'] as string | undefined;
  if (body instanceof StreamedBody) {
    const encoding = preferredEncoding(accepted, ENCODINGS);
    if (encoding === null) return { status, headers, body };
    headers['Content-Encoding'] = encoding;
    const { stream, heldBytes } = body;
    return { status, headers, body: new StreamedBody(compressed(stream, encoding), null, { heldBytes }) };
  }
  const forms = body instanceof CompressedBody ? body : new CompressedBody(bytesOf(body));
  const encoding = preferredEncoding(accepted, forms.encodings);
  const once = forms.isSentOnce ? forms : undefined;
  if (encoding === null) return { status, headers, body: forms.plain, once };
  headers['Content-Encoding'] = encoding;
  // A strong ETag identifies exactly these bytes; a weak one covers all encodings.
  if (headers['ETag']?.startsWith('"')) headers['ETag'] = `W/${headers['ETag']}`;
  return { status, headers, body: await forms.encoded(encoding), once };
}

/** Ends a response, whose head is written, with a large body; other requests get the loop between its parts. */
async function sendInParts(outgoing: ServerResponse, body: Uint8Array): Promise<void> {
  for (let at = 0; at < body.byteLength && !outgoing.destroyed; at += PART_BYTES) {
    const hasRoom = outgoing.write(body.subarray(at, at + PART_BYTES));
    if (!hasRoom && !outgoing.destroyed) await roomIn(outgoing);
    // A write that completes at once reports it before the turn ends.
    await nextTurn();
  }
  outgoing.end();
}

/** Resolves when a response can accept more data, or is closed. */
function roomIn(outgoing: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      outgoing.off('drain', end).off('close', end);
      done();
    };
    outgoing.on('drain', end).on('close', end);
  });
}

/** A response in its present form, whatever the client accepts. */
export function asItIs(response: HttpResponse & { body: string }): EncodedResponse {
  return { ...response, body: new CompressedBody(Buffer.from(response.body)).plain };
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

/** The memory of a body until it is sent. */
function heldBytes(body: EncodedResponse['body']): { byteLength: number } {
  if (body instanceof StreamedBody) return { byteLength: body.heldBytes };
  return body instanceof Uint8Array ? body : NOTHING;
}
const NOTHING = { byteLength: 0 };

/** Ends what gives a body that will not be sent. */
export function discard(body: EncodedResponse['body']): void {
  if (body instanceof StreamedBody) body.stream.destroy();
}

/**
 * Lets a client read its response while it still sends: incoming data is discarded, and the connection closed a little
 * later. Closing at once, with bytes unread, would reset it and often lose the response.
 */
function linger(incoming: IncomingRequest): void {
  const { socket } = incoming;
  incoming
    .removeAllListeners('data')
    .on('data', () => readPieceByPiece(socket))
    .resume();
  // Node calls this when a response with Connection: close is sent.
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

function lengthOf(body: Exclude<EncodedResponse['body'], null>): number | null {
  return body instanceof Uint8Array ? body.byteLength : body.length;
}

/**
 * Writes the responses of one tick of the event loop together, at its end. A write to a sleeping reader has to wake it,
 * which costs more than all other work for a cached report: with 10 busy connections and bodies of 2 KB, writev took 31
 * µs each when every response was written immediately, and a cached report took 1.06 times the CPU.
 */
class WriteBatch {
  #responses: [ServerResponse, Uint8Array | string][] = [];

  /**
   * Ends a response, whose head is written, with this body when the tick ends; each character of a text is one byte.
   */
  send(outgoing: ServerResponse, body: Uint8Array | string): void {
    if (this.#responses.length === 0) setImmediate(this.#flush);
    this.#responses.push([outgoing, body]);
  }

  readonly #flush = (): void => {
    const responses = this.#responses;
    this.#responses = [];
    for (const [outgoing, body] of responses) if (!outgoing.destroyed) outgoing.write(body, 'latin1');
    // Ended separately, after the ticks queued by write(): end() with a body would add an empty piece, and a writev of
    // two pieces takes 2 µs more than a write of one.
    process.nextTick(endAll, responses);
  };
}

function endAll(responses: [ServerResponse, unknown][]): void {
  for (const [outgoing] of responses) outgoing.end();
}
