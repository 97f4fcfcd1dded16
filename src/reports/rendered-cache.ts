import { LRUCache } from 'lru-cache';
import { CompressedBody } from '../base/compressed-body.ts';
import type { Page } from './forms/text-page.ts';

/** Memory of an entry in addition to its body and key, measured with 20,000 of the smallest. */
const ENTRY_BYTES = 1_024;
/**
 * Smaller bodies are slices of Node's Buffer pool. They are copied, because each would keep 8 KB of other slices alive.
 */
const POOLED_BYTES = 4_096;

/**
 * A larger body is cached only on its second request: a client that pulls page by page requests each page once, and
 * would evict all other bodies.
 */
const LARGE_BYTES = 1 << 20;
/** Number of keys of large bodies that were rendered but not cached. */
const MOST_REQUESTED_KEYS = 10_000;

/** A waiting client; its signal is aborted when it leaves. */
export interface Caller {
  readonly signal: AbortSignal;
}

/** A rendered page of a report, in all its encodings. */
export class RenderedPage extends CompressedBody {
  /** Number of rows on all pages. */
  readonly total: number;
  /** See Page. */
  readonly next: string | null | undefined;
  /** See Page. */
  readonly fileName: string | undefined;

  constructor({ body, total, next, fileName }: Page, onGrown?: () => void) {
    super(body, onGrown);
    this.total = total;
    this.next = next;
    this.fileName = fileName;
  }
}

/** A body that is being rendered. */
interface Making {
  body: Promise<RenderedPage>;
  /** Callers that wait for it. */
  waiting: number;
  /** Callers that have ever waited for it. */
  joined: number;
  abort: AbortController;
}

/**
 * Rendered answers, by everything that determines their bytes. The key contains the content hash of immutable files, so
 * entries do not expire. When the cache is full, the least recently used answers are dropped.
 */
export class RenderedCache {
  readonly #bodies: LRUCache<string, RenderedPage>;
  readonly #making = new Map<string, Making>();
  readonly #requestedOnce = new LRUCache<string, true>({ max: MOST_REQUESTED_KEYS });
  #hits = 0;
  #misses = 0;

  /** @param maxBytes 0: nothing is cached */
  constructor(maxBytes: number) {
    this.#bodies = new LRUCache({
      // lru-cache refuses a size of 0, and no entry is as small as one byte.
      maxSize: Math.max(1, Math.floor(maxBytes)),
      // A character of a key takes at most two bytes.
      sizeCalculation: (body, key) => body.bytes + 2 * key.length + ENTRY_BYTES,
    });
  }

  /** The cached body for a key. */
  cached(key: string): RenderedPage | undefined {
    const body = this.#bodies.get(key);
    if (body) this.#hits += 1;
    return body;
  }

  /** Counts a hit of a caller that still has a cached body. */
  countHit(): void {
    this.#hits += 1;
  }

  /**
   * The cached body for a key, or one rendered by `make`: once for all concurrent callers. The signal of `make` is
   * aborted when the last caller has left.
   */
  async get(
    key: string,
    caller: Caller | undefined,
    make: (signal: AbortSignal) => Promise<Page>,
  ): Promise<RenderedPage> {
    const cached = this.cached(key);
    if (cached) return cached;
    this.#misses += 1;
    return this.#join(key, this.#making.get(key) ?? this.#start(key, make), caller?.signal);
  }

  /** Cache hits and misses since the start, and bytes in use. Joining a body that is being built counts as a miss. */
  stats(): { hits: number; misses: number; bytes: number } {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#bodies.calculatedSize };
  }

  #start(key: string, make: (signal: AbortSignal) => Promise<Page>): Making {
    const abort = new AbortController();
    const body = make(abort.signal)
      .then((page) => this.#keep(key, page))
      .finally(() => this.#forget(key, making));
    const making: Making = { body, waiting: 0, joined: 0, abort };
    this.#making.set(key, making);
    return making;
  }

  /** A separate method, so that the closure in it captures only what it needs. */
  #keep(key: string, { body, ...page }: Page): RenderedPage {
    if (body.byteLength > LARGE_BYTES && !this.#requestedOnce.has(key)) {
      this.#requestedOnce.set(key, true);
      const rendered = new RenderedPage({ body, ...page });
      rendered.isSentOnce = true;
      return rendered;
    }
    const own = body.byteLength < POOLED_BYTES ? Buffer.allocUnsafeSlow(body.byteLength) : body;
    if (own !== body) own.set(body);
    const rendered = new RenderedPage({ body: own, ...page }, () => {
      if (this.#bodies.peek(key) !== rendered) return;
      // Deleted first: lru-cache does not recompute the size if the same object is set again.
      this.#bodies.delete(key);
      this.#bodies.set(key, rendered);
    });
    this.#bodies.set(key, rendered);
    return rendered;
  }

  #forget(key: string, making: Making): void {
    if (this.#making.get(key) === making) this.#making.delete(key);
  }

  async #join(key: string, making: Making, signal: AbortSignal | undefined): Promise<RenderedPage> {
    making.waiting += 1;
    making.joined += 1;
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      making.waiting -= 1;
      if (making.waiting > 0) return;
      making.abort.abort();
      this.#forget(key, making); // callers that come now start anew
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      const body = await making.body;
      if (making.joined > 1) body.isSentOnce = false;
      return body;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }
}
