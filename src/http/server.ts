import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { rateHeaders } from '../auth/rate-limits.ts';
import { CompressedBody } from '../base/compressed-body.ts';
import { AppError, ClientGone, Refusal, tooBusy } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Dispatcher } from '../contract/dispatcher.ts';
import { type HttpResponse, type ResponseBody, StreamedBody } from '../contract/response.ts';
import { databaseTrouble } from '../db/client.ts';
import type { Metrics } from '../metrics.ts';
import { MemoryBudget } from './memory-budget.ts';
import { probe, refuseConnect, refuseMalformed } from './raw-socket.ts';
import { blockList, NodeRequest } from './request.ts';
import { TickBudget } from './tick-budget.ts';
import { WriteBatch } from './write-batch.ts';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 30_000;
/** When it drains: a connection without a request for this long is closed. */
const QUIET_MS = 250;
/** A connection on which nothing moves for this long is cut off, so that stalled readers hold no memory. */
const STALLED_MS = 60_000;
/** Of an answer that is larger than this, while such answers hold more than half of what they may. */
const STALLED_SHORT_MS = 2_000;
const LARGE_BYTES = 64 << 10;
/** Refusals are logged this often, with their number since the start. */
const REFUSALS_LOGGED_MS = 1_000;
/** How long a client that is refused while it still sends gets to read the answer. */
const LINGER_MS = 1_000;

interface Options {
  dispatcher: Dispatcher;
  log: Log;
  trustProxy: string[];
  corsOrigins: string[];
  /** What large answers may hold that are being sent: each until its reader has it. */
  answersBytes: number;
  /** What bodies may hold, each until its answer is out; those that come in one small piece are not counted. */
  bodiesBytes: number;
  metrics: Metrics | null;
}

/** An answer whose body is in the form that the client takes. */
interface Sent extends HttpResponse {
  body: Exclude<ResponseBody, CompressedBody> | null;
}

export interface HttpServer {
  listen(where: { port: number; host: string; reusePort?: boolean }): Promise<AddressInfo>;
  /**
   * Stops listening, answers what is under way with Connection: close, then closes. Does nothing where it does
   * not listen.
   * @param whenStopped called when it does not listen any more, and waited for: other listeners of the same
   *   port may have to stop first. Gives a new deadline, in ms.
   */
  drain(deadlineMs: number, whenStopped?: () => Promise<number>): Promise<void>;
}

