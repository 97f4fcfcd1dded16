import { AppError, organisationSuspended } from '../../base/errors.ts';
import { type MemberRole, ROLES } from '../../features/accounts/sessions.ts';
import { PLANS, type Plan } from '../../features/quotas/quotas.ts';
import type { Principal } from '../auth/auth.ts';
import { agentChallenge, oauthAddresses } from '../auth/own-addresses.ts';
import type { HttpRequest } from './request.ts';
import type { Services } from './services.ts';

/**
 * The requirements of an operation on its callers, and the other checks before its validation. x-plan, x-scope, x-role,
 * x-max-body-bytes, x-reads, x-open-query, x-when-suspended, x-trailing-slash (router.ts) and x-idempotency are the
 * contract's own extensions of OpenAPI.
 */
export interface AccessRules {
  /** The only plan that may call it (x-plan). */
  plan: Plan | undefined;
  /** The scope that an API key needs (x-scope). */
  scope: string | undefined;
  /** The least powerful role that may call it (x-role). */
  role: MemberRole | undefined;
  /** The limit of the body's size, if other than the server's (x-max-body-bytes). */
  maxBodyBytes: number | undefined;
  /** The media types of the body, the default first; empty: the operation takes no body. */
  mediaTypes: string[];
  /** The most elements of a batch body; Infinity if the contract sets no limit. */
  maxItems: number;
  /** The boolean fields of an element of a batch body, for one that is sent as CSV. */
  booleans: string[];
  /** The accepted security schemes; the caller must use one of them; empty: no credentials are needed. */
  securitySchemes: string[];
  /**
   * The guarantee of a repeat by Idempotency-Key (x-idempotency of that parameter); undefined: the operation takes no
   * such key.
   */
  idempotency: 'transaction' | 'claim' | undefined;
  takesIfMatch: boolean;
  /** Whether it returns a page of a list, by offset or after a cursor. */
  isPaged: boolean;
  /** The parameters that the contract declares for its query. */
  queryNames: string[];
  /** The parameters of query and path that are integers. */
  integers: string[];
  isBodyRequired: boolean;
  /**
   * Whether the operation changes data: every operation except GETs and those with x-reads. The caller is then read
   * from the database again just before, because a cached caller may have been removed or demoted since.
   */
  writes: boolean;
  /**
   * Whether unknown parameters of the query are ignored: links to pages and some protocols add theirs (x-open-query).
   */
  hasOpenQuery: boolean;
  /** Whether it returns a page for people. */
  isPage: boolean;
  /** Whether members of a suspended organisation may call it, to leave it (x-when-suspended). */
  isOfSuspended: boolean;
}

type LookUp = (request: HttpRequest) => Principal | null | undefined | Promise<Principal | null>;

/**
 * The result of one credential look-up: undefined if no credentials were sent, null if they are invalid, an error if
 * the look-up itself failed.
 */
type LookupResult = Principal | { error: unknown } | null | undefined;
/** Results by security scheme. */
export type LookupResults = Record<string, LookupResult>;

const UNAUTHORIZED = {
  key: {
    message: 'A valid API key is required, in the header X-API-Key or the query parameter api_key.',
    challenge: 'ApiKey realm="sightline", header="X-API-Key"',
  },
  keyOrBearer: {
    message:
      'A valid API key is required, in the header X-API-Key or as Authorization: Bearer sl_live_…; where both are sent they must be the same.',
    challenge: 'ApiKey realm="sightline", header="X-API-Key", Bearer realm="sightline"',
  },
  token: {
    message: 'A valid access token is required, in the header Authorization: Bearer <ACCESS_TOKEN>.',
    challenge: 'Bearer realm="sightline"',
  },
  scim: {
    message:
      'The bearer of the organisation for SCIM is required, in the header Authorization: Bearer slu_….',
    challenge: 'Bearer realm="sightline"',
  },
  admin: {
    message:
      "A key of the server's administrator is required, in the header Authorization: Bearer sl_admin_….",
    challenge: 'Bearer realm="sightline"',
  },
  either: {
    message:
      'A valid access token is required, in the header Authorization: Bearer <ACCESS_TOKEN>, or a valid API key, in the header X-API-Key or the query parameter api_key. Of both at once each must be valid.',
    challenge: 'Bearer realm="sightline"',
  },
};

/** The parts of a body's schema that are read here. */
interface BodySchema {
  maxItems?: number;
  items?: { properties?: Record<string, { type?: string }> };
}

/**
 * Reads the access rules of an operation of the contract.
 * @throws Error for a plan or role that does not exist
 */
