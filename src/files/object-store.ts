import { AppError, OperatorError } from '../base/errors.ts';

/** An object as a store lists it. */
export interface StoredObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

/** The content of a small object, with an etag that identifies this version. */
export interface FoundObject {
  content: Buffer;
  etag: string;
  modifiedAt: Date;
}

/** The condition of a write: the object is unchanged since it was read, or does not exist. */
export type WriteCondition = { ifMatch: string } | { ifNone: true };

/** The store cannot be reached, or fails by itself. */
export class StoreUnavailable extends AppError {
  /** @param store what it is, for the message */
  constructor(store: string, reason: string) {
    super('unavailable', `${store} cannot be reached: ${reason}`, { headers: { 'Retry-After': '1' } });
  }
}

/** The store answers, but refuses. The message names the setting to correct. */
export class StoreRefused extends OperatorError {}

/** Whether an error is the store's. The caller postpones its work then. */
export function isStoreFailure(error: unknown): boolean {
  return error instanceof StoreUnavailable || error instanceof StoreRefused;
}

/**
 * Objects by key, on other machines: an S3-compatible store. Every call ends by itself if the store is silent.
 * @throws StoreUnavailable if the store cannot be reached, StoreRefused if it refuses
 */
export interface ObjectStore {
  /** A small object; null if there is none. @param unless an etag: returns 'unchanged' if that is still the version */
  get(key: string, unless?: string): Promise<FoundObject | 'unchanged' | null>;
  /**
   * Writes a small object. With a condition, the content must be unique, so that a write whose answer was lost can be
   * recognised.
   * @returns its etag; null if the condition does not hold, because another write was first
   */
  put(key: string, content: string, condition?: WriteCondition): Promise<string | null>;
  /**
   * Copies an object into a file, and checks it while it streams. The file is durable when this returns.
   * @param path of the file, under a temporary name: an error may leave half of it
   * @param sha256 of its content @param onProgress called as bytes arrive
   * @returns whether the object exists
   * @throws DamagedFile if the content differs
   */
  download(key: string, path: string, sha256: string, onProgress?: () => void): Promise<boolean>;
  /**
   * Copies a file into an object. The store checks its SHA-256. @param onProgress called as bytes are sent
   * @throws DamagedFile if the file's content differs
   */
  upload(key: string, path: string, sha256: string, onProgress?: () => void): Promise<void>;
  /** An object without its content; null if there is none. */
  head(key: string): Promise<StoredObject | null>;
  /** Objects with a key prefix, in the order of their keys. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes an object if it exists. */
  remove(key: string): Promise<void>;
}
