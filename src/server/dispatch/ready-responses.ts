import { LRUCache } from 'lru-cache';
import { CompressedBody } from '../../base/compressed-body.ts';
import type { Principal } from '../auth/auth.ts';
import { type HttpResponse, StreamedBody } from './response.ts';

const MAX_BYTES = 16 << 20;
/** Larger bodies cost so much to send that finding them faster gains nothing. */
const MAX_BODY_BYTES = 64 << 10;
/** The estimated size of an entry, beside its key and body. */
const ENTRY_BYTES = 1_024;

interface Ready {
  principal: Principal;
  response: HttpResponse;
}

/**
 * Responses that an equal request of the same caller gets again, without validation and handler, for as long as they
 * say that they can repeat: a cached 2 KB report takes 0.96 times the CPU. Credentials, plan and limits are not covered:
 * the caller of `get` has checked them.
 */
export class ReadyResponses {
  readonly #responses = new LRUCache<string, Ready>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ response }, key) => 2 * key.length + bytesOf(response) + ENTRY_BYTES,
  });

  /** @param accept the header, which the keys of the RequestCache lack */
  key({ cacheId }: Principal, accept: string | undefined, requestKey: string): string {
    // Enough of the id: `get` compares the caller, and a short key is hashed sooner.
    return `${cacheId.slice(0, 16)}\n${accept}\n${requestKey}`;
  }

  /** A copy of the response, whose headers the caller may change; undefined: there is none, or it is out of date. */
  get(key: string, principal: Principal): HttpResponse | undefined {
    const ready = this.#responses.get(key);
    // A principal is replaced when its rights change.
    if (ready === undefined || ready.principal !== principal || !ready.response.canRepeat?.())
      return undefined;
    const { status, headers, body } = ready.response;
    return { status, headers: { ...headers }, body };
  }

  /** Keeps a response that says for how long it is current. */
  set(key: string, principal: Principal, { status, headers, body, canRepeat }: HttpResponse): void {
    if (canRepeat === undefined || bytesOf({ body }) > MAX_BODY_BYTES) return;
    this.#responses.set(key, { principal, response: { status, headers: { ...headers }, body, canRepeat } });
  }
}

function bytesOf({ body }: Pick<HttpResponse, 'body'>): number {
  if (body === null) return 0;
  if (body instanceof StreamedBody) return Infinity;
  return body instanceof CompressedBody ? body.bytes : body.length;
}
