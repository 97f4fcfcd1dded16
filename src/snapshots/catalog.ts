import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { AppError, unavailable } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Engine } from '../engine/engine.ts';
import { BUCKETS } from './buckets.ts';
import {
  CURRENT,
  isRefused,
  isSnapshotId,
  listSnapshots,
  markRefused,
  OtherSchemaVersion,
  readChecked,
  readCurrent,
  readManifest,
  readVerified,
  refusedCurrent,
  SCHEMA_VERSION,
  type SnapshotFile,
  servingFile,
  snapshotsFolder,
  supersededAt,
  verifyFile,
  verifySnapshot,
  writeVerified,
} from './manifest.ts';

/** A new snapshot is served this soon after it was published, and its loading time. */
const POLL_MS = 500;

/** A snapshot in use, with its files that were found good. */
export interface Served {
  id: string;
  verified: ReadonlySet<string>;
}

/** How catalogs of several threads go together: the first checks files, the others follow it. */
export interface CatalogLinks {
  /** What the first one serves; without it this is the first, or the only one. */
  lead?: () => Served | null;
  /** Told of each snapshot that this one begins to serve. */
  onServing?: (served: Served) => void;
}

/** One snapshot, for as long as the lease is held: its page, total and headers agree. */
export interface Lease {
  id: string;
  /** When the data was last known to be complete. */
  asOf: Date;
  /** The alias under which the serving file of a bucket is attached. */
  alias(bucket: string): Promise<string>;
  release(): void;
}

/** An attached serving file; versions in which its bucket did not change share it, by its content. */
interface ServingFile {
  sha256: string;
  alias: Promise<string>;
  versions: number;
}

/** What a server serves. */
export interface CurrentSnapshot {
  id: string;
  /** When the data was last known to be complete. */
  asOf: Date;
  /** A newer one was found damaged, and is not made again yet. */
  isReserve: boolean;
}

interface Version {
  id: string;
  asOf: Date;
  /** The same as RFC 3339: every answer says it. */
  asOfText: string;
  isReserve: boolean;
  /** Its files by name. */
  files: Map<string, SnapshotFile>;
  /** Serving files that it has attached. */
  attached: Set<ServingFile>;
  /** By bucket, once all are attached. */
  aliases: Map<string, string>;
  leases: number;
  /** Superseded and past its keeping time: closed with its last lease. */
  isRetired: boolean;
}

/** The snapshots a server serves: finds new ones, refuses damaged ones, closes old ones. */
export class Catalog {
  readonly #engine: Engine;
  readonly #folder: string;
  readonly #keepMs: number;
  readonly #log: Log;
  readonly #links: CatalogLinks;
  readonly #versions = new Map<string, Version>();
  readonly #files = new Map<string, ServingFile>();
  /** Files of the current snapshot, which need no check in the next one. */
  #verified: ReadonlySet<string> = new Set();
  /** Found damaged. */
  readonly #refused = new Set<string>();
  /** Of another version of the program. */
  readonly #foreign = new Set<string>();
  /** Serving files, by their aliases, that are read again because a statement could not read them. */
  readonly #suspected = new Set<string>();
  /** Those that could be read then. */
  readonly #doubted = new Set<string>();
  #refusals = 0;
  #current: Version | null = null;
  #isClosing = false;
  #isTold = false;
  #wake = (): void => {};
  #watcher: FSWatcher | undefined;
  #polling: Promise<unknown> = Promise.resolve();

  constructor(engine: Engine, options: { dataDir: string; keepMinutes: number; log: Log } & CatalogLinks) {
    this.#engine = engine;
    this.#folder = snapshotsFolder(options.dataDir);
    this.#keepMs = options.keepMinutes * 60_000;
    this.#log = options.log;
    this.#links = options;
    engine.onUnreadable = (alias) => void this.#suspect(alias);
  }

