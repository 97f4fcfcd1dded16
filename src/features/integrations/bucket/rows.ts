import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { OrgId } from '../../../base/ids.ts';
import type { Db } from '../../../db/client.ts';
import type { Engine } from '../../../engine/engine.ts';
import { sqlText } from '../../../engine/sql-text.ts';
import { OneAtATime } from '../../../files/one-at-a-time.ts';
import { daysOf } from '../../../snapshots/periods.ts';
import type { Catalog } from '../../../snapshots/serve/catalog.ts';
import { copyRows, fileTicket } from '../../../snapshots/serve/row-files.ts';
import type { SnapshotTables } from '../../../snapshots/serve/snapshot-tables.ts';
import type { Lease } from '../../../snapshots/serve/version.ts';
import { PARTED } from '../../../snapshots/tables.ts';
import { answersByMonth, writeAnswerTexts } from './answers.ts';
import { ANSWERS, BUCKET_TABLES, type BucketTable, columnsSql, LAYOUT_VERSION } from './layout.ts';
import type { BucketFile } from './manifest.ts';

/** Answers have up to a million characters, so few are held in memory together while they are written. */
const ANSWERS_GROUP = 2_048;
/** The longest line of JSON that DuckDB reads: an answer of a million characters, each escaped. */
const MAX_LINE_BYTES = 16 << 20;

/** The rows of one table, of one month or of all time: the content of at most one file. */
export interface Partition {
  table: BucketTable;
  /** null: a table without months. */
  month: string | null;
  /** Hash of the source of the rows. */
  source: string;
}

/** A file that was written to a folder of this server. */
export interface WrittenFile extends Pick<BucketFile, 'bytes' | 'rows' | 'sha256'> {
  path: string;
}

/** An organisation's rows in the current snapshot. */
export interface OpenRows {
  snapshotId: string;
  asOf: Date;
  tables: readonly BucketTable[];
  partitions: readonly Partition[];
  /**
   * Writes a partition to a file and calls back with it; the file is removed afterwards. null: it has no rows.
   * @throws AppError unavailable if the server is too busy
   */
  make<T>(partition: Partition, use: (file: WrittenFile | null) => Promise<T>): Promise<T>;
}

/** Makes the Parquet files of buckets from the snapshot that is served. */
export class BucketRows {
  readonly #engine: Engine;
  readonly #catalog: Catalog;
  /** One file at a time: writing to many buckets takes no more of the engine than writing to one. */
  readonly #making = new OneAtATime();

  constructor(engine: Engine, catalog: Catalog) {
    this.#engine = engine;
    this.#catalog = catalog;
  }

  /**
   * Opens the current snapshot for an organisation, for as long as the work takes.
   * @param answers whether the texts of answers are among the tables
   * @throws AppError unavailable before the first snapshot
   */
  async open<T>(
    db: Db,
    orgId: OrgId,
    { answers, signal }: { answers: boolean; signal: AbortSignal },
    work: (rows: OpenRows) => Promise<T>,
  ): Promise<T> {
    const texts = answers ? await answersByMonth(db, orgId) : null;
    const lease = await this.#catalog.lease();
    try {
      await lease.tables(orgId);
      await lease.hold();
      return await work({
        snapshotId: lease.id,
        asOf: lease.asOf,
        tables: texts === null ? BUCKET_TABLES : [...BUCKET_TABLES, ANSWERS],
        partitions: partitionsOf(lease, orgId, texts),
        make: (partition, use) =>
          this.#engine.withFolder(async (folder) =>
            use(await this.#making.do(() => this.#make(db, orgId, lease, partition, folder, signal))),
          ),
      });
    } finally {
      lease.release();
    }
  }

  async #make(
    db: Db,
    orgId: OrgId,
    lease: Lease,
    partition: Partition,
    folder: string,
    signal: AbortSignal,
  ): Promise<WrittenFile | null> {
    signal.throwIfAborted();
    const { table, month } = partition;
    const isOfTexts = table === ANSWERS && month !== null;
    const texts = join(folder, 'texts.ndjson');
    if (isOfTexts) await writeAnswerTexts(db, orgId, month, texts, signal);
    const from = fromOf(await lease.tables(orgId), partition);
    const written = await copyRows(
      this.#engine,
      folder,
      'rows.parquet',
      {
        select: isOfTexts ? textsSql(texts, from) : rowsSql(table, from),
        parameters: { org: orgId },
        ...(isOfTexts && { rowGroup: ANSWERS_GROUP }),
      },
      fileTicket(orgId, signal),
    );
    await rm(texts, { force: true });
    return written && { ...written, path: join(folder, written.name) };
  }
}

/** The rows of a partition in a snapshot, as SQL from `from` on. */
function fromOf(tables: SnapshotTables, { table: { source }, month }: Partition): string {
  const days = month === null ? null : daysOf(month);
  const inMonth =
    month === null ? '' : ` and date_trunc('month', ${PARTED[source].day}) = date '${month}-01'`;
  return `from ${tables.from(source, days)} m where org_id = $org${inMonth}`;
}

function rowsSql(table: BucketTable, from: string): string {
  const groupBy = table.groupBy === undefined ? '' : `group by ${table.groupBy}`;
  return `select ${columnsSql(table)} ${from} ${groupBy} order by ${table.order}`;
}

/** The texts in a file, of answers in the snapshot alone: so all tables are of one moment. @param path of the file */
function textsSql(path: string, from: string): string {
  return `select ${columnsSql(ANSWERS)}
    from read_json(${sqlText(path)}, format = 'newline_delimited', maximum_object_size = ${MAX_LINE_BYTES},
      columns = {id: 'VARCHAR', text: 'VARCHAR'}) t
    join (select id as run_id, brand_id, executed_at ${from}) on run_id = t.id
    order by ${ANSWERS.order}`;
}

/** The partitions that may have rows. @param texts by month, what the answers' texts are like; null: not wished */
function partitionsOf(lease: Lease, orgId: OrgId, texts: ReadonlyMap<string, string> | null): Partition[] {
  const partitions = BUCKET_TABLES.flatMap((table): Partition[] =>
    [...lease.monthContents(orgId, table.source)].map(([month, content]) => ({
      table,
      month,
      source: sourceOf(table, content),
    })),
  );
  for (const [month, content] of lease.monthContents(orgId, ANSWERS.source)) {
    const ofTexts = month === null ? undefined : texts?.get(month);
    if (ofTexts !== undefined)
      partitions.push({ table: ANSWERS, month, source: sourceOf(ANSWERS, `${content} ${ofTexts}`) });
  }
  return partitions;
}

function sourceOf({ name, columns }: BucketTable, content: string): string {
  return createHash('sha256')
    .update(JSON.stringify([LAYOUT_VERSION, name, columns, content]))
    .digest('hex');
}
