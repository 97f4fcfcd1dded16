import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { DamagedFile } from '../../base/durable-file.ts';
import { unavailable } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { isDiskFull } from '../../engine/duckdb-errors.ts';
import type { Engine } from '../../engine/engine.ts';
import { type ContentFile, describeFile, FILES_AT_ONCE, verifyFile } from '../../files/content.ts';
import { eachOf } from '../../files/each-of.ts';
import { OneAtATime } from '../../files/one-at-a-time.ts';
import type { OrganisationFiles } from '../../files/organisation-files.ts';
import { SCHEMA_VERSION } from '../../snapshots/manifest.ts';
import { AttachedFiles } from '../../snapshots/serve/attached-files.ts';
import { type Lease, Version } from '../../snapshots/serve/version.ts';
import { wholeStatements } from '../../snapshots/serving-file-sql.ts';
import { contentFile, contentName, type PinFile, servingFileOf } from './pin-files.ts';
import { tableOf } from './writer.ts';

/** A complete pin. */
export interface CompletePin {
  id: string;
  asOf: Date;
  files: readonly PinFile[];
}

/** Limits of serving files. Beyond them, the least recently used files are removed, or closed. */
export interface ServingLimits {
  /** Files of all organisations on disk, in number and bytes; the file in use may exceed them. */
  files: number;
  bytes: number;
  /** Files open for this engine, and how long an unused one stays open. */
  open: number;
  openMs: number;
}
const LIMITS: ServingLimits = { files: 64, bytes: 4 << 30, open: 8, openMs: 60_000 };
const STATEMENT_DEADLINE_MS = 120_000;

/**
 * Serves pins like snapshots: each is a version of one serving file. The serving file is written from the pin's own
 * files on the first report, cached on disk for all threads and processes, and removed when others need the space. It
 * is named by its content and checked before it is attached.
 */
export class PinServing {
  readonly #engine: Engine;
  readonly #files: OrganisationFiles;
  readonly #log: Log;
  readonly #limits: ServingLimits;
  readonly #attachedFiles: AttachedFiles;
  /** By the key of the serving file. */
  readonly #open: LRUCache<string, Promise<Version>>;
  /** Versions in `#open`, and versions that left it but are still being read. */
  readonly #versions = new Set<Version>();
  /** One file is written at a time, which bounds the memory for it. */
  readonly #making = new OneAtATime();

