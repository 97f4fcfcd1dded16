import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30; // 178 bits
const CHECKSUM_LENGTH = 6;
/** How many characters after the prefix lists show, so that people can recognise a key. */
const SHOWN_LENGTH = 6;

/** The text of keys that begin alike, such as sl_live_. */
export class KeyText {
  readonly #prefix: string;
  readonly #shape: RegExp;

  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#shape = new RegExp(`^${prefix}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);
  }

  /** A new key, with the hash that is all that is kept of it. */
  make(): { key: string; hash: Buffer } {
    const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(62)]).join('');
    const key = `${this.#prefix}${random}${checksumOf(random)}`;
    return { key, hash: sha256(key) };
  }

  /** The hash of a key; null for a malformed key, with another prefix or a wrong checksum, which needs no look-up. */
  hashOf(key: string): Buffer | null {
    const [, random, checksum] = this.#shape.exec(key) ?? [];
    return random === undefined || checksumOf(random) !== checksum ? null : sha256(key);
  }

  /** The first characters of a key, which distinguish it from others. */
  shown(key: string): string {
    return key.slice(0, this.#prefix.length + SHOWN_LENGTH);
  }
}

function sha256(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
