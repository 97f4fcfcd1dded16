import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../auth/auth.ts';
import { keyIn, READ_HEADERS } from '../dispatch/request.ts';
import type { HttpResponse } from '../dispatch/response.ts';
import type { IncomingRequest, NodeRequest } from './request.ts';
import type { PreparedResponse } from './response-sender.ts';

const MAX_BYTES = 12 << 20;
const MAX_HEAD_BYTES = 4 << 20;
/** Longer heads and bodies of requests cost more to compare. */
const MAX_REQUEST_CHARACTERS = 4_096;
/** A body of 340 KB took 0.84 times the CPU. Larger ones leave no room for others. */
const MAX_BODY_BYTES = 512 << 10;
/** The estimated size of an entry, beside its key and body. */
const ENTRY_BYTES = 1_024;
/** A request with one of these is not stored: it is to take effect once, or its body arrives in another way. */
const UNREPEATED = ['idempotency-key', 'expect', 'transfer-encoding'] as const;
const READ: ReadonlySet<string> = new Set(READ_HEADERS);
/** Spellings of header names, whether they are of READ: clients send few different ones. */
const spellings = new Map<string, boolean>();
const MOST_SPELLINGS = 1_000;
const LONGEST_SPELLING = 40;

/** The head of a request, with the results of handling an equal one. */
export interface KnownHead extends Pick<NodeRequest, 'operationId' | 'credentials'> {
  readonly principal: Principal;
  /** Its API key, which is to be checked again. */
  readonly apiKey: string;
  readonly method: string;
  readonly url: string;
  readonly rawHeaders: readonly string[];
  /** Stands for the head in the keys of responses. */
  readonly id: number;
}

/** The head of a connection's last request: most clients send the same again, but for what proxies add. */
const LAST_HEAD = Symbol('last head');
type KnownSocket = Socket & { [LAST_HEAD]?: KnownHead };

interface StoredResponse {
  response: PreparedResponse;
  canRepeat(): boolean;
}

/**
 * Responses to requests by API key that may be sent again, as they were written, to a request that is the same in all
 * that an answer may depend on: method, address, the headers that are read, body. A proxy may add others, anew each
 * time. Router, validation, handler and encoding are skipped; the key and its limits are checked each time
 * (Dispatcher.readmit), before the body is read. A cached report of 2 KB takes half the CPU.
 */
export class RepeatedRequests {
  readonly #heads = new LRUCache<string, KnownHead>({
    maxSize: MAX_HEAD_BYTES,
    // Its parts are stored beside the key.
    sizeCalculation: (_head, key) => 2 * key.length + ENTRY_BYTES,
  });
  readonly #responses = new LRUCache<string, StoredResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ response: { body } }, key) => 2 * key.length + (body?.length ?? 0) + ENTRY_BYTES,
  });
  #lastId = 0;

  /** The known head of a request; undefined: no equal one got a response that can be sent again. */
  head(incoming: IncomingRequest): KnownHead | undefined {
    if (this.#heads.size === 0) return undefined;
    const socket: KnownSocket = incoming.socket;
    const last = socket[LAST_HEAD];
    if (last !== undefined && isSameHead(last, incoming)) return last;
    const known = this.#heads.get(canonicalHead(incoming));
    if (known !== undefined) socket[LAST_HEAD] = known;
    return known;
  }

  /** The response to a request with this body; undefined: none is cached, or it is out of date. */
  response({ id }: KnownHead, body: Buffer | null): PreparedResponse | undefined {
    const key = keyOf(id, body);
    const stored = this.#responses.get(key);
    if (stored?.canRepeat()) return stored.response;
    if (stored) this.#responses.delete(key);
    return undefined;
  }

  /**
   * Keeps a response that says for how long it is current, if an equal head was sent before: one that differs each time
   * would only take the room of others.
   */
  keep(
    incoming: IncomingRequest,
    request: NodeRequest,
    response: PreparedResponse,
    canRepeat: HttpResponse['canRepeat'],
  ): void {
    const { principal, operationId, credentials, receivedBody } = request;
    if (canRepeat === undefined || principal?.kind !== 'key' || principal.isAgent) return;
    const { body, once } = response;
    const apiKey = keyIn(credentials);
    const head = canonicalHead(incoming);
    const canStore =
      apiKey !== null &&
      once === undefined &&
      (typeof body === 'string' || body instanceof Uint8Array || body === null) &&
      (body?.length ?? 0) <= MAX_BODY_BYTES &&
      head.length + (receivedBody?.length ?? 0) <= MAX_REQUEST_CHARACTERS &&
      // The body of a GET is not read, and may be of any size.
      Number(incoming.headers['content-length'] ?? 0) === (receivedBody?.length ?? 0) &&
      // A request of HTTP/1.0 may lack the header Host. One that has it gets the response cached for 1.1.
      incoming.httpVersion === '1.1' &&
      !UNREPEATED.some((name) => name in incoming.headers);
    if (!canStore) return;
    const earlier = this.#heads.peek(head);
    let known = earlier;
    if (known?.principal !== principal) {
      this.#lastId += 1;
      const { method, url, rawHeaders } = incoming;
      const ofCaller = { principal, operationId, credentials, apiKey };
      known = { ...ofCaller, method, url, rawHeaders, id: this.#lastId };
      this.#heads.set(head, known);
    }
    if (earlier !== undefined) this.#responses.set(keyOf(known.id, receivedBody), { response, canRepeat });
  }
}

/** Compares part by part, which is cheaper than making and hashing a key. */
function isSameHead(known: KnownHead, { method, url, rawHeaders }: IncomingRequest): boolean {
  const { length } = rawHeaders;
  if (known.method !== method || known.url !== url || known.rawHeaders.length !== length) return false;
  for (let at = 0; at < length; at += 2) {
    const name = rawHeaders[at] as string;
    if (known.rawHeaders[at] !== name) return false;
    if (known.rawHeaders[at + 1] !== rawHeaders[at + 1] && (spellings.get(name) ?? isRead(name)))
      return false;
  }
  return true;
}

/** Method, address and the headers that are read, as sent. No part has a line break, and their order is fixed. */
function canonicalHead({ method, url, rawHeaders }: IncomingRequest): string {
  let head = `${method} ${url}`;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (spellings.get(name) ?? isRead(name)) head += `\n${name}:${rawHeaders[at + 1]}`;
  }
  return head;
}

function isRead(name: string): boolean {
  const found = READ.has(name.toLowerCase());
  if (spellings.size < MOST_SPELLINGS && name.length <= LONGEST_SPELLING) spellings.set(name, found);
  return found;
}

function keyOf(id: number, body: Buffer | null): string {
  return body === null ? String(id) : `${id} ${body.toString('latin1')}`;
}
