import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import type { Engine } from '../../engine/engine.ts';
import { BUCKETS } from '../buckets.ts';
import { DamagedSnapshot, type History, type Manifest, type SnapshotFile, servingFile } from '../manifest.ts';

/** One snapshot, which stays readable until the lease is released: its page, total and headers agree. */
export interface Lease {
  id: string;
  /** When the data was last known to be complete. */
  asOf: Date;
  /** The alias under which the serving file of a bucket is attached. */
  alias(bucket: string): Promise<string>;
  /** The SHA-256 of that file: it stays the same where nothing in the bucket changed. */
  content(bucket: string): string;
  history: History;
  release(): void;
}

/** A serving file that is attached, or about to be. */
export interface AttachedFile {
  sha256: string;
  alias: Promise<string>;
  /** How many snapshots use it. */
  users: number;
}

/**
 * The serving files that are attached to an engine. Snapshots in which a bucket did not change share its file, which
 * is known by its content; it is detached when the last snapshot that uses it releases it.
 */
export class ServingFiles {
  readonly #engine: Engine;
  readonly #log: Log;
  readonly #byContent = new Map<string, AttachedFile>();

  constructor(engine: Engine, log: Log) {
    this.#engine = engine;
    this.#log = log;
  }

  /** The file of this content for one user more; attached from `path` where it is not attached yet. */
  acquire(sha256: string, path: string): AttachedFile {
    const file = this.#byContent.get(sha256) ?? { sha256, alias: this.#engine.attach(path), users: 0 };
    this.#byContent.set(sha256, file);
    file.users += 1;
    return file;
  }

  count(): number {
    return this.#byContent.size;
  }

  release(file: AttachedFile): void {
    file.users -= 1;
    if (file.users > 0) return;
    this.discard(file);
    void file.alias
      .then((alias) => this.#engine.detach(alias))
      .catch((error) => this.#log.warn({ error }, 'detach failed'));
  }

  /** Shares a file no more, because it is damaged: one of the same content is attached anew. */
  discard(file: AttachedFile): void {
    if (this.#byContent.get(file.sha256) === file) this.#byContent.delete(file.sha256);
  }
}

/** A snapshot in memory: its serving files, and the leases on it. */
export class Version {
  readonly id: string;
  readonly folder: string;
  /** When the data was last known to be complete. */
  asOf: Date;
  /** The same as RFC 3339, for the header of every answer. */
  asOfText: string;
  /** Whether a newer snapshot was found damaged and has not been replaced yet. */
  isReserve = false;
  /** Since when it is the current one. */
  servedAt: Date | null = null;
  /** Aliases of the serving files by bucket; complete once attachAll() has ended. */
  readonly aliases = new Map<string, string>();
  /** The manifest's entries of the serving files by bucket. */
  readonly #files: ReadonlyMap<string, SnapshotFile>;
  readonly #history: History;
  readonly #servingFiles: ServingFiles;
  /** The serving files that this snapshot has attached, by their content. */
  readonly #attached = new Map<string, AttachedFile>();
  #leases = 0;
  /** Called when it is retired and nobody reads it any more; null: not retired. */
  #onClosed: (() => void) | null = null;

  /**
   * @param folder of all snapshots
   * @throws DamagedSnapshot where a serving file is missing in the manifest
   */
  constructor(folder: string, id: string, manifest: Manifest, servingFiles: ServingFiles) {
    this.id = id;
    this.folder = join(folder, id);
    this.#history = manifest.history;
    this.#servingFiles = servingFiles;
    this.asOf = new Date(manifest.asOf);
    this.asOfText = this.asOf.toISOString();
    const byName = new Map(manifest.files.map((file) => [file.name, file]));
    this.#files = new Map(
      BUCKETS.map((bucket) => {
        const file = byName.get(servingFile(bucket));
        if (!file) throw new DamagedSnapshot(`the manifest lacks ${servingFile(bucket)}`);
        return [bucket, file];
      }),
    );
  }

  get isRetired(): boolean {
    return this.#onClosed !== null;
  }

  /** Notes that the data was found complete later than known so far. @param asOf RFC 3339 */
  confirm(asOf: string): void {
    this.asOf = new Date(asOf);
    this.asOfText = this.asOf.toISOString();
  }

  /** The SHA-256 of each serving file by bucket. */
  contents(): ReadonlyMap<string, string> {
    return new Map([...this.#files].map(([bucket, { sha256 }]) => [bucket, sha256]));
  }

  /** Attaches all serving files. @throws Error where one cannot be attached */
  async attachAll(): Promise<void> {
    for (const bucket of BUCKETS) this.aliases.set(bucket, await this.#attach(bucket));
  }

  /** The SHA-256 of a bucket's serving file. */
  contentOf(bucket: string): string {
    return this.#fileOf(bucket).sha256;
  }

  lease(): Lease {
    this.#leases += 1;
    let isReleased = false;
    return {
      id: this.id,
      asOf: this.asOf,
      alias: (bucket) => this.#attach(bucket),
      content: (bucket) => this.contentOf(bucket),
      history: this.#history,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        this.#leases -= 1;
        this.#closeIfUnused();
      },
    };
  }

  /** Closes its files as soon as the last lease is released. @param onClosed called then */
  retire(onClosed: () => void): void {
    this.#onClosed = onClosed;
    this.#closeIfUnused();
  }

  /** The file that this snapshot has attached under an alias; null where it has none. */
  async attachedAs(alias: string): Promise<AttachedFile | null> {
    for (const file of this.#attached.values())
      if ((await file.alias.catch(() => null)) === alias) return file;
    return null;
  }

  uses(file: AttachedFile): boolean {
    return this.#attached.get(file.sha256) === file;
  }

  /** The manifest's entry of a serving file that this snapshot uses. */
  entryOf({ sha256 }: AttachedFile): SnapshotFile {
    const entry = [...this.#files.values()].find((file) => file.sha256 === sha256);
    if (!entry) throw new Error(`The snapshot ${this.id} has no serving file ${sha256}.`);
    return entry;
  }

  #attach(bucket: string): Promise<string> {
    const { name, sha256 } = this.#fileOf(bucket);
    const file = this.#attached.get(sha256) ?? this.#servingFiles.acquire(sha256, join(this.folder, name));
    this.#attached.set(sha256, file);
    return file.alias;
  }

  #fileOf(bucket: string): SnapshotFile {
    const file = this.#files.get(bucket);
    if (!file) throw new Error(`There is no bucket ${bucket}.`);
    return file;
  }

  #closeIfUnused(): void {
    if (this.#onClosed === null || this.#leases > 0) return;
    for (const file of this.#attached.values()) this.#servingFiles.release(file);
    this.#attached.clear();
    this.#onClosed();
  }
}
