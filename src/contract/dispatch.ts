import { isUtf8 } from 'node:buffer';
import addFormatsModule from 'ajv-formats';
import { type Context, OpenAPIBackend } from 'openapi-backend';
import type { Principal } from '../auth.ts';
import { PLANS, type Plan } from '../domain/organisations.ts';
import { type MemberRole, ROLES } from '../domain/sessions.ts';
import { AppError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Answer } from './answer.ts';
import { complaint } from './complaint.ts';
import { parseDocument } from './document.ts';
import { type Call, type Handler, type Handlers, type OperationId, Rendered } from './handler.ts';
import { once } from './idempotency.ts';
import { isExcessive, refuseUnstorable } from './json.ts';
import type { Credentials, HttpRequest } from './request.ts';
import { IndexedRouter } from './router.ts';

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

export interface Dispatcher {
  /** Answers a request; failures of any kind are thrown. */
  dispatch(request: HttpRequest): Promise<Answer>;
  /** The methods of a path in upper case, HEAD and OPTIONS included; undefined for an unknown path. */
  allowedMethods(path: string): string[] | undefined;
}

/** A Reply of whichever operation it was. */
interface AnyReply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** What the spec says beyond OpenAPI: x-plan, x-scope, x-role, x-max-body-bytes. */
interface Demands {
  plan: Plan | undefined;
  scope: string | undefined;
  role: MemberRole | undefined;
  maxBodyBytes: number | undefined;
  mediaTypes: string[];
  securitySchemes: string[];
  takesIdempotencyKey: boolean;
}

/** What a security handler found: see findBy; an error where the look-up itself failed. */
type Found = Principal | { error: unknown } | null | undefined;

const UNAUTHORIZED = {
  key: {
    message: 'A valid API key is required, in the header X-API-Key or the query parameter api_key.',
    challenge: 'ApiKey realm="sightline", header="X-API-Key"',
  },
  token: {
    message: 'A valid access token is required, in the header Authorization: Bearer <ACCESS_TOKEN>.',
    challenge: 'Bearer realm="sightline"',
  },
  either: {
    message:
      'A valid access token is required, in the header Authorization: Bearer <ACCESS_TOKEN>, or a valid API key, in the header X-API-Key or the query parameter api_key. Of both at once each must be valid.',
    challenge: 'Bearer realm="sightline"',
  },
};

/**
 * openapi-backend over the contract: strict, each operation's handler by its operationId. A handler that is
 * missing stops the start. Order of checks: see the contract's description.
 */
