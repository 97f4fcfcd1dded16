import { LRUCache } from 'lru-cache';
import { CompressedBody } from '../base/compressed-body.ts';
import type { Page } from './text-page.ts';

/** Memory of an entry beside its body and key: measured with 20,000 of the smallest. */
const ENTRY_BYTES = 1_024;
/** Smaller bodies are slices of Node's pool of Buffers: each is copied, or it would keep 8 KB of other slices alive. */
const POOLED_BYTES = 4_096;

/**
 * A larger body is kept when it is asked for a second time, and not before: who pulls page by page asks for each once,
 * and would push all others out.
 */
const LARGE_BYTES = 1 << 20;
/** Keys of large bodies that were made and not kept. */
const ASKED_KEPT = 10_000;

/** A client that waits; its signal is aborted when it leaves. */
export interface Caller {
  readonly signal: AbortSignal;
}

/** A rendered page of a report, in all its encodings. */
export class RenderedPage extends CompressedBody {
  /** Rows of all pages. */
  readonly total: number;
  /** As in Page. */
  readonly next: string | null | undefined;

  constructor({ body, total, next }: Page, onGrown?: () => void) {
    super(body, onGrown);
    this.total = total;
    this.next = next;
  }
}

/** A body that is being made. */
interface Making {
  body: Promise<RenderedPage>;
  /** Callers that wait for it. */
  waiting: number;
  /** Callers that have ever waited for it. */
  joined: number;
  abort: AbortController;
}

/**
 * Rendered answers by everything that decides their bytes. The key names the serving file, which never changes, so
 * nothing expires; the least recently used answers are dropped where there are too many bytes.
 */
export class RenderedCache {
  readonly #bodies: LRUCache<string, RenderedPage>;
  readonly #making = new Map<string, Making>();
  readonly #askedOnce = new LRUCache<string, true>({ max: ASKED_KEPT });
  #hits = 0;
  #misses = 0;

  /** @param maxBytes 0: nothing is kept */
  constructor(maxBytes: number) {
    this.#bodies = new LRUCache({
      // No entry is as small as a byte.
      maxSize: Math.max(1, Math.floor(maxBytes)),
      // A character of a key takes two bytes at most.
      sizeCalculation: (body, key) => body.bytes + 2 * key.length + ENTRY_BYTES,
    });
  }

  /** The body kept for a key. */
  kept(key: string): RenderedPage | undefined {
    const body = this.#bodies.get(key);
    if (body) this.#hits += 1;
    return body;
  }

  /**
   * The body kept for a key, or else the one that `make` makes: once for all callers at the same time. Its signal is
   * aborted when the last of them has left.
   */
  get(
    key: string,
    caller: Caller | undefined,
    make: (signal: AbortSignal) => Promise<Page>,
  ): RenderedPage | Promise<RenderedPage> {
    const kept = this.kept(key);
    if (kept) return kept;
    this.#misses += 1;
    return this.#join(key, this.#making.get(key) ?? this.#start(key, make), caller?.signal);
  }

  /**
   * Bodies found and not found since the start, and bytes kept. A caller that joins one being made has not found it.
   */
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

  /** A method of its own, so that the closure in it keeps nothing alive but what it needs. */
  #keep(key: string, { body, ...page }: Page): RenderedPage {
    if (body.byteLength > LARGE_BYTES && !this.#askedOnce.has(key)) {
      this.#askedOnce.set(key, true);
      const made = new RenderedPage({ body, ...page });
      made.isSentOnce = true;
      return made;
    }
    const own = body.byteLength < POOLED_BYTES ? Buffer.allocUnsafeSlow(body.byteLength) : body;
    if (own !== body) own.set(body);
    const made = new RenderedPage({ body: own, ...page }, () => {
      if (this.#bodies.peek(key) !== made) return;
      // Deleted first: lru-cache does not recompute the size where the same object is set again.
      this.#bodies.delete(key);
      this.#bodies.set(key, made);
    });
    this.#bodies.set(key, made);
    return made;
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
