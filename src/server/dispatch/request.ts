import type { ParsedRequest } from 'openapi-backend';
import type { Principal } from '../auth/auth.ts';
import type { RateState } from '../auth/rate-limits.ts';

/** The credentials as the client sent them; not checked yet. */
export interface Credentials {
  /** A header that was sent twice arrives joined by ", ", which is no valid key. */
  apiKeyHeader: string | undefined;
  apiKeyQuery: string | string[] | undefined;
  bearer: string | undefined;
}

/**
 * A request as the dispatcher gets it: openapi-backend's request and parsed request in one object, parsed once by the
 * HTTP server. The body is not read yet: `readBody` is called after the credentials were checked.
 */
export interface HttpRequest extends ParsedRequest {
  /** In lower case. */
  method: string;
  /** The path without the query. */
  path: string;
  headers: Record<string, string | string[]>;
  query: Record<string, string | string[]>;
  /** Characters of the query as it was sent, percent-encoding and question mark included. */
  readonly queryLength: number;
  params: Record<string, string>;
  requestBody: unknown;
  readonly id: string;
  readonly credentials: Credentials;
  /** Address of the client; behind a trusted proxy the address that the proxy reports. */
  readonly clientAddress: string;
  /** Whether the client came by https, which a trusted proxy reports. */
  readonly isSecure: boolean;
  /** The host and port that the client asked for; behind a trusted proxy those that the proxy reports. */
  readonly host: string;
  /** Aborted when the client closes the connection. */
  readonly signal: AbortSignal;
  /** The bytes of the body; read once, later calls give the same. @throws AppError payload_too_large */
  readBody(maxBytes: number): Promise<Buffer>;
  /** The caller; set by the dispatcher where the operation asks for credentials. */
  principal: Principal | undefined;
  /** The state of the caller's rate limits; set when the request was counted. */
  rate: RateState | undefined;
  /** Set by the dispatcher when the route is found. */
  operationId: string | undefined;
}
