import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256File } from '../base/durable-file.ts';
import { unavailable } from '../base/errors.ts';
import type { OrgId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import { isDiskFull } from '../engine/duckdb-errors.ts';
import { eachOf } from './each-of.ts';
import {
  DamagedObject,
  isStoreFailure,
  type ObjectStore,
  type StoredObject,
  StoreRefused,
} from './object-store.ts';

/** A caller waits this long for a file from the store; then it is told to ask again, and the copy goes on. */
const WAIT_MS = 30_000;
/** A copy of what the store has goes when nobody used it for so long. */
const UNUSED_MS = 24 * 60 * 60_000;
/** What is older under the temporary name of a copy is what a killed process left. */
const LEFT_MS = 60 * 60_000;
const AT_ONCE = 4;
const TEMPORARY = /\.fetched-[0-9a-f]+\.tmp$/;

/** A complete file. With a store its content never changes under its name. */
export interface KeptFile {
  /** Within its organisation. */
  name: string;
  bytes: number;
  sha256: string;
}

/**
 * Files of organisations that are made once and kept: `<organisation>/<name>` in a folder of this server. Where servers
 * share a store, the store keeps them, and the folder has what was made or asked for here lately.
 */
export class KeptFiles {
  readonly folder: string;
  readonly #prefix: string;
  readonly #objects: ObjectStore | null;
  readonly #refusal: () => Promise<string | null>;
  readonly #log: Log;
  /** By path: several that ask for a file get one copy made. */
  readonly #fetching = new Map<string, Promise<void>>();

  /**
   * @param area what begins the keys in the store @param objects null: the folder is all there is
   * @param refusal why they may not be used, in a sentence; null where they may
   */
  constructor(
    folder: string,
    area: 'exports' | 'pins',
    objects: ObjectStore | null,
    log: Log,
    refusal: () => Promise<string | null> = async () => null,
  ) {
    this.folder = folder;
    this.#prefix = `${area}/`;
    this.#objects = objects;
    this.#refusal = refusal;
    this.#log = log;
  }

  /** Whether a store keeps the files, for all servers. */
  get isShared(): boolean {
    return this.#objects !== null;
  }

  folderOf(orgId: OrgId): string {
    return join(this.folder, orgId);
  }

  path(orgId: OrgId, name: string): string {
    return join(this.folder, orgId, name);
  }

  /** Looks whether the store can be used, before a file is made for it. @throws as ObjectStore */
  async check(): Promise<void> {
    const refusal = await this.#refusal();
    if (refusal !== null) throw new StoreRefused(refusal);
    await this.#objects?.head(`${this.#prefix}-`);
  }

  /** Copies a file into the store, where there is one. @param path where it is now @throws as ObjectStore.upload */
  async put(orgId: OrgId, { name, sha256 }: Omit<KeptFile, 'bytes'>, path: string): Promise<void> {
    await this.#objects?.upload(this.#key(orgId, name), path, sha256);
  }

  /**
   * Has a file in the folder: one that is missing there is copied from the store, and checked.
   * @returns its path; without a store, whether it is there or not
   * @throws DamagedObject where the store has none, or another content; AppError unavailable while it cannot be had
   */
  async fetch(orgId: OrgId, file: KeptFile): Promise<string> {
    const path = this.path(orgId, file.name);
    if (!this.#objects || (await isUsed(path, file.bytes))) return path;
    const fetching =
      this.#fetching.get(path) ??
      this.#copy(this.#objects, orgId, file).finally(() => this.#fetching.delete(path));
    this.#fetching.set(path, fetching);
    const waiting = new AbortController();
    const late = sleep(WAIT_MS, 'late' as const, { signal: waiting.signal, ref: false }).catch(() => null);
    try {
      if ((await Promise.race([fetching, late])) !== 'late') return path;
    } catch (error) {
      if (error instanceof DamagedObject) throw error;
      if (isDiskFull(error)) throw unavailable('The disk of the server is full. Try again later.', error);
      if (!isStoreFailure(error)) throw error;
      this.#log.warn({ file: file.name, error }, 'a file could not be fetched from the store');
      throw unavailable('The file is in a store that cannot be reached now. Try again shortly.', error);
    } finally {
      waiting.abort();
    }
    fetching.catch((error) => this.#log.warn({ file: file.name, error }, 'a file could not be fetched'));
    throw unavailable('The file is on its way to this server. Try again shortly.');
  }

  /**
   * Has a file in the folder, with the content that it should have. One that is damaged here is fetched again, where a
   * store has it.
   * @returns its path @throws DamagedObject where no sound one is to be had; AppError as fetch
   */
  async fetchSound(orgId: OrgId, file: KeptFile): Promise<string> {
    const isSound = async () => (await sha256File(await this.fetch(orgId, file))) === file.sha256;
    const path = this.path(orgId, file.name);
    if (await isSound().catch(missing)) return path;
    if (this.#objects) {
      await rm(path, { force: true });
      if (await isSound().catch(missing)) return path;
    }
    throw new DamagedObject(`${path} is missing or damaged`);
  }

  /** What the store has of an organisation, by name; nothing without a store. @throws as ObjectStore */
  async stored(orgId: OrgId, beginning = ''): Promise<Map<string, StoredObject>> {
    const found = new Map<string, StoredObject>();
    if (!this.#objects) return found;
    const folder = this.#key(orgId, '');
    for await (const object of this.#objects.list(folder + beginning))
      found.set(object.key.slice(folder.length), object);
    return found;
  }

  /** The organisations that the store has files of. @throws as ObjectStore */
  async organisations(): Promise<OrgId[]> {
    const found = new Set<OrgId>();
    if (!this.#objects) return [];
    for await (const { key } of this.#objects.list(this.#prefix)) {
      const [name = ''] = key.slice(this.#prefix.length).split('/');
      if (/^[0-9a-f-]{36}$/.test(name)) found.add(name as OrgId);
    }
    return [...found];
  }

  /** Removes files of an organisation, here and from the store. @throws as ObjectStore */
  async remove(orgId: OrgId, names: Iterable<string>): Promise<void> {
    await eachOf(names, AT_ONCE, async (name) => {
      await rm(this.path(orgId, name), { recursive: true, force: true });
      await this.#objects?.remove(this.#key(orgId, name));
    });
  }

  /** Removes an organisation's files whose names begin so from the store, and copies of them here. */
  async removeFromStore(orgId: OrgId, beginning = ''): Promise<void> {
    await this.orLater(async () => this.remove(orgId, (await this.stored(orgId, beginning)).keys()));
  }

  /** Removes an organisation's folder here. */
  async removeFolder(orgId: OrgId): Promise<void> {
    // A file may be put meanwhile.
    await rm(this.folderOf(orgId), { recursive: true, force: true, maxRetries: 3 });
  }

  /** Removes all files of an organisation. */
  async removeAll(orgId: OrgId): Promise<void> {
    await this.removeFolder(orgId);
    await this.removeFromStore(orgId);
  }

  /** Does what a store that is away leaves for the next sweep. @returns null where it is away */
  async orLater<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!isStoreFailure(error)) throw error;
      this.#log.warn({ files: this.#prefix, error }, 'files in the store are looked after later');
      return null;
    }
  }

  /**
   * Brings an organisation's folder and the store into line: what only the folder has goes into the store, and what
   * nobody used here lately goes from the folder.
   * @param files that are kept @param stored what the store has
   */
  async settle(
    orgId: OrgId,
    files: Iterable<KeptFile>,
    stored: ReadonlyMap<string, StoredObject>,
  ): Promise<void> {
    if (!this.#objects) return;
    const folder = this.folderOf(orgId);
    for (const name of await readdir(folder).catch(() => []))
      if (TEMPORARY.test(name) && (await unusedMs(join(folder, name))) > LEFT_MS)
        await rm(join(folder, name), { force: true });
    for (const file of files) {
      const path = this.path(orgId, file.name);
      const found = await stat(path).catch(() => null);
      if (found?.size !== file.bytes) continue;
      if (stored.get(file.name)?.bytes !== file.bytes)
        // A damaged one is refused by the store, and found out here when it is used.
        await this.put(orgId, file, path).catch((error) => {
          if (!(error instanceof DamagedObject)) throw error;
          this.#log.error({ file: path, reason: error.message }, 'ALARM: a file is damaged');
        });
      else if ((await unusedMs(path)) > UNUSED_MS) await rm(path, { force: true });
    }
  }

  async #copy(objects: ObjectStore, orgId: OrgId, file: KeptFile): Promise<void> {
    const path = this.path(orgId, file.name);
    const key = this.#key(orgId, file.name);
    const temporary = `${path}.fetched-${randomBytes(8).toString('hex')}.tmp`;
    await mkdir(this.folderOf(orgId), { recursive: true, mode: 0o700 });
    try {
      if (!(await objects.download(key, temporary, file.sha256)))
        throw new DamagedObject(`${key} is missing`);
      await chmod(temporary, 0o600);
      await rename(temporary, path);
    } catch (error) {
      if (error instanceof DamagedObject)
        this.#log.error({ key, reason: error.message }, 'ALARM: an object of the store is damaged');
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  #key(orgId: OrgId, name: string): string {
    return `${this.#prefix}${orgId}/${name}`;
  }
}

/** Whether there is a file of a size, which is marked as used now: its time of access says so, on any mount. */
async function isUsed(path: string, bytes: number): Promise<boolean> {
  try {
    const { size, mtime } = await stat(path);
    if (size === bytes) await utimes(path, new Date(), mtime);
    return size === bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** false for a file that is not there. @throws the error itself, where it is another */
function missing(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOENT') return false;
  throw error;
}

async function unusedMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  return found ? Date.now() - Math.max(found.atimeMs, found.mtimeMs) : 0;
}
