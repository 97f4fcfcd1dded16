import { AppError } from '../../base/errors.ts';
import { matchesEtag, matchesVersion } from '../../base/etags.ts';
import type { OrgId } from '../../base/ids.ts';
import type { operations, security } from '../../contract/generated/types.ts';
import { beginningWith, type Db, within } from '../../db/client.ts';
import { openCursor, sealCursor } from '../../db/cursors.ts';
import type { Page } from '../../db/page.ts';
import { type Actor, system } from '../../features/audit/audit.ts';
import {
  type AdminPrincipal,
  callersOrganisation,
  type KeyPrincipal,
  type Principal,
  type ScimPrincipal,
  type TenantPrincipal,
  type UserPrincipal,
} from '../auth/auth.ts';
import type { HttpRequest } from './request.ts';
import type { HttpResponse, ResponseBody } from './response.ts';
import type { Services } from './services.ts';

export type OperationId = keyof operations;

/**
 * A response body that already is bytes (JSON from the report engine, a file, the contract itself). T is its shape in
 * the contract, a type that is not checked at run time.
 */
export class Rendered<T> {
  declare readonly shape: T;
  readonly bytes: ResponseBody;
  readonly mediaType: string;
  constructor(bytes: ResponseBody, mediaType = 'application/json') {
    this.bytes = bytes;
    this.mediaType = mediaType;
  }
}

type Success = 200 | 201 | 202 | 204 | 302 | 303 | 304;
type Content<R> = R extends { content: infer C } ? C[keyof C] : never;

/** A handler's reply: a success status of the contract with its body. Errors are thrown. */
export type Reply<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses'] & Success]: [
    Content<operations[Id]['responses'][Status]>,
  ] extends [never]
    ? { status: Status; headers?: Record<string, string> }
    : {
        status: Status;
        body:
          | Content<operations[Id]['responses'][Status]>
          | Rendered<Content<operations[Id]['responses'][Status]>>;
        headers?: Record<string, string>;
      };
}[keyof operations[Id]['responses'] & Success];

/** A Reply of any operation. */
export interface AnyReply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  canRepeat?: HttpResponse['canRepeat'];
}

type Body<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer B } };
}
  ? B
  : operations[Id] extends {
        requestBody?: { content: { 'application/x-www-form-urlencoded': infer Form } };
      }
    ? Form
    : undefined;

/** The principals that may call an operation, by the security schemes that it accepts. */
type PrincipalOf<Id extends OperationId> =
  | ('bearerToken' extends security[Id] ? UserPrincipal : never)
  | ('scimBearer' extends security[Id] ? ScimPrincipal : never)
  | ('apiKeyHeader' extends security[Id] ? KeyPrincipal : never);

/** The fields of a call by the server's administrator, which is about no organisation of the caller's. */
interface AdminFields {
  principal: AdminPrincipal;
}

/** The fields that a call has only if the operation requires credentials. */
interface CallerFields<Id extends OperationId> {
  principal: PrincipalOf<Id>;
  orgId: OrgId;
  /** The caller, for the audit log. */
  actor: Actor;
}

interface AnyCall<Id extends OperationId> {
  services: Services;
  /**
   * The database for the work of the operation, also that of `services`. A change of a resource begins with the check
   * of If-Match; if the contract says so, all work for an Idempotency-Key is one transaction.
   */
  db: Db;
  request: HttpRequest;
  body: Body<Id>;
  params: NonNullable<operations[Id]['parameters']['path']>;
  query: NonNullable<operations[Id]['parameters']['query']>;
  /** The page of a list, with the contract's defaults: 100 rows from the first. */
  page: Page;
  /**
   * Calls another operation within this call; a request with the same `rate` is not counted again.
   * @throws as the dispatcher
   */
  dispatch: Dispatch;
}

export type Dispatch = (request: HttpRequest) => Promise<HttpResponse>;

/** One validated call of an operation, typed by the contract. */
export type Call<Id extends OperationId> = [security[Id]] extends [never]
  ? AnyCall<Id>
  : AnyCall<Id> & ('adminKey' extends security[Id] ? AdminFields : CallerFields<Id>);

/** The implementation of `Call`, which gives it its types. Fields are computed on first read by a handler. */
export class OperationCall {
  readonly services: Services;
  readonly request: HttpRequest;
  readonly dispatch: Dispatch | undefined;

  constructor(services: Services, request: HttpRequest, dispatch?: Dispatch) {
    this.services = services;
    this.request = request;
    this.dispatch = dispatch;
  }

  get db(): Db {
    return this.services.db;
  }

  get body(): unknown {
    return this.request.requestBody;
  }

  get params(): Record<string, unknown> {
    return this.request.params;
  }

  get query(): Record<string, unknown> {
    return this.request.query;
  }

