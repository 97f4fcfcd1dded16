import { join } from 'node:path';
import { DamagedFile } from '../../base/durable-file.ts';
import { AppError, unavailable } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Engine } from '../../engine/engine.ts';
import { verifyFile, verifyFiles } from '../../files/content.ts';
import {
  isRefused,
  isSnapshotId,
  listSnapshots,
  type Manifest,
  OtherSchemaVersion,
  readChecked,
  readCurrent,
  readManifest,
  readVerified,
  refusedCurrent,
  SCHEMA_VERSION,
  type SnapshotFile,
  snapshotsFolder,
  supersededAt,
  writeVerified,
} from '../manifest.ts';
import { servedFiles } from '../sharing/served-files.ts';
import { requestSnapshot } from '../sharing/wanted.ts';
import { AttachedFiles } from './attached-files.ts';
import { CurrentWatcher, MOST_WAIT_MS, untilActive } from './current-watcher.ts';
import { Refusals } from './refusals.ts';
import { type Lease, Version } from './version.ts';

/** How often a following catalog checks what the leading thread serves. */
const LED_POLL_MS = 100;

/** A snapshot that is served, or is about to be, with the files that were found good. */
export interface Served {
  id: string;
  verified: ReadonlySet<string>;
}

/** How the catalogs of several threads cooperate: the first one checks files, the others follow it. */
export interface CatalogLinks {
  /** The snapshot that the first catalog serves; absent in the first, or only, catalog. */
  lead?: () => Served | null;
  /** Called with each snapshot that this catalog begins to serve. */
  onServing?: (served: Served) => void;
  /** Whether snapshots come from a shared store: a snapshot missing here may be there. */
  isFollowing?: boolean;
  /** Whether to wait before serving the first snapshot: the local one may be older than what other servers serve. */
  isHeld?: () => boolean;
  /** Why the location of the snapshots must not be used, one sentence; null if it may be. */
  storeRefusal?: () => Promise<string | null>;
}

/** The snapshot that a server serves. */
export interface CurrentSnapshot {
  id: string;
  /** When the data was last known to be complete. */
  asOf: Date;
  /** Whether a newer one was found damaged and has not been replaced yet. */
  isReserve: boolean;
  /** Since when this server serves it; null: reports read the database directly. */
  servedAt: Date | null;
}

