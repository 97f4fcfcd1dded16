import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DamagedFile } from '../../base/durable-file.ts';
import { type Download, fetchObject } from '../../files/content.ts';
import { eachOf } from '../../files/each-of.ts';
import { type ObjectStore, StoreRefused } from '../../files/object-store.ts';
import { type Manifest, manifestText, parseManifest, SCHEMA_VERSION } from '../manifest.ts';

/**
 * Servers switch to a snapshot this long after it was published. By then all have it, so they show the same id. Their
 * clocks must agree to less than this.
 */
const ACTIVE_MS = 1_000;
/** An unnamed object older than this may be collected, so it is uploaded again instead of being reused. */
const SURELY_STORED_MS = 30 * 60_000;
const UPLOADS = 4;
const DAMAGED = 'damaged/';

/** The store's record of the current snapshot. */
export interface SharedCurrent {
  id: string;
  /** When the data was last known to be complete, RFC 3339. */
  asOf: string;
  /** When servers switch to it, RFC 3339. */
  activeAt: string;
}

/** Another publisher has published meanwhile, so this publication is discarded. */
export class PublishedMeanwhile extends Error {
  constructor() {
    super('Another publisher has published meanwhile.');
  }
}

/** The key of a snapshot's file: equal content is stored once. */
export function objectKey(sha256: string): string {
  return `objects/${sha256}`;
}

/** The snapshots in a store that several servers share. Each schema version has its own. */
export class SharedSnapshots {
  readonly objects: ObjectStore;
  readonly #schema: string;

  constructor(objects: ObjectStore) {
    this.objects = objects;
    this.#schema = `schema-${SCHEMA_VERSION}/`;
  }

  /**
   * The record of the current snapshot, with its etag; null before the first one. @param unless as for ObjectStore.get
   */
  async current(unless?: string): Promise<{ current: SharedCurrent; etag: string } | 'unchanged' | null> {
    const found = await this.objects.get(`${this.#schema}CURRENT`, unless);
    if (found === null || found === 'unchanged') return found;
    try {
      return { current: JSON.parse(found.content.toString()) as SharedCurrent, etag: found.etag };
    } catch {
      throw new StoreRefused(`SNAPSHOT_STORE: the object ${this.#schema}CURRENT is damaged. Remove it.`);
    }
  }

  /**
   * Makes a snapshot the current one, or records that it is still complete.
   * @param etag of the record to replace; null: there is none
   * @returns the etag of the new one @throws PublishedMeanwhile
   */
  async replaceCurrent(current: SharedCurrent, etag: string | null): Promise<string> {
    // Each write is unique, so that one whose answer was lost is recognised.
    const content = JSON.stringify({ ...current, write: randomUUID() });
    const condition = etag === null ? { ifNone: true as const } : { ifMatch: etag };
    const replaced = await this.objects.put(`${this.#schema}CURRENT`, content, condition);
    if (replaced === null) throw new PublishedMeanwhile();
    return replaced;
  }

  /** The record for a snapshot that is complete in the store now. */
  static currentNow(id: string, asOf: string): SharedCurrent {
    return { id, asOf, activeAt: new Date(Date.now() + ACTIVE_MS).toISOString() };
  }

  /** A snapshot's manifest, and when it was published; null if it is missing, removed or damaged. */
  async manifest(id: string): Promise<{ manifest: Manifest; publishedAt: Date } | null> {
    const found = await this.objects.get(this.#manifestKey(id));
    if (found === null || found === 'unchanged') return null;
    try {
      return { manifest: parseManifest(found.content.toString()), publishedAt: found.modifiedAt };
    } catch (error) {
      if (error instanceof DamagedFile) return null;
      throw error;
    }
  }

  /** When the next snapshot followed this one; null for the newest. */
  async supersededAt(id: string): Promise<Date | null> {
    for await (const { key, modifiedAt } of this.objects.list(`${this.#schema}manifests/`))
      if (key > this.#manifestKey(id)) return modifiedAt;
    return null;
  }

  /**
   * Copies a snapshot into the store, its manifest last.
   * @param folder with its files @param known contents that are there, named by a snapshot that remains
   * @param suspected contents that may be damaged there: they are written in any case
   */
  async upload(
    folder: string,
    manifest: Manifest,
    known: ReadonlySet<string>,
    suspected: ReadonlySet<string>,
    onProgress: () => void,
  ): Promise<void> {
    const files = [...new Map(manifest.files.map((file) => [file.sha256, file])).values()];
    await eachOf(files, UPLOADS, async ({ name, sha256 }) => {
      onProgress();
      const isThere = !suspected.has(sha256) && (known.has(sha256) || (await this.#isSurelyThere(sha256)));
      if (!isThere) await this.objects.upload(objectKey(sha256), join(folder, name), sha256, onProgress);
    });
    await this.objects.put(this.#manifestKey(manifest.id), manifestText(manifest));
  }

  /**
   * Copies a file of a snapshot from the store.
   * @throws DamagedFile if it is missing or its content differs; a note is left for the publisher
   */
  async download(download: Download): Promise<void> {
    const { sha256 } = download;
    await fetchObject(this.objects, objectKey(sha256), download).catch(async (error) => {
      if (error instanceof DamagedFile) await this.objects.put(`${DAMAGED}${sha256}`, error.message);
      throw error;
    });
  }

  /** Contents whose objects were reported as damaged or missing. */
  async noted(): Promise<Set<string>> {
    const noted = new Set<string>();
    for await (const { key } of this.objects.list(DAMAGED)) noted.add(key.slice(DAMAGED.length));
    return noted;
  }

  forget(sha256: string): Promise<void> {
    return this.objects.remove(`${DAMAGED}${sha256}`);
  }

  #manifestKey(id: string): string {
    return `${this.#schema}manifests/${id}.json`;
  }

  async #isSurelyThere(sha256: string): Promise<boolean> {
    const found = await this.objects.head(objectKey(sha256));
    return found !== null && Date.now() - found.modifiedAt.getTime() < SURELY_STORED_MS;
  }
}
