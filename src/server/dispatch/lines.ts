import Negotiator from 'negotiator';
import { CompressedBody } from '../../base/compressed-body.ts';
import { mapInSlices } from '../../engine/loop-slices.ts';
import { Rendered, withCursor } from './handler.ts';
import type { HttpRequest } from './request.ts';
import type { Services } from './services.ts';

const LINES = 'application/x-ndjson';

/** Whether a client prefers one JSON object a line to JSON. */
export function acceptsLines({ headers }: HttpRequest): boolean {
  const accept = headers['accept'] as string | undefined;
  if (accept === undefined || accept === '*/*') return false;
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', LINES]) === LINES;
}

/** The reply with a page of a list as NDJSON. Headers carry its total and its next page. */
export async function linesReply<Body extends { data: object[]; total: number; next: string | null }>(
  services: Services,
  request: HttpRequest,
  found: Body,
) {
  const { body, headers } = withCursor(services, request, found);
  const lines = await mapInSlices(body.data, (row) => `${JSON.stringify(row)}\n`);
  return {
    status: 200 as const,
    headers: {
      ...headers,
      'X-Total-Count': String(body.total),
      ...(body.next !== null && { 'X-Next-After': body.next }),
    },
    body: new Rendered<Body>(new CompressedBody(Buffer.from(lines.join(''))), LINES),
  };
}
