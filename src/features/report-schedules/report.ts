import type { Config } from '../../base/config.ts';
import { invalidField } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { Db } from '../../db/client.ts';
import type { Reports } from '../../reports/reports.ts';
import { reportFile } from '../../reports/spreadsheet/attached.ts';
import type { DocumentFilter } from '../documents/contents.ts';
import { makeDocument, type ReportDocument } from '../documents/document.ts';
import type { MailFile } from '../mail/contents.ts';
import { reportCallOf } from '../reports/report-call.ts';
import { openView } from '../views/resolved.ts';
import type { StoredSchedule } from './schedules.ts';

export interface ReportServices {
  db: Db;
  reports: Reports;
  secretBox: SecretBox;
  config: Pick<Config, 'publicUrl' | 'basePath'>;
}

/** A report of a schedule, rendered from one snapshot. */
export interface RenderedSchedule extends ReportDocument {
  file: MailFile | null;
  /** The path by which an API key gets it again. */
  document: string;
  /** The headline: the first sentence on its brand. */
  headline: string;
}

/** Rows of the file beside a mail. */
const MOST_ROWS = 10_000;
/** Larger files do not arrive: many servers refuse mails from 10 MB on. */
const MOST_BYTES = 5 << 20;

/**
 * Makes the report of a schedule's view as it is at a moment.
 * @throws AppError not_found for a view that is gone, validation_error for one of all brands
 */
export async function makeReport(
  { db, reports, secretBox, config }: ReportServices,
  orgId: OrgId,
  { viewId, createdBy, attachment }: Pick<StoredSchedule, 'viewId' | 'createdBy' | 'attachment'>,
  at: Date,
): Promise<RenderedSchedule> {
  const { resolved } = await openView(db, { orgId, userId: createdBy }, viewId, at);
  const { brandId, startDate: start, endDate: end } = resolved;
  if (brandId === null)
    throw invalidField('viewId', 'The view is of all brands by now, and a report is of one.');
  const filters = resolved.filters as DocumentFilter[];
  const { publicUrl, basePath } = config;
  const rendered = await makeDocument(
    { db, reports, secretBox, publicUrl, basePath },
    { orgId, allowed: null, brandId, start, end, filters, snapshotId: undefined },
  );
  const { snapshotId } = rendered;
  const query = new URLSearchParams({ brandId, startDate: start, endDate: end, snapshotId });
  const document = `${basePath}/api/customer/v1/reports/document?${query}`;
  const asker = { orgId, secretBox, allowed: null, snapshotId };
  const body = {
    brand_id: brandId,
    start_date: start,
    end_date: end,
    limit: MOST_ROWS,
    ...(filters.length === 0 ? {} : { filters }),
    dimensions: ['query' as const, 'platform' as const],
    include: ['intervals' as const],
  };
  if (attachment === null) return { ...rendered, document, headline: headlineOf(rendered), file: null };
  const form = attachment === 'XLSX' ? 'xlsx' : 'csv';
  const { content, mediaType } = await reportFile(reports, {
    ...reportCallOf('reportQueries', body, form, asker),
    form,
  });
  const bytes = Buffer.from(content);
  const file = { name: `${rendered.fileName}.${form}`, type: mediaType, bytes };
  return {
    ...rendered,
    document,
    headline: headlineOf(rendered),
    file: bytes.length > MOST_BYTES ? null : file,
  };
}

/** The title of the document in its plain text. */
function headlineOf({ text, title }: ReportDocument): string {
  return text.split('\n').find((line, at, all) => /^=+$/.test(all[at + 1] ?? '') && line !== '') ?? title;
}
