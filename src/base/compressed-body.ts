import { pipeline, type Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib';

/** In order of preference, for clients that rate several equally. */
export const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Encoding a smaller body saves hardly any bytes and costs more than it saves. */
const SMALLEST_BYTES = 1_024;

/**
 * A body up to this size is sent as text with one character per byte: node:http writes that in one piece with the head,
 * without an extra buffer. For a larger body, the copies cost more than they save.
 */
const TEXT_BYTES = 12_288;

/** The compression level of each encoding. */
type Levels = Record<Encoding, number>;

/** The cheapest levels, for bodies compressed while somebody waits: higher levels save little more. */
const QUICK: Levels = { zstd: 1, br: 4, gzip: 1 };
/** For small bodies that are compressed once and sent often. */
const SMALL: Levels = { zstd: 19, br: 11, gzip: 9 };
/**
 * For large bodies that are compressed once and sent often. Measured on the 863 kB script of the documentation: brotli
 * 11 takes 1.4 s for 180 kB, 9 takes 0.08 s for 193 kB; zstd 19 takes 0.26 s for 188 kB, 15 takes 0.08 s for 198 kB.
 */
const SMALL_SOON: Levels = { zstd: 15, br: 9, gzip: 9 };
const LARGE_BYTES = 50_000;

const OPTIONS = {
  zstd: (level: number) => ({ params: { [constants.ZSTD_c_compressionLevel]: level } }),
  br: (level: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: level } }),
  gzip: (level: number) => ({ level }),
};

/** Each runs in libuv's thread pool, once per body. */
const COMPRESS: Record<Encoding, (bytes: Uint8Array, level: number) => Promise<Uint8Array>> = {
  zstd: (bytes, level) => promisify(zstdCompress)(bytes, OPTIONS.zstd(level)),
  br: (bytes, level) => promisify(brotliCompress)(bytes, OPTIONS.br(level)),
  gzip: (bytes, level) => promisify(gzip)(bytes, OPTIONS.gzip(level)),
};

/** A response body with its compressed forms. Each form is compressed once, on first use. */
export class CompressedBody {
  /** Whether the body serves a single response and can be freed once that is sent. */
  isSentOnce = false;
  /** The body uncompressed. */
  readonly identity: Uint8Array;
  readonly #encoded = new Map<Encoding, Uint8Array | Promise<Uint8Array>>();
  readonly #onGrown: () => void;
  #levels = QUICK;
  #bytes: number;
  #plain: Uint8Array | string | undefined;

  /** @param onGrown called when a form was added, so that a cache counts its bytes */
  constructor(identity: Uint8Array, onGrown: () => void = () => {}) {
    this.identity = identity;
    this.#bytes = identity.byteLength;
    this.#onGrown = onGrown;
  }

  /** A body that is sent often: its forms use higher levels, which take up to 0.1 s each. */
  static sentOften(identity: Uint8Array): CompressedBody {
    const body = new CompressedBody(identity);
    body.#levels = identity.byteLength < LARGE_BYTES ? SMALL : SMALL_SOON;
    return body;
  }

  /** The body uncompressed, as it is sent: bytes, or text whose characters stand for one byte each. */
  get plain(): Uint8Array | string {
    if (this.#plain === undefined) {
      const { identity } = this;
      const isSmall = identity.byteLength <= TEXT_BYTES;
      this.#plain = isSmall
        ? Buffer.from(identity.buffer, identity.byteOffset, identity.byteLength).toString('latin1')
        : identity;
      if (isSmall) this.#grow(identity.byteLength);
    }
    return this.#plain;
  }

  /** Bytes of all forms together. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Gives back the memory of all forms, which are empty from then on. Left to the garbage collector, pages of some MB
   * hold up all requests: V8 counts them as heap growth, and every few pages set off a full collection.
   */
  free(): void {
    for (const form of [this.identity, ...this.#encoded.values()]) if (form instanceof Uint8Array) free(form);
  }

  /** The body as text. */
  toString(): string {
    return new TextDecoder().decode(this.identity);
  }

  /** The body in an encoding; a promise only while it is being compressed. */
  encoded(encoding: Encoding): Uint8Array | Promise<Uint8Array> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const compressing = COMPRESS[encoding](this.identity, this.#levels[encoding]).then((compressed) => {
      // zlib gives a slice of 16 KB or more.
      const isSlice = compressed.buffer.byteLength > 2 * compressed.byteLength;
      const bytes = isSlice ? new Uint8Array(compressed) : compressed;
      this.#encoded.set(encoding, bytes);
      this.#grow(bytes.byteLength);
      return bytes;
    });
    compressing.catch(() => this.#encoded.delete(encoding));
    this.#encoded.set(encoding, compressing);
    return compressing;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    this.#onGrown();
  }

  /** The encodings that it is worth sending in. */
  get encodings(): readonly Encoding[] {
    return this.identity.byteLength < SMALLEST_BYTES ? [] : ENCODINGS;
  }
}

/** A stream of bytes in an encoding, of which each piece is freed. One that ends early ends the other. */
export function compressed(stream: Readable, encoding: Encoding): Readable {
  const level = QUICK[encoding];
  const through = {
    zstd: () => createZstdCompress(OPTIONS.zstd(level)),
    br: () => createBrotliCompress(OPTIONS.br(level)),
    gzip: () => createGzip(OPTIONS.gzip(level)),
  };
  const compressor = through[encoding]();
  // Its reader learns of a failure.
  pipeline(stream, freeing(compressor), () => {});
  return compressor;
}

/**
 * Writes to a stream, and frees each piece that it has taken. The pieces of a long answer would otherwise set off full
 * collections: 107 MB took 1.0 to 1.2 s of processor time instead of 0.7.
 */
export function freeing(target: Writable): Writable {
  const sink = new Writable({
    highWaterMark: 1,
    write: (piece: Uint8Array, _encoding, done) =>
      target.write(piece, (error) => {
        free(piece);
        done(error);
      }),
    final: (done) => target.end(done),
    destroy(error, done) {
      if (!target.writableFinished) target.destroy(error ?? undefined);
      done(error);
    },
  });
  target.once('close', () => sink.destroy());
  return sink;
}

/** Gives back the memory of bytes that are no longer read, unless they share their buffer. */
export function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
