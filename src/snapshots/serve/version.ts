import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DamagedFile } from '../../base/durable-file.ts';
import { unavailable } from '../../base/errors.ts';
import { Buckets } from '../buckets.ts';
import {
  type History,
  HOLD_MS,
  holdSnapshot,
  type Manifest,
  partOfServingFile,
  type SnapshotFile,
  servingFile,
} from '../manifest.ts';
import { byTime, monthOf, type Period } from '../periods.ts';
import { DATED, type PartedTable, partFile, partOfFile, TABLES } from '../tables.ts';
import type { AttachedFile, AttachedFiles } from './attached-files.ts';
import { type SnapshotTables, tablesOfPeriods } from './snapshot-tables.ts';

/** A snapshot that stays readable until the lease is released, so that a response's page, total and headers agree. */
export interface Lease {
  id: string;
  /** When the data was last known to be complete. */
  asOf: Date;
  /** The tables with an organisation's rows. */
  tables(orgId: string): Promise<SnapshotTables>;
  /** Cache key: hash of the bucket's files. */
  content(orgId: string): string;
  /** By month, YYYY-MM (null: a table without months): the identity of a table's rows in the bucket, on all servers. */
  monthContents(orgId: string, table: PartedTable): ReadonlyMap<string | null, string>;
  /** See History. */
  lineage: string;
  /** The snapshot since which all changes of the organisation's rows are known; undefined: since this one. */
  knownSince(orgId: string): string | undefined;
  /**
   * Keeps the files of its tables for as long as they are read. Otherwise they are removed at the end of the keeping
   * time. Call it after `tables`.
   * @throws AppError unavailable if they are gone already
   */
  hold(): Promise<void>;
  release(): void;
}

/** The files of a bucket that reports read. */
interface Bucket {
  base: SnapshotFile;
  /** Hash of the rows without a period. */
  brands: string;
  /** In chronological order. */
  periods: BucketPeriod[];
  /** See Lease. */
  content: string;
}

/** A bucket whose serving files are attached. */
interface OpenBucket {
  files: AttachedFile[];
  tables: Promise<SnapshotTables>;
  /** Parquet files that its tables also read. */
  parquet: SnapshotFile[];
  /** Leases that use it. */
  readers: number;
}

interface BucketPeriod {
  period: Period;
  /** null: it is read from Parquet. */
  serving: SnapshotFile | null;
  parquet: ReadonlyMap<PartedTable, SnapshotFile>;
}

/** Maximum number of buckets opened in advance: all, as long as none is split. */
const OPEN_AT_START = 64;

/** The parts of a version. */
interface VersionParts {
  id: string;
  asOf: Date;
  /** The folder of its files. */
  folder: string;
  layout: Buckets;
  buckets: ReadonlyMap<string, Bucket>;
  history: History;
}

/** An immutable set of files in memory (a snapshot, or a pin of one organisation) and the leases on it. */
export class Version {
  readonly id: string;
  readonly folder: string;
  /** When the data was last known to be complete. */
  asOf: Date;
  /** `asOf` in RFC 3339, for the header of every answer. */
  asOfText: string;
  /** Whether a newer snapshot was found damaged and has not been replaced yet. */
  isReserve = false;
  /** Since when it is the current one. */
  servedAt: Date | null = null;
  readonly #layout: Buckets;
  readonly #buckets: ReadonlyMap<string, Bucket>;
  readonly #history: History;
  readonly #attachedFiles: AttachedFiles;
  /** The buckets whose serving files are attached, least recently read first. */
  readonly #open = new Map<string, OpenBucket>();
  #leases = 0;
  /** Called when it is retired and has no leases; null: not retired. */
  #onClosed: (() => void) | null = null;

