import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

/** From the one preferred where a client takes several alike. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Below this an encoded body is hardly smaller and costs more than it saves. */
const SMALLEST_BYTES = 1_024;

/**
 * The cheapest levels: the next ones save little more. Each runs on libuv's pool,
 * once a body.
 */
const COMPRESS: Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>> = {
  zstd: (bytes) => promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 1 }),
};

/** A body with the compressed forms it was asked for, each made once. */
export class CompressedBody {
  readonly identity: Uint8Array;
  readonly #encoded = new Map<Encoding, Uint8Array | Promise<Uint8Array>>();
  readonly #onGrown: () => void;
  #bytes: number;

  /** @param onGrown told when a form was added, so that a cache counts it. */
  constructor(identity: Uint8Array, onGrown: () => void = () => {}) {
    this.identity = identity;
    this.#bytes = identity.byteLength;
    this.#onGrown = onGrown;
  }

  /** Bytes of all forms held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The text of the body. */
  toString(): string {
    return new TextDecoder().decode(this.identity);
  }

  /** At once where it was made before. */
  encoded(encoding: Encoding): Uint8Array | Promise<Uint8Array> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const made = COMPRESS[encoding](this.identity).then((bytes) => {
      this.#encoded.set(encoding, bytes);
      this.#bytes += bytes.byteLength;
      this.#onGrown();
      return bytes;
    });
    made.catch(() => this.#encoded.delete(encoding));
    this.#encoded.set(encoding, made);
    return made;
  }

  /** The encoding to send to a client by its Accept-Encoding; null for none. */
  choose(acceptEncoding: string | undefined): Encoding | null {
    if (acceptEncoding === undefined || this.identity.byteLength < SMALLEST_BYTES) return null;
    return chosenEncoding(acceptEncoding);
  }
}

const chosen = new Map<string, Encoding | null>();
const CHOICES_KEPT = 100;
/** Browsers and libraries send less; what is longer is read anew each time and not kept. */
const KEPT_CHARACTERS = 200;

/** The best of what Accept-Encoding allows (RFC 9110 §12.5.3). Clients send few different ones. */
function chosenEncoding(acceptEncoding: string): Encoding | null {
  const known = chosen.get(acceptEncoding);
  if (known !== undefined) return known;
  const weights = new Map(
    acceptEncoding.split(',').map((entry) => {
      // Split at the sign alone and then trimmed: by a pattern with blanks, 15,000 of them took 0.4 s.
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
    }),
  );
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const best = ENCODINGS.reduce((best, encoding) => (weightOf(encoding) > weightOf(best) ? encoding : best));
  const choice = weightOf(best) > (weights.get('identity') ?? 0) ? best : null;
  if (chosen.size < CHOICES_KEPT && acceptEncoding.length <= KEPT_CHARACTERS)
    chosen.set(acceptEncoding, choice);
  return choice;
}
