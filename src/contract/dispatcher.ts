import { type Context, OpenAPIBackend } from 'openapi-backend';
import type { Principal } from '../auth/auth.ts';
import { AppError } from '../base/errors.ts';
import { sqlState } from '../db/client.ts';
import { type AccessRules, accessRulesOf, checkAccess, type Found, identify, reidentify } from './access.ts';
import { acceptedMediaType, readJsonBody } from './body.ts';
import { parseDocument } from './document.ts';
import { addContractFormats } from './formats.ts';
import {
  type Call,
  type Handler,
  type Handlers,
  OperationCall,
  type OperationId,
  Rendered,
} from './handler.ts';
import { withIdempotency } from './idempotency.ts';
import { refuseUnstorable } from './json.ts';
import type { Credentials, HttpRequest } from './request.ts';
import { RequestCache } from './request-cache.ts';
import type { HttpResponse } from './response.ts';
import { IndexedRouter } from './router.ts';
import type { Services } from './services.ts';
import { AJV_OPTIONS, complaint } from './validation.ts';

export interface Dispatcher {
  /** Answers a request; failures of any kind are thrown. */
  dispatch(request: HttpRequest): Promise<HttpResponse>;
  /** The methods of a path in upper case, HEAD and OPTIONS included; undefined for an unknown path. */
  allowedMethods(path: string): string[] | undefined;
}

type MaybePromise<T> = T | Promise<T>;

/** A Reply of whichever operation it was. */
interface AnyReply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/**
 * openapi-backend over the contract: strict, each operation's handler by its operationId. A handler that is
 * missing stops the start. Order of checks: see the contract's description.
 */
