import { LRUCache } from 'lru-cache';
import type { HttpRequest } from './request.ts';

const MAX_BODY_BYTES = 4_096;
const MAX_BYTES = 16 << 20;
/** What one entry costs beside its text: the parsed body. */
const ENTRY_BYTES = 1_024;

/**
 * Requests that openapi-backend has dispatched and validated, so that the same one need not pass through it
 * again. A cached 2 KB report then costs 1.7 times the CPU of bare node:http, where openapi-backend as it
 * comes costs 12 times (bench cached-report). Whoever asks for one has checked the credentials,
 * plan and limits: they are not part of it.
 */
export class RequestCache {
  readonly #bodies = new LRUCache<string, object>({
    maxSize: MAX_BYTES,
    sizeCalculation: (_body, key) => 2 * key.length + ENTRY_BYTES,
  });

  /**
   * All of a request that validation looks at, as one text; undefined for one that is not remembered: with a
   * query (which may hold a key) or a large body.
   * @param headerNames the headers that the operation declares, in lower case
   */
  key(
    request: HttpRequest,
    headerNames: readonly string[],
    mediaType: string,
    bytes: Buffer,
  ): string | undefined {
    if (request.hasQuery || bytes.length > MAX_BODY_BYTES) return undefined;
    let key = `${request.path}\n${mediaType}\n`;
    for (const name of headerNames) key += `${request.headers[name]}\n`;
    return key + bytes.toString('latin1');
  }

  /** The validated body of a request that came before. */
  get(key: string): object | undefined {
    return this.#bodies.get(key);
  }

  set(key: string, body: unknown): void {
    if (typeof body === 'object' && body !== null) this.#bodies.set(key, Object.freeze(body));
  }
}
