import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DamagedFile } from '../../base/durable-file.ts';
import type { Log } from '../../base/log.ts';
import { share, syncFolder, verifyFile } from '../../files/content.ts';
import { eachOf } from '../../files/each-of.ts';
import {
  dateManifest,
  isOfLineage,
  isRefused,
  listSnapshots,
  type Manifest,
  readCurrent,
  readManifest,
  type SnapshotFile,
  unmarkRefused,
  writeChecked,
  writeCurrent,
  writeManifest,
} from '../manifest.ts';
import { servedFiles } from './served-files.ts';
import type { SharedCurrent, SharedSnapshots } from './shared-snapshots.ts';

const DOWNLOADS = 4;
/** Leftovers of killed processes are removed at this age. */
const LEFT_MS = 60 * 60_000;

/** A snapshot of the store. */
interface Found {
  manifest: Manifest;
  publishedAt: Date;
}

/**
 * A server's local copy of the store. It may lack files that a snapshot's manifest names: those that only publishers
 * need are fetched when a publisher needs them.
 */
export class LocalCopy {
  readonly #folder: string;
  readonly #shared: SharedSnapshots;
  readonly #log: Log;
  readonly #onProgress: () => void;
  /** Suffix of temporary names, because process ids are not unique among containers that share a folder. */
  readonly #mark = randomBytes(4).toString('hex');

  /** @param folder of the snapshots @param onProgress called as files arrive */
  constructor(folder: string, shared: SharedSnapshots, log: Log, onProgress: () => void) {
    this.#folder = folder;
    this.#shared = shared;
    this.#log = log;
    this.#onProgress = onProgress;
  }