export async function createDispatcher(services: Services, handlers: Handlers): Promise<Dispatcher> {
  const api = new OpenAPIBackend({
    definition: parseDocument(),
    strict: true,
    // Compiles an operation's validators at its first request, and skips those of responses, which only tests
    // need (21 operations: 1.4 s at the start otherwise). The document itself is checked by lint and tests.
    quick: true,
    ignoreTrailingSlashes: false,
    // verbose: complaints name the known fields next to an unknown one.
    // strictNumbers: JSON.parse makes Infinity of 1e400, which is no integer.
    ajvOpts: { useDefaults: true, verbose: true, allErrors: false, strict: false, strictNumbers: true },
    customizeAjv: (ajv) => {
      addFormats(ajv, ['date', 'date-time', 'uri', 'email']);
      return ajv;
    },
  });
  await api.init();
  const router = new IndexedRouter(api.definition);
  api.router = router;
  api.validator.router = router;

  const demands = new Map<string, Demands>();
  for (const operation of router.getOperations()) {
    const operationId = operation.operationId as OperationId;
    const handler = handlers[operationId] as Handler<OperationId> | undefined;
    if (!handler) throw new Error(`The operation ${operationId} has no handler.`);
    demands.set(operationId, demandsOf(operation as unknown as Record<string, unknown>));
    api.registerHandler(operationId, async (_context: Context, request: HttpRequest) => {
      const { params, query, requestBody: body, principal } = request;
      refuseUnstorable(params);
      refuseUnstorable(query);
      // Of a batch each element is refused alone.
      if (!Array.isArray(body)) refuseUnstorable(body);
      const run = async () =>
        answerOf(
          (await handler({
            body,
            params,
            query,
            principal,
            request,
            services,
          } as Call<OperationId>)) as AnyReply,
        );
      const isRepeatable =
        demands.get(operationId)?.takesIdempotencyKey && 'idempotency-key' in request.headers;
      return isRepeatable && principal ? once(services, request, principal.orgId, run) : run();
    });
  }

  /** Whose the credentials of a scheme are: null when they do not hold, undefined when none were sent. */
  const findBy = (
    scheme: string,
    find: (sent: Credentials) => Promise<Principal | null> | null | undefined,
  ) =>
    api.registerSecurityHandler(scheme, async (_context: Context, request: HttpRequest) =>
      find(request.credentials),
    );
  findBy('apiKeyHeader', ({ apiKeyHeader: key, apiKeyHeaderCount, apiKeyQuery }) => {
    if (key === undefined) return undefined;
    const isAmbiguous = apiKeyHeaderCount > 1 || (apiKeyQuery !== undefined && apiKeyQuery !== key);
    return isAmbiguous ? null : services.auth.key(key);
  });
  findBy('apiKeyQuery', ({ apiKeyHeader, apiKeyQuery: key }) => {
    if (key === undefined || apiKeyHeader !== undefined) return undefined;
    return typeof key === 'string' ? services.auth.key(key) : null;
  });
  findBy('bearerToken', ({ bearer }) => (bearer === undefined ? undefined : services.auth.token(bearer)));

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
      const demanded = demands.get(context.operation.operationId ?? '')!;
      if (demanded.securitySchemes.length > 0) request.principal = identify(demanded, context.security ?? {});
      admit(services, demanded, request);
      await readJsonBody(request, demanded, services.config.maxBodyBytes);
    },
    validationFail: (context: Context) => {
      const [error] = context.validation.errors ?? [];
      throw new AppError('validation_error', error ? complaint(error) : 'The request is not valid.');
    },
  });

  function allowedMethods(path: string): string[] | undefined {
    const methods = router.methods(path)?.map((method) => method.toUpperCase());
    return methods && [...(methods.includes('GET') ? ['HEAD'] : []), ...methods, 'OPTIONS'];
  }

  return {
    allowedMethods,
    dispatch: async (request) => (await api.handleRequest(request, request)) as Answer,
  };
}

