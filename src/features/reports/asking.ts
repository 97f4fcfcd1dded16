import type { components } from '../../contract/generated/types.ts';
import type { Caller } from '../../reports/rendered-cache.ts';
import type { Reports } from '../../reports/reports.ts';
import { type ReportAsker, reportCallOf } from './report-call.ts';

type Schemas = components['schemas'];

/** Who asks for reports in the server itself, and on which snapshot. */
export interface Asking extends ReportAsker {
  reports: Reports;
  caller?: Caller | undefined;
}

interface Asked {
  reportBrands: [Schemas['BrandsReportParameters'], Schemas['BrandsReport']];
  reportQueries: [Schemas['QueriesReportParameters'], Schemas['QueriesReport']];
}

/** A report as a client gets it, and the snapshot that it is of. */
export async function ask<Id extends keyof Asked>(
  asking: Asking,
  report: Id,
  body: Asked[Id][0],
): Promise<Asked[Id][1] & { snapshotId: string; asOf: string }> {
  const { reports, caller } = asking;
  const made = await reports.render(reportCallOf(report, body, 'json', asking), caller);
  const { snapshotId, asOf } = made;
  return { ...JSON.parse(new TextDecoder().decode(made.body.identity)), snapshotId, asOf };
}