export async function createDispatcher(services: Services, handlers: Handlers): Promise<Dispatcher> {
  const api = new OpenAPIBackend({
    definition: parseDocument(),
    strict: true,
    // Compiles an operation's validators at its first request, and skips those of responses, which only tests
    // need: all of them took 1.4 s at the start when there were 21 operations. The document itself is checked
    // by lint and tests.
    quick: true,
    ignoreTrailingSlashes: false,
    ajvOpts: { ...AJV_OPTIONS, useDefaults: true },
    customizeAjv: addContractFormats,
  });
  await api.init();
  const router = new IndexedRouter(api.definition);
  api.router = router;
  api.validator.router = router;

  const demands = new Map<string, AccessRules>();
  const handlersOf = new Map<string, (request: HttpRequest) => MaybePromise<HttpResponse>>();
  const remembered = new RequestCache();
  const rememberedPaths = new Map<string, OperationId>();
  for (const operation of router.getOperations()) {
    const operationId = operation.operationId as OperationId;
    const handler = handlers[operationId] as Handler<OperationId> | undefined;
    if (!handler) throw new Error(`The operation ${operationId} has no handler.`);
    const demanded = accessRulesOf(operation as unknown as Record<string, unknown> & { method: string });
    demands.set(operationId, demanded);
    if (demanded.isRemembered) {
      if (operation.method !== 'post') throw new Error(`${operationId}: x-remember is for POST alone.`);
      rememberedPaths.set(operation.path, operationId);
    }
    const handle = (request: HttpRequest): MaybePromise<HttpResponse> => {
      const call = new OperationCall(services, request) as unknown as Call<OperationId>;
      const reply = handler(call) as MaybePromise<AnyReply>;
      return reply instanceof Promise ? reply.then(responseOf) : responseOf(reply);
    };
    handlersOf.set(operationId, handle);
    api.registerHandler(operationId, async (_context: Context, request: HttpRequest) => {
      const { params, query, requestBody: body } = request;
      refuseUnstorable(params);
      refuseUnstorable(query);
      // Of a batch each element is refused alone.
      if (!Array.isArray(body)) refuseUnstorable(body);
      if (request.rememberedBy !== undefined) remembered.set(request.rememberedBy, body);
      await reidentify(services, demanded, request);
      const { principal } = request;
      const isRepeatable = demanded.takesIdempotencyKey && 'idempotency-key' in request.headers;
      try {
        return isRepeatable && principal
          ? await withIdempotency(services, request, principal.orgId, async () => handle(request))
          : await handle(request);
      } catch (error) {
        // Where rows were gone that the write refers to, it may be the caller's own organisation, deleted just then.
        if (sqlState(error) === '23503') await reidentify(services, demanded, request);
        throw error;
      }
    });
  }

  /** Whose the credentials of a scheme are: null when they do not hold, undefined when none were sent. */
  const finders: Record<string, (sent: Credentials) => MaybePromise<Principal | null> | undefined> = {
    apiKeyHeader({ apiKeyHeader: key, apiKeyQuery }) {
      if (key === undefined) return undefined;
      return apiKeyQuery !== undefined && apiKeyQuery !== key ? null : services.auth.key(key);
    },
    apiKeyQuery({ apiKeyHeader, apiKeyQuery: key }) {
      if (key === undefined || apiKeyHeader !== undefined) return undefined;
      return typeof key === 'string' ? services.auth.key(key) : null;
    },
    bearerToken: ({ bearer }) => (bearer === undefined ? undefined : services.auth.token(bearer)),
  };
  for (const [scheme, find] of Object.entries(finders)) {
    api.registerSecurityHandler(scheme, async (_context: Context, request: HttpRequest) =>
      find(request.credentials),
    );
  }

  api.register({
    notFound: () => {
      throw new AppError('not_found', 'There is nothing at this path; see /openapi.json.');
    },
    methodNotAllowed: (_context: Context, request: HttpRequest) => {
      const allow = allowedMethods(request.path)?.join(', ') ?? '';
      throw new AppError('method_not_allowed', `This path allows ${allow}.`, { headers: { Allow: allow } });
    },
    // Runs before the body is read and validated, so that a refused caller costs nothing.
    postSecurityHandler: async (context: Context, request: HttpRequest) => {
      request.operationId = context.operation.operationId ?? '';
      const demanded = demands.get(request.operationId)!;
      if (demanded.securitySchemes.length > 0) {
        request.principal = identify(demanded, (context.security ?? {}) as Record<string, Found>);
      }
      checkAccess(services, demanded, request);
      await readJsonBody(request, demanded, services.config.maxBodyBytes);
      refuseOddIntegers(request, demanded);
    },
    validationFail: (context: Context) => {
      throw new AppError('validation_error', complaint(context.validation.errors));
    },
  });

  function allowedMethods(path: string): string[] | undefined {
    const methods = router.methods(path)?.map((method) => method.toUpperCase());
    return methods && [...(methods.includes('GET') ? ['HEAD'] : []), ...methods, 'OPTIONS'];
  }

  /**
   * The answer to a request that came before, in the same words: who asks, their plan and limits are checked
   * as ever, routing and validation are not done again. Any other goes through openapi-backend.
   */
  async function repeated(request: HttpRequest, operationId: OperationId): Promise<HttpResponse> {
    request.operationId = operationId;
    const demanded = demands.get(operationId)!;
    const found: Record<string, Found> = {};
    for (const scheme of demanded.securitySchemes) {
      const finding = finders[scheme]?.(request.credentials);
      found[scheme] = finding instanceof Promise ? await finding : finding;
    }
    request.principal = identify(demanded, found);
    checkAccess(services, demanded, request);
    const bytes = await request.readBody(demanded.maxBodyBytes ?? services.config.maxBodyBytes);
    const mediaType = acceptedMediaType(request, demanded, bytes.length);
    request.rememberedBy = remembered.key(request, demanded.headerNames, mediaType, bytes);
    request.requestBody = request.rememberedBy && remembered.get(request.rememberedBy);
    return request.requestBody === undefined ? validated(request) : handlersOf.get(operationId)!(request);
  }

  function validated(request: HttpRequest): Promise<HttpResponse> {
    return api.handleRequest(request, request) as Promise<HttpResponse>;
  }

  return {
    allowedMethods,
    dispatch(request) {
      const operationId = request.hasQuery ? undefined : rememberedPaths.get(request.path);
      return operationId !== undefined && request.method === 'post'
        ? repeated(request, operationId)
        : validated(request);
    },
  };
}

/**
 * The validator makes numbers of text as JavaScript does: of 0x10, 1e1 and 010 too.
 * @throws AppError validation_error
 */
function refuseOddIntegers({ query, params }: HttpRequest, { integers }: AccessRules): void {
  for (const name of integers) {
    for (const sent of [query[name], params[name]]) {
      if (typeof sent === 'string' && !/^(0|-?[1-9]\d*)$/.test(sent))
        throw new AppError('validation_error', `${name} must be an integer, in digits alone.`);
    }
  }
}

function responseOf({ status, headers = {}, body }: AnyReply): HttpResponse {
  if (body === undefined) return { status, headers: { ...headers }, body: null };
  if (body instanceof Rendered)
    return { status, headers: { ...headers, 'Content-Type': body.mediaType }, body: body.bytes };
  return { status, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}
