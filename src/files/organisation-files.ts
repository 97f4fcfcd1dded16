import { randomBytes } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DamagedFile, sha256File } from '../base/durable-file.ts';
import { unavailable } from '../base/errors.ts';
import type { OrgId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import { isDiskFull } from '../engine/duckdb-errors.ts';
import { type ContentFile, fetchObject } from './content.ts';
import { eachOf } from './each-of.ts';
import { isStoreFailure, type ObjectStore, type StoredObject, StoreRefused } from './object-store.ts';

/** A caller waits this long for a file from the store. Then it gets the advice to retry, and the copy continues. */
const WAIT_MS = 30_000;
/** A local copy of a file in the store is removed after this long without use. */
const UNUSED_MS = 24 * 60 * 60_000;
/** A temporary file older than this was left by a killed process. */
const LEFT_MS = 60 * 60_000;
const AT_ONCE = 4;

/** Names of an organisation's files, here and in the store. */
export interface ListedFiles {
  here: string[];
  /** Empty without a store; null if the store is away. */
  stored: ReadonlyMap<string, StoredObject> | null;
}

/**
 * Files of organisations that are written once and not changed: `<organisation>/<name>` in a folder of this server. If
 * servers share a store, it holds the files, and the folder caches those recently written or requested here.
 */
export class OrganisationFiles {
  readonly folder: string;
  readonly #prefix: string;
  readonly #objects: ObjectStore | null;
  readonly #refusal: () => Promise<string | null>;
  readonly #log: Log;
  /** Downloads under way by path, so that concurrent requests share one. */
  readonly #fetching = new Map<string, Promise<void>>();

  /**
   * @param area prefix of the keys in the store @param objects null: files are stored in the folder only
   * @param refusal why the store must not be used, one sentence; null if it may be
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

  /** Whether a store keeps the files for all servers. */
  get isShared(): boolean {
    return this.#objects !== null;
  }

  folderOf(orgId: OrgId): string {
    return join(this.folder, orgId);
  }

  path(orgId: OrgId, name: string): string {
    return join(this.folder, orgId, name);
  }

  /** Checks that the store can be used, before a file is written for it. @throws as ObjectStore */
  async check(): Promise<void> {
    const refusal = await this.#refusal();
    if (refusal !== null) throw new StoreRefused(refusal);
    await this.#objects?.head(`${this.#prefix}-`);
  }

  /** Copies a file into the store, if there is a store. @param path where it is now @throws as ObjectStore.upload */
  async put(orgId: OrgId, { name, sha256 }: Omit<ContentFile, 'bytes'>, path: string): Promise<void> {
    await this.#objects?.upload(this.#key(orgId, name), path, sha256);
  }

  /**
   * Ensures that a file is in the folder: a missing one is copied from the store and checked.
   * @returns its path; without a store, whether or not the file exists
   * @throws DamagedFile if the store lacks it, or its content differs; AppError unavailable while it cannot be fetched
   */
  async fetch(orgId: OrgId, file: ContentFile): Promise<string> {
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
      if (error instanceof DamagedFile) throw error;
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
   * Ensures that a file is in the folder with the expected content. A file damaged here is fetched again from the
   * store, if there is a store; one that is still damaged is removed, because fetch() looks at its size alone.
   * @returns its path @throws DamagedFile if no good copy can be had; AppError as fetch
   */
  async fetchSound(orgId: OrgId, file: ContentFile): Promise<string> {
    const isSound = async () => (await sha256File(await this.fetch(orgId, file))) === file.sha256;
    const path = this.path(orgId, file.name);
    for (let copies = this.isShared ? 2 : 1; copies > 0; copies -= 1) {
      if (await isSound().catch(missing)) return path;
      if (this.isShared) await rm(path, { force: true });
    }
    throw new DamagedFile(`${path} is missing or damaged`);
  }

  /** An organisation's objects in the store, by name; empty without a store. @throws as ObjectStore */
  async stored(orgId: OrgId, beginning = ''): Promise<Map<string, StoredObject>> {
    const found = new Map<string, StoredObject>();
    if (!this.#objects) return found;
    const folder = this.#key(orgId, '');
    for await (const object of this.#objects.list(folder + beginning))
      found.set(object.key.slice(folder.length), object);
    return found;
  }

  /** The organisations with files in the store. @throws as ObjectStore */
  async organisations(): Promise<OrgId[]> {
    const found = new Set<OrgId>();
    if (!this.#objects) return [];
    for await (const { key } of this.#objects.list(this.#prefix)) {
      const [name = ''] = key.slice(this.#prefix.length).split('/');
      if (isId(name)) found.add(name as OrgId);
    }
    return [...found];
  }

  async organisationsHere(): Promise<OrgId[]> {
    const found = await readdir(this.folder, { withFileTypes: true }).catch(() => []);
    return found.filter((entry) => entry.isDirectory() && isId(entry.name)).map(({ name }) => name as OrgId);
  }

  /**
   * The files of an organisation. Call it before determining which are needed, because a file may be written meanwhile.
   */
  async list(orgId: OrgId): Promise<ListedFiles> {
    const here = await readdir(this.folderOf(orgId)).catch(() => []);
    return { here, stored: await this.orLater(() => this.stored(orgId)) };
  }

  /**
   * Removes listed files that are not needed, here and in the store, and leftovers of killed processes here.
   * @param isNeeded by name, temporary ones included
   */
  async clean(
    orgId: OrgId,
    { here, stored }: ListedFiles,
    isNeeded: (name: string) => boolean,
  ): Promise<void> {
    for (const name of here) {
      const path = this.path(orgId, name);
      const isLeft = name.endsWith('.tmp') && (await unusedMs(path)) > LEFT_MS;
      if (isLeft || !isNeeded(name)) await rm(path, { recursive: true, force: true });
    }
    const unneeded = [...(stored?.keys() ?? [])].filter((name) => !isNeeded(name));
    await this.orLater(() => this.remove(orgId, unneeded));
  }

  /** Removes files of an organisation, here and from the store. @throws as ObjectStore */
  async remove(orgId: OrgId, names: Iterable<string>): Promise<void> {
    await eachOf(names, AT_ONCE, async (name) => {
      await rm(this.path(orgId, name), { recursive: true, force: true });
      await this.#objects?.remove(this.#key(orgId, name));
    });
  }

  /** Removes an organisation's files with this name prefix from the store, and their copies here. */
  async removeFromStore(orgId: OrgId, beginning = ''): Promise<void> {
    await this.orLater(async () => this.remove(orgId, (await this.stored(orgId, beginning)).keys()));
  }

  /** Removes an organisation's folder here. */
  async removeFolder(orgId: OrgId): Promise<void> {
    // maxRetries: a file may be added meanwhile.
    await rm(this.folderOf(orgId), { recursive: true, force: true, maxRetries: 3 });
  }

  async removeAll(orgId: OrgId): Promise<void> {
    await this.removeFolder(orgId);
    await this.removeFromStore(orgId);
  }

  /** Runs work on the store. If the store is away, the next sweep does it. @returns null if the store is away */
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
   * Synchronises an organisation's folder with the store, if there is a store: files missing there are uploaded, and
   * copies unused here are removed.
   * @param files that must remain
   */
  async settle(orgId: OrgId, files: Iterable<ContentFile>, { stored }: ListedFiles): Promise<void> {
    if (!this.isShared || stored === null) return;
    await this.orLater(async () => {
      for (const file of files) {
        const path = this.path(orgId, file.name);
        const found = await stat(path).catch(() => null);
        if (found?.size !== file.bytes) continue;
        if (stored.get(file.name)?.bytes !== file.bytes) await this.#putOrReport(orgId, file, path);
        else if ((await unusedMs(path)) > UNUSED_MS) await rm(path, { force: true });
      }
    });
  }

  /** The store refuses a damaged file. Its next reader here reports it too. */
  async #putOrReport(orgId: OrgId, file: ContentFile, path: string): Promise<void> {
    await this.put(orgId, file, path).catch((error) => {
      if (!(error instanceof DamagedFile)) throw error;
      this.#log.error({ file: path, reason: error.message }, 'ALARM: a file is damaged');
    });
  }

  async #copy(objects: ObjectStore, orgId: OrgId, file: ContentFile): Promise<void> {
    const path = this.path(orgId, file.name);
    const key = this.#key(orgId, file.name);
    const temporary = `${path}.fetched-${randomBytes(8).toString('hex')}.tmp`;
    try {
      await fetchObject(objects, key, { path, temporary, sha256: file.sha256 });
    } catch (error) {
      if (error instanceof DamagedFile)
        this.#log.error({ key, reason: error.message }, 'ALARM: an object of the store is damaged');
      throw error;
    }
  }

  #key(orgId: OrgId, name: string): string {
    return `${this.#prefix}${orgId}/${name}`;
  }
}

function isId(name: string): boolean {
  return /^[0-9a-f-]{36}$/.test(name);
}

/** Whether a file of this size exists. Marks it as used by setting its access time, which works on any mount. */
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

/** false for a missing file. @throws any other error */
function missing(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOENT') return false;
  throw error;
}

async function unusedMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  return found ? Date.now() - Math.max(found.atimeMs, found.mtimeMs) : 0;
}
