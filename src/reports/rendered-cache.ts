import { LRUCache } from 'lru-cache';
import { CompressedBody } from '../base/compressed-body.ts';

/** What one entry costs beside its body and key: measured with 20,000 of the smallest. */
const ENTRY_BYTES = 1_024;
/** Smaller bodies come out of a pool of Buffers: each is copied, or it would keep 8 KB of others'. */
const POOLED_BYTES = 4_096;

/** Whoever asks; its signal is aborted when it leaves. */
export interface Caller {
  readonly signal: AbortSignal;
}

interface Making {
  body: Promise<CompressedBody>;
  waiting: number;
  abort: AbortController;
}

/**
 * Rendered answers by all they were made from. A serving file never changes, so an answer is exact as long as
 * its key (which holds the file) is asked for; nothing expires, the least used go when the bytes are full.
 */
export class RenderedCache {
  readonly #bodies: LRUCache<string, CompressedBody>;
  readonly #making = new Map<string, Making>();
  #hits = 0;
  #misses = 0;

  constructor(maxBytes: number) {
    this.#bodies = new LRUCache({
      maxSize: maxBytes,
      // A character is two bytes at most.
      sizeCalculation: (body, key) => body.bytes + 2 * key.length + ENTRY_BYTES,
    });
  }

  /** The body kept for a key. */
  kept(key: string): CompressedBody | undefined {
    const body = this.#bodies.get(key);
    if (body) this.#hits += 1;
    return body;
  }

  /**
   * The body kept for a key, or the one that `make` makes: once for all who ask at the same time. It is
   * given up when the last of them has left.
   */
  get(
    key: string,
    caller: Caller | undefined,
    make: (signal: AbortSignal) => Promise<Uint8Array>,
  ): CompressedBody | Promise<CompressedBody> {
    const kept = this.kept(key);
    if (kept) return kept;
    this.#misses += 1;
    return this.#join(key, this.#making.get(key) ?? this.#start(key, make), caller?.signal);
  }

  /** Bodies found and not found since the start (who waits for one in the making has not found it), bytes kept. */
  stats(): { hits: number; misses: number; bytes: number } {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#bodies.calculatedSize };
  }

  #start(key: string, make: (signal: AbortSignal) => Promise<Uint8Array>): Making {
    const abort = new AbortController();
    const body = make(abort.signal)
      .then((bytes) => this.#keep(key, bytes))
      .finally(() => this.#forget(key, making));
    const making: Making = { body, waiting: 0, abort };
    this.#making.set(key, making);
    return making;
  }

  /** A method of its own, so that what is kept does not hold all that it was made with. */
  #keep(key: string, bytes: Uint8Array): CompressedBody {
    const own = bytes.byteLength < POOLED_BYTES ? Buffer.allocUnsafeSlow(bytes.byteLength) : bytes;
    if (own !== bytes) own.set(bytes);
    const made = new CompressedBody(own, () => {
      if (this.#bodies.peek(key) !== made) return;
      // lru-cache does not count again what is set to the same object.
      this.#bodies.delete(key);
      this.#bodies.set(key, made);
    });
    this.#bodies.set(key, made);
    return made;
  }

  #forget(key: string, making: Making): void {
    if (this.#making.get(key) === making) this.#making.delete(key);
  }

  async #join(key: string, making: Making, signal: AbortSignal | undefined): Promise<CompressedBody> {
    making.waiting += 1;
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      making.waiting -= 1;
      if (making.waiting > 0) return;
      making.abort.abort();
      this.#forget(key, making); // who comes now starts anew
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await making.body;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }
}
