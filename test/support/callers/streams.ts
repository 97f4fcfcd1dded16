import { type IncomingMessage, request } from 'node:http';
import type { OrgId } from '../../../src/base/ids.ts';
import type { TestApp } from '../server/app.ts';

/** Asks for mentions as lines. Nobody reads the body yet. */
export function askForLines(
  { url }: Pick<TestApp, 'url'>,
  body: object,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const asking = request(`${url}/api/customer/v1/reports/mentions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/x-ndjson', ...headers },
    });
    asking.on('response', done).on('error', failed);
    asking.end(JSON.stringify(body));
  });
}

/** The call of a stream of all mentions of these days. */
export function streamCall(orgId: OrgId, { start_date, end_date }: { start_date: string; end_date: string }) {
  const stream = { afterId: null };
  return {
    report: 'reportMentions' as const,
    orgId,
    brand: null,
    allowed: null,
    start: start_date,
    end: end_date,
    limit: 1,
    offset: 0,
    pull: { since: null, rows: null, removed: null, stream, mark: '', seal: String },
  };
}
