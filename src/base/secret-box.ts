import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets at rest: AES-256-GCM under a key derived from ENCRYPTION_KEY (HKDF-SHA-256). A sealed value opens
 * only in the context it was sealed for, so no row's secret can be moved to another row.
 */
export class SecretBox {
  readonly #key: Buffer;

  constructor(encryptionKey: string) {
    if (encryptionKey === '') throw new Error('There is no encryption key.');
    this.#key = Buffer.from(hkdfSync('sha256', encryptionKey, 'sightline', 'secrets at rest', 32));
  }

  /** @returns version (1 byte), IV (12), tag (16), ciphertext */
  seal(plain: string, context: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(context));
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), text]);
  }

  /** @throws when the value was changed, or sealed for another context or under another key */
  open(sealed: Uint8Array, context: string): string {
    const bytes = Buffer.from(sealed);
    if (bytes[0] !== VERSION) throw new Error('This secret was sealed by another version.');
    const iv = bytes.subarray(1, 1 + IV_BYTES);
    const tag = bytes.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
    // Without the length, a value cut to a tag of four bytes would be checked by these alone.
    const decipher = createDecipheriv('aes-256-gcm', this.#key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(tag);
    return Buffer.concat([
      decipher.update(bytes.subarray(1 + IV_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8');
  }

  /** As `open`; null: it cannot be opened. */
  opened(sealed: Uint8Array, context: string): string | null {
    try {
      return this.open(sealed, context);
    } catch {
      return null;
    }
  }
}
