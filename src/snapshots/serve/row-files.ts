import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine, Statement } from '../../engine/engine.ts';
import { sqlText } from '../../engine/sql-text.ts';
import { type ContentFile, describeFile } from '../../files/content.ts';
import { ROW_GROUP } from '../publish/parts.ts';

const STATEMENT_DEADLINE_MS = 10 * 60_000;

/** Values by which a statement that reads or writes files of one organisation is scheduled. */
export type FileTicket = Omit<Statement, 'sql' | 'parameters'>;

export function fileTicket(orgId: string, signal: AbortSignal): FileTicket {
  return { class: 'file', orgId, signal, deadlineMs: STATEMENT_DEADLINE_MS };
}

interface RowsToCopy {
  /** A SELECT with its order: the same rows give the same bytes. */
  select: string;
  parameters: Statement['parameters'];
  /** Rows that are held in memory together while they are written. */
  rowGroup?: number;
}

/**
 * Writes rows into a Parquet file of a folder. It is on disk when this returns.
 * @returns the file with its number of rows; null: no rows, and no file
 */
export async function copyRows(
  engine: Engine,
  folder: string,
  file: string,
  { select, parameters, rowGroup = ROW_GROUP }: RowsToCopy,
  ticket: FileTicket,
): Promise<(ContentFile & { rows: number }) | null> {
  const path = join(folder, file);
  const rows = await engine.number({
    sql: `copy (${select}) to ${sqlText(path)} (format parquet, compression zstd, row_group_size ${rowGroup})`,
    ...ticket,
    parameters,
  });
  if (rows > 0) return { ...(await describeFile(folder, file)), rows };
  await rm(path, { force: true });
  return null;
}
