import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { type Answer, type AnswerBody, StreamedBody } from './contract/answer.ts';
import type { Dispatcher } from './contract/dispatch.ts';
import type { Credentials, HttpRequest } from './contract/request.ts';
import { EncodedBody } from './encoded-body.ts';
import { AppError } from './errors.ts';
import type { Log } from './log.ts';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 30_000;
/** A connection on which nothing moves for this long is cut off, so that stalled readers hold no memory. */
const STALLED_MS = 60_000;
const KEY_HEADER = 'x-api-key';

interface Options {
  dispatcher: Dispatcher;
  log: Log;
  trustProxy: string[];
  corsOrigins: string[];
}

/** An answer whose body is in the form that the client takes. */
interface Sent extends Answer {
  body: Exclude<AnswerBody, EncodedBody> | null;
}

export interface HttpServer {
  server: Server;
  /** Answers with Connection: close from now on, waits for what is under way, then closes. */
  drain(deadlineMs: number): Promise<void>;
}

/** The node:http shell: everything between a socket and the contract. */
export function createHttpServer({ dispatcher, log, trustProxy, corsOrigins }: Options): HttpServer {
  const proxies = blockList(trustProxy);
  const underWay = new Set<ServerResponse>();
  let isDraining = false;

  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: 2_000,
      // Checked by route(), for an answer like any other.
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      underWay.add(outgoing);
      outgoing.on('close', () => underWay.delete(outgoing));
      void answer(incoming, outgoing);
    },
  );
  server.on('clientError', refuseMalformed);
  server.on('connect', (_request, socket: Socket) =>
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n'),
  );
  // What a client expects beyond 100-continue is ignored, as most servers do.
  server.on('checkExpectation', (incoming, outgoing) => void answer(incoming, outgoing));
  server.setTimeout(STALLED_MS);

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const id = randomUUID();
    let reply: Sent;
    try {
      reply = await encode(incoming, await route(incoming, outgoing, id));
    } catch (error) {
      reply = failure(error, incoming, id);
    }
    send(incoming, outgoing, id, reply);
  }

  async function route(incoming: IncomingMessage, outgoing: ServerResponse, id: string): Promise<Answer> {
    const hosts = incoming.headersDistinct['host']?.length ?? 0;
    if (hosts > 1 || (hosts === 0 && incoming.httpVersion !== '1.0')) {
      throw new AppError('malformed_request', 'One header Host is required.', {
        headers: { Connection: 'close' },
      });
    }
    const target = incoming.url ?? '/';
    if (!target.startsWith('/') && !(target === '*' && incoming.method === 'OPTIONS')) {
      throw new AppError('malformed_request', 'Requests in absolute form are not served: this is no proxy.');
    }
    const queryAt = target.indexOf('?');
    const path = queryAt === -1 ? target : target.slice(0, queryAt);
    // Here and not in the router: openapi-backend takes whatever that throws for an unknown path.
    if (!isPercentEncoding(path))
      throw new AppError('malformed_request', 'The path is not valid percent-encoding.');
    if (incoming.method === 'OPTIONS') return options(path);
    const request = new ShellRequest(
      incoming,
      outgoing,
      id,
      path,
      queryAt === -1 ? '' : target.slice(queryAt + 1),
      proxies,
    );
    return dispatcher.dispatch(request);
  }

  function options(path: string): Answer {
    const allow = path === '*' ? ['GET', 'HEAD', 'POST', 'OPTIONS'] : dispatcher.allowedMethods(path);
    if (!allow) throw new AppError('not_found', 'There is nothing at this path; see /openapi.json.');
    return { status: 204, headers: { Allow: allow.join(', ') }, body: null };
  }

  function failure(error: unknown, incoming: IncomingMessage, id: string): Sent {
    const known =
      error instanceof AppError ? error : new AppError('internal', 'Something went wrong on our side.');
    if (!(error instanceof AppError)) {
      // The path without its query: it may hold a key.
      log.error(
        { requestId: id, method: incoming.method, path: incoming.url?.split('?')[0], error },
        'request failed',
      );
    } else if (error.code === 'unavailable') {
      log.warn(
        { requestId: id, message: error.message, cause: (error.cause as Error | undefined)?.message },
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
  async function encode(incoming: IncomingMessage, reply: Answer): Promise<Sent> {
    const { body, headers } = reply;
    if (!(body instanceof EncodedBody)) return { ...reply, body };
    headers['Vary'] = 'Accept-Encoding';
    const encoding = body.choose(incoming.headers['accept-encoding'] as string | undefined);
    if (encoding === null) return { ...reply, body: body.identity };
    headers['Content-Encoding'] = encoding;
    return { ...reply, body: await body.encoded(encoding) };
  }

  function send(incoming: IncomingMessage, outgoing: ServerResponse, id: string, reply: Sent): void {
    const { status, headers, body } = reply;
    const stream = body instanceof StreamedBody ? body.stream : null;
    if (outgoing.destroyed) {
      stream?.destroy();
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
    } else outgoing.end(body);
    if (!incoming.complete) {
      // Let the answer out before the socket goes, without reading on.
      outgoing.on('finish', () => setTimeout(() => incoming.destroy(), 500).unref());
      incoming.pause();
    }
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

  async function drain(deadlineMs: number): Promise<void> {
    isDraining = true;
    // Kept-alive connections may be sending a request just now (server.close() alone races them): whoever
    // is idle is closed, the others get Connection: close with their answer.
    const closed = new Promise<void>((done) => server.close(() => done()));
    const deadline = Date.now() + deadlineMs;
    while (underWay.size > 0 && Date.now() < deadline) await new Promise((done) => setTimeout(done, 20));
    server.closeAllConnections();
    await closed;
  }

  return { server, drain };
}

/** Reads what the contract needs from a node request, each part once. */
class ShellRequest implements HttpRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  readonly query: Record<string, string | string[]>;
  readonly credentials: Credentials;
  params: Record<string, string> = {};
  cookies = {};
  requestBody: unknown = undefined;
  principal: HttpRequest['principal'] = undefined;
  rate: HttpRequest['rate'] = undefined;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #proxies: BlockList | null;
  #abort: AbortController | undefined;

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    id: string,
    path: string,
    query: string,
    proxies: BlockList | null,
  ) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#proxies = proxies;
    this.id = id;
    this.path = path;
    this.method = incoming.method === 'HEAD' ? 'get' : (incoming.method ?? 'GET').toLowerCase();
    this.headers = incoming.headers as Record<string, string | string[]>;
    this.query = query === '' ? {} : parseQuery(query);
    const authorization = incoming.headers.authorization;
    this.credentials = {
      apiKeyHeader: incoming.headers[KEY_HEADER] as string | undefined,
      apiKeyHeaderCount: incoming.headersDistinct[KEY_HEADER]?.length ?? 0,
      apiKeyQuery: this.query['api_key'],
      bearer: authorization === undefined ? undefined : /^Bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1],
    };
  }

  get signal(): AbortSignal {
    if (!this.#abort) {
      const abort = new AbortController();
      this.#outgoing.on('close', () => abort.abort());
      this.#abort = abort;
    }
    return this.#abort.signal;
  }

  get clientAddress(): string {
    const peer = this.#incoming.socket.remoteAddress ?? '';
    if (!this.#proxies || !contains(this.#proxies, peer)) return peer;
    // From the right: the first address that is not one of our proxies is the client.
    const forwarded = String(this.#incoming.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((part) => part.trim());
    const proxies = this.#proxies;
    return forwarded.reverse().find((address) => isIP(address) !== 0 && !contains(proxies, address)) ?? peer;
  }

  readBody(maxBytes: number): Promise<Buffer> {
    const incoming = this.#incoming;
    const tooLarge = () => new AppError('payload_too_large', `The body is larger than ${maxBytes} bytes.`);
    const declared = Number(incoming.headers['content-length'] ?? 0);
    if (declared > maxBytes) return Promise.reject(tooLarge());
    if (declared === 0 && incoming.headers['transfer-encoding'] === undefined)
      return Promise.resolve(Buffer.alloc(0));
    return new Promise((done, failed) => {
      const chunks: Buffer[] = [];
      let size = 0;
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) {
          incoming.removeAllListeners('data');
          incoming.pause();
          failed(tooLarge());
        } else chunks.push(chunk);
      });
      incoming.on('end', () => done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
      incoming.on('error', (cause) =>
        failed(new AppError('malformed_request', 'The body was cut off.', { cause })),
      );
    });
  }
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

function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const known = query[name];
    query[name] = known === undefined ? value : [known, value].flat();
  }
  return query;
}

/** Answers what node's parser refuses: malformed, too large or too slow headers. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, code, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'malformed_request', 'The headers are larger than 16 KiB.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'request_timeout', 'The request took too long to arrive.']
        : ['400 Bad Request', 'malformed_request', 'This is not a valid HTTP/1.1 request.'];
  const body = JSON.stringify({ error: code, message });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function blockList(ranges: string[]): BlockList | null {
  if (ranges.length === 0) return null;
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list;
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