  /** Loads the current snapshot, if there is one, and goes on looking for newer ones. */
  async start(): Promise<void> {
    // What was found good before is served at once, and read again beside that: 1.3 GB took 3 s of the start.
    if (!this.#links.lead) this.#verified = await readVerified(this.#folder);
    const isTrusting = this.#verified.size > 0;
    await this.#poll();
    this.#watcher = this.#listen();
    this.#polling = Promise.all([this.#keepPolling(), isTrusting ? this.#recheck() : undefined]);
  }

  /** The snapshot served now; null before the first one. */
  current(): CurrentSnapshot | null {
    return this.#current;
  }

  /** Snapshots that were found damaged since the start. */
  refusals(): number {
    return this.#refusals;
  }

  /** The current snapshot with the content of each bucket's serving file, which stays where nothing changed. */
  contents(): { id: string; asOf: Date; contents: ReadonlyMap<string, string> } | null {
    const version = this.#current;
    if (!version) return null;
    const { id, asOf, files } = version;
    const contents = BUCKETS.map((bucket) => [bucket, files.get(servingFile(bucket))?.sha256 ?? ''] as const);
    return { id, asOf, contents: new Map(contents) };
  }

  /** The serving file of a bucket by its alias, and the snapshot it is of: the current one alone, without a lease. */
  served(bucket: string): { alias: string; id: string; asOf: string } | null {
    const version = this.#current;
    const alias = version?.aliases.get(bucket);
    return version && alias !== undefined ? { alias, id: version.id, asOf: version.asOfText } : null;
  }

  /**
   * The current snapshot, or the one a client stays on.
   * @throws AppError unavailable before the first snapshot, snapshot_gone for one that is not kept.
   */
  async lease(id?: string): Promise<Lease> {
    const version = id === undefined ? this.#current : await this.#kept(id);
    if (!version) throw unavailable('There is no snapshot yet. Try again shortly.');
    version.leases += 1;
    let isReleased = false;
    return {
      id: version.id,
      asOf: version.asOf,
      alias: (bucket) => this.#attached(version, bucket),
      release: () => {
        if (isReleased) return;
        isReleased = true;
        version.leases -= 1;
        this.#closeRetired(version);
      },
    };
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#watcher?.close();
    this.#wake();
    await this.#polling;
  }

  async #keepPolling(): Promise<void> {
    while (!this.#isClosing) {
      await this.#published();
      await this.#poll().catch((error) => this.#log.error({ error }, 'looking for a new snapshot failed'));
    }
  }

