import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, type BlockList, Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { AppError, ClientGone, Overload, tooBusy } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { RateState } from '../auth/rate-limits.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import type { HttpResponse } from '../dispatch/response.ts';
import type { Metrics } from '../health/metrics.ts';
import type { AccessEntry, AccessLog } from './access-log.ts';
import { enterBasePath } from './base-path.ts';
import { BodyTurns } from './body-turns.ts';
import { Failures } from './failures.ts';
import { MemoryBudget } from './memory-budget.ts';
import { probe, refuseConnect, refuseMalformed } from './raw-socket.ts';
import { type KnownHead, RepeatedRequests } from './repeated-requests.ts';
import { blockList, chooseRequestId, headerValues, type IncomingRequest, NodeRequest } from './request.ts';
import { asItIs, discard, type EncodedResponse, encode, ResponseSender } from './response-sender.ts';
import { TickBudget } from './tick-budget.ts';

/**
 * More than the longest query (server/dispatch/validation.ts), so that an overlong query gets its own error message.
 */
const MOST_HEADER_BYTES = 24 << 10;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 30_000;
/** While draining, connections without a request for this long are closed. */
const QUIET_MS = 250;
/** A connection without progress for this long is cut off, so that stalled readers use no memory. */
const STALLED_MS = 60_000;

interface Options {
  dispatcher: Dispatcher;
  log: Log;
  /** null: requests are not logged. */
  accessLog: AccessLog | null;
  /** The prefix of all paths; '': none. */
  basePath: string;
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted. */
  trustProxy: string[];
  corsOrigins: string[];
  /** The most bytes of large response bodies, each counted until its reader has it. */
  responsesBytes: number;
  /**
   * The most bytes of request bodies, each counted until its response is sent; bodies of one small piece do not count.
   */
  bodiesBytes: number;
  metrics: Metrics | null;
}

/** A request with its response to be. */
interface Exchange {
  incoming: IncomingRequest;
  outgoing: ServerResponse;
  id: string;
  entry: AccessEntry | undefined;
  /** By performance.now(); 0 without metrics. */
  startedAt: number;
}

