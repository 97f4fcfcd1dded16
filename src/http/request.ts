import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { AppError, tooBusy } from '../base/errors.ts';
import type { Credentials, HttpRequest } from '../contract/request.ts';
import type { MemoryBudget } from './memory-budget.ts';

/** Looked up for each request; what is not here is no method of the contract. */
const METHODS: Record<string, string> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
};
const NO_BODY = Buffer.alloc(0);
/** A body that comes in one piece of this size is not counted among those that are held. */
const SMALL_BYTES = 16 << 10;

/** Reads what the contract needs from a node request, each part once. */
export class NodeRequest implements HttpRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  readonly query: Record<string, string | string[]>;
  readonly hasQuery: boolean;
  readonly credentials: Credentials;
  params: Record<string, string> = {};
  cookies = {};
  requestBody: unknown = undefined;
  principal: HttpRequest['principal'] = undefined;
  rate: HttpRequest['rate'] = undefined;
  operationId: string | undefined = undefined;
  rememberedBy: string | undefined = undefined;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #proxies: BlockList | null;
  readonly #bodies: MemoryBudget;
  #abort: AbortController | undefined;
  #body: Promise<Buffer> | undefined;

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    id: string,
    { proxies, bodies }: { proxies: BlockList | null; bodies: MemoryBudget },
  ) {
    const target = incoming.url ?? '/';
    const queryAt = target.indexOf('?');
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#proxies = proxies;
    this.#bodies = bodies;
    this.id = id;
    this.path = queryAt === -1 ? target : target.slice(0, queryAt);
    this.method = METHODS[incoming.method ?? ''] ?? (incoming.method ?? '').toLowerCase();
    this.headers = incoming.headers as Record<string, string | string[]>;
    this.hasQuery = queryAt !== -1;
    this.query = queryAt === -1 ? {} : parseQuery(target.slice(queryAt + 1));
    const authorization = incoming.headers.authorization;
    this.credentials = {
      apiKeyHeader: this.headers['x-api-key'] as string | undefined,
      apiKeyQuery: this.query['api_key'],
      bearer: authorization === undefined ? undefined : /^Bearer +([\w.~+/=-]+)$/i.exec(authorization)?.[1],
    };
  }

  get signal(): AbortSignal {
    if (!this.#abort) {
      const abort = new AbortController();
      // Every answer ends by a close; only one that is not out is a client that left.
      this.#outgoing.on('close', () => {
        if (!this.#outgoing.writableFinished) abort.abort();
      });
      this.#abort = abort;
    }
    return this.#abort.signal;
  }

  get clientAddress(): string {
    const proxies = this.#proxies;
    let address = hopAddress(this.#incoming.socket.remoteAddress ?? '') ?? '';
    if (!proxies) return address;
    const hops = String(this.#incoming.headers['x-forwarded-for'] ?? '').split(',');
    // From the right: what one of our proxies tells is believed, up to the first address that is none of ours.
    while (hops.length > 0 && contains(proxies, address)) {
      const told = hopAddress(hops.pop() ?? '');
      if (told === null) break; // what is left of it may be the client's own words
      address = told;
    }
    return address;
  }

  readBody(maxBytes: number): Promise<Buffer> {
    this.#body ??= this.#read(maxBytes);
    return this.#body;
  }

  #read(maxBytes: number): Promise<Buffer> {
    const incoming = this.#incoming;
    const declared = Number(incoming.headers['content-length'] ?? 0);
    if (declared > maxBytes) return Promise.reject(tooLarge(maxBytes));
    if (declared === 0 && incoming.headers['transfer-encoding'] === undefined)
      return Promise.resolve(NO_BODY);
    if (/100-continue/i.test(incoming.headers.expect ?? '')) this.#outgoing.writeContinue();
    return new Promise((done, failed) => {
      const chunks: Buffer[] = [];
      let size = 0;
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length;
        const hasRoom = size <= SMALL_BYTES || this.#bodies.hold(this.#outgoing, chunk);
        if (size > maxBytes || !hasRoom) {
          incoming.removeAllListeners('data');
          incoming.pause();
          chunks.length = 0;
          this.#bodies.release(this.#outgoing);
          failed(hasRoom ? tooLarge(maxBytes) : tooBusy('Too much is being received. Try again shortly.'));
        } else chunks.push(chunk);
      });
      incoming.on('end', () => done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
      incoming.on('error', (cause) =>
        failed(new AppError('malformed_request', 'The body was cut off.', { cause })),
      );
    });
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('payload_too_large', `The body is larger than ${maxBytes} bytes.`);
}

function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const known = query[name];
    if (Array.isArray(known)) known.push(value);
    else query[name] = known === undefined ? value : [known, value];
  }
  return query;
}

/** Addresses and CIDR ranges as a list to check against; null where there are none. */
export function blockList(ranges: string[]): BlockList | null {
  if (ranges.length === 0) return null;
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list;
}

/** The address of a hop, which may come with a port, a zone or mapped into IPv6; null for what is none. */
function hopAddress(hop: string): string | null {
  const [, bracketed, v4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(hop.trim()) ?? [];
  const [address = ''] = (bracketed ?? v4 ?? hop.trim()).split('%');
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  return isIP(address) === 0 ? null : (mapped ?? address);
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
