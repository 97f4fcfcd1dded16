import { createHash, randomBytes } from 'node:crypto';
import type { OrgId } from '../../base/ids.ts';

/**
 * Secrets that somebody without a login presents. A token holds its organisation's id without dashes, which gives the
 * tenant before the look-up; then its random bits. Only its hash is stored.
 */
export class TenantTokens {
  readonly #prefix: string;
  readonly #bytes: number;
  readonly #shape: RegExp;

  /** @param prefix says what it is for @param bytes how many are random */
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

  hashOf(token: string): Buffer {
    return createHash('sha256').update(token).digest();
  }
}
