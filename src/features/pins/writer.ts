import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Engine, Statement } from '../../engine/engine.ts';
import { sqlText } from '../../engine/sql-text.ts';
import { SCHEMA_VERSION } from '../../snapshots/manifest.ts';
import { type Days, daysOf, monthOf } from '../../snapshots/periods.ts';
import type { Catalog } from '../../snapshots/serve/catalog.ts';
import { copyRows, fileTicket } from '../../snapshots/serve/row-files.ts';
import type { SnapshotTables } from '../../snapshots/serve/snapshot-tables.ts';
import { PARTED, type PartedTable, TABLES, TEXTS } from '../../snapshots/tables.ts';
import type { PinFile } from './pin-files.ts';

/** The files written from a snapshot. */
export interface WrittenPin {
  snapshotId: string;
  asOf: Date;
  schemaVersion: number;
  files: PinFile[];
}

/** Writes an organisation's rows in a snapshot into separate files. */
export class PinWriter {
  readonly #engine: Engine;
  readonly #catalog: Catalog;

  constructor(engine: Engine, catalog: Catalog) {
    this.#engine = engine;
    this.#catalog = catalog;
  }

  /**
   * The current snapshot's id, or `id` if that snapshot exists.
   * @throws AppError unavailable before the first snapshot, snapshot_gone for one that is gone
   */
  async snapshotId(id?: string): Promise<string> {
    const lease = await this.#catalog.lease(id);
    lease.release();
    return lease.id;
  }

  /**
   * Writes a file per table and month, in a separate folder. The same rows give the same bytes. They are on disk when
   * this returns.
   * @param snapshotId null: the current one
   * @param maxBytes the largest total size of the files
   * @throws AppError as snapshotId, conflict if they grow larger
   */
  async write(
    orgId: OrgId,
    snapshotId: string | null,
    { folder, maxBytes, signal }: { folder: string; maxBytes: number; signal: AbortSignal },
  ): Promise<WrittenPin> {
    const lease = await this.#catalog.lease(snapshotId ?? undefined);
    try {
      const tables = await lease.tables(orgId);
      await lease.hold();
      const files: PinFile[] = [];
      let bytes = 0;
      for (const table of TABLES) {
        for (const { month, firstDay } of await this.#months(orgId, tables, table, signal)) {
          const name = month === null ? table : `${table}-${month.replace(/-01$/, '')}`;
          const columns = Object.keys(PARTED[table].columns).join(', ');
          const rows = `select ${columns} from ${tables.from(table, daysOfMonth(month))} m where org_id = $org${inMonth(table, month)}`;
          const file = await this.#copy(orgId, folder, name, table, rows, { org: orgId }, signal);
          if (file === null) continue;
          files.push({ ...file, firstDay });
          bytes += file.bytes;
          if (bytes > maxBytes) throw pinsTooLarge(maxBytes);
        }
      }
      const { id, asOf } = lease;
      return { snapshotId: id, asOf, schemaVersion: SCHEMA_VERSION, files };
    } finally {
      lease.release();
    }
  }

  /**
   * Writes the rows of a file from a day on into another file.
   * @param path of the file
   * @param day YYYY-MM-DD
   * @returns null: no row remains
   */
  async trim(
    orgId: OrgId,
    path: string,
    { name }: PinFile,
    day: string,
    { folder, signal }: { folder: string; signal: AbortSignal },
  ): Promise<PinFile | null> {
    const table = tableOf(name);
    const rows = `select * from read_parquet(${sqlText(path)}) where ${PARTED[table].day} >= date ${sqlText(day)}`;
    const file = await this.#copy(orgId, folder, name, table, rows, {}, signal);
    return file && { ...file, firstDay: day };
  }

  /**
   * Writes the rows of a file into another file, without the texts of answers from before a day.
   * @param path of the file
   * @param day YYYY-MM-DD
   */
  async withoutTexts(
    orgId: OrgId,
    path: string,
    { name, firstDay }: PinFile,
    day: string,
    { folder, signal }: { folder: string; signal: AbortSignal },
  ): Promise<PinFile | null> {
    const table = tableOf(name);
    const text = TEXTS[table];
    if (text === undefined) throw new Error(`${name} has no texts.`);
    const trimmed = `case when ${PARTED[table].day} >= date ${sqlText(day)} then ${text} end as ${text}`;
    const rows = `select * replace (${trimmed}) from read_parquet(${sqlText(path)})`;
    const file = await this.#copy(orgId, folder, name, table, rows, {}, signal);
    return file && { ...file, firstDay };
  }

  /**
   * The months with rows of the organisation in a table, with the first day in each; for a table without months, one
   * entry of nulls.
   */
  async #months(
    orgId: OrgId,
    tables: SnapshotTables,
    table: PartedTable,
    signal: AbortSignal,
  ): Promise<{ month: string | null; firstDay: string | null }[]> {
    const { day } = PARTED[table];
    if (day === null) return [{ month: null, firstDay: null }];
    const found = await this.#engine.rows({
      sql: `select cast(cast(date_trunc('month', ${day}) as date) as varchar) as month,
          cast(min(${day}) as varchar) as "firstDay"
        from ${tables.from(table, null)} m where org_id = $org group by 1 order by 1`,
      ...fileTicket(orgId, signal),
      parameters: { org: orgId },
    });
    return found as { month: string; firstDay: string }[];
  }

  /** Writes rows, sorted. @returns null: no rows, and no file */
  async #copy(
    orgId: OrgId,
    folder: string,
    name: string,
    table: PartedTable,
    select: string,
    parameters: Statement['parameters'],
    signal: AbortSignal,
  ): Promise<Omit<PinFile, 'firstDay'> | null> {
    // The source is in this order already; sorting makes the row groups independent of other organisations' rows in
    // between.
    const sorted = `${select} order by ${PARTED[table].order}`;
    const ticket = fileTicket(orgId, signal);
    const file = await copyRows(
      this.#engine,
      folder,
      `${name}.parquet`,
      { select: sorted, parameters },
      ticket,
    );
    return file && { ...file, name };
  }
}

/** The table of a file. */
export function tableOf(name: string): PartedTable {
  const table = TABLES.find((known) => name === known || name.startsWith(`${known}-`));
  if (table === undefined) throw new Error(`${name} is of no table.`);
  return table;
}

/** @param month its first day */
function daysOfMonth(month: string | null): Days | null {
  return month === null ? null : daysOf(monthOf(month));
}

function inMonth(table: PartedTable, month: string | null): string {
  return month === null ? '' : ` and date_trunc('month', ${PARTED[table].day}) = date ${sqlText(month)}`;
}

/** The error for an organisation's pins that exceed their total size limit. */
export function pinsTooLarge(maxBytes: number): AppError {
  const message = `The files of pins grew past the ${Math.floor(maxBytes / 2 ** 20)} MB that they may hold. Delete others.`;
  return new AppError('conflict', message);
}