export function readAccessRules(operation: Record<string, unknown> & { method: string }): AccessRules {
  const security = (operation['security'] ?? []) as Record<string, unknown>[];
  const parameters = (operation['parameters'] ?? []) as {
    name: string;
    in: string;
    schema?: { type?: string };
    'x-idempotency'?: AccessRules['idempotency'];
  }[];
  const requestBody = operation['requestBody'] as
    | { required?: boolean; content?: Record<string, { schema?: BodySchema }> }
    | undefined;
  const schema = requestBody?.content?.['application/json']?.schema;
  const plan = operation['x-plan'] as Plan | undefined;
  const role = operation['x-role'] as MemberRole | undefined;
  if (plan !== undefined && !PLANS.includes(plan)) throw new Error(`x-plan: ${plan} is no plan`);
  if (role !== undefined && !ROLES.includes(role)) throw new Error(`x-role: ${role} is no role`);
  const isPage = (operation['tags'] as string[]).includes('Pages');
  return {
    plan,
    role,
    scope: operation['x-scope'] as string | undefined,
    maxBodyBytes: operation['x-max-body-bytes'] as number | undefined,
    mediaTypes: Object.keys(requestBody?.content ?? {}),
    maxItems: schema?.maxItems ?? Number.POSITIVE_INFINITY,
    booleans: Object.entries(schema?.items?.properties ?? {})
      .filter(([, { type }]) => type === 'boolean')
      .map(([name]) => name),
    securitySchemes: security.flatMap(Object.keys),
    idempotency: parameters.find(({ name }) => name === 'Idempotency-Key')?.['x-idempotency'],
    isPaged: parameters.some(({ name }) => name === 'after'),
    takesIfMatch: parameters.some(({ name }) => name === 'If-Match'),
    queryNames: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    integers: parameters.filter(({ schema }) => schema?.type === 'integer').map(({ name }) => name),
    isBodyRequired: requestBody?.required === true,
    writes: operation.method !== 'get' && operation['x-reads'] !== true,
    hasOpenQuery: isPage || operation['x-open-query'] === true,
    isPage,
    isOfSuspended: operation['x-when-suspended'] === true,
  };
}

/** The credential look-up of each security scheme of the contract. */
export function credentialLookups({
  auth,
  config,
}: Pick<Services, 'auth' | 'config'>): Record<string, LookUp> {
  return {
    apiKeyHeader({ credentials: { apiKeyHeader: key, apiKeyQuery, agent } }) {
      if (agent !== undefined) return agent;
      if (key === undefined) return undefined;
      return apiKeyQuery !== undefined && apiKeyQuery !== key ? null : auth.key(key);
    },
    apiKeyQuery({ credentials: { apiKeyHeader, apiKeyQuery: key } }) {
      if (key === undefined || apiKeyHeader !== undefined) return undefined;
      return typeof key === 'string' ? auth.key(key) : null;
    },
    apiKeyBearer({ credentials: { apiKeyHeader, bearer: key } }) {
      if (key === undefined || !isKey(key)) return undefined;
      return apiKeyHeader !== undefined && apiKeyHeader !== key ? null : auth.key(key);
    },
    agentToken(request) {
      const { apiKeyHeader, bearer } = request.credentials;
      if (bearer === undefined || isKey(bearer)) return undefined;
      return apiKeyHeader === undefined ? auth.agent(bearer, oauthAddresses(config, request)) : null;
    },
    scimBearer: ({ credentials: { bearer } }) => (bearer === undefined ? undefined : auth.scim(bearer)),
    adminKey: ({ credentials: { bearer } }) => (bearer === undefined ? undefined : auth.admin(bearer)),
    bearerToken: ({ credentials: { bearer } }) => (bearer === undefined ? undefined : auth.token(bearer)),
  };
}

/** A key where a bearer may also be the token of an agent. */
const isKey = (bearer: string) => bearer.startsWith('sl_live_');

/**
 * The caller of a request: all credentials that were sent must be valid. If both a token and a key were sent, the
 * caller is the token's member.
 * @throws AppError unauthorized; the error of a look-up that failed
 */
export function principalOf(
  services: Services,
  rules: AccessRules,
  request: HttpRequest,
  results: LookupResults,
): Principal {
  let principal: Principal | undefined;
  let isRefused = false;
  for (const scheme of rules.securitySchemes) {
    const result = results[scheme];
    if (result === undefined) continue;
    if (result === null) isRefused = true;
    // openapi-backend treats a failed look-up as a refusal, but the failure proves nothing about the credentials.
    else if ('error' in result) throw result.error;
    else if (!principal || result.kind === 'user') principal = result;
  }
  if (!principal || isRefused) throw unauthorized(services, rules, request);
  return principal;
}