  /** Waits until a publication is told of, and at most POLL_MS: not every file system tells. */
  async #published(): Promise<void> {
    if (!this.#isTold && !this.#isClosing) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, POLL_MS);
      this.#wake = resolve;
      await promise;
      clearTimeout(timer);
    }
    this.#isTold = false;
  }

  /** Has the next look taken at once when CURRENT is replaced, which ends a publication. */
  #listen(): FSWatcher | undefined {
    try {
      const watcher = watch(this.#folder, { persistent: false }, (_event, name) => {
        if (name !== CURRENT) return;
        this.#isTold = true;
        this.#wake();
      });
      return watcher.on('error', () => watcher.close());
    } catch {
      return undefined;
    }
  }

  async #poll(): Promise<void> {
    const { lead } = this.#links;
    if (this.#current && (await isRefused(join(this.#folder, this.#current.id))))
      this.#leaveRefused(this.#current);
    const published = await readCurrent(this.#folder);
    const currentId = lead ? (lead()?.id ?? null) : published;
    if (currentId !== null && currentId !== this.#current?.id && !this.#isUnusable(currentId))
      await this.#swapIn(currentId);
    if (this.#current === null && !lead) await this.#fallBack(currentId);
    const isRefusedOnDisk = (await refusedCurrent(this.#folder)) !== null;
    // The disk may have been full when it was refused.
    if (published !== null && this.#refused.has(published) && !isRefusedOnDisk)
      await markRefused(join(this.#folder, published));
    if (this.#current) this.#current.isReserve = this.#current.id !== published && isRefusedOnDisk;
    const checked = await readChecked(this.#folder);
    if (this.#current && checked?.id === this.#current.id) {
      this.#current.asOf = new Date(checked.asOf);
      this.#current.asOfText = this.#current.asOf.toISOString();
    }
  }

  /** Checks, attaches and warms a snapshot, then serves it; a damaged one is refused and the old one serves on. */
  async #swapIn(id: string): Promise<boolean> {
    let version: Version | undefined;
    try {
      const opened = await this.#open(id);
      version = opened.version;
      for (const bucket of BUCKETS) version.aliases.set(bucket, await this.#attached(version, bucket));
      this.#verified = opened.verified;
      const before = this.#current;
      this.#versions.set(id, version);
      this.#current = version;
      if (before) setTimeout(() => this.#retire(before), this.#keepMs).unref();
      this.#links.onServing?.({ id, verified: this.#verified });
      if (!this.#links.lead) await writeVerified(this.#folder, this.#verified).catch(() => {});
      this.#log.info({ snapshot: id, asOf: version.asOf }, 'serving a new snapshot');
      return true;
    } catch (error) {
      if (version) this.#retire(version);
      if (error instanceof OtherSchemaVersion) {
        this.#foreign.add(id);
        this.#log.info({ snapshot: id, reason: error.message }, 'a snapshot is not used');
      } else await this.#refuse(id, error); // readers stay on an older one until the exporter has made another
      return false;
    }
  }

  #isUnusable(id: string): boolean {
    return this.#refused.has(id) || this.#foreign.has(id);
  }

  async #refuse(id: string, error: unknown): Promise<void> {
    this.#refused.add(id);
    this.#refusals += 1;
    await markRefused(join(this.#folder, id));
    this.#log.error({ snapshot: id, reason: (error as Error).message }, 'ALARM: a snapshot was refused');
  }

  /** Reads the snapshot of the start again, all of it: a disk may have lost a bit of what it held before. */
  async #recheck(): Promise<void> {
    const version = this.#current;
    if (!version) return;
    const folder = join(this.#folder, version.id);
    try {
      await verifySnapshot(folder, await readManifest(folder), new Set(), () => this.#isClosing);
    } catch (error) {
      if (this.#isClosing) return;
      // Superseded meanwhile: it may have been removed, but its successor shares its files.
      if (this.#current !== version) return this.#recheck();
      this.#verified = new Set();
      await writeVerified(this.#folder, this.#verified).catch(() => {});
      this.#leave(version);
      await this.#refuse(version.id, error);
      await this.#fallBack(version.id);
    }
  }

  /**
   * Reads a serving file again that a statement could not read. DuckDB checks blocks as it reads them, and may come
   * to a damaged one long after the file was found good.
   */
  async #suspect(alias: string): Promise<void> {
    if (this.#suspected.has(alias)) return;
    this.#suspected.add(alias);
    try {
      const versions = [...this.#versions.values()];
      const served = await this.#servedAs(alias, versions);
      const using = versions.filter(({ attached }) => served && attached.has(served));
      // The newest, which is on disk in any case; the file is the same in all of them.
      const newest = using.at(-1);
      const file = newest && [...newest.files.values()].find(({ sha256 }) => sha256 === served?.sha256);
      if (!served || !file) return;
      const failure = await verifyFile(join(this.#folder, newest.id), file).then(
        () => (this.#doubted.has(alias) ? new Error(`${file.name} cannot be read again and again`) : null),
        (error: Error) => error,
      );
      if (!failure) {
        this.#doubted.add(alias);
        this.#log.warn({ snapshot: newest.id, file: file.name }, 'a serving file could not be read once');
        return;
      }
      // What is made again may have the same content: it is attached anew.
      if (this.#files.get(served.sha256) === served) this.#files.delete(served.sha256);
      this.#verified = new Set([...this.#verified].filter((known) => !known.endsWith(served.sha256)));
      if (!this.#links.lead) await writeVerified(this.#folder, this.#verified).catch(() => {});
      for (const version of using) {
        this.#leave(version);
        await this.#refuse(version.id, failure);
      }
      this.#isTold = true;
      this.#wake();
    } catch (error) {
      this.#log.error({ error }, 'a file that could not be read was not checked');
    } finally {
      this.#suspected.delete(alias);
    }
  }

  /** The serving file that is attached under an alias. */
  async #servedAs(alias: string, versions: Version[]): Promise<ServingFile | undefined> {
    for (const file of versions.flatMap(({ attached }) => [...attached]))
      if ((await file.alias.catch(() => '')) === alias) return file;
    return undefined;
  }

  /** Another thread or process has found damaged what we serve, and we do not know which file. */
  #leaveRefused(version: Version): void {
    this.#verified = new Set();
    if (!this.#refused.has(version.id)) this.#refusals += 1;
    this.#refused.add(version.id);
    this.#leave(version);
  }

  /** Serves a version no more: who leases it still gets what can be read. */
  #leave(version: Version): void {
    if (this.#current === version) this.#current = null;
    this.#retire(version);
  }

  /** At the start, with a damaged current snapshot: the newest older one that is whole. */
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
    const verified = await verifySnapshot(folder, manifest, known);
    const version: Version = {
      id,
      asOf: new Date(manifest.asOf),
      asOfText: new Date(manifest.asOf).toISOString(),
      isReserve: false,
      files: new Map(manifest.files.map((file) => [file.name, file])),
      attached: new Set(),
      aliases: new Map(),
      leases: 0,
      isRetired: false,
    };
    return { version, verified };
  }

  /** A version by id: one in memory, or (after a restart) one that is still on disk. */
  async #kept(id: string): Promise<Version> {
    const known = this.#versions.get(id);
    if (known && !known.isRetired) return known;
    const gone = new AppError(
      'snapshot_gone',
      'This snapshot is no longer kept. Leave out X-Snapshot-Id to use the current one.',
    );
    const isOnDisk = isSnapshotId(id) && !known && (await listSnapshots(this.#folder)).includes(id);
    if (!isOnDisk || (await isRefused(join(this.#folder, id)))) throw gone;
    const since = (await supersededAt(this.#folder, id)) ?? Date.now();
    const leftMs = since + this.#keepMs - Date.now();
    if (leftMs <= 0) throw gone; // on disk as the reserve alone
    const { version } = await this.#open(id).catch(() => {
      throw gone;
    });
    const opened = this.#versions.get(id) ?? version;
    this.#versions.set(id, opened);
    setTimeout(() => this.#retire(opened), leftMs).unref();
    return opened;
  }

  #attached(version: Version, bucket: string): Promise<string> {
    const name = servingFile(bucket);
    const sha256 = version.files.get(name)?.sha256 ?? '';
    const path = join(this.#folder, version.id, name);
    const known = [...version.attached].find((each) => each.sha256 === sha256) ?? this.#files.get(sha256);
    const file = known ?? { sha256, alias: this.#engine.attach(path), versions: 0 };
    if (!version.attached.has(file)) {
      version.attached.add(file);
      file.versions += 1;
      this.#files.set(sha256, file);
    }
    return file.alias;
  }

  #retire(version: Version): void {
    if (version === this.#current) return;
    version.isRetired = true;
    this.#closeRetired(version);
  }

  #closeRetired(version: Version): void {
    if (!version.isRetired || version.leases > 0) return;
    this.#versions.delete(version.id);
    for (const file of version.attached) {
      file.versions -= 1;
      if (file.versions > 0) continue;
      if (this.#files.get(file.sha256) === file) this.#files.delete(file.sha256);
      void file.alias
        .then((alias) => this.#engine.detach(alias))
        .catch((error) => this.#log.warn({ error }, 'detach failed'));
    }
    version.attached.clear();
  }
}