function answerOf({ status, headers = {}, body }: AnyReply): Answer {
  if (body === undefined) return { status, headers: { ...headers }, body: null };
  if (body instanceof Rendered)
    return { status, headers: { ...headers, 'Content-Type': body.mediaType }, body: body.bytes };
  return { status, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

function demandsOf(operation: Record<string, unknown>): Demands {
  const security = (operation['security'] ?? []) as Record<string, unknown>[];
  const parameters = (operation['parameters'] ?? []) as { name?: string }[];
  const requestBody = operation['requestBody'] as { content?: Record<string, unknown> } | undefined;
  const plan = operation['x-plan'] as Plan | undefined;
  const role = operation['x-role'] as MemberRole | undefined;
  if (plan !== undefined && !PLANS.includes(plan)) throw new Error(`x-plan: ${plan} is no plan`);
  if (role !== undefined && !ROLES.includes(role)) throw new Error(`x-role: ${role} is no role`);
  return {
    plan,
    role,
    scope: operation['x-scope'] as string | undefined,
    maxBodyBytes: operation['x-max-body-bytes'] as number | undefined,
    mediaTypes: Object.keys(requestBody?.content ?? {}),
    securitySchemes: security.flatMap(Object.keys),
    takesIdempotencyKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
  };
}

/**
 * Who is calling, by what the security handlers found: all that was sent must hold, and of a token and a key
 * the token's member acts.
 */
function identify({ securitySchemes }: Demands, found: Record<string, unknown>): Principal {
  const results = securitySchemes
    .map((scheme) => found[scheme] as Found)
    .filter((result) => result !== undefined);
  // openapi-backend takes a look-up that failed for a refusal, but it says nothing about the credentials.
  for (const result of results) if (result !== null && 'error' in result) throw result.error;
  const principals = results as (Principal | null)[];
  const principal = principals.find((result) => result?.kind === 'user') ?? principals[0];
  if (!principal || principals.includes(null)) {
    const isEither = securitySchemes.length > 1;
    const accepted = !securitySchemes.includes('bearerToken') ? 'key' : isEither ? 'either' : 'token';
    const { message, challenge } = UNAUTHORIZED[accepted];
    throw new AppError('unauthorized', message, { headers: { 'WWW-Authenticate': challenge } });
  }
  return principal;
}

/** Plan, then scope or role, then rate. */
function admit({ limits }: Services, demanded: Demands, request: HttpRequest): void {
  const { principal } = request;
  if (!principal) return;
  if (demanded.plan !== undefined && principal.plan !== demanded.plan) {
    throw new AppError('subscription_required', `The reporting API needs the ${demanded.plan} plan.`, {
      body: { plan: principal.plan },
    });
  }
  if (
    principal.kind === 'key' &&
    demanded.scope &&
    !(principal.scopes as string[]).includes(demanded.scope)
  ) {
    throw new AppError('forbidden', `This API key lacks the scope ${demanded.scope}.`);
  }
  if (
    principal.kind === 'user' &&
    demanded.role &&
    ROLES.indexOf(principal.role) > ROLES.indexOf(demanded.role)
  ) {
    throw new AppError(
      'forbidden',
      `This needs the role ${demanded.role} or above; yours is ${principal.role}.`,
    );
  }
  request.rate = limits.take(principal.rateKey, principal.orgRateKey);
}

/**
 * Reads and parses the body where the operation takes one. Media type, size and parsing are ours:
 * openapi-backend parses strings again and skips validation of other media types.
 */
async function readJsonBody(request: HttpRequest, demanded: Demands, maxBodyBytes: number): Promise<void> {
  if (demanded.mediaTypes.length === 0) return;
  const mediaType = acceptedMediaType(request, demanded.mediaTypes);
  const bytes = await request.readBody(demanded.maxBodyBytes ?? maxBodyBytes);
  // The validator looks at JSON bodies only, by this header.
  request.headers['content-type'] = 'application/json';
  if (bytes.length === 0) {
    request.requestBody = mediaType === 'application/x-ndjson' ? [] : {};
    return;
  }
  if (!isUtf8(bytes)) throw new AppError('malformed_request', 'The body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  if (mediaType === 'application/x-ndjson') {
    request.requestBody = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parseLine);
    return;
  }
  if (isExcessive(text))
    throw new AppError(
      'malformed_request',
      'The body nests too deeply, or has an object of too many members.',
    );
  try {
    request.requestBody = JSON.parse(text);
  } catch {
    throw new AppError('malformed_request', 'The body is not valid JSON.');
  }
}

/** A line that is no JSON is refused alone, like one that is no run. */
function parseLine(line: string): unknown {
  try {
    return isExcessive(line) ? undefined : JSON.parse(line);
  } catch {
    return undefined;
  }
}

function acceptedMediaType(request: HttpRequest, accepted: string[]): string {
  const { 'content-type': sent, 'content-encoding': encoding } = request.headers;
  const expected = `Send the body as ${accepted.join(' or ')} (UTF-8, not compressed).`;
  if (encoding !== undefined && encoding !== 'identity')
    throw new AppError('unsupported_media_type', expected);
  if (sent === undefined || sent === '') return accepted[0] ?? '';
  const [type = '', ...parameters] = String(sent).toLowerCase().split(';');
  const mediaType = type.trim();
  if (!accepted.includes(mediaType)) throw new AppError('unsupported_media_type', expected);
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=').map((part) => part.trim());
    if (name === 'charset' && !/^"?utf-?8"?$/.test(value))
      throw new AppError('unsupported_media_type', expected);
  }
  return mediaType;
}
