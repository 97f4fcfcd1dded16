import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DamagedFile } from '../../base/durable-file.ts';
import type { Log } from '../../base/log.ts';
import { sqlText } from '../../engine/sql-text.ts';
import { describeFile, share, verifyFile } from '../../files/content.ts';
import { bucketOfChanges, changesFile, changesIn, mergedChanges, oldestKnown } from '../changes-files.ts';
import type { History, Manifest, SnapshotFile } from '../manifest.ts';
import { PARTED, type PartedTable, partOfFile } from '../tables.ts';
import type { Draft } from './draft.ts';
import type { PartWriter } from './parts.ts';
import type { Plan } from './plan.ts';

/** The tables whose changes are recorded, with expressions for the columns besides the ids. */
const RECORDED: Partial<Record<PartedTable, { brand: string; query: string; at: string; listed: string }>> = {
  brands: { brand: 'id', query: "''", at: 'null::timestamp', listed: 'not archived' },
  runs: { brand: 'brand_id', query: 'query_id', at: 'executed_at', listed: 'null::boolean' },
  mentions: { brand: 'brand_id', query: 'query_id', at: 'discovered_at', listed: 'null::boolean' },
};
/** Files with fewer rows are always merged into the next one: many small files cost more than rewriting them. */
const SMALL_ROWS = 20_000;

/** Records the differences between consecutive snapshots, by the content of their files. */
export class ChangeRecorder {
  readonly #writer: PartWriter;
  readonly #folder: string;
  readonly #staging: string;
  readonly #plan: Plan;
  readonly #organisations: ReadonlySet<string>;
  readonly #log: Log;
  readonly #onProgress: () => void;

  /** @param organisations ids of those that exist: changes of others are dropped */
  constructor(
    draft: Pick<Draft, 'writer' | 'folder' | 'staging'>,
    plan: Plan,
    organisations: ReadonlySet<string>,
    log: Log,
    onProgress: () => void,
  ) {
    this.#writer = draft.writer;
    this.#folder = draft.folder;
    this.#staging = draft.staging;
    this.#plan = plan;
    this.#organisations = organisations;
    this.#log = log;
    this.#onProgress = onProgress;
  }

