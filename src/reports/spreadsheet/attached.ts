import { PLAIN_CSV } from '../flat.ts';
import { MEDIA_TYPES, type ReportCall, type Reports } from '../reports.ts';

/** A report as a file, for example to attach to a mail. */
export interface ReportFile {
  /** It says report, brand, days and snapshot. */
  name: string;
  mediaType: string;
  content: Uint8Array;
  /** Rows of the whole report; `limit` of the call bounds those of the file. */
  total: number;
  snapshotId: string;
}

/** A page of a report as a workbook or as CSV. @throws as Reports.render */
export async function reportFile(
  reports: Reports,
  call: ReportCall & { form: 'xlsx' | 'csv' },
): Promise<ReportFile> {
  const { body, snapshotId } = await reports.render({
    csv: call.form === 'csv' ? PLAIN_CSV : undefined,
    ...call,
  });
  const { identity: content, total, fileName } = body;
  if (fileName === undefined) throw new Error('The report is not a file.');
  return { name: fileName, mediaType: MEDIA_TYPES[call.form], content, total, snapshotId };
}