/** The node:http shell: everything between a socket and the contract. */
export function createHttpServer({
  dispatcher,
  log,
  trustProxy,
  corsOrigins,
  metrics,
  ...bytes
}: Options): HttpServer {
  const proxies = blockList(trustProxy);
  let underWay = 0;
  // One function for all: a closure a request would be made for each.
  const settled = () => {
    underWay -= 1;
  };
  const outbox = new WriteBatch();
  const backlog = new TickBudget();
  let refusals = 0;
  let refusalsLoggedAt = 0;
  const answers = new MemoryBudget(bytes.answersBytes);
  const bodies = new MemoryBudget(bytes.bodiesBytes);
  let isDraining = false;
  let lastRequestAt = 0;

  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 2_000,
      // Checked by route(), for an answer like any other.
      requireHostHeader: false,
    },
    begin,
  );
  server.on('clientError', refuseMalformed);
  server.on('connect', (_request, socket: Socket) => refuseConnect(socket));
  // 100 Continue is sent when the body is asked for: after credentials, limits and the declared size.
  server.on('checkContinue', begin);
  // What a client expects beyond it is ignored, as most servers do.
  server.on('checkExpectation', begin);
  server.setTimeout(STALLED_MS);
  // Who has sent all may close that half and still read the answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket: Socket) => socket.on('end', () => probe(socket)));

  function begin(incoming: IncomingMessage, outgoing: ServerResponse): void {
    underWay += 1;
    lastRequestAt = Date.now();
    outgoing.on('close', settled);
    if (isUrgent(incoming) || backlog.hasTime()) void answer(incoming, outgoing);
    else if (backlog.isOverfull()) refuse(incoming, outgoing);
    else
      backlog.wait(() => {
        if (!outgoing.destroyed) void answer(incoming, outgoing);
      });
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const startedAt = metrics ? performance.now() : 0;
    const id = randomUUID();
    const request = new NodeRequest(incoming, outgoing, id, { proxies, bodies });
    let reply: Sent;
    try {
      const encoded = encode(incoming, await route(incoming, request));
      reply = encoded instanceof Promise ? await encoded : encoded;
    } catch (error) {
      if (error instanceof ClientGone && outgoing.destroyed) return;
      reply = failure(error, incoming, id);
    }
    if (request.rate) Object.assign(reply.headers, rateHeaders(request.rate));
    send(incoming, outgoing, id, reply);
    metrics?.answered(request.operationId, reply.status, (performance.now() - startedAt) / 1000);
  }

  function refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const id = randomUUID();
    send(
      incoming,
      outgoing,
      id,
      failure(tooBusy('The server is overloaded. Try again shortly.'), incoming, id),
    );
  }

  function route(incoming: IncomingMessage, request: NodeRequest): HttpResponse | Promise<HttpResponse> {
    const hosts = countOf('host', incoming.rawHeaders);
    if (hosts > 1 || (hosts === 0 && incoming.httpVersion !== '1.0')) {
      throw new AppError('malformed_request', 'One header Host is required.', {
        headers: { Connection: 'close' },
      });
    }
    const target = incoming.url ?? '/';
    if (!target.startsWith('/') && !(target === '*' && incoming.method === 'OPTIONS')) {
      throw new AppError('malformed_request', 'Requests in absolute form are not served: this is no proxy.');
    }
    const { path } = request;
    // Here and not in the router: openapi-backend takes whatever that throws for an unknown path.
    if (!isPercentEncoding(path))
      throw new AppError('malformed_request', 'The path is not valid percent-encoding.');
    if (incoming.method === 'OPTIONS') return options(path);
    return dispatcher.dispatch(request);
  }

  function options(path: string): HttpResponse {
    const allow = path === '*' ? ['GET', 'HEAD', 'POST', 'OPTIONS'] : dispatcher.allowedMethods(path);
    if (!allow) throw new AppError('not_found', 'There is nothing at this path; see /openapi.json.');
    return { status: 204, headers: { Allow: allow.join(', ') }, body: null };
  }

  function failure(error: unknown, incoming: IncomingMessage, id: string): Sent {
    const told = error instanceof AppError ? error : databaseTrouble(error);
    const known = told ?? new AppError('internal', 'Something went wrong on our side.');
    if (!told) {
      // The path without its query: it may hold a key.
      log.error(
        { requestId: id, method: incoming.method, path: incoming.url?.split('?')[0], error },
        'request failed',
      );
    } else if (told instanceof Refusal) {
      refusals += 1;
      if (Date.now() - refusalsLoggedAt > REFUSALS_LOGGED_MS) {
        refusalsLoggedAt = Date.now();
        log.warn({ refusals, message: told.message }, 'overloaded');
      }
    } else if (told.code === 'unavailable') {
      log.warn(
        { requestId: id, message: told.message, cause: (told.cause as Error | undefined)?.message },
        'unavailable',
      );
    }
    return {
      status: known.status,
      headers: {
        // Every 401 names a scheme (RFC 9110, 15.5.2), a failed login's too.
        ...(known.status === 401 ? { 'WWW-Authenticate': 'Bearer realm="sightline"' } : {}),
        ...known.headers,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(known.body),
    };
  }

  /** Picks the form of the body that the client takes. */
  function encode(incoming: IncomingMessage, { status, headers, body }: HttpResponse): Sent | Promise<Sent> {
    if (!(body instanceof CompressedBody)) return { status, headers, body };
    headers['Vary'] = 'Accept-Encoding';
    const encoding = body.choose(incoming.headers['accept-encoding'] as string | undefined);
    if (encoding === null) return { status, headers, body: body.identity };
    headers['Content-Encoding'] = encoding;
    const encoded = body.encoded(encoding);
    return encoded instanceof Promise
      ? encoded.then((bytes) => ({ status, headers, body: bytes }))
      : { status, headers, body: encoded };
  }

  function send(incoming: IncomingMessage, outgoing: ServerResponse, id: string, reply: Sent): void {
    const { status, headers, body } = reply;
    const stream = body instanceof StreamedBody ? body.stream : null;
    if (outgoing.destroyed) {
      stream?.destroy();
      return;
    }
    if (body instanceof Uint8Array && body.byteLength > LARGE_BYTES && !holdLarge(outgoing, body)) {
      const error = tooBusy('Too many large answers are being sent. Try again shortly.');
      send(incoming, outgoing, id, failure(error, incoming, id));
      return;
    }
    headers['X-Request-Id'] = id;
    headers['Cache-Control'] ??= 'private, no-store';
    if (corsOrigins.length > 0) addCors(incoming, headers);
    // An unread rest of a body would be taken for the next request.
    if (isDraining || !incoming.complete) headers['Connection'] = 'close';
    if (body !== null) headers['Content-Length'] = String(lengthOf(body));
    outgoing.writeHead(status, headers);
    if (body === null || incoming.method === 'HEAD') {
      stream?.destroy();
      outgoing.end();
    } else if (body instanceof StreamedBody) {
      // Whichever of the two ends early takes the other with it: the client sees an answer that was cut off.
      pipeline(body.stream, outgoing, (error) => {
        if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
          log.error({ requestId: id, error }, 'a file could not be sent to its end');
      });
    } else outbox.send(outgoing, body);
    if (!incoming.complete) linger(incoming);
  }

  /** @returns false where there is no room for it, even though readers that do not move are cut off early. */
  function holdLarge(outgoing: ServerResponse, body: Uint8Array): boolean {
    const hasRoom = answers.hold(outgoing, body);
    if (answers.isShort) for (const other of answers.owners()) other.setTimeout(STALLED_SHORT_MS);
    return hasRoom;
  }

  function addCors(incoming: IncomingMessage, headers: Record<string, string>): void {
    const { origin } = incoming.headers;
    headers['Vary'] = [headers['Vary'], 'Origin'].filter(Boolean).join(', ');
    if (origin === undefined || !(corsOrigins.includes('*') || corsOrigins.includes(origin))) return;
    headers['Access-Control-Allow-Origin'] = corsOrigins.includes('*') ? '*' : origin;
    headers['Access-Control-Expose-Headers'] =
      'X-Request-Id, X-Snapshot-Id, X-Data-As-Of, RateLimit, RateLimit-Policy, Retry-After';
    if (incoming.method !== 'OPTIONS') return;
    headers['Access-Control-Allow-Headers'] =
      'Authorization, Content-Type, X-API-Key, X-Snapshot-Id, Idempotency-Key';
    headers['Access-Control-Allow-Methods'] = headers['Allow'] ?? '';
    headers['Access-Control-Max-Age'] = '600';
  }

  function listen(where: Parameters<HttpServer['listen']>[0]): Promise<AddressInfo> {
    return new Promise((done, failed) => {
      server.once('error', failed);
      server.listen({ ...where }, () => done(server.address() as AddressInfo));
    });
  }

  async function drain(deadlineMs: number, whenStopped = async () => deadlineMs): Promise<void> {
    if (!server.listening) return;
    // Right after a turn of the loop, when those who wait to be accepted have been: the rest would be reset.
    await turn();
    // Whoever keeps a connection may be sending a request on it just now. http's server.close() would cut off
    // all that look idle; net's only stops listening.
    const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
    // Not before: told to close, busy clients would connect anew and wait to be accepted just then.
    const deadline = Date.now() + (await whenStopped());
    isDraining = true;
    // Answers say Connection: close, so that busy clients leave by themselves; the quiet ones are closed.
    lastRequestAt = Date.now();
    while (Date.now() < deadline && (underWay > 0 || Date.now() - lastRequestAt < QUIET_MS)) await sleep(20);
    server.closeAllConnections();
    await closed;
  }

  return { listen, drain };
}

/** What tells how the server is, is told at once, however busy it is. */
function isUrgent({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/health');
}

/** How often a header was sent. @param name in lower case */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at] as string;
    if (sent.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count;
}

/**
 * Lets a client read its answer while it still sends: what comes is dropped, and the connection closed a
 * little later. Closed at once, with bytes unread, it would be reset, and the answer often lost with it.
 */
function linger(incoming: IncomingMessage): void {
  const { socket } = incoming;
  incoming.removeAllListeners('data').resume();
  // Called by node when an answer with Connection: close is out.
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

function lengthOf(body: Exclude<Sent['body'], null>): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body instanceof StreamedBody ? body.length : body.byteLength;
}

function isPercentEncoding(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
