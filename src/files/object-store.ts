import { AppError, OperatorError } from '../base/errors.ts';

/** An object as a store lists it. */
export interface StoredObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/** The content of a small object, with what tells this version of it from others. */
export interface FoundObject {
  content: Buffer;
  etag: string;
  modifiedAt: Date;
}

/** The condition of a write: the object is as it was read, or there is none. */
export type WriteCondition = { ifMatch: string } | { ifNone: true };

/** The store cannot be reached, or answers with failures of its own. */
export class StoreUnavailable extends AppError {
  constructor(reason: string, cause?: unknown) {
    super('unavailable', `The store of snapshots cannot be reached: ${reason}`, {
      headers: { 'Retry-After': '1' },
      cause,
    });
  }
}

/** The store answers, but refuses: its message names the variable to correct. */
export class StoreRefused extends OperatorError {}

/** Whether an error is the store's: what was to be done is left for later. */
export function isStoreFailure(error: unknown): boolean {
  return error instanceof StoreUnavailable || error instanceof StoreRefused;
}

/**
 * Objects by key, on other machines: an S3-compatible store. Every call ends by itself when the store is silent.
 * @throws StoreUnavailable where the store cannot be reached, StoreRefused where it refuses
 */
export interface ObjectStore {
  /** A small object; null where there is none. @param unless an etag: 'unchanged' where it is still that version */
  get(key: string, unless?: string): Promise<FoundObject | 'unchanged' | null>;
  /**
   * Writes a small object. With a condition its content must be told from any other's, so that a write whose answer
   * was lost can be recognised.
   * @returns its etag; null where the condition does not hold: another was faster
   */
  put(key: string, content: string, condition?: WriteCondition): Promise<string | null>;
  /**
   * Copies an object into a file, which is on disk when this returns, and checks it as it streams.
   * @param path of the file, under a temporary name: half of it may be left after an error
   * @param sha256 of its content @param onProgress called as bytes come in
   * @returns whether there is such an object
   * @throws DamagedFile where it is another content
   */
  download(key: string, path: string, sha256: string, onProgress?: () => void): Promise<boolean>;
  /**
   * Copies a file into an object. The store checks its SHA-256. @param onProgress called as bytes go out
   * @throws DamagedFile where the file has another content
   */
  upload(key: string, path: string, sha256: string, onProgress?: () => void): Promise<void>;
  /** An object without its content; null where there is none. */
  head(key: string): Promise<StoredObject | null>;
  /** Objects whose keys begin with a text, in the order of their keys. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes an object, if there is one. */
  remove(key: string): Promise<void>;
}
