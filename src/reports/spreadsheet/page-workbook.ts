import { joined } from '../forms/text-page.ts';
import type { PageOfRows } from '../wire.ts';
import { type ReportSheet, reportWorkbook } from './report-workbook.ts';

/** A page of a report as an XLSX file. @param signal ends it early */
export async function workbookOfPage(
  { rows, columns, total }: PageOfRows,
  about: Omit<ReportSheet, 'rows' | 'columns' | 'total' | 'breakdown'> &
    Partial<Pick<ReportSheet, 'breakdown'>>,
  signal?: AbortSignal,
): Promise<Buffer> {
  const { breakdown = null } = about;
  const stream = reportWorkbook({ ...about, breakdown, columns, rows: [rows], total });
  const parts: Buffer[] = [];
  for await (const part of stream) {
    signal?.throwIfAborted();
    parts.push(part);
  }
  return joined(parts);
}
