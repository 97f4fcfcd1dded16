import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { unavailable } from '../base/errors.ts';
import type { OrgId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import { isDiskFull } from '../engine/duckdb-errors.ts';
import type { Engine } from '../engine/engine.ts';
import { DamagedSnapshot, describeFile, SCHEMA_VERSION, verifyFile } from '../snapshots/manifest.ts';
import { tablesOfFile } from '../snapshots/serving/snapshot-tables.ts';
import type { Lease } from '../snapshots/serving/version.ts';
import { wholeStatements } from '../snapshots/serving-files.ts';
import { eachOf } from '../store/each-of.ts';
import type { KeptFiles } from '../store/kept-files.ts';
import { DamagedObject } from '../store/object-store.ts';
import { OneAtATime } from '../store/one-at-a-time.ts';
import { contentName, keptFile, organisationsWithPins, type PinFile, servingFileOf } from './files.ts';
import { tableOf } from './writer.ts';

/** A pin as a report needs it. Its id is what a client sends back to stay on it. */
export type PinLease = Pick<Lease, 'id' | 'asOf' | 'tables' | 'content' | 'release'>;

/** The pins of organisations, where reports look for what is no snapshot. */
export interface PinnedSnapshots {
  /**
   * A pin that stays readable until the lease is released; null where the organisation has none of this name or id.
   * @throws AppError unavailable while it is made, snapshot_gone where it cannot be served
   */
  lease(orgId: OrgId, nameOrId: string): Promise<PinLease | null>;
}

/** A complete pin. */
export interface CompletePin {
  id: string;
  asOf: Date;
  files: readonly PinFile[];
}

/** Limits of serving files. Beyond them those that were not used for longest are removed, or closed. */
export interface ServingLimits {
  /** Of all organisations on disk, in number and bytes; the one in use may be larger. */
  files: number;
  bytes: number;
  /** Attached to this engine without being in use, and for how long. */
  idle: number;
  idleMs: number;
}
const LIMITS: ServingLimits = { files: 64, bytes: 4 << 30, idle: 4, idleMs: 60_000 };
const STATEMENT_DEADLINE_MS = 120_000;
const FILES_AT_ONCE = 4;

interface Attached {
  /** Resolves when it is attached. */
  alias: Promise<string>;
  users: number;
  /** Detaches it when it is not used for long. */
  idle: NodeJS.Timeout | undefined;
}

/**
 * The serving files of pins that are attached to an engine. One is made of the pin's own files when a report asks for
 * it, is kept on disk for all threads and processes, and goes when others need its place. It is named by its own
 * content and checked before it is attached.
 */
export class PinServing {
  readonly #engine: Engine;
  readonly #kept: KeptFiles;
  readonly #log: Log;
  readonly #limits: ServingLimits;
  /** By the key of the serving file, those least recently used first. */
  readonly #attached = new Map<string, Attached>();
  /** By the same key, those that are being detached. */
  readonly #detaching = new Map<string, Promise<void>>();
  /** One file is made at a time, which bounds the memory for it. */
  readonly #making = new OneAtATime();

  constructor(engine: Engine, kept: KeptFiles, log: Log, limits: ServingLimits = LIMITS) {
    this.#engine = engine;
    this.#kept = kept;
    this.#log = log;
    this.#limits = limits;
    const { onUnreadable } = engine;
    engine.onUnreadable = (alias) =>
      void this.#discard(alias).then((isOurs) => isOurs || onUnreadable(alias));
  }

  /** @throws DamagedSnapshot where a file of the pin is missing or not as it was written */
  async lease(orgId: OrgId, { id, asOf, files }: CompletePin): Promise<PinLease> {
    const key = servingKey(orgId, files);
    const attached = this.#attached.get(key) ?? {
      alias: this.#attach(orgId, key, files),
      users: 0,
      idle: undefined,
    };
    this.#attached.delete(key);
    this.#attached.set(key, attached);
    clearTimeout(attached.idle);
    attached.users += 1;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      attached.users -= 1;
      if (attached.users === 0) this.#becameIdle(key, attached);
    };
    try {
      const alias = await attached.alias;
      return { id, asOf, tables: async () => tablesOfFile(alias), content: () => alias, release };
    } catch (error) {
      if (this.#attached.get(key) === attached) this.#attached.delete(key);
      release();
      throw error;
    }
  }

  async #attach(orgId: OrgId, key: string, files: readonly PinFile[]): Promise<string> {
    const folder = this.#kept.folderOf(orgId);
    const make = async () => (await this.#find(folder, key)) ?? this.#make(orgId, key, files);
    // A file cannot be attached twice at once.
    await this.#detaching.get(key);
    const path = (await this.#find(folder, key)) ?? (await this.#making.do(make));
    try {
      return await this.#engine.attach(path);
    } catch (error) {
      // Another thread has just removed it for want of room, or a report still reads it that found it damaged.
      throw unavailable('The pin is being opened. Try again shortly.', error);
    }
  }

  /** The path of a serving file that is on disk and sound; null where there is none. */
  async #find(folder: string, key: string): Promise<string | null> {
    for (const name of await readdir(folder).catch(() => [])) {
      const found = servingFileOf(name);
      if (found?.key !== key) continue;
      const path = join(folder, name);
      try {
        const { size: bytes } = await stat(path);
        await verifyFile(folder, { name, bytes, sha256: found.sha256 });
        const now = new Date();
        await utimes(path, now, now); // it was used
        return path;
      } catch (error) {
        this.#log.warn({ file: path, error }, 'the serving file of a pin is made again');
        await rm(path, { force: true });
      }
    }
    return null;
  }

  /** Makes a serving file, of files that are found sound. @returns its path */
  async #make(orgId: OrgId, key: string, files: readonly PinFile[]): Promise<string> {
    const folder = this.#kept.folderOf(orgId);
    if (this.#kept.isShared) await mkdir(folder, { recursive: true, mode: 0o700 });
    await stat(folder).catch(() => {
      throw new DamagedSnapshot('the folder is missing');
    });
    await eachOf(files, FILES_AT_ONCE, (file) => this.#verify(orgId, file));
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
      const made = join(folder, `${key}-${sha256}.duckdb`);
      await rename(path, made);
      return made;
    } catch (error) {
      throw isDiskFull(error)
        ? unavailable('The disk of the server is full. Try again later.', error)
        : error;
    } finally {
      await rm(path, { force: true });
      await rm(`${path}.wal`, { force: true });
    }
  }

  /** Has a file of a pin here, sound. @throws DamagedSnapshot where it cannot be had */
  async #verify(orgId: OrgId, file: PinFile): Promise<void> {
    await this.#kept.fetchSound(orgId, keptFile(file)).catch((error) => {
      throw error instanceof DamagedObject ? new DamagedSnapshot(error.message) : error;
    });
  }

  /** Removes serving files from disk until one more fits. One that is attached somewhere stays readable there. */
  async #makeRoom(bytes: number): Promise<void> {
    const found: { path: string; bytes: number; usedAt: number }[] = [];
    for (const orgId of await organisationsWithPins(this.#kept.folder)) {
      const folder = this.#kept.folderOf(orgId);
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

  #becameIdle(key: string, attached: Attached): void {
    if (this.#attached.get(key) !== attached) {
      this.#detach(key, attached);
      return;
    }
    attached.idle = setTimeout(() => this.#close(key, attached), this.#limits.idleMs).unref();
    const idle = [...this.#attached].filter(([, { users }]) => users === 0);
    const [longest] = idle;
    if (longest && idle.length > this.#limits.idle) this.#close(...longest);
  }

  #close(key: string, attached: Attached): void {
    if (attached.users > 0 || this.#attached.get(key) !== attached) return;
    clearTimeout(attached.idle);
    this.#attached.delete(key);
    this.#detach(key, attached);
  }

  #detach(key: string, { alias }: Attached): void {
    const detached = alias
      .then(
        (name) => this.#engine.detach(name),
        () => {}, // it was never attached
      )
      .catch((error) => this.#log.warn({ error }, 'detach failed'))
      .finally(() => {
        if (this.#detaching.get(key) === detached) this.#detaching.delete(key);
      });
    this.#detaching.set(key, detached);
  }

  /** Serves a file no more that a statement could not read: the next report finds it damaged and has it made again. */
  async #discard(alias: string): Promise<boolean> {
    for (const [key, attached] of this.#attached) {
      if ((await attached.alias.catch(() => null)) !== alias) continue;
      this.#attached.delete(key);
      this.#log.error({ file: key }, 'the serving file of a pin could not be read');
      if (attached.users === 0) this.#detach(key, attached);
      return true;
    }
    return false;
  }
}

/** The key of the serving file that is made of these files by this version of the program. */
export function servingKey(orgId: OrgId, files: readonly Pick<PinFile, 'name' | 'sha256'>[]): string {
  const contents = files.map(({ name, sha256 }) => `${name} ${sha256}`).sort();
  return createHash('sha256')
    .update([SCHEMA_VERSION, orgId, ...contents].join('\n'))
    .digest('hex');
}