/**
 * Reads the caller of a write from the database and checks it again, after the body arrived and was validated: the
 * first check may be long ago, and a cached caller may be up to 5 s old.
 * @throws AppError unauthorized, organisation_suspended, subscription_required, forbidden, unavailable without the
 *   database
 */
export async function recheckAccess(
  services: Services,
  rules: AccessRules,
  request: HttpRequest,
): Promise<void> {
  if (!request.principal || !rules.writes) return;
  const current = await services.auth.current(request.principal);
  if (current === null) throw unauthorized(services, rules, request);
  checkPermissions(rules, current);
  request.principal = current;
}

function unauthorized(
  { config }: Services,
  { securitySchemes }: AccessRules,
  request: HttpRequest,
): AppError {
  const { message, challenge } = UNAUTHORIZED[acceptedBy(securitySchemes)];
  const named = securitySchemes.includes('agentToken')
    ? agentChallenge(
        oauthAddresses(config, request).issuer,
        request,
        request.credentials.bearer !== undefined,
      )
    : challenge;
  return new AppError('unauthorized', message, { headers: { 'WWW-Authenticate': named } });
}

function acceptedBy(securitySchemes: string[]): keyof typeof UNAUTHORIZED {
  if (securitySchemes.includes('apiKeyBearer')) return 'keyOrBearer';
  if (securitySchemes.includes('scimBearer')) return 'scim';
  if (securitySchemes.includes('adminKey')) return 'admin';
  if (!securitySchemes.includes('bearerToken')) return 'key';
  return securitySchemes.length > 1 ? 'either' : 'token';
}

/**
 * Checks the plan, then the scope or role, then counts the request against the rate limits.
 * @throws AppError organisation_suspended, subscription_required, forbidden, rate_limited
 */
export function checkAccess({ limits }: Services, rules: AccessRules, request: HttpRequest): void {
  const { principal } = request;
  if (!principal) return;
  checkPermissions(rules, principal);
  // Already counted: a nested call with its outer request, and one that missed RepeatedRequests before its body was
  // read.
  request.rate ??= limits.admit(principal);
}

/** @throws AppError organisation_suspended, subscription_required, forbidden */
function checkPermissions(rules: AccessRules, principal: Principal): void {
  if (principal.kind === 'admin') {
    if (rules.scope === undefined || !principal.scopes.includes(rules.scope))
      throw new AppError('forbidden', `This key lacks the scope ${rules.scope}.`);
    return;
  }
  if (principal.isSuspended && !rules.isOfSuspended) throw organisationSuspended();
  if (rules.plan !== undefined && principal.plan !== rules.plan) {
    throw new AppError('subscription_required', `The reporting API needs the ${rules.plan} plan.`, {
      body: { plan: principal.plan },
    });
  }
  if (principal.kind === 'key' && rules.scope && !(principal.scopes as string[]).includes(rules.scope)) {
    throw new AppError('forbidden', `This API key lacks the scope ${rules.scope}.`);
  }
  if (principal.kind === 'user' && rules.role && ROLES.indexOf(principal.role) > ROLES.indexOf(rules.role)) {
    throw new AppError(
      'forbidden',
      `This needs the role ${rules.role} or above; yours is ${principal.role}.`,
    );
  }
}

/**
 * The media type of a request's body, one that the operation accepts.
 * @param length of the body, bytes
 * @throws AppError unsupported_media_type, also for a compressed body or another charset than UTF-8
 */
export function acceptedMediaType(
  request: HttpRequest,
  { mediaTypes: accepted, isBodyRequired }: AccessRules,
  length: number,
): string {
  const [usual] = accepted;
  if (usual === undefined) throw new Error('The operation takes no body.');
  // Some clients send a type such as application/octet-stream with an empty body.
  if (length === 0 && !isBodyRequired) return usual;
  const { 'content-type': sent, 'content-encoding': encoding } = request.headers;
  // Nearly all clients send exactly this, so no parsing is needed.
  if (encoding === undefined && sent === usual) return usual;
  const expected = `Send the body as ${accepted.join(' or ')} (UTF-8, not compressed).`;
  if (encoding !== undefined && encoding !== 'identity')
    throw new AppError('unsupported_media_type', expected);
  if (sent === undefined || sent === '') return usual;
  const [mediaType, ...parameters] = String(sent)
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (mediaType === undefined || !accepted.includes(mediaType))
    throw new AppError('unsupported_media_type', expected);
  for (const parameter of parameters) {
    const [name, value = ''] = parameter.split('=').map((part) => part.trim());
    if (name === 'charset' && !/^"?utf-?8"?$/.test(value))
      throw new AppError('unsupported_media_type', expected);
  }
  return mediaType;
}