  private constructor(
    { id, asOf, folder, layout, buckets, history }: VersionParts,
    attachedFiles: AttachedFiles,
  ) {
    this.id = id;
    this.folder = folder;
    this.#history = history;
    this.#attachedFiles = attachedFiles;
    this.asOf = asOf;
    this.asOfText = asOf.toISOString();
    this.#layout = layout;
    this.#buckets = buckets;
    for (const [sha256, path] of this.#parquetPaths()) attachedFiles.addPath(sha256, path);
  }

  /** @param folder of the snapshot @throws DamagedFile if the manifest lacks a serving file */
  static ofSnapshot(folder: string, manifest: Manifest, attachedFiles: AttachedFiles): Version {
    const { id, asOf, buckets, history } = manifest;
    const layout = new Buckets(buckets);
    const parts = { id, asOf: new Date(asOf), folder, layout, buckets: indexBuckets(manifest), history };
    return new Version(parts, attachedFiles);
  }

  /** The rows of one organisation, all tables in one serving file. @param id its name for clients */
  static ofOrganisation(
    orgId: string,
    { id, asOf, folder, file }: { id: string; asOf: Date; folder: string; file: SnapshotFile },
    attachedFiles: AttachedFiles,
  ): Version {
    const buckets = new Map([
      [orgId, { base: file, brands: file.sha256, periods: [], content: file.sha256 }],
    ]);
    const history = { lineage: '', since: {} };
    return new Version({ id, asOf, folder, layout: new Buckets([orgId]), buckets, history }, attachedFiles);
  }

  get isRetired(): boolean {
    return this.#onClosed !== null;
  }

  /** Records that the data was found complete at a later time. @param asOf RFC 3339 */
  confirm(asOf: string): void {
    this.asOf = new Date(asOf);
    this.asOfText = this.asOf.toISOString();
  }

  /** The content of each bucket: see Lease. */
  contents(): ReadonlyMap<string, string> {
    return new Map([...this.#buckets].map(([bucket, { content }]) => [bucket, content]));
  }

  openBuckets(): string[] {
    return [...this.#open.keys()];
  }

  /**
   * Opens the buckets that another snapshot has open, in the layout of this one. Without one, opens as many as allowed.
   * @throws Error if a file cannot be attached
   */
  async openLike(other: Version | null): Promise<void> {
    const buckets = other
      ? other.openBuckets().flatMap((bucket) => this.#layout.within(bucket))
      : this.#layout.names.slice(0, OPEN_AT_START);
    for (const bucket of buckets) await this.#openBucket(bucket).tables;
  }

  /** See Lease. */
  contentOf(orgId: string): string {
    return this.#bucketOf(orgId).content;
  }

  lease(): Lease {
    this.#leases += 1;
    let isReleased = false;
    let holding: NodeJS.Timeout | undefined;
    const read = new Set<OpenBucket>();
    return {
      id: this.id,
      asOf: this.asOf,
      tables: (orgId) => {
        const bucket = this.#openBucket(this.#layout.of(orgId));
        if (!read.has(bucket)) bucket.readers += 1;
        read.add(bucket);
        return bucket.tables;
      },
      content: (orgId) => this.contentOf(orgId),
      monthContents: (orgId, table) => monthContents(this.#bucketOf(orgId), table),
      lineage: this.#history.lineage,
      knownSince: (orgId) => this.#history.since[this.#layout.of(orgId)],
      hold: async () => {
        const paths = [...read].flatMap(({ parquet }) =>
          parquet.flatMap(({ sha256 }) => this.#attachedFiles.pathOf(sha256) ?? []),
        );
        // A file that a newer snapshot shares is read there, and here again once that snapshot is closed.
        const folders = [...new Set([this.folder, ...paths.map(dirname)])];
        const hold = () => Promise.all(folders.map(holdSnapshot));
        await hold().catch(gone);
        if (!isReleased) holding ??= setInterval(() => void hold().catch(() => {}), HOLD_MS).unref();
        for (const path of paths) await access(path).catch(gone);
      },
      release: () => {
        if (isReleased) return;
        isReleased = true;
        clearInterval(holding);
        this.#leases -= 1;
        for (const bucket of read) bucket.readers -= 1;
        this.#closeIfUnused();
      },
    };
  }

  /** Closes its files as soon as the last lease is released. @param onClosed called then */
  retire(onClosed: () => void): void {
    this.#onClosed = onClosed;
    this.#closeIfUnused();
  }

  /** The SHA-256 of the file read under a name: the alias of a serving file, or a path; null if there is none. */
  async contentReadAs(name: string): Promise<string | null> {
    for (const file of this.#attached())
      if ((await file.alias.catch(() => null)) === name) return file.sha256;
    for (const [sha256] of this.#parquetPaths())
      if (this.#attachedFiles.pathOf(sha256) === name) return sha256;
    return null;
  }

  /** The manifest's entry of the file with this content; null if it reads none. */
  fileOf(sha256: string): SnapshotFile | null {
    return this.#files().find((file) => file.sha256 === sha256) ?? null;
  }

  /** The attached file of this content; null if there is none. */
  attachedFile(sha256: string): AttachedFile | null {
    return this.#attached().find((file) => file.sha256 === sha256) ?? null;
  }

  #attached(): AttachedFile[] {
    return [...this.#open.values()].flatMap(({ files }) => files);
  }

  #openBucket(name: string): OpenBucket {
    const open = this.#open.get(name) ?? this.#attach(name);
    this.#open.delete(name);
    this.#open.set(name, open);
    if (this.#attachedFiles.isFull) this.#closeOldest(open);
    return open;
  }

  #attach(name: string): OpenBucket {
    const { base, brands, periods } = this.#bucketOf(name);
    const attach = (file: SnapshotFile) =>
      this.#attachedFiles.acquire(file.sha256, join(this.folder, file.name));
    const baseFile = attach(base);
    const served = periods.map((each) => ({ ...each, file: each.serving && attach(each.serving) }));
    const tables = async () => {
      const opened = served.map(async ({ period, file, parquet }) => ({
        period,
        alias: file && (await file.alias),
        parquet: (table: PartedTable) => {
          const part = parquet.get(table);
          return part ? this.#attachedFiles.pathOf(part.sha256) : null;
        },
      }));
      // Awaited together, because nothing else handles a second rejection.
      const [alias, ...parts] = await Promise.all([baseFile.alias, ...opened]);
      return tablesOfPeriods(alias, parts, brands);
    };
    const files = [baseFile, ...served.flatMap(({ file }) => file ?? [])];
    const parquet = served.flatMap((each) => (each.file === null ? [...each.parquet.values()] : []));
    const bucket = { files, parquet, tables: tables(), readers: 0 };
    bucket.tables.catch(() => this.#closeBucket(name, bucket)); // the next call tries again
    return bucket;
  }

  /** Closes the least recently read bucket. */
  #closeOldest(current: OpenBucket): void {
    const [oldest] = [...this.#open].filter(([, bucket]) => bucket.readers === 0 && bucket !== current);
    if (oldest) this.#closeBucket(...oldest);
  }

  #closeBucket(name: string, bucket: OpenBucket): void {
    if (this.#open.get(name) !== bucket) return;
    this.#open.delete(name);
    for (const file of bucket.files) this.#attachedFiles.release(file);
  }

  #bucketOf(orgId: string): Bucket {
    const name = this.#layout.of(orgId);
    const found = this.#buckets.get(name);
    if (!found) throw new Error(`There is no bucket ${name}.`);
    return found;
  }

  /** All files that reports read. */
  #files(): SnapshotFile[] {
    return [...this.#buckets.values()].flatMap(filesRead);
  }

  #parquetPaths(): [sha256: string, path: string][] {
    const files = this.#files().filter(({ name }) => partOfFile(name) !== null);
    return files.map(({ name, sha256 }) => [sha256, join(this.folder, name)]);
  }

  #closeIfUnused(): void {
    if (this.#onClosed === null || this.#leases > 0) return;
    for (const [name, bucket] of this.#open) this.#closeBucket(name, bucket);
    for (const [sha256, path] of this.#parquetPaths()) this.#attachedFiles.removePath(sha256, path);
    this.#onClosed();
  }
}

function gone(error: unknown): never {
  throw unavailable('The snapshot is no longer kept. Try again shortly.', error);
}

/** @throws DamagedFile if a bucket has no serving file */
function indexBuckets({ files, buckets }: Manifest): ReadonlyMap<string, Bucket> {
  const byName = new Map(files.map((file) => [file.name, file]));
  const periods = new Map<string, Set<Period>>();
  for (const { name } of files) {
    const { bucket, period } = partOfFile(name) ?? partOfServingFile(name) ?? {};
    if (bucket === undefined) continue;
    const known = periods.get(bucket) ?? new Set();
    if (period) known.add(period);
    periods.set(bucket, known);
  }
  return new Map(
    buckets.map((bucket) => {
      const base = byName.get(servingFile(bucket));
      if (!base) throw new DamagedFile(`the manifest lacks ${servingFile(bucket)}`);
      const ofBucket = [...(periods.get(bucket) ?? [])].sort(byTime).map((period) => {
        const serving = byName.get(servingFile(bucket, period)) ?? null;
        const parquet = DATED.flatMap((table) => {
          const file = byName.get(partFile(table, { part: 'runs', bucket, period }));
          return file ? [[table, file] as const] : [];
        });
        return { period, serving, parquet: new Map(parquet) };
      });
      const rows = TABLES.flatMap(
        (table) => byName.get(partFile(table, { part: 'brands', bucket, period: null })) ?? [],
      );
      const brands = rows.map(({ sha256 }) => sha256).join(' ');
      const found = { base, brands, periods: ofBucket };
      const hash = createHash('sha256');
      for (const { name, sha256 } of filesRead(found)) hash.update(`${name} ${sha256}\n`);
      return [bucket, { ...found, content: hash.digest('hex') }];
    }),
  );
}

function monthContents({ brands, periods }: Bucket, table: PartedTable): ReadonlyMap<string | null, string> {
  if (!DATED.includes(table)) return new Map([[null, brands]]);
  const contents = new Map<string, string>();
  for (const { period, parquet } of periods) {
    const file = parquet.get(table);
    const month = monthOf(period);
    if (file) contents.set(month, `${contents.get(month) ?? ''}${period} ${file.sha256}\n`);
  }
  return contents;
}

function filesRead({ base, periods }: Pick<Bucket, 'base' | 'periods'>): SnapshotFile[] {
  return [base, ...periods.flatMap(({ serving, parquet }) => (serving ? [serving] : [...parquet.values()]))];
}
