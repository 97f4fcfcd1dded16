import { LRUCache } from 'lru-cache';
import type { HttpRequest } from './request.ts';

const MAX_BODY_BYTES = 4_096;
const MAX_BYTES = 16 << 20;
/** The estimated size of an entry's parsed body, beside its key. */
const ENTRY_BYTES = 1_024;

/**
 * The parsed bodies of valid requests, so that openapi-backend need not route and validate the same request again. It
 * does not cover credentials, plan and limits: the caller of `get` has checked them.
 */
export class RequestCache {
  readonly #bodies = new LRUCache<string, object>({
    maxSize: MAX_BYTES,
    sizeCalculation: (_body, key) => 2 * key.length + ENTRY_BYTES,
  });

  /**
   * The cache key of a request: everything that validation depends on, as one text. undefined: the request is not
   * cached, because it has a query (which may hold an API key) or a large body.
   * @param headerNames the headers that the operation declares, in lower case
   */
  key(
    request: HttpRequest,
    headerNames: readonly string[],
    mediaType: string,
    bytes: Buffer,
  ): string | undefined {
    if (request.queryLength > 0 || bytes.length > MAX_BODY_BYTES) return undefined;
    let key = `${request.path}\n${mediaType}\n`;
    for (const name of headerNames) key += `${request.headers[name]}\n`;
    return key + bytes.toString('latin1');
  }

  /** Like `key`, for a GET: the same parameters in the same order. An API key among them is left out. */
  keyOfQuery({ path, query, headers }: HttpRequest, headerNames: readonly string[]): string {
    const { api_key: _, ...others } = query;
    let key = `GET ${path}\n`;
    for (const name of headerNames) key += `${headers[name]}\n`;
    return key + JSON.stringify(others);
  }

  /** The parsed body, or query, of an equal earlier request that was valid; frozen. */
  get(key: string): object | undefined {
    return this.#bodies.get(key);
  }

  /** Keeps the body of a valid request, and freezes it. */
  set(key: string, body: unknown): void {
    if (typeof body === 'object' && body !== null) this.#bodies.set(key, Object.freeze(body));
  }
}