  /**
   * Writes the changes of the buckets that are written anew.
   * @param parts files of the new snapshot
   * @returns the files of changes, and since when changes are known
   */
  async record(parts: readonly SnapshotFile[]): Promise<{ files: SnapshotFile[]; history: History }> {
    const { id, lineage, previous, buckets } = this.#plan;
    const since: Record<string, string> = { ...previous?.history.since };
    const files: SnapshotFile[] = [];
    for (const bucket of buckets) {
      try {
        if (previous) files.push(...(await this.#recordBucket(bucket, previous, parts)));
        else since[bucket] = id;
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
        this.#log.warn({ bucket, reason: error.message }, 'changes before this snapshot are not known');
        since[bucket] = id;
      }
    }
    return { files, history: { lineage, since } };
  }

  /** @throws DamagedFile if a file of the previous snapshot does not have its original content */
  async #recordBucket(
    bucket: string,
    previous: Manifest,
    parts: readonly SnapshotFile[],
  ): Promise<SnapshotFile[]> {
    const { id } = this.#plan;
    const from = join(this.#folder, previous.id);
    const oldest = oldestKnown(id);
    const unchanged = previous.files
      .filter(({ name }) => bucketOfChanges(name) === bucket && name > changesFile(bucket, oldest))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const file of unchanged) await verifyFile(from, file, this.#onProgress);
    const compared: string[] = [];
    let rows = 0;
    try {
      for (const [before, after] of changedFiles(bucket, previous.files, parts)) {
        if (before) await verifyFile(from, before, this.#onProgress);
        const path = join(this.#staging, `compared-${bucket}-${compared.length}.tmp`);
        compared.push(path);
        rows += await this.#compare(
          (after ?? before)?.name as string,
          before ? join(from, before.name) : null,
          after ? join(this.#staging, after.name) : null,
          path,
        );
      }
      const gone = await this.#gone([...unchanged.map(({ name }) => join(from, name)), ...compared]);
      const isLeaving = gone.length > 0;
      const merged: string[] = [];
      // Each file has more than twice the rows of the next one, so there are few files, and each row is seldom
      // rewritten.
      while (unchanged.length > 0 && (rows > 0 || isLeaving)) {
        const last = unchanged.at(-1) as SnapshotFile;
        const isSmall = (last.rows ?? 0) <= Math.max(SMALL_ROWS, 2 * rows);
        if (!isSmall && !isLeaving) break;
        unchanged.pop();
        merged.unshift(join(from, last.name));
        rows += last.rows ?? 0;
      }
      const files = [...unchanged];
      for (const { name } of unchanged) await share(join(from, name), join(this.#staging, name));
      if (rows > 0) {
        const name = changesFile(bucket, id);
        const written = await this.#copy(mergedChanges([...merged, ...compared], oldest, gone), name);
        if (written > 0)
          files.push({ ...(await describeFile(this.#staging, name, this.#onProgress)), rows: written });
        else await rm(join(this.#staging, name), { force: true });
      }
      return files;
    } finally {
      for (const path of compared) await rm(path, { force: true });
    }
  }

  /** Writes the differences between two files. @param path of the result @returns how many rows differ */
  async #compare(name: string, before: string | null, after: string | null, path: string): Promise<number> {
    const table = name.slice(0, name.indexOf('-')) as PartedTable;
    const { brand, query, at, listed } = RECORDED[table] as NonNullable<(typeof RECORDED)[PartedTable]>;
    const columns = Object.keys(PARTED[table].columns).join(', ');
    const file = before ?? after;
    // Rows are compared by a 64-bit hash, because joining wide rows takes many times the memory.
    const side = (from: string | null) => `(
      select org_id, id, ${brand} as brand_id, ${query} as query_id, ${at} as at, ${listed} as listed,
             hash(${columns}) as content
      from ${changesIn([from ?? (file as string)])} ${from === null ? 'where false' : ''})`;
    const both = (column: string) => `coalesce(n.${column}, o.${column}) as ${column}`;
    return this.#copy(
      `select ${['org_id', 'id', 'brand_id', 'query_id'].map(both).join(', ')}, ${sqlText(table)} as kind,
              o.at as before_at, n.at as after_at, o.listed as was_listed, ${sqlText(this.#plan.id)} as snapshot
       from ${side(before)} o
       full join ${side(after)} n using (org_id, id, brand_id, query_id)
       where o.content is distinct from n.content`,
      path.slice(this.#staging.length + 1),
    );
  }

  /** The deleted organisations in these changes. */
  async #gone(paths: string[]): Promise<string[]> {
    if (paths.length === 0) return [];
    const found = await this.#writer.run(`select distinct org_id from ${changesIn(paths)}`);
    return found.flatMap(([orgId]) => (this.#organisations.has(String(orgId)) ? [] : [String(orgId)]));
  }

  async #copy(select: string, name: string): Promise<number> {
    const rows = await this.#writer.copy(select, name);
    this.#onProgress();
    return rows;
  }
}

/** The recorded files of a bucket that differ between two snapshots, in pairs. */
function changedFiles(
  bucket: string,
  before: readonly SnapshotFile[],
  after: readonly SnapshotFile[],
): [SnapshotFile | undefined, SnapshotFile | undefined][] {
  const recorded = (files: readonly SnapshotFile[]) =>
    files.filter(
      ({ name }) =>
        partOfFile(name)?.bucket === bucket &&
        Object.keys(RECORDED).some((table) => name.startsWith(`${table}-`)),
    );
  const [old, current] = [before, after].map(
    (files) => new Map(recorded(files).map((file) => [file.name, file])),
  ) as [Map<string, SnapshotFile>, Map<string, SnapshotFile>];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), current.get(name)];
    return was?.sha256 === is?.sha256 ? [] : [[was, is]];
  });
}
