import type { Context, OpenAPIBackend } from 'openapi-backend';
import { AppError, type Finding } from '../../base/errors.ts';
import { type Db, sqlState } from '../../db/client.ts';
import { callersOrganisation, type Principal } from '../auth/auth.ts';
import type { RateState } from '../auth/rate-limits.ts';
import { checkAccess, credentialLookups, type LookupResults, principalOf, recheckAccess } from './access.ts';
import { readJsonBody } from './body/body.ts';
import { refuseUnstorable } from './body/json.ts';
import {
  type AnyReply,
  type Call,
  databaseOfChange,
  type Handlers,
  OperationCall,
  type OperationId,
  Rendered,
  toResponse,
  withCursor,
  withVersion,
} from './handler.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { type BoundOperation, bindOperations, findReaders, openContract } from './operations.ts';
import type { HttpRequest } from './request.ts';
import { type Created, filledPath, type HttpResponse } from './response.ts';
import type { IndexedRouter } from './router.ts';
import type { Services } from './services.ts';
import {
  FindingsCollector,
  invalidRequest,
  MAX_COLLECTED_BYTES,
  oddParameters,
  refuseLongQuery,
} from './validation.ts';

/** By operation: findings in a query that its parameters' schemas cannot express. */
export type QueryFindings = Partial<Record<OperationId, (query: HttpRequest['query']) => Finding[]>>;

/**
 * Dispatches requests by the contract (openapi-backend, strict). The methods below are in the order in which a request
 * passes them: route → credentials and access → body → validation → idempotency → handler → response. The contract's
 * description documents the same order of checks.
 */
export class Dispatcher {
  readonly #services: Services;
  readonly #queryFindings: QueryFindings;
  readonly #api: OpenAPIBackend;
  readonly #router: IndexedRouter;
  readonly #operations: Map<OperationId, BoundOperation>;
  readonly #collector: FindingsCollector;
  readonly #readers: Map<string, BoundOperation>;
  readonly #idempotencyKeys: IdempotencyKeys;
  readonly #lookups: ReturnType<typeof credentialLookups>;

  private constructor(
    services: Services,
    handlers: Handlers,
    queryFindings: QueryFindings,
    { api, router }: { api: OpenAPIBackend; router: IndexedRouter },
  ) {
    this.#services = services;
    this.#queryFindings = queryFindings;
    this.#api = api;
    this.#router = router;
    const operations = bindOperations(router, handlers);
    this.#operations = new Map(operations.map((operation) => [operation.id, operation]));
    this.#collector = new FindingsCollector(api.definition, router);
    this.#readers = findReaders(operations);
    this.#idempotencyKeys = new IdempotencyKeys(services);
    this.#lookups = credentialLookups(services);
    this.#register();
  }

  /**
   * @param queryFindings finds problems of parameters beyond their schemas, so that both are reported together
   * @throws Error when an operation has no handler
   */
  static async open(
    services: Services,
    handlers: Handlers,
    queryFindings: QueryFindings,
  ): Promise<Dispatcher> {
    return new Dispatcher(services, handlers, queryFindings, await openContract());
  }

  /** The methods of a path in upper case, HEAD and OPTIONS included; undefined for an unknown path. */
  allowedMethods(path: string): string[] | undefined {
    return this.#router.allowedMethods(path);
  }

  /**
   * Handles a request and returns the response to send.
   * @throws AppError for everything the contract refuses; any other error is a bug in the server
   */
  readonly dispatch = (request: HttpRequest): Promise<HttpResponse> =>
    // It finds the route, looks up the credentials, and calls `#admitAndReadBody`, then `#execute`.
    this.#api.handleRequest(request, request) as Promise<HttpResponse>;

  /**
   * Checks and counts a request that repeats an earlier one with this key, whose response may be sent again.
   * @param principal the key's, then: it is replaced when its rights change
   * @returns undefined: it is refused, or to be dispatched for another reason
   */
  readmit(key: string, principal: Principal): RateState | undefined {
    const { auth, limits } = this.#services;
    const found = auth.key(key);
    // A failure is reported by the dispatch of the request, which looks the key up again.
    if (found instanceof Promise) found.catch(() => {});
    return found === principal ? limits.admitIfAllowed(principal) : undefined;
  }

