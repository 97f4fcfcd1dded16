import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';

// Secrets that let their bearer in: keys, refresh tokens, codes, links. The prefix says what a token is for.

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_LENGTH = 30; // 178 bits
const CHECKSUM_LENGTH = 6;
/** How many characters after the prefix lists show, so that people can recognise a key. */
const SHOWN_LENGTH = 6;
const SEALED = /^[A-Za-z0-9_-]{40,800}$/;

/** The SHA-256 of a token: all that is stored of it. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Tokens of 256 random bits. */
export class Tokens {
  readonly #prefix: string;
  readonly #lineage: string;
  readonly #shape: RegExp;

  /** @param lineage keeps the successors of one kind from being those of another */
  constructor(prefix: string, lineage = '') {
    this.#prefix = prefix;
    this.#lineage = lineage;
    this.#shape = new RegExp(`^${prefix}[\\w-]{43}$`);
  }

  make(): string {
    return `${this.#prefix}${randomBytes(32).toString('base64url')}`;
  }

  /** The token that follows another: the same one each time, and unpredictable without the secret. */
  successorOf(token: string, secret: string): string {
    const bytes = createHmac('sha256', secret).update(`${this.#lineage} ${token}`).digest();
    return `${this.#prefix}${bytes.toString('base64url')}`;
  }

  /** The hash of a token; null for one of another shape, which needs no look-up. */
  hashOf(token: string): Buffer | null {
    return this.#shape.test(token) ? hashOf(token) : null;
  }
}

/** Tokens that hold their organisation's id without dashes, which gives the tenant before the look-up. */
export class TenantTokens {
  readonly #prefix: string;
  readonly #bytes: number;
  readonly #shape: RegExp;

  /** @param bytes how many are random */
  constructor(prefix: string, bytes: number) {
    this.#prefix = prefix;
    this.#bytes = bytes;
    const letters = Math.ceil((bytes * 4) / 3);
    this.#shape = new RegExp(
      `^${prefix}([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[A-Za-z0-9_-]{${letters}}$`,
    );
  }

  make(orgId: OrgId): string {
    return `${this.#prefix}${orgId.replaceAll('-', '')}_${randomBytes(this.#bytes).toString('base64url')}`;
  }

  /** The organisation that a token names; null for what has not the shape of one. */
  organisationOf(token: string): OrgId | null {
    const parts = this.#shape.exec(token);
    return parts && (parts.slice(1).join('-') as OrgId);
  }
}

/** Keys with a checksum, which scanners of secrets recognise. */
export class Keys {
  readonly #prefix: string;
  readonly #shape: RegExp;

  constructor(prefix: string) {
    this.#prefix = prefix;
    this.#shape = new RegExp(`^${prefix}([0-9A-Za-z]{${KEY_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);
  }

  make(): string {
    const random = Array.from({ length: KEY_LENGTH }, () => BASE62[randomInt(62)]).join('');
    return `${this.#prefix}${random}${checksumOf(random)}`;
  }

  /** The hash of a key; null for one of another shape or with a wrong checksum, which needs no look-up. */
  hashOf(key: string): Buffer | null {
    const [, random, checksum] = this.#shape.exec(key) ?? [];
    return random === undefined || checksumOf(random) !== checksum ? null : hashOf(key);
  }

  /** The first characters of a key, which distinguish it from others. */
  shown(key: string): string {
    return key.slice(0, this.#prefix.length + SHOWN_LENGTH);
  }
}

/**
 * Tokens that hold what they allow, sealed, and need no row: they work as long as ENCRYPTION_KEY, and open nothing of
 * another context.
 */
export class SealedTokens {
  readonly #context: string;

  constructor(context: string) {
    this.#context = context;
  }

  make(secretBox: SecretBox, values: readonly string[]): string {
    return secretBox.seal(JSON.stringify(values), this.#context).toString('base64url');
  }

  /** The values of a token; null for one that this server did not make. */
  open(secretBox: SecretBox, token: string): string[] | null {
    if (!SEALED.test(token)) return null;
    try {
      const values = JSON.parse(secretBox.open(Buffer.from(token, 'base64url'), this.#context));
      return Array.isArray(values) ? values : null;
    } catch {
      return null;
    }
  }
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let position = 0; position < CHECKSUM_LENGTH; position += 1) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
