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
}

/** The condition of a write: the object is as it was read, or there is none. */
export type WriteCondition = { ifMatch: string } | { ifNone: true };

/** An object of the store is not what its key says. */
export class DamagedObject extends Error {}

/**
 * Objects by key, on other machines: an S3-compatible store. Every call has a deadline of its own.
 * @throws AppError unavailable where the store cannot be reached
 */
export interface ObjectStore {
  /** A small object; null where there is none. @param unless an etag: null too where it is still that version */
  get(key: string, unless?: string): Promise<FoundObject | 'unchanged' | null>;
  /** Writes a small object. @returns its etag; null where the condition does not hold: another was faster */
  put(key: string, content: string | Buffer, condition?: WriteCondition): Promise<string | null>;
  /**
   * Copies an object into a file, which is on disk when this returns, and checks it as it streams.
   * @param path of the file, under a temporary name: half of it may be left after an error
   * @param sha256 of its content @param onProgress called as bytes come in
   * @returns whether there is such an object
   * @throws DamagedObject where it is another content
   */
  download(key: string, path: string, sha256: string, onProgress?: () => void): Promise<boolean>;
  /** Copies a file into an object. The store checks its SHA-256. @param onProgress called as bytes go out */
  upload(key: string, path: string, sha256: string, onProgress?: () => void): Promise<void>;
  /** Size of an object; null where there is none. */
  size(key: string): Promise<number | null>;
  /** Objects whose keys begin with a text, in the order of their keys. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes an object, if there is one. */
  remove(key: string): Promise<void>;
}
