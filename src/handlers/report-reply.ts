import { Rendered } from '../contract/handler.ts';
import type { RenderedReport } from '../reports/reports.ts';

/** The reply with a rendered report and the headers that name its snapshot. */
export function reportReply<Body>({ json, snapshotId, asOf }: RenderedReport) {
  return {
    status: 200 as const,
    headers: { 'X-Snapshot-Id': snapshotId, 'X-Data-As-Of': asOf },
    body: new Rendered<Body>(json),
  };
}
