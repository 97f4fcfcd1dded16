import { CompressedBody } from '../base/compressed-body.ts';
import { AppError, ClientGone } from '../base/errors.ts';
import { theContract } from '../contract/document/schemas.ts';
import { databaseTrouble } from '../db/client.ts';
import { memoryTrouble } from '../engine/duckdb-errors.ts';
import { type Call, type Dispatch, type Handlers, Rendered, type Reply } from '../server/dispatch/handler.ts';
import type { HttpRequest } from '../server/dispatch/request.ts';
import type { HttpResponse } from '../server/dispatch/response.ts';
import type { AnswerOf, Api, ApiParameters, ReadId } from './api.ts';

/** The Model Context Protocol. Its code takes 40 MB of memory, so it is loaded on first use. */
export const mcp = {
  callMcp: async ({ body, request, services, dispatch }: Call<'callMcp'>) => {
    refuseForeignOrigin(request, services.config.corsOrigins);
    const { answerPost } = await import('./http.ts');
    const { log, version } = services;
    const reply = await answerPost(
      { body, headers: request.headers, signal: request.signal },
      {
        api: apiWithin(request, dispatch),
        version,
        onFault: (error) => {
          if (!(error instanceof ClientGone)) log.error({ requestId: request.id, error }, 'a tool failed');
        },
      },
    );
    const answer = { status: reply.status, ...(reply.body !== null && { body: new Rendered(reply.body) }) };
    // JSON-RPC errors also come with 400 and 404, where handlers of other operations throw.
    return answer as Reply<'callMcp'>;
  },
} satisfies Partial<Handlers>;

/**
 * Refuses a page of another origin, as the protocol requires: DNS rebinding could let a page reach this server under
 * its own name. A page of this server is recognised by localhost or an IP address, which cannot be rebound.
 * @throws AppError forbidden
 */
function refuseForeignOrigin({ headers }: HttpRequest, corsOrigins: readonly string[]): void {
  const origin = headers['origin'] as string | undefined;
  if (origin === undefined || corsOrigins.includes('*') || corsOrigins.includes(origin)) return;
  const { host, hostname } = URL.canParse(origin) ? new URL(origin) : { host: '', hostname: '' };
  const isAddress = hostname === 'localhost' || /^(\[[0-9a-f:.]+\]|\d+(\.\d+){3})$/.test(hostname);
  if (isAddress && host === headers['host']) return;
  throw new AppError(
    'forbidden',
    'Pages of this origin may not ask: the operator allows origins by CORS_ORIGINS.',
  );
}

/** The API with the caller's rights, in this process: its calls count as part of the caller's request. */
function apiWithin(outer: HttpRequest, dispatch: Dispatch): Api {
  return async <Id extends ReadId>(id: Id, parameters: ApiParameters<Id>) => {
    const call = async () => dispatch(innerRequest(outer, id, parameters));
    const { body, headers } = await call().catch((error) => {
      throw error instanceof AppError ? error : (databaseTrouble(error) ?? memoryTrouble(error) ?? error);
    });
    return {
      body: JSON.parse(textOf(body)) as AnswerOf<Id>,
      snapshotId: headers['X-Snapshot-Id'] ?? null,
      asOf: headers['X-Data-As-Of'] ?? null,
    };
  };
}

function innerRequest<Id extends ReadId>(
  outer: HttpRequest,
  id: Id,
  { path, query = {} as never, body, snapshotId }: ApiParameters<Id>,
): HttpRequest {
  const operation = theContract().operation(id);
  if (!operation) throw new Error(`The contract has no ${id}.`);
  const ids = (path ?? {}) as Record<string, string>;
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const { apiKeyHeader, bearer } = outer.credentials;
  const { principal } = outer;
  const agent = principal?.kind === 'key' && principal.isAgent ? principal : undefined;
  return {
    method: operation.method,
    path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? '')),
    headers: {
      'content-type': 'application/json',
      ...(snapshotId !== undefined && { 'x-snapshot-id': snapshotId }),
    },
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    queryLength: new URLSearchParams(query as Record<string, string>).toString().length,
    params: {},
    cookies: {},
    requestBody: undefined,
    id: outer.id,
    credentials: {
      apiKeyHeader: agent ? undefined : (apiKeyHeader ?? bearer),
      apiKeyQuery: undefined,
      bearer: undefined,
      agent,
    },
    clientAddress: outer.clientAddress,
    isSecure: outer.isSecure,
    host: outer.host,
    signal: outer.signal,
    readBody: async () => bytes,
    principal: undefined,
    rate: outer.rate,
    operationId: undefined,
  };
}

function textOf(body: HttpResponse['body']): string {
  if (typeof body === 'string') return body;
  if (body instanceof CompressedBody) return body.toString();
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  throw new Error('An answer of the API has no text.');
}
