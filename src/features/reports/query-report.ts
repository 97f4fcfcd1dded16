import type { components } from '../../contract/generated/types.ts';
import type { Caller } from '../../reports/rendered-cache.ts';
import type { Reports } from '../../reports/reports.ts';
import { type ReportAsker, reportCallOf } from './report-call.ts';

type Schemas = components['schemas'];

/** Who asks for reports in the server itself, and on which snapshot. */
export interface ReportReader extends ReportAsker {
  reports: Reports;
  caller?: Caller | undefined;
}

interface ReportTypes {
  reportBrands: [Schemas['BrandsReportParameters'], Schemas['BrandsReport']];
  reportQueries: [Schemas['QueriesReportParameters'], Schemas['QueriesReport']];
}

/** A report as a client gets it, and the snapshot that it is of. */
export async function queryReport<Id extends keyof ReportTypes>(
  reader: ReportReader,
  report: Id,
  body: ReportTypes[Id][0],
): Promise<ReportTypes[Id][1] & { snapshotId: string; asOf: string }> {
  const { reports, caller } = reader;
  const rendered = await reports.render(reportCallOf(report, body, 'json', reader), caller);
  const { snapshotId, asOf } = rendered;
  return { ...JSON.parse(new TextDecoder().decode(rendered.body.identity)), snapshotId, asOf };
}
