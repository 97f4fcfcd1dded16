import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { today } from '../../base/definitions.ts';
import { DamagedFile } from '../../base/durable-file.ts';
import { AppError, notFound, unavailable } from '../../base/errors.ts';
import { type BrokenDown, breakdownOf } from '../../reports/breakdown/request.ts';
import { type DateRange, reportRange } from '../../reports/range.ts';
import { type Call, type Handlers, Rendered } from '../../server/dispatch/handler.ts';
import { getById, list } from '../../server/dispatch/resource.ts';
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
  getExport,
  listExports,
  NO_REPORT_FILES,
} from './exports.ts';
import { EXTENSION, type ExportFormat, exportName, exportsBytes, removeExportFiles } from './files.ts';

const MEDIA_TYPE: Record<ExportFormat, string> = {
  CSV: 'text/csv',
  NDJSON: 'application/x-ndjson',
  PARQUET: 'application/vnd.apache.parquet',
};

export const exports = {
  listExports: list(listExports),
  createExport: async (call) => {
    const { report, format, parameters = {} } = call.body;
    const { brand_id: brand = null, start_date, end_date, ...asked } = parameters;
    if (call.services.reportFiles === null) throw unavailable(NO_REPORT_FILES);
    const range = reportRange(start_date, end_date, new Date(), [
      'parameters.start_date',
      'parameters.end_date',
    ]);
    refuseUnlessAnswered(EXPORTED_REPORT[report], asked, range);
    const breakdown = Object.keys(asked).length === 0 ? null : asked;
    return {
      status: 201,
      body: await create(call, format, { kind: 'REPORT', report, brand, range, breakdown }),
    };
  },
  createDataExport: async (call) => ({
    status: 201,
    body: await create(call, 'NDJSON', { kind: 'ORGANISATION' }),
  }),
  getExport: getById(getExport),
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
    // The file was removed, or a server with other storage made it.
    if (!isShared && !existsSync(path)) throw notFound('export');
    if (sha256 !== null)
      await exportFiles
        .fetchSound(orgId, { name, sha256, bytes })
        .catch((error) => (error instanceof DamagedFile ? damaged() : Promise.reject(error)));
    const file = await open(path).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
      // The local copy was just swept.
      throw isShared && sha256 !== null
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
      headers: { 'Content-Disposition': `attachment; filename="${fileName(found)}"` },
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
function refuseUnlessAnswered(report: BrokenDown, asked: ExportBreakdown, range: DateRange): void {
  try {
    breakdownOf(report, checked(REPORT_SCHEMAS[report], asked), range);
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

function fileName({ report, parameters, format, createdAt }: Export): string {
  const parts =
    report === null || parameters === null
      ? ['organisation', today(new Date(createdAt))]
      : [report.toLowerCase(), parameters.start_date, parameters.end_date];
  return `sightline-${parts.join('-')}.${EXTENSION[format]}`;
}
