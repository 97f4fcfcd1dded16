import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DamagedFile } from '../../base/durable-file.ts';
import type { Log } from '../../base/log.ts';
import { isRefused, type Manifest, readCurrent } from '../manifest.ts';
import { LocalCopy } from '../sharing/local-copy.ts';
import { servedFiles } from '../sharing/served-files.ts';
import { objectKey, type SharedCurrent, SharedSnapshots } from '../sharing/shared-snapshots.ts';
import { type BaseSnapshot, readableCurrent } from './plan.ts';
import type { PublishLock } from './publish-lock.ts';

/** The store's record of its current snapshot. */
interface Found {
  current: SharedCurrent;
  etag: string;
  /** null: its manifest is missing. */
  snapshot: { manifest: Manifest; publishedAt: Date } | null;
}

/** A publication into the store, by the holder of the lock. It is based on the store's current snapshot. */
export class Publication {
  /** The base snapshot. If it is refused, no good copy of some files exists, and they are read from Postgres again. */
  readonly base: BaseSnapshot | null;
  readonly #shared: SharedSnapshots;
  readonly #copy: LocalCopy;
  readonly #folder: string;
  readonly #lock: Tools['lock'];
  /** null: the store has no snapshot yet. */
  readonly #found: Found | null;
  /** SHA-256 of objects that may be damaged in the store. */
  readonly #suspected: ReadonlySet<string>;

  private constructor(tools: Tools, base: BaseSnapshot | null, found: Found | null, suspected: Set<string>) {
    this.#shared = tools.shared;
    this.#copy = tools.copy;
    this.#folder = tools.folder;
    this.#lock = tools.lock;
    this.base = base;
    this.#found = found;
    this.#suspected = suspected;
  }

  /**
   * Makes the store's current snapshot the local one, and repairs what readers have found damaged. Call it with the
   * publish lock held.
   * @param folder of the local snapshots
   */
  static async begin(
    shared: SharedSnapshots,
    folder: string,
    log: Log,
    lock: Pick<PublishLock, 'progressed' | 'allowFor'>,
  ): Promise<Publication> {
    const copy = new LocalCopy(folder, shared, log, lock.progressed);
    const tools = { shared, copy, folder, log, lock };
    const read = await shared.current();
    const found =
      read === null || read === 'unchanged'
        ? null
        : { ...read, snapshot: await shared.manifest(read.current.id) };
    if (found && !found.snapshot)
      log.error({ snapshot: found.current.id }, 'ALARM: the store has no manifest of its current snapshot');
    const base = await findBase(tools, found);
    const suspected = await shared.noted();
    const isLost = await repairObjects(tools, suspected, base?.manifest ?? null);
    return new Publication(tools, base && { ...base, isRefused: base.isRefused || isLost }, found, suspected);
  }

  /**
   * Fetches the remaining files of the base snapshot: those that are not served.
   * @returns the base snapshot
   */
  async complete(): Promise<BaseSnapshot | null> {
    const { base } = this;
    if (!base?.isPartial || !this.#found?.snapshot) return base;
    this.#lock.allowFor(base.manifest.files.length);
    // The plan detects missing files as damaged.
    await this.#copy.obtain(this.#found.snapshot, base.manifest.files, { isPartial: true });
    return { ...base, isPartial: false };
  }

  /** Copies a new snapshot into the store, without making it current. @param folder with its files */
  upload(folder: string, manifest: Manifest): Promise<void> {
    const known = new Set(this.#found?.snapshot?.manifest.files.map(({ sha256 }) => sha256));
    this.#lock.allowFor(manifest.files.filter(({ sha256 }) => !known.has(sha256)).length);
    return this.#shared.upload(folder, manifest, known, this.#suspected, this.#lock.progressed);
  }

  /** Makes an uploaded snapshot the current one. @returns when servers switch to it @throws PublishedMeanwhile */
  async makeCurrent(id: string, asOf: string): Promise<string> {
    const current = SharedSnapshots.currentNow(id, asOf);
    await this.#shared.replaceCurrent(current, this.#found?.etag ?? null);
    return current.activeAt;
  }

  /** Records in the store that nothing has changed since the local current snapshot was published. */
  async confirm(manifest: Manifest, asOf: string): Promise<void> {
    if (this.#found?.current.id === manifest.id && this.#found.snapshot)
      await this.#shared.replaceCurrent({ ...this.#found.current, asOf }, this.#found.etag);
    else {
      // The snapshot was published before there was a store, or the store has lost its own.
      await this.upload(join(this.#folder, manifest.id), manifest);
      await this.makeCurrent(manifest.id, asOf);
    }
  }
}

interface Tools {
  shared: SharedSnapshots;
  copy: LocalCopy;
  folder: string;
  log: Log;
  /** Receives progress, and the number of files to be moved. */
  lock: Pick<PublishLock, 'progressed' | 'allowFor'>;
}

async function findBase({ copy, folder, lock }: Tools, found: Found | null): Promise<BaseSnapshot | null> {
  if (!found?.snapshot || (await copy.isBeyond(found.current.id))) {
    const local = await readableCurrent(folder);
    // Its missing files cannot be fetched from anywhere.
    return local && { ...local, isRefused: local.isRefused || !(await isWhole(folder, local.manifest)) };
  }
  const { current, snapshot } = found;
  const { manifest } = snapshot;
  if ((await readCurrent(folder)) === current.id) {
    const isDamaged = (await isRefused(join(folder, current.id))) && !(await copy.repair(current.id));
    return { manifest, isRefused: isDamaged, isPartial: !(await isWhole(folder, manifest)) };
  }
  lock.allowFor(manifest.files.length);
  const damaged = await copy.obtain(snapshot, servedFiles(manifest), { isPartial: true });
  // A snapshot with damaged files can be a base, but is not served.
  if (damaged.length === 0) await copy.switchTo(current);
  return { manifest, isRefused: damaged.length > 0, isPartial: !(await isWhole(folder, manifest)) };
}

async function isWhole(folder: string, { id, files }: Manifest): Promise<boolean> {
  for (const { name, bytes } of files)
    if ((await stat(join(folder, id, name)).catch(() => null))?.size !== bytes) return false;
  return true;
}

/**
 * Repairs objects that readers have found damaged, and removes the notes about them.
 * @param suspected SHA-256 of the noted objects
 * @returns whether no good copy exists of some content of the current snapshot
 */
async function repairObjects(
  { shared, copy, folder, log, lock }: Tools,
  suspected: ReadonlySet<string>,
  current: Manifest | null,
): Promise<boolean> {
  let isLost = false;
  for (const sha256 of suspected) {
    const path = await copy.goodFile(sha256);
    if (path !== null) {
      await shared.objects.upload(objectKey(sha256), path, sha256, lock.progressed);
      log.warn({ object: sha256 }, 'a damaged object of the store was written again');
      await shared.forget(sha256);
    } else if (await isGood(shared, folder, sha256, lock.progressed)) await shared.forget(sha256);
    else if (current?.files.some((file) => file.sha256 === sha256)) {
      log.error({ object: sha256 }, 'ALARM: an object of the store is damaged; it is made again');
      isLost = true; // the note stays until no current snapshot names the content
    } else await shared.forget(sha256);
  }
  return isLost;
}

async function isGood(
  { objects }: SharedSnapshots,
  folder: string,
  sha256: string,
  onProgress: () => void,
): Promise<boolean> {
  const path = join(folder, `${sha256}.tmp`);
  try {
    return await objects.download(objectKey(sha256), path, sha256, onProgress);
  } catch (error) {
    if (error instanceof DamagedFile) return false;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}
