import type { ParsedRequest } from 'openapi-backend';
import type { Principal } from '../auth/auth.ts';
import type { RateState } from '../auth/rate-limits.ts';

/** How a principal is found for a request: what was sent, nothing decided yet. */
export interface Credentials {
  /** Sent twice, node joins them by ", ": that is no key. */
  apiKeyHeader: string | undefined;
  apiKeyQuery: string | string[] | undefined;
  bearer: string | undefined;
}

/**
 * A request on its way through the contract: openapi-backend's request and parsed request in one object,
 * parsed once by the shell. The body is read by `readBody`, after the credentials were checked.
 */
export interface HttpRequest extends ParsedRequest {
  /** Lower case. */
  method: string;
  /** Without the query. */
  path: string;
  headers: Record<string, string | string[]>;
  query: Record<string, string | string[]>;
  readonly hasQuery: boolean;
  params: Record<string, string>;
  requestBody: unknown;
  readonly id: string;
  readonly credentials: Credentials;
  /** Address of the client, behind a trusted proxy the one it reports. */
  readonly clientAddress: string;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
  /** The body's bytes; throws payload_too_large beyond the cap. */
  readBody(maxBytes: number): Promise<Buffer>;
  principal: Principal | undefined;
  rate: RateState | undefined;
  /** The operation it belongs to, once that is found. */
  operationId: string | undefined;
  /** What it is remembered by once it is found valid; see RememberedRequests. */
  rememberedBy: string | undefined;
}