  /** Registers the callbacks of openapi-backend. */
  #register(): void {
    for (const [scheme, lookUp] of Object.entries(this.#lookups)) {
      this.#api.registerSecurityHandler(scheme, async (_context: Context, request: HttpRequest) =>
        lookUp(request),
      );
    }

    this.#api.register({
      notFound: () => {
        throw new AppError(
          'not_found',
          `There is nothing at this path; see ${this.#services.config.basePath}/openapi.json.`,
        );
      },
      methodNotAllowed: (_context: Context, request: HttpRequest) => {
        const methods = this.#router.allowedMethods(request.path);
        if (!methods) throw new Error('A path with a method that is not allowed has others that are.');
        const allow = methods.join(', ');
        throw new AppError('method_not_allowed', `This path allows ${allow}.`, { headers: { Allow: allow } });
      },
      postSecurityHandler: async (context: Context, request: HttpRequest) => {
        await this.#admitAndReadBody(
          this.#boundTo(context),
          request,
          (context.security ?? {}) as LookupResults,
        );
      },
      validationFail: async (context: Context, request: HttpRequest) => {
        const operation = this.#boundTo(context);
        const all = await this.#allErrors(operation, request);
        throw invalidRequest(
          all ?? context.validation.errors ?? [],
          [],
          this.#findingsBeyond(operation, request),
        );
      },
    });

    for (const operation of this.#operations.values()) {
      this.#api.registerHandler(operation.id, async (_context: Context, request: HttpRequest) =>
        this.#execute(operation, request),
      );
    }
  }

  #boundTo({ operation: { operationId } }: Context): BoundOperation {
    const operation = this.#operations.get(operationId as OperationId);
    if (!operation) throw new Error(`The operation ${operationId} is not bound.`);
    return operation;
  }

  /** All errors of a request; null: its body is too large to look for more than the first. */
  async #allErrors({ id, access }: BoundOperation, request: HttpRequest) {
    if (access.mediaTypes.length > 0) {
      const { length } = await request.readBody(access.maxBodyBytes ?? this.#services.config.maxBodyBytes);
      if (length > MAX_COLLECTED_BYTES) return null;
    }
    return this.#collector.collect(request, id);
  }

  /** Sets the caller of a request and checks that it may call the operation now. */
  #admit(operation: BoundOperation, request: HttpRequest, results: LookupResults): void {
    request.operationId = operation.id;
    if (operation.access.securitySchemes.length > 0)
      request.principal = principalOf(this.#services, operation.access, request, results);
    checkAccess(this.#services, operation.access, request);
  }

  /** Access comes before the body is read and validated, so that a refused caller costs nothing. */
  async #admitAndReadBody(
    operation: BoundOperation,
    request: HttpRequest,
    results: LookupResults,
  ): Promise<void> {
    this.#admit(operation, request, results);
    // Links to pages may carry foreign parameters, such as utm_source.
    if (operation.access.hasOpenQuery)
      request.query = Object.fromEntries(
        Object.entries(request.query).filter(([name]) => operation.access.queryNames.includes(name)),
      );
    await readJsonBody(request, operation.access, this.#services.config.maxBodyBytes);
    refuseLongQuery(request, () => this.#isReadByPost(operation.path));
    const odd = oddParameters(request, operation.access);
    if (odd.length > 0)
      throw invalidRequest(
        (await this.#allErrors(operation, request)) ?? [],
        odd,
        this.#findingsBeyond(operation, request),
      );
  }

  #isReadByPost(path: string): boolean {
    const all = [...this.#operations.values()];
    return all.some((one) => one.path === path && one.method === 'post' && !one.access.writes);
  }

  #findingsBeyond({ id }: BoundOperation, { query }: HttpRequest): Finding[] {
    return this.#queryFindings[id]?.(query) ?? [];
  }

  /** Executes a request that the validator accepted. */
  async #execute(operation: BoundOperation, request: HttpRequest): Promise<HttpResponse> {
    const { access } = operation;
    const { params, query, requestBody: body } = request;
    refuseUnstorable(params);
    refuseUnstorable(query);
    // The handler of a batch (an array) refuses single elements.
    if (!Array.isArray(body)) refuseUnstorable(body);
    await recheckAccess(this.#services, access, request);
    const { principal } = request;
    const way = 'idempotency-key' in request.headers ? access.idempotency : undefined;
    const work = (db: Db) => this.#handle(operation, request, db);
    try {
      const isKeyed = way !== undefined && principal !== undefined;
      const response = await (isKeyed
        ? this.#idempotencyKeys.once(request, principal, way, work)
        : this.#handle(operation, request));
      if (access.writes) this.#services.onChange(); // The change is committed by now.
      return response;
    } catch (error) {
      // A foreign key failed (SQLSTATE 23503): the caller's own organisation may have been deleted meanwhile.
      if (sqlState(error) === '23503') await recheckAccess(this.#services, access, request);
      throw error;
    }
  }

  /** Calls the handler. */
  async #handle(
    operation: BoundOperation,
    request: HttpRequest,
    base = this.#services.db,
  ): Promise<HttpResponse> {
    const { access, handler, etag, created } = operation;
    const db = access.writes ? this.#databaseOf(operation, request, base) : base;
    const services = db === this.#services.db ? this.#services : { ...this.#services, db };
    const call = new OperationCall(services, request, this.dispatch);
    // The operation is known only at run time; the contract's validator has checked its input.
    const reply = (await handler(call as unknown as Call<OperationId>)) as AnyReply;
    if (access.isPaged) return toResponse(this.#withNext(request, reply));
    if (created !== undefined) return this.#created(created, call, reply);
    return etag === undefined ? toResponse(reply) : withVersion(etag, request, reply);
  }

  /** The response to a request that created a resource: a 201 has its location and its version. */
  async #created(created: Created, call: OperationCall, reply: AnyReply): Promise<HttpResponse> {
    const response = toResponse(reply);
    // Protocols with a form of their own say it themselves.
    if (reply.status !== 201 || response.headers['Location'] !== undefined) return response;
    const body = reply.body as Record<string, unknown>;
    const ids = created.ids(call.request.params, body);
    response.headers['Location'] = `${this.#services.config.basePath}${filledPath(created.path, ids)}`;
    const reader = this.#operations.get(created.getter as OperationId);
    if (!created.hasEtag || !reader?.etag) return response;
    response.headers['ETag'] = reader.etag(created.isSame ? body : await this.#read(reader, call, ids));
    return response;
  }

  /** The reply of an operation that fetches a resource, in the database of another call. */
  async #read({ handler }: BoundOperation, { services, request }: OperationCall, ids: object) {
    const getRequest: HttpRequest = Object.create(request, { params: { value: ids }, query: { value: {} } });
    const call = new OperationCall(services, getRequest) as unknown as Call<OperationId>;
    return ((await handler(call)) as AnyReply).body as Record<string, unknown>;
  }

  #withNext(request: HttpRequest, reply: AnyReply): AnyReply {
    const { status, headers, body } = reply;
    if (body instanceof Rendered) return reply;
    const page = withCursor(this.#services, request, body as { next: string | null });
    return { status, headers: { ...headers, ...page.headers }, body: page.body };
  }

  /**
   * The database of a write: writes to one resource, identified by the id in its path or by the path alone, run one
   * after another.
   */
  #databaseOf({ path, access }: BoundOperation, request: HttpRequest, base: Db): Db {
    const { params, principal } = request;
    const reader = access.takesIfMatch ? this.#readers.get(path) : undefined;
    if (!principal || (params['id'] === undefined && !reader)) return base;
    return databaseOfChange(
      { ...this.#services, db: base },
      request,
      `${callersOrganisation(principal)} ${params['id'] ?? path}`,
      reader,
    );
  }
}
