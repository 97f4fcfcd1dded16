import { Rendered } from '../contract/handler.ts';
import { type Form, MEDIA_TYPES, type RenderedReport } from '../reports/reports.ts';

/** The reply with a rendered report, and headers with what flat forms have no place for: their total, and the next page. */
export function reportReply<Body>({ body, snapshotId, asOf }: RenderedReport, form: Form = 'json') {
  const headers: Record<string, string> = { 'X-Snapshot-Id': snapshotId, 'X-Data-As-Of': asOf };
  if (form !== 'json') {
    headers['X-Total-Count'] = String(body.total);
    if (body.next) headers['X-Next-After'] = body.next;
  }
  return { status: 200 as const, headers, body: new Rendered<Body>(body, MEDIA_TYPES[form]) };
}
