import type { Log } from '../base/log.ts';
import type { Engine } from '../engine/engine.ts';

/** A serving file that is attached, or about to be. */
export interface AttachedFile {
  sha256: string;
  alias: Promise<string>;
  /** How many snapshots hold it. */
  holders: number;
}

/**
 * The serving files that are attached to an engine. Snapshots in which a bucket did not change share its file, which
 * is known by its content; it is detached when the last snapshot that holds it releases it.
 */
export class ServingFiles {
  readonly #engine: Engine;
  readonly #log: Log;
  readonly #byContent = new Map<string, AttachedFile>();

  constructor(engine: Engine, log: Log) {
    this.#engine = engine;
    this.#log = log;
  }

  /** What one snapshot holds: nothing yet. */
  hold(): HeldFiles {
    return new HeldFiles(this);
  }

  /** The file of this content, which somebody more holds from now on; attached from `path` where it is not yet. */
  acquire(sha256: string, path: string): AttachedFile {
    const file = this.#byContent.get(sha256) ?? { sha256, alias: this.#engine.attach(path), holders: 0 };
    this.#byContent.set(sha256, file);
    file.holders += 1;
    return file;
  }

  release(file: AttachedFile): void {
    file.holders -= 1;
    if (file.holders > 0) return;
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

/** The serving files that one snapshot holds. */
export class HeldFiles {
  readonly #all: ServingFiles;
  readonly #held = new Map<string, AttachedFile>();

  constructor(all: ServingFiles) {
    this.#all = all;
  }

  /** The alias under which a file is attached, which the snapshot holds from now on. */
  alias(sha256: string, path: string): Promise<string> {
    const file = this.#held.get(sha256) ?? this.#all.acquire(sha256, path);
    this.#held.set(sha256, file);
    return file.alias;
  }

  /** The held file that is attached under an alias. */
  async attachedAs(alias: string): Promise<AttachedFile | null> {
    for (const file of this.#held.values()) if ((await file.alias.catch(() => null)) === alias) return file;
    return null;
  }

  has(file: AttachedFile): boolean {
    return this.#held.get(file.sha256) === file;
  }

  releaseAll(): void {
    for (const file of this.#held.values()) this.#all.release(file);
    this.#held.clear();
  }
}
