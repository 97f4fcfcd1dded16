import type { Principal } from '../auth/auth.ts';
import { AppError } from '../base/errors.ts';
import { type MemberRole, ROLES } from '../domain/accounts/sessions.ts';
import { PLANS, type Plan } from '../domain/organisations/quotas.ts';
import type { HttpRequest } from './request.ts';
import type { Services } from './services.ts';

/** What the spec says beyond OpenAPI: x-plan, x-scope, x-role, x-max-body-bytes, x-remember. */
export interface AccessRules {
  plan: Plan | undefined;
  scope: string | undefined;
  role: MemberRole | undefined;
  maxBodyBytes: number | undefined;
  mediaTypes: string[];
  /** Of a body that is a batch. */
  maxItems: number;
  securitySchemes: string[];
  takesIdempotencyKey: boolean;
  /** A read whose valid requests are remembered. */
  isRemembered: boolean;
  /** In lower case. */
  headerNames: string[];
  /** Parameters of query and path that are whole numbers. */
  integers: string[];
  isBodyRequired: boolean;
  /** Who is removed or demoted writes nothing from then on: it is looked up anew, and not answered from memory. */
  writes: boolean;
}

/** What a security handler found: see findBy; an error where the look-up itself failed. */
export type Found = Principal | { error: unknown } | null | undefined;

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

/** What an operation of the contract demands of its callers. */
export function accessRulesOf(operation: Record<string, unknown> & { method: string }): AccessRules {
  const security = (operation['security'] ?? []) as Record<string, unknown>[];
  const parameters = (operation['parameters'] ?? []) as {
    name: string;
    in: string;
    schema?: { type?: string };
  }[];
  const requestBody = operation['requestBody'] as
    | { required?: boolean; content?: Record<string, { schema?: { maxItems?: number } }> }
    | undefined;
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
    maxItems: requestBody?.content?.['application/json']?.schema?.maxItems ?? Number.POSITIVE_INFINITY,
    securitySchemes: security.flatMap(Object.keys),
    takesIdempotencyKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
    isRemembered: operation['x-remember'] === true,
    headerNames: parameters
      .filter((parameter) => parameter.in === 'header')
      .map(({ name }) => name.toLowerCase()),
    integers: parameters.filter(({ schema }) => schema?.type === 'integer').map(({ name }) => name),
    isBodyRequired: requestBody?.required === true,
    writes: operation.method !== 'get' && operation['x-remember'] !== true,
  };
}

/**
 * Who is calling, by what the security handlers found: all that was sent must hold, and of a token and a key
 * the token's member acts.
 */
export function identify({ securitySchemes }: AccessRules, found: Record<string, Found>): Principal {
  let principal: Principal | undefined;
  let isRefused = false;
  for (const scheme of securitySchemes) {
    const result = found[scheme];
    if (result === undefined) continue;
    if (result === null) isRefused = true;
    // openapi-backend takes a look-up that failed for a refusal, but it says nothing about the credentials.
    else if ('error' in result) throw result.error;
    else if (!principal || result.kind === 'user') principal = result;
  }
  if (!principal || isRefused) throw unauthorized(securitySchemes);
  return principal;
}

/**
 * Looks at who writes once more, when the body is there and all else is right: a body may come long after the
 * credentials, and what is in memory may be up to 5 s old.
 */
export async function reidentify(
  { auth }: Services,
  demanded: AccessRules,
  request: HttpRequest,
): Promise<void> {
  if (!request.principal || !demanded.writes) return;
  const current = await auth.current(request.principal);
  if (current === null) throw unauthorized(demanded.securitySchemes);
  checkPermissions(demanded, current);
  request.principal = current;
}

function unauthorized(securitySchemes: string[]): AppError {
  const isEither = securitySchemes.length > 1;
  const accepted = !securitySchemes.includes('bearerToken') ? 'key' : isEither ? 'either' : 'token';
  const { message, challenge } = UNAUTHORIZED[accepted];
  return new AppError('unauthorized', message, { headers: { 'WWW-Authenticate': challenge } });
}

/** Plan, then scope or role, then rate. */
export function checkAccess({ limits }: Services, demanded: AccessRules, request: HttpRequest): void {
  const { principal } = request;
  if (!principal || request.rate) return; // rate: admitted before
  checkPermissions(demanded, principal);
  request.rate = limits.take(principal);
}

/** @throws AppError subscription_required, forbidden */
function checkPermissions(demanded: AccessRules, principal: Principal): void {
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
}