/** The snapshots that a server can serve. It finds new ones, refuses damaged ones and closes old ones. */
export class Catalog {
  readonly #folder: string;
  readonly #keepMs: number;
  readonly #log: Log;
  readonly #links: CatalogLinks;
  readonly #versions = new Map<string, Version>();
  readonly #attachedFiles: AttachedFiles;
  /** Good files of the current snapshot, which need no check in the next one. */
  #verified: ReadonlySet<string> = new Set();
  readonly #refusals: Refusals;
  /** Ids of snapshots published by another version of the program. */
  readonly #foreign = new Set<string>();
  /** Files being checked because a statement could not read them, by the names they are read under. */
  readonly #suspected = new Set<string>();
  /** Files that passed such a check. The next failed read of one counts as damage. */
  readonly #doubted = new Set<string>();
  #current: Version | null = null;
  readonly #closing = new AbortController();
  #watcher: CurrentWatcher | null = null;
  #storeRefusal: string | null = null;
  #polling: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine, options: { dataDir: string; keepMinutes: number; log: Log } & CatalogLinks) {
    this.#attachedFiles = new AttachedFiles(engine, options.log);
    this.#folder = snapshotsFolder(options.dataDir);
    this.#refusals = new Refusals(this.#folder);
    this.#keepMs = options.keepMinutes * 60_000;
    this.#log = options.log;
    this.#links = options;
    engine.onUnreadable = (name) => void this.#suspect(name);
  }

  /** Loads the current snapshot, if there is one, and keeps looking for newer ones. */
  async start(): Promise<void> {
    // Files that an earlier process found good are served at once and checked later: checking 1.3 GB delayed the start
    // by 3 s.
    if (!this.#links.lead) this.#verified = await readVerified(this.#folder);
    const isTrusting = this.#verified.size > 0;
    await this.#poll();
    this.#watcher = new CurrentWatcher(this.#folder, this.#links.lead ? LED_POLL_MS : undefined);
    this.#polling = Promise.all([this.#keepPolling(this.#watcher), isTrusting ? this.#recheck() : undefined]);
  }

  /** The snapshot served now; null before the first one. */
  current(): CurrentSnapshot | null {
    return this.#current;
  }

  /** Why no snapshot other than the current one can be served, one sentence; null if nothing is wrong. */
  trouble(): string | null {
    return this.#storeRefusal;
  }

  /** Snapshots found damaged since the start, and open serving files. */
  load(): { snapshotRefusals: number; attachedFiles: number } {
    return { snapshotRefusals: this.#refusals.count, attachedFiles: this.#attachedFiles.count() };
  }

  /** The current snapshot, with a content hash for each bucket that changes only with the bucket's data. */
  contents(): { id: string; asOf: Date; contents: ReadonlyMap<string, string> } | null {
    const version = this.#current;
    return version && { id: version.id, asOf: version.asOf, contents: version.contents() };
  }

  /**
   * The current snapshot, with a content hash of the organisation's bucket. It is no lease: the files may be closed at
   * any time.
   */
  served(orgId: string): { content: string; id: string; asOf: string } | null {
    const version = this.#current;
    return version && { content: version.contentOf(orgId), id: version.id, asOf: version.asOfText };
  }

  /** Whether a snapshot is the one that is served now. @param asOf until when its data is known to be complete */
  isServed(id: string, asOf: string): boolean {
    return this.#current?.id === id && this.#current.asOfText === asOf;
  }

  /**
   * The current snapshot, or the one a client stays on.
   * @throws AppError unavailable before the first snapshot, snapshot_gone for one that has been removed
   */
  async lease(id?: string): Promise<Lease> {
    const version = id === undefined ? this.#current : await this.#atVersion(id);
    if (!version) throw unavailable('There is no snapshot yet. Try again shortly.');
    return version.lease();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#watcher?.close();
    await this.#polling;
  }

  async #keepPolling(watcher: CurrentWatcher): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await watcher.wait();
      await this.#poll().catch((error) => this.#log.error({ error }, 'looking for a new snapshot failed'));
    }
  }

  async #poll(): Promise<void> {
    const { lead, isHeld, isFollowing, storeRefusal } = this.#links;
    if (this.#current === null && isHeld?.()) return;
    this.#storeRefusal = (await storeRefusal?.()) ?? null;
    // Without its store, the catalog continues with what it has. A following server has its own folder.
    if (this.#storeRefusal !== null && !isFollowing) return;
    if (this.#current && (await isRefused(this.#current.folder))) this.#leaveRefused(this.#current);
    const published = await readCurrent(this.#folder);
    if (published !== null && isFollowing) await this.#refusals.forgetRepaired(published);
    const currentId = lead ? (lead()?.id ?? null) : published;
    if (currentId !== null && currentId !== this.#current?.id && !this.#isUnusable(currentId))
      await this.#swapIn(currentId);
    if (this.#current === null && !lead) await this.#fallBack(currentId);
    const isRefusedOnDisk = (await refusedCurrent(this.#folder)) !== null;
    if (published !== null) await this.#refusals.noteAgain(published);
    if (this.#current) this.#current.isReserve = this.#current.id !== published && isRefusedOnDisk;
    const checked = await readChecked(this.#folder);
    if (this.#current && checked?.id === this.#current.id) this.#current.confirm(checked.asOf);
  }

  /** Checks and attaches a snapshot, then serves it. A damaged one is refused, and the old one stays in use. */
  async #swapIn(id: string): Promise<boolean> {
    let version: Version | undefined;
    try {
      const opened = await this.#open(id);
      version = opened.version;
      await version.openLike(this.#current);
      this.#verified = opened.verified;
      this.#versions.set(id, version);
      this.#links.onServing?.({ id, verified: this.#verified }); // other threads prepare it meanwhile
      // A server that serves nothing yet does not wait.
      if (this.#current) await untilActive(this.#folder, id, this.#closing.signal);
      const before = this.#current;
      this.#current = version;
      version.servedAt = new Date();
      if (before) setTimeout(() => this.#retire(before), this.#keepMs).unref();
      if (!this.#links.lead) await writeVerified(this.#folder, this.#verified).catch(() => {});
      this.#log.info({ snapshot: id, asOf: version.asOf }, 'serving a new snapshot');
      return true;
    } catch (error) {
      if (version) this.#retire(version);
      if (error instanceof OtherSchemaVersion) {
        this.#foreign.add(id);
        this.#log.info({ snapshot: id, reason: error.message }, 'a snapshot is not used');
      } else await this.#refuse(id, error); // an older one is served until the next is published
      return false;
    }
  }

  #isUnusable(id: string): boolean {
    return this.#refusals.has(id) || this.#foreign.has(id);
  }

  async #refuse(id: string, error: unknown): Promise<void> {
    await this.#refusals.refuse(id);
    this.#log.error({ snapshot: id, reason: (error as Error).message }, 'ALARM: a snapshot was refused');
  }

  /** The files to check: all, so that a publisher has a good base; for a shared snapshot only the served ones. */
  #checkedFiles(manifest: Manifest): readonly SnapshotFile[] {
    return this.#links.isFollowing ? servedFiles(manifest) : manifest.files;
  }

  /**
   * Checks all files of the snapshot served since the start: the disk may have corrupted one since the earlier check.
   */
  async #recheck(): Promise<void> {
    const version = this.#current;
    if (!version) return;
    const { folder } = version;
    try {
      const manifest = await readManifest(folder);
      await verifyFiles(folder, this.#checkedFiles(manifest), new Set(), () => this.#closing.signal.aborted);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      // A superseded snapshot may have been removed. Its successor shares files with it.
      if (this.#current !== version) return this.#recheck();
      this.#verified = new Set();
      await writeVerified(this.#folder, this.#verified).catch(() => {});
      this.#leave(version);
      await this.#refuse(version.id, error);
      await this.#fallBack(version.id);
    }
  }

  /**
   * Rereads a file that a statement failed to read. DuckDB checks blocks as it reads them, so it may find a damaged one
   * long after the file was found good.
   * @param name under which it is read: the alias of a serving file, or a path
   */
  async #suspect(name: string): Promise<void> {
    // Files cannot be judged while their location is away.
    if (this.#suspected.has(name) || (await this.#isFolderGone())) return;
    this.#suspected.add(name);
    try {
      const versions = [...this.#versions.values()];
      const found = await Promise.all(versions.map((version) => version.contentReadAs(name)));
      const suspect = found.find((sha256) => sha256 !== null);
      if (!suspect) return;
      const using = versions.filter((version) => version.fileOf(suspect) !== null);
      // The newest snapshot is still on disk, and the file is the same in all of them.
      const newest = using.at(-1);
      const file = newest?.fileOf(suspect);
      if (!newest || !file) return;
      // Not damaged: it was read for longer than it is stored.
      if (newest !== this.#current && !(await listSnapshots(this.#folder)).includes(newest.id)) return;
      const failure = await verifyFile(newest.folder, file).then(
        () => (this.#doubted.has(name) ? new Error(`${file.name} cannot be read again and again`) : null),
        (error: Error) => error,
      );
      if (!failure) {
        this.#doubted.add(name);
        this.#log.warn(
          { snapshot: newest.id, file: file.name },
          'a file of a snapshot could not be read once',
        );
        return;
      }
      // The replacement may have the same content, so damaged attachments must not be reused.
      for (const version of using) {
        const attached = version.attachedFile(suspect);
        if (attached) this.#attachedFiles.discard(attached);
      }
      this.#verified = new Set([...this.#verified].filter((known) => !known.endsWith(suspect)));
      if (!this.#links.lead) await writeVerified(this.#folder, this.#verified).catch(() => {});
      for (const version of using) {
        this.#leave(version);
        await this.#refuse(version.id, failure);
      }
      this.#watcher?.notify();
    } catch (error) {
      this.#log.error({ error }, 'a file that could not be read was not checked');
    } finally {
      this.#suspected.delete(name);
    }
  }

  async #isFolderGone(): Promise<boolean> {
    const { isFollowing, storeRefusal } = this.#links;
    return !isFollowing && ((await storeRefusal?.()) ?? null) !== null;
  }

  /** Stops serving a snapshot that another thread or process has refused. Which file is damaged is unknown. */
  #leaveRefused(version: Version): void {
    this.#verified = new Set();
    this.#refusals.takeOver(version.id);
    this.#leave(version);
  }

  /** Stops serving a version. Its leases stay and read what can be read. */
  #leave(version: Version): void {
    if (this.#current === version) this.#current = null;
    this.#retire(version);
  }

  /** Serves the newest good older snapshot if the current one is damaged. */
  async #fallBack(currentId: string | null): Promise<void> {
    const older = (await listSnapshots(this.#folder)).filter(
      (id) => id !== currentId && !this.#isUnusable(id),
    );
    for (const id of older.reverse()) {
      if (!(await isRefused(join(this.#folder, id))) && (await this.#swapIn(id))) return;
    }
  }

  async #open(id: string): Promise<{ version: Version; verified: ReadonlySet<string> }> {
    const folder = join(this.#folder, id);
    const manifest = await readManifest(folder);
    if (manifest.schemaVersion !== SCHEMA_VERSION) throw new OtherSchemaVersion(manifest.schemaVersion);
    const known = new Set([...this.#verified, ...(this.#links.lead?.()?.verified ?? [])]);
    const verified = await verifyFiles(folder, this.#checkedFiles(manifest), known);
    const version = Version.ofSnapshot(folder, { ...manifest, id }, this.#attachedFiles);
    return { version, verified };
  }

  /** A version by id: one in memory, or (after a restart) one that is still on disk. */
  async #atVersion(id: string): Promise<Version> {
    const known = this.#versions.get(id);
    if (known && !known.isRetired) return known;
    const gone = new AppError(
      'snapshot_gone',
      'This snapshot is no longer kept. Leave out X-Snapshot-Id to use the current one.',
    );
    const isOnDisk = isSnapshotId(id) && !known && (await listSnapshots(this.#folder)).includes(id);
    if (!isOnDisk && !known) await this.#request(id);
    if (!isOnDisk || (await isRefused(join(this.#folder, id)))) throw gone;
    const since = await supersededAt(this.#folder, id);
    const leftMs = (since ?? Date.now()) + this.#keepMs - Date.now();
    if (since !== null && leftMs <= 0) throw gone; // still on disk, but only as the reserve
    const { version } = await this.#open(id).catch((error) => {
      throw error instanceof DamagedFile || error instanceof OtherSchemaVersion ? gone : error;
    });
    const opened = this.#versions.get(id) ?? version;
    this.#versions.set(id, opened);
    setTimeout(() => this.#retire(opened), Math.max(leftMs, MOST_WAIT_MS)).unref();
    return opened;
  }

  /**
   * Requests from the store a snapshot that another server may have shown to the client.
   * @throws AppError unavailable until the store has answered
   */
  async #request(id: string): Promise<void> {
    if (!this.#links.isFollowing || !isSnapshotId(id) || !(await requestSnapshot(this.#folder, id))) return;
    throw unavailable('This server does not have this snapshot yet. Try again shortly.');
  }

  /** Closes a version as soon as it has no leases. */
  #retire(version: Version): void {
    if (version === this.#current) return;
    version.retire(() => {
      if (this.#versions.get(version.id) === version) this.#versions.delete(version.id);
    });
  }
}