/** The server on node:http: everything between a socket and the contract. */
export class HttpServer {
  readonly #options: Options;
  readonly #server: Server;
  readonly #proxies: BlockList | null;
  readonly #tickBudget = new TickBudget();
  readonly #bodies: MemoryBudget;
  readonly #turns = new BodyTurns();
  readonly #failures: Failures;
  readonly #sender: ResponseSender;
  readonly #repeated = new RepeatedRequests();
  #requestsUnderWay = 0;
  #requestsBegun = 0;
  // One function for all requests, to avoid a closure for each.
  readonly #onClosed = () => {
    this.#requestsUnderWay -= 1;
  };

  constructor(options: Options) {
    const { log, accessLog, trustProxy, corsOrigins, responsesBytes, bodiesBytes } = options;
    this.#options = options;
    this.#proxies = blockList(trustProxy);
    this.#bodies = new MemoryBudget(bodiesBytes);
    this.#failures = new Failures(log);
    this.#sender = new ResponseSender({
      log,
      failures: this.#failures,
      corsOrigins,
      largeBytes: responsesBytes,
    });
    const onRequest = this.#onRequest.bind(this);
    this.#server = createServer(
      {
        maxHeaderSize: MOST_HEADER_BYTES,
        headersTimeout: HEADERS_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: 2_000,
        // #route() checks it, so that the refusal is a response of the contract.
        requireHostHeader: false,
      },
      onRequest,
    );
    this.#server.on('clientError', (error, socket: Socket) => refuseMalformed(error, socket, accessLog));
    this.#server.on('connect', (_request, socket: Socket) => refuseConnect(socket, accessLog));
    // 100 Continue is sent when the body is requested: after credentials, limits and the declared size are checked.
    this.#server.on('checkContinue', onRequest);
    // Other expectations are ignored, as most servers do.
    this.#server.on('checkExpectation', onRequest);
    this.#server.setTimeout(STALLED_MS);
    // A client that has sent everything may close that half and still read the response.
    Object.assign(this.#server, { httpAllowHalfOpen: true });
    this.#server.on('connection', (socket: Socket) => socket.on('end', () => probe(socket)));
  }

  listen(where: { port: number; host: string; reusePort?: boolean }): Promise<AddressInfo> {
    return new Promise((done, failed) => {
      this.#server.once('error', failed);
      this.#server.listen({ ...where }, () => done(this.#server.address() as AddressInfo));
    });
  }

  /**
   * Stops listening, responds to the requests under way with Connection: close, then closes. Does nothing if it does
   * not listen.
   * @param whenStopped called and awaited when it no longer listens: other listeners of the same port may have to
   *   stop first. Returns a new deadline, ms.
   */
  async drain(deadlineMs: number, whenStopped = async () => deadlineMs): Promise<void> {
    if (!this.#server.listening) return;
    // By the end of a tick, waiting connections have been accepted; they would be reset otherwise.
    await nextTick();
    // A client may just be sending a request on an open connection, and http's server.close() would cut off all that
    // look idle; net's only stops listening.
    const closed = new Promise<void>((done) => NetServer.prototype.close.call(this.#server, () => done()));
    const deadline = performance.now() + (await whenStopped());
    // Not earlier: a busy client that must close would reconnect to a listener that is about to stop.
    this.#sender.drain();
    // Responses now say Connection: close, so that busy clients leave by themselves; quiet connections are closed.
    for (
      let quietSince = performance.now(), begun = this.#requestsBegun;
      performance.now() < deadline;
      await sleep(20)
    ) {
      const isQuiet = this.#requestsUnderWay === 0 && this.#requestsBegun === begun;
      if (isQuiet && performance.now() - quietSince >= QUIET_MS) break;
      if (this.#requestsBegun !== begun) [quietSince, begun] = [performance.now(), this.#requestsBegun];
    }
    this.#server.closeAllConnections();
    await closed;
  }

  #onRequest(message: IncomingMessage, outgoing: ServerResponse): void {
    const { accessLog, basePath, metrics } = this.#options;
    const incoming = message as IncomingRequest;
    this.#requestsUnderWay += 1;
    this.#requestsBegun += 1;
    outgoing.on('close', this.#onClosed);
    const elsewhere = basePath === '' ? null : enterBasePath(basePath, incoming);
    const known = elsewhere === null ? this.#repeated.head(incoming) : undefined;
    const id = chooseRequestId(incoming);
    const entry = accessLog?.begin(incoming, outgoing, id);
    const exchange = { incoming, outgoing, id, entry, startedAt: metrics ? performance.now() : 0 };
    if (isUrgent(incoming) || this.#tickBudget.hasTime()) {
      this.#begin(exchange, known, elsewhere);
      return;
    }
    const caller = callerOf(incoming);
    if (this.#tickBudget.isOverfull(caller)) this.#refuse(incoming, outgoing, id);
    else
      this.#tickBudget.wait(caller, () => {
        if (!outgoing.destroyed) this.#begin(exchange, known, elsewhere);
      });
  }

  #begin(exchange: Exchange, known: KnownHead | undefined, elsewhere: HttpResponse | AppError | null): void {
    const rate = known && this.#options.dispatcher.readmit(known.apiKey, known.principal);
    if (known && rate) this.#repeat(exchange, known, rate);
    else void this.#handle(exchange, elsewhere);
  }

  /** Sends a cached response, or handles the request if there is none for its body. */
  #repeat(exchange: Exchange, known: KnownHead, rate: RateState): void {
    const { incoming, outgoing, id, entry, startedAt } = exchange;
    if (entry) entry.request = known;
    let body: Buffer | null = null;
    // It is as small as that of the earlier request: the length is part of the head.
    incoming.on('data', (piece: Buffer) => {
      body = body === null ? piece : Buffer.concat([body, piece]);
    });
    incoming.on('end', () => {
      if (outgoing.destroyed) return;
      const response = this.#repeated.response(known, body);
      if (response === undefined) return void this.#handle(exchange, null, { rate, body });
      const status = this.#sender.write(incoming, outgoing, id, response, rate);
      this.#options.metrics?.countResponse(known.operationId, status, (performance.now() - startedAt) / 1000);
    });
  }

  /**
   * @param elsewhere the response to a request outside the base path; null for all others
   * @param received what was counted and read of it already
   */
  async #handle(
    { incoming, outgoing, id, entry, startedAt }: Exchange,
    elsewhere: HttpResponse | AppError | null,
    received?: { rate: RateState; body: Buffer | null },
  ): Promise<void> {
    const { metrics } = this.#options;
    const shared = { proxies: this.#proxies, bodies: this.#bodies, turns: this.#turns };
    const request = new NodeRequest(incoming, outgoing, id, shared);
    if (received) {
      request.rate = received.rate;
      request.receivedBody = received.body;
    }
    if (entry) entry.request = request;
    let canRepeat: HttpResponse['canRepeat'];
    let response: EncodedResponse;
    try {
      const routed = await this.#route(incoming, request, elsewhere);
      response = await encode(incoming, routed);
      canRepeat = routed.canRepeat;
    } catch (error) {
      // A client that left while its request waited does not count as overload.
      if (outgoing.destroyed && (error instanceof ClientGone || error instanceof Overload)) return;
      response = await encode(incoming, this.#failures.respond(error, incoming, id));
    }
    // The client left: nothing is sent or counted.
    if (outgoing.destroyed) return discard(response.body);
    const prepared = this.#sender.prepare(incoming, response);
    this.#repeated.keep(incoming, request, prepared, canRepeat);
    const status = this.#sender.write(incoming, outgoing, id, prepared, request.rate);
    metrics?.countResponse(request.operationId, status, (performance.now() - startedAt) / 1000);
  }

  #refuse(incoming: IncomingRequest, outgoing: ServerResponse, id: string): void {
    const error = tooBusy('The server is overloaded. Try again shortly.');
    this.#sender.send(incoming, outgoing, id, asItIs(this.#failures.respond(error, incoming, id)));
  }

  async #route(
    incoming: IncomingRequest,
    request: NodeRequest,
    elsewhere: HttpResponse | AppError | null,
  ): Promise<HttpResponse> {
    const { url, method, httpVersion, rawHeaders } = incoming;
    const hosts = headerValues('host', rawHeaders).length;
    if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) {
      throw new AppError('malformed_request', 'One header Host is required.', {
        headers: { Connection: 'close' },
      });
    }
    if (!url.startsWith('/') && !(url === '*' && method === 'OPTIONS')) {
      throw new AppError('malformed_request', 'Requests in absolute form are not served: this is no proxy.');
    }
    if (elsewhere instanceof AppError) throw elsewhere;
    if (elsewhere !== null) return elsewhere;
    const { path } = request;
    // Checked here because openapi-backend would treat the path as unknown.
    if (!isPercentEncoding(path))
      throw new AppError('malformed_request', 'The path is not valid percent-encoding.');
    if (method === 'OPTIONS') return this.#allowed(path);
    return this.#options.dispatcher.dispatch(request);
  }

  #allowed(path: string): HttpResponse {
    const { dispatcher, basePath } = this.#options;
    const allow = path === '*' ? ['GET', 'HEAD', 'POST', 'OPTIONS'] : dispatcher.allowedMethods(path);
    if (!allow)
      throw new AppError('not_found', `There is nothing at this path; see ${basePath}/openapi.json.`);
    return { status: 204, headers: { Allow: allow.join(', ') }, body: null };
  }
}

/** Requests about the server's health are handled at once, however busy it is. */
function isUrgent({ url }: IncomingRequest): boolean {
  return url.startsWith('/health');
}

/** The queue of a request, by its unchecked credentials or its address. */
function callerOf({ headers, socket }: IncomingRequest): string {
  return String(headers['x-api-key'] ?? headers.authorization ?? socket.remoteAddress);
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