  get page(): Page {
    const { limit = 100, offset = 0, after } = this.query as Partial<Page>;
    if (after === undefined) return { limit, offset };
    return { limit, offset, after: openCursor(this.services.secretBox, listKey(this.request), after) };
  }

  get principal(): Principal {
    const { principal } = this.request;
    if (!principal) throw new Error(`${this.request.operationId} asks for no credentials.`);
    return principal;
  }

  get #tenant(): TenantPrincipal {
    const { principal } = this;
    if (principal.kind === 'admin') throw new Error("The server's administrator belongs to no organisation.");
    return principal;
  }

  get orgId(): OrgId {
    return this.#tenant.orgId;
  }

  get actor(): Actor {
    const principal = this.#tenant;
    if (principal.kind === 'scim')
      return { ...system(principal.orgId, 'scim'), address: this.request.clientAddress };
    const isUser = principal.kind === 'user';
    return {
      orgId: principal.orgId,
      type: isUser ? 'USER' : 'API_KEY',
      id: isUser ? principal.userId : principal.keyId,
      address: this.request.clientAddress,
    };
  }
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Reply<Id>> | Reply<Id>;
/** A handler for every operation of the contract: a missing handler is a compile error. */
export type Handlers = { [Id in OperationId]: Handler<Id> };

/**
 * Identifies the list of a page: the organisation's, with the filters that were sent. Its cursors fit no other list.
 */
function listKey({ path, principal, query }: HttpRequest): string {
  const { limit: _, offset: __, after: ___, ...filters } = query;
  return JSON.stringify([callersOrganisation(principal), path, Object.entries(filters).toSorted()]);
}

/**
 * A page in the form for callers: its end position becomes the cursor of the next page, which Link contains too.
 * @returns the body, and the headers to add
 */
export function withCursor<Body extends { next: string | null }>(
  { secretBox, config }: Services,
  request: HttpRequest,
  body: Body,
): { body: Body; headers: Record<string, string> } {
  if (body.next === null) return { body, headers: {} };
  const next = sealCursor(secretBox, listKey(request), body.next);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query)) {
    // A key must not appear in responses.
    if (['offset', 'after', 'api_key'].includes(name)) continue;
    for (const one of [value].flat()) query.append(name, String(one));
  }
  query.set('after', next);
  return {
    body: { ...body, next },
    headers: { Link: `<${config.basePath}${request.path}?${query}>; rel="next"` },
  };
}

/** Fetches a resource, to compare its version with If-Match. */
interface Reader {
  handler: Handler<OperationId>;
  etag: ((body: Record<string, unknown>) => string) | undefined;
}

/**
 * The database for changes of a resource. Each transaction begins with a lock on the resource, so that such changes run
 * one after another, and the first one with the check of If-Match: of two changes of one version, one succeeds. Nothing
 * takes this lock after another one, so it adds no deadlock. Background jobs do not take it: a change by a job between
 * the check and the change itself goes unnoticed.
 * @param resource a unique name
 */
export function databaseOfChange(
  services: Services,
  request: HttpRequest,
  resource: string,
  reader: Reader | undefined,
): Db {
  let ifMatch = reader && (request.headers['if-match'] as string | undefined);
  return beginningWith(services.db, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${resource}, 0))`;
    if (!reader?.etag || ifMatch === undefined) return;
    const call = new OperationCall({ ...services, db: within(services.db, tx) }, request);
    const { body } = (await reader.handler(call as unknown as Call<OperationId>)) as AnyReply;
    if (!matchesVersion(ifMatch, reader.etag(body as Record<string, unknown>)))
      throw new AppError(
        'precondition_failed',
        'If-Match: this has changed since. Get it again, and make the change on that.',
      );
    ifMatch = undefined; // A later transaction of the same change finds this one's new version.
  });
}

/** The response to send for a reply. */
export function toResponse({ status, headers = {}, body, canRepeat }: AnyReply): HttpResponse {
  if (body === undefined) return { status, headers: { ...headers }, body: null, canRepeat };
  if (body instanceof Rendered)
    return { status, headers: { ...headers, 'Content-Type': body.mediaType }, body: body.bytes, canRepeat };
  return { status, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** A response with an ETag, or 304 if the client has this version already. */
export function withVersion(
  etag: (body: Record<string, unknown>) => string,
  { headers, method }: HttpRequest,
  reply: AnyReply,
): HttpResponse {
  const response = toResponse(reply);
  const { body, status } = reply;
  if (typeof body !== 'object' || body === null || body instanceof Rendered) return response;
  if (status !== 200) return response;
  response.headers['ETag'] = etag(body as Record<string, unknown>);
  // A cache may store the response but must revalidate it by ETag.
  if (method === 'get') response.headers['Cache-Control'] ??= 'private, no-cache';
  if (method !== 'get' || !matchesEtag(headers['if-none-match'], response.headers['ETag'])) return response;
  const { 'Content-Type': _, ...others } = response.headers;
  return { status: 304, headers: others, body: null };
}
