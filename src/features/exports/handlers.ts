import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { today } from '../../base/definitions.ts';
import { DamagedFile } from '../../base/durable-file.ts';
import { AppError, notFound, unavailable } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import type { Db } from '../../db/client.ts';
import { type Breakdown, type BrokenDown, breakdownOf } from '../../reports/breakdown/request.ts';
import { csvStyleOf } from '../../reports/flat.ts';
import { type DateRange, reportRange } from '../../reports/range.ts';
import { MEDIA_TYPES, type ReportCall } from '../../reports/reports.ts';
import { attachment, reportFileName } from '../../reports/spreadsheet/origin.ts';
import { MOST_SHEET_ROWS, tooManyRows } from '../../reports/spreadsheet/report-workbook.ts';
import { type Call, type Handlers, Rendered } from '../../server/dispatch/handler.ts';
import { getById, list, reply } from '../../server/dispatch/resource.ts';
import { StreamedBody } from '../../server/dispatch/response.ts';
import { checked, REPORT_SCHEMAS } from '../../server/dispatch/validation.ts';
import {
  completedExport,
  createExport,
  deleteExport,
  EXPORTED_REPORT,
  type Export,
  type ExportBreakdown,
  type ExportContent,
  NO_REPORT_FILES,
  exports as stored,
} from './exports.ts';
import { EXTENSION, type ExportFormat, exportName, exportsBytes, removeExportFiles } from './files.ts';

const MEDIA_TYPE: Record<ExportFormat, string> = {
  CSV: 'text/csv',
  NDJSON: MEDIA_TYPES.ndjson,
  PARQUET: MEDIA_TYPES.parquet,
  XLSX: MEDIA_TYPES.xlsx,
};

export const exports = {
  listExports: list(stored.list),
  createExport: reply(201, async (call) => {
    const { report, format, parameters = {} } = call.body;
    const { brand_id: brand = null, start_date, end_date, ...requested } = parameters;
    if (call.services.reportFiles === null) throw unavailable(NO_REPORT_FILES);
    const range = reportRange(start_date, end_date, new Date(), [
      'parameters.start_date',
      'parameters.end_date',
    ]);
    const { csv, ...question } = requested;
    csvStyleOf(csv ?? {}, { isCsv: format === 'CSV', path: 'parameters.csv.' });
    const breakdown = answeredBreakdown(EXPORTED_REPORT[report], question, range);
    if (format === 'XLSX')
      await refuseTooMany(call, { report: EXPORTED_REPORT[report], brand, breakdown, ...range });
    const content = { kind: 'REPORT', report, brand, range } as const;
    return create(call, format, {
      ...content,
      breakdown: Object.keys(requested).length === 0 ? null : requested,
    });
  }),
  createDataExport: reply(201, (call) => create(call, 'NDJSON', { kind: 'ORGANISATION' })),
  getExport: getById(stored.find),
  downloadExport: async ({ params, principal, services }) => {
    const { db, exportFiles } = services;
    const { orgId, role } = principal;
    const { found, sha256 } = await completedExport(db, orgId, role, params.id);
    const { isShared } = exportFiles;
    const name = exportName(found, sha256);
    const bytes = found.bytes ?? 0;
    const path = exportFiles.path(orgId, name);
    const damaged = async (): Promise<never> => {
      // It may have been deleted just now.
      await completedExport(db, orgId, role, params.id);
      throw new AppError('conflict', 'The file of the export is damaged. Make a new one.');
    };
    // The file was removed, or a server with other storage wrote it.
    if (!isShared && !existsSync(path)) throw notFound('export');
    await exportFiles
      .fetchSound(orgId, { name, sha256, bytes })
      .catch((error) => (error instanceof DamagedFile ? damaged() : Promise.reject(error)));
    const file = await open(path).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
      // The local copy was just swept.
      throw isShared
        ? unavailable('The file is on its way to this server. Try again shortly.')
        : notFound('export');
    });
    const { size } = await file.stat();
    if (size !== bytes) {
      await file.close();
      await damaged();
    }
    return {
      status: 200,
      headers: { 'Content-Disposition': attachment(await fileName(db, orgId, found)) },
      body: new Rendered(new StreamedBody(file.createReadStream(), size), MEDIA_TYPE[found.format]),
    };
  },
  deleteExport: async ({ actor, db, params, principal, services }) => {
    const { orgId, role } = principal;
    await deleteExport(db, actor, role, params.id);
    await removeExportFiles(services.exportFiles, { orgId, id: params.id });
    return { status: 204 };
  },
} satisfies Partial<Handlers>;

/** @throws AppError validation_error for a breakdown that the report itself would refuse */
function answeredBreakdown(
  report: BrokenDown,
  requested: Omit<ExportBreakdown, 'csv'>,
  range: DateRange,
): Breakdown | null {
  try {
    return breakdownOf(report, checked(REPORT_SCHEMAS[report], requested), range);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const details = (error.body.details ?? []).map(({ field, message }) => ({
      field: `parameters.${field}`,
      message: `parameters.${message}`,
    }));
    throw new AppError(error.code, `parameters.${error.message}`, {
      body: details.length > 0 ? { details } : {},
    });
  }
}

/**
 * Refuses a report that has more rows than a sheet. Where they cannot be counted yet, making the file fails for it.
 * @throws AppError validation_error
 */
async function refuseTooMany(
  { services, orgId, request }: Pick<Call<'createExport'>, 'services' | 'orgId' | 'request'>,
  requested: Pick<ReportCall, 'report' | 'brand' | 'breakdown' | 'start' | 'end'>,
): Promise<void> {
  if (services.reports.current() === null) return;
  const { body } = await services.reports.render(
    { ...requested, orgId, allowed: null, limit: 1, offset: 0 },
    request,
  );
  if (body.total > MOST_SHEET_ROWS) throw tooManyRows(body.total);
}

/**
 * Queues an export.
 * @throws AppError unavailable when the files of all organisations fill the space for exports (EXPORTS_TOTAL_MB)
 */
async function create(
  call: Pick<Call<'createExport'>, 'actor' | 'services'>,
  format: ExportFormat,
  content: ExportContent,
): Promise<Export> {
  const { db, config, exportFiles } = call.services;
  if ((await db.guard(() => exportsBytes(db, exportFiles))) >= config.exportsTotalMb * 2 ** 20)
    throw unavailable(
      'The exports of all organisations fill what this server keeps for them. Try again later.',
    );
  const action = content.kind === 'REPORT' ? 'createExport' : 'createDataExport';
  return createExport(db, call.actor, action, format, content, config.exportsMb * 2 ** 20);
}

async function fileName(db: Db, orgId: OrgId, found: Export): Promise<string> {
  const { report, parameters, format, createdAt, snapshotId } = found;
  if (report === null || parameters === null)
    return `sightline-organisation-${today(new Date(createdAt))}.${EXTENSION[format]}`;
  const { brand_id: brand, start_date: start, end_date: end } = parameters;
  const [named] =
    brand === null
      ? []
      : await db.tenant(
          orgId,
          (tx) => tx<{ name: string }[]>`select name from brands where org_id = ${orgId} and id = ${brand}`,
        );
  return reportFileName(
    {
      report: EXPORTED_REPORT[report],
      brand: named?.name ?? brand,
      start,
      end,
      snapshotId: snapshotId ?? '',
    },
    EXTENSION[format],
  );
}
