import type { ParsedRequest } from 'openapi-backend';
import type { KeyPrincipal, Principal } from '../auth/auth.ts';
import type { RateState } from '../auth/rate-limits.ts';

/**
 * The headers that an answer may depend on: no handler can read others, so a stored response is right for every request
 * in which these are the same (server/http/repeated-requests.ts).
 */
export const READ_HEADERS = [
  'accept',
  'accept-encoding',
  'authorization',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'origin',
  'sec-fetch-site',
  'transfer-encoding',
  'x-api-key',
  'x-snapshot-id',
  'x-snapshot-shown',
] as const;
export type ReadHeaders = { [Name in (typeof READ_HEADERS)[number]]?: string | string[] };

/** The credentials as sent by the client; not checked yet. */
export interface Credentials {
  /** A repeated header arrives joined by ", ", which makes no valid key. */
  apiKeyHeader: string | undefined;
  apiKeyQuery: string | string[] | undefined;
  bearer: string | undefined;
  /** The agent for which a request is sent within this server; no client can send it. */
  agent?: KeyPrincipal | undefined;
}

/** The API key among credentials, as sent. Where several were sent, a valid caller sent the same. */
export function keyIn({ apiKeyHeader, apiKeyQuery, bearer }: Credentials): string | null {
  const key = apiKeyHeader ?? apiKeyQuery ?? bearer;
  return typeof key === 'string' ? key : null;
}

/**
 * A request for the dispatcher: openapi-backend's request and parsed request in one object, parsed once by the HTTP
 * server. The body is not read yet: `readBody` is called after the credentials were checked.
 */
export interface HttpRequest extends Omit<ParsedRequest, 'headers'> {
  /** In lower case. */
  method: string;
  /** The path without the query. */
  path: string;
  headers: ReadHeaders;
  query: Record<string, string | string[]>;
  /** Characters of the query as sent, including percent-encoding and question mark. */
  readonly queryLength: number;
  params: Record<string, string>;
  requestBody: unknown;
  readonly id: string;
  readonly credentials: Credentials;
  /** Address of the client; behind a trusted proxy, the address from the proxy's header. */
  readonly clientAddress: string;
  /** Whether the client used https, from a trusted proxy's header. */
  readonly isSecure: boolean;
  /** The requested host and port; behind a trusted proxy, those from the proxy's header. */
  readonly host: string;
  /** Aborted when the client closes the connection. */
  readonly signal: AbortSignal;
  /** The bytes of the body; read once, later calls return the same. @throws AppError payload_too_large */
  readBody(maxBytes: number): Promise<Buffer>;
  /** The caller; set by the dispatcher if the operation requires credentials. */
  principal: Principal | undefined;
  /** The state of the caller's rate limits; set when the request was counted. */
  rate: RateState | undefined;
  /** Set by the dispatcher when the route is found. */
  operationId: string | undefined;
}