  constructor(engine: Engine, files: OrganisationFiles, log: Log, limits: ServingLimits = LIMITS) {
    this.#engine = engine;
    this.#files = files;
    this.#log = log;
    this.#limits = limits;
    this.#attachedFiles = new AttachedFiles(engine, log);
    this.#open = new LRUCache({
      max: limits.open,
      ttl: limits.openMs,
      ttlAutopurge: true,
      dispose: (opening) => void opening.then((version) => this.#retire(version)).catch(() => {}),
    });
    const { onUnreadable } = engine;
    engine.onUnreadable = (name) => void this.#discard(name).then((isOurs) => isOurs || onUnreadable(name));
  }

  /** @throws DamagedFile if a file of the pin is missing or damaged; AppError unavailable */
  async lease(orgId: OrgId, pin: CompletePin): Promise<Lease> {
    const key = servingKey(orgId, pin.files);
    const opening = this.#open.get(key) ?? this.#openVersion(orgId, key, pin);
    this.#open.set(key, opening); // Set again to restart its time.
    try {
      const version = await opening;
      const lease = version.lease();
      // Another thread may just have removed its file to make room, or a report that found it damaged still reads it.
      await lease.tables(orgId).catch((error) => {
        lease.release();
        throw unavailable('The pin is being opened. Try again shortly.', error);
      });
      // Pins of the same rows share a version.
      return { ...lease, id: pin.id, asOf: pin.asOf };
    } catch (error) {
      if (this.#open.peek(key) === opening) this.#open.delete(key);
      throw error;
    }
  }

  async #openVersion(orgId: OrgId, key: string, { id, asOf, files }: CompletePin): Promise<Version> {
    const folder = this.#files.folderOf(orgId);
    const make = async () => (await this.#find(folder, key)) ?? this.#make(orgId, key, files);
    const file = (await this.#find(folder, key)) ?? (await this.#making.do(make));
    const version = Version.ofOrganisation(orgId, { id, asOf, folder, file }, this.#attachedFiles);
    this.#versions.add(version);
    return version;
  }

  #retire(version: Version): void {
    version.retire(() => this.#versions.delete(version));
  }

  /** A sound serving file on disk; null: none. */
  async #find(folder: string, key: string): Promise<ContentFile | null> {
    for (const name of await readdir(folder).catch(() => [])) {
      const found = servingFileOf(name);
      if (found?.key !== key) continue;
      const path = join(folder, name);
      try {
        const file = { name, bytes: (await stat(path)).size, sha256: found.sha256 };
        await verifyFile(folder, file);
        const now = new Date();
        await utimes(path, now, now); // Marks the file as recently used.
        return file;
      } catch (error) {
        this.#log.warn({ file: path, error }, 'the serving file of a pin is made again');
        await rm(path, { force: true });
      }
    }
    return null;
  }

  /** Makes a serving file, after checking its source files. */
  async #make(orgId: OrgId, key: string, files: readonly PinFile[]): Promise<ContentFile> {
    const folder = this.#files.folderOf(orgId);
    if (this.#files.isShared) await mkdir(folder, { recursive: true, mode: 0o700 });
    await stat(folder).catch(() => {
      throw new DamagedFile('the folder is missing');
    });
    await eachOf(
      files,
      FILES_AT_ONCE,
      async (file) => void (await this.#files.fetchSound(orgId, contentFile(file))),
    );
    const temporary = `serving-${randomBytes(8).toString('hex')}.tmp`;
    const path = join(folder, temporary);
    try {
      const alias = await this.#engine.attach(path, { isNew: true });
      try {
        const filesOf = (table: string) =>
          files.filter(({ name }) => tableOf(name) === table).map((file) => join(folder, contentName(file)));
        for (const sql of wholeStatements(alias, filesOf))
          await this.#engine.execute({ sql, class: 'large', orgId, deadlineMs: STATEMENT_DEADLINE_MS });
      } finally {
        await this.#engine.detach(alias);
      }
      await chmod(path, 0o600);
      const { bytes, sha256 } = await describeFile(folder, temporary);
      await this.#makeRoom(bytes);
      const name = `${key}-${sha256}.duckdb`;
      await rename(path, join(folder, name));
      return { name, bytes, sha256 };
    } catch (error) {
      throw isDiskFull(error)
        ? unavailable('The disk of the server is full. Try again later.', error)
        : error;
    } finally {
      await rm(path, { force: true });
      await rm(`${path}.wal`, { force: true });
    }
  }

  /** Removes serving files from disk until one more fits. A removed file stays readable while attached. */
  async #makeRoom(bytes: number): Promise<void> {
    const found: { path: string; bytes: number; usedAt: number }[] = [];
    for (const orgId of await this.#files.organisationsHere()) {
      const folder = this.#files.folderOf(orgId);
      for (const name of await readdir(folder).catch(() => [])) {
        if (servingFileOf(name) === null) continue;
        const path = join(folder, name);
        const { size, mtimeMs } = (await stat(path).catch(() => null)) ?? { size: 0, mtimeMs: 0 };
        found.push({ path, bytes: size, usedAt: mtimeMs });
      }
    }
    found.sort((a, b) => a.usedAt - b.usedAt);
    let [files, all] = [found.length + 1, found.reduce((sum, each) => sum + each.bytes, bytes)];
    for (const oldest of found) {
      if (files <= this.#limits.files && all <= this.#limits.bytes) return;
      await rm(oldest.path, { force: true });
      files -= 1;
      all -= oldest.bytes;
    }
  }

  /** Drops a file that a statement could not read: the next report finds it damaged and makes it again. */
  async #discard(name: string): Promise<boolean> {
    for (const version of this.#versions) {
      const sha256 = await version.contentReadAs(name);
      const attached = sha256 === null ? null : version.attachedFile(sha256);
      if (attached === null) continue;
      this.#attachedFiles.discard(attached);
      for (const [key, opening] of [...this.#open])
        if ((await opening.catch(() => null)) === version) this.#open.delete(key);
      this.#log.error({ file: sha256 }, 'the serving file of a pin could not be read');
      return true;
    }
    return false;
  }
}

/** The key of the serving file that this version of the program makes from these files. */
export function servingKey(orgId: OrgId, files: readonly Pick<PinFile, 'name' | 'sha256'>[]): string {
  const contents = files.map(({ name, sha256 }) => `${name} ${sha256}`).sort();
  return createHash('sha256')
    .update([SCHEMA_VERSION, orgId, ...contents].join('\n'))
    .digest('hex');
}