  /**
   * Makes files of a snapshot local: linked if another local snapshot has the same content, otherwise downloaded. The
   * snapshot appears when all of them are here.
   * @param isChecked whether files are verified before they are linked
   * @returns the files damaged in the store. If there are any, the snapshot is here only if it was before, or if
   *   `isPartial`
   */
  async obtain(
    { manifest, publishedAt }: Found,
    files: readonly SnapshotFile[],
    { isChecked = false, isPartial = false } = {},
  ): Promise<SnapshotFile[]> {
    const target = join(this.#folder, manifest.id);
    const isNew = await readManifest(target).then(
      () => false,
      () => true,
    );
    const folder = isNew ? `${target}.fetch-${this.#mark}` : target;
    await mkdir(folder, { recursive: true });
    const sources = await this.#contents();
    const damaged: SnapshotFile[] = [];
    await eachOf(files, DOWNLOADS, async (file) => {
      this.#onProgress();
      const path = join(folder, file.name);
      if ((await stat(path).catch(() => null))?.size === file.bytes) return;
      const temporary = join(folder, `.${file.name}.${this.#mark}`);
      await rm(temporary, { force: true });
      const source = sources.get(file.sha256);
      if (source && (await this.#link(source, temporary, file, isChecked))) await rename(temporary, path);
      else if (!(await this.#download(file, path, temporary))) damaged.push(file);
    });
    if (!isNew || (damaged.length > 0 && !isPartial)) return damaged;
    await writeManifest(folder, manifest);
    await dateManifest(folder, publishedAt);
    await rename(folder, target).catch(() => this.#replace(target, folder));
    await syncFolder(this.#folder);
    return damaged;
  }

  /** Points this machine's readers to a local snapshot, as the store does. */
  async switchTo({ id, activeAt, asOf }: SharedCurrent): Promise<void> {
    await writeCurrent(this.#folder, id, activeAt);
    await writeChecked(this.#folder, id, asOf);
  }

  /** Whether the local current snapshot is a later one of the same lineage. If so, readers never go back to that id. */
  async isBeyond(id: string): Promise<boolean> {
    const local = await readCurrent(this.#folder);
    if (local === null || id >= local) return false;
    const manifest = await readManifest(join(this.#folder, local)).catch(() => null);
    return manifest !== null && isOfLineage(id, manifest.history.lineage);
  }

  /**
   * Fetches damaged files of a refused local snapshot again, and takes the refusal back.
   * @returns whether it is good now
   */
  async repair(id: string): Promise<boolean> {
    const target = join(this.#folder, id);
    const found = await this.#shared.manifest(id);
    if (!found) return false;
    const { manifest, publishedAt } = found;
    await readManifest(target).catch(async () => {
      await writeManifest(target, manifest);
      await dateManifest(target, publishedAt);
    });
    const served = new Set(servedFiles(manifest));
    const bad: SnapshotFile[] = [];
    for (const file of manifest.files) {
      const isHere = (await stat(join(target, file.name)).catch(() => null)) !== null;
      if (!isHere && !served.has(file)) continue;
      const isGood = await verifyFile(target, file, this.#onProgress).then(
        () => true,
        () => false,
      );
      if (isGood) continue;
      bad.push(file);
      await rm(join(target, file.name), { force: true });
    }
    const damaged = await this.obtain(found, bad, { isChecked: true });
    if (damaged.length > 0) return false;
    await unmarkRefused(target);
    this.#log.warn({ snapshot: id, files: bad.map(({ name }) => name) }, 'damaged files were fetched again');
    return true;
  }

  /** The path of a good local file with this content; null if there is none. */
  async goodFile(sha256: string): Promise<string | null> {
    for (const id of (await listSnapshots(this.#folder)).reverse()) {
      const folder = join(this.#folder, id);
      const manifest = await readManifest(folder).catch(() => null);
      const file = manifest?.files.find((entry) => entry.sha256 === sha256);
      const isGood =
        file &&
        (await verifyFile(folder, file, this.#onProgress).then(
          () => true,
          () => false,
        ));
      if (isGood) return join(folder, file.name);
    }
    return null;
  }

  /** Removes what killed processes left. */
  async clear(): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      if (!name.includes('.fetch-')) continue;
      const path = join(this.#folder, name);
      const { mtimeMs } = (await stat(path).catch(() => null)) ?? { mtimeMs: Date.now() };
      if (Date.now() - mtimeMs > LEFT_MS) await rm(path, { recursive: true, force: true });
    }
  }

  /** Moves a snapshot to its folder, replacing leftovers. If another process was first, its snapshot stays. */
  async #replace(target: string, folder: string): Promise<void> {
    const isThere = await readManifest(target).then(
      () => true,
      () => false,
    );
    await rm(isThere ? folder : target, { recursive: true, force: true });
    if (!isThere) await rename(folder, target);
  }

  /** Paths of local snapshot files by content. */
  async #contents(): Promise<Map<string, string>> {
    const contents = new Map<string, string>();
    for (const id of await listSnapshots(this.#folder)) {
      const folder = join(this.#folder, id);
      if (await isRefused(folder)) continue;
      const manifest = await readManifest(folder).catch(() => null);
      for (const { name, sha256 } of manifest?.files ?? []) contents.set(sha256, join(folder, name));
    }
    return contents;
  }

  async #link(source: string, path: string, file: SnapshotFile, isChecked: boolean): Promise<boolean> {
    if ((await stat(source).catch(() => null))?.size !== file.bytes) return false;
    const isShared = await share(source, path).then(
      () => true,
      () => false, // its snapshot was removed meanwhile
    );
    if (!isShared || !isChecked) return isShared;
    const [folder, name] = [join(path, '..'), path.slice(path.lastIndexOf('/') + 1)];
    return verifyFile(folder, { ...file, name }, this.#onProgress).then(
      () => true,
      async () => {
        await rm(path, { force: true });
        return false;
      },
    );
  }

  async #download(file: SnapshotFile, path: string, temporary: string): Promise<boolean> {
    try {
      await this.#shared.download({ path, temporary, sha256: file.sha256, onProgress: this.#onProgress });
      return true;
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      this.#log.error({ file: file.name, reason: error.message }, 'ALARM: an object of the store is damaged');
      return false;
    }
  }
}
