import type { Log } from '../../base/log.ts';
import type { Engine } from '../../engine/engine.ts';

/** A serving file that is attached, or about to be. */
export interface AttachedFile {
  sha256: string;
  alias: Promise<string>;
  /** How many snapshots use it. */
  users: number;
}

/** Each attached file uses memory. With more than this many, buckets that are not being read are closed. */
const MOST_ATTACHED = 512;

/**
 * The files that an engine's reports read. Snapshots share files that did not change between them; files are identified
 * by content. A serving file is detached when the last snapshot that uses it releases it. Parquet files are opened by
 * each statement, by their path in the newest snapshot that has them, because older snapshots are removed even while
 * they are read.
 */
export class AttachedFiles {
  readonly #engine: Pick<Engine, 'attach' | 'detach'>;
  readonly #log: Log;
  readonly #byContent = new Map<string, AttachedFile>();
  readonly #detaching = new Map<string, Promise<void>>();
  /** Paths of Parquet files by content, oldest snapshot first. */
  readonly #paths = new Map<string, string[]>();

  constructor(engine: Pick<Engine, 'attach' | 'detach'>, log: Log) {
    this.#engine = engine;
    this.#log = log;
  }

  /** The file of this content, for one more user. It is attached from `path` if needed. */
  acquire(sha256: string, path: string): AttachedFile {
    const file = this.#byContent.get(sha256) ?? { sha256, alias: this.#attach(sha256, path), users: 0 };
    this.#byContent.set(sha256, file);
    file.users += 1;
    return file;
  }

  count(): number {
    return this.#byContent.size;
  }

  /** Whether buckets that are not being read should be closed. */
  get isFull(): boolean {
    return this.#byContent.size > MOST_ATTACHED;
  }

  release(file: AttachedFile): void {
    file.users -= 1;
    if (file.users > 0) return;
    this.discard(file);
    const detached = file.alias
      .then(
        (alias) => this.#engine.detach(alias),
        () => {}, // it was never attached
      )
      .catch((error) => this.#log.warn({ error }, 'detach failed'))
      .finally(() => {
        if (this.#detaching.get(file.sha256) === detached) this.#detaching.delete(file.sha256);
      });
    this.#detaching.set(file.sha256, detached);
  }

  /** A file cannot be attached while it is being detached. */
  async #attach(sha256: string, path: string): Promise<string> {
    await this.#detaching.get(sha256);
    return this.#engine.attach(path);
  }

  /** Stops sharing a damaged file: the next use of the same content attaches it anew. */
  discard(file: AttachedFile): void {
    if (this.#byContent.get(file.sha256) === file) this.#byContent.delete(file.sha256);
  }

  /**
   * Records that a snapshot has a Parquet file of this content.
   * @param path ends with the snapshot's id and the file's name
   */
  addPath(sha256: string, path: string): void {
    this.#paths.set(sha256, [...(this.#paths.get(sha256) ?? []), path].sort());
  }

  removePath(sha256: string, path: string): void {
    const left = (this.#paths.get(sha256) ?? []).filter((other) => other !== path);
    if (left.length > 0) this.#paths.set(sha256, left);
    else this.#paths.delete(sha256);
  }

  /** The path from which to read a Parquet file of this content. */
  pathOf(sha256: string): string | null {
    return this.#paths.get(sha256)?.at(-1) ?? null;
  }
}
