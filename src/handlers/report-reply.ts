import { Rendered } from '../contract/handler.ts';
import { type Form, MEDIA_TYPES, type RenderedReport } from '../reports/reports.ts';

/** The reply with a rendered report and the headers that name its snapshot; a flat form has no other place for its total. */
export function reportReply<Body>({ body, snapshotId, asOf }: RenderedReport, form: Form = 'json') {
  const headers: Record<string, string> = { 'X-Snapshot-Id': snapshotId, 'X-Data-As-Of': asOf };
  if (form !== 'json') headers['X-Total-Count'] = String(body.total);
  return { status: 200 as const, headers, body: new Rendered<Body>(body, MEDIA_TYPES[form]) };
}
