import type { UserPrincipal } from '../auth/auth.ts';
import { AppError } from '../base/errors.ts';
import type { Call, OperationId } from '../contract/handler.ts';
import type { Page } from '../db/page.ts';
import type { Actor } from '../domain/organisations/audit.ts';

/** The logged-in member that calls an operation whose security is the bearer token. */
export function member({ principal }: Pick<Call<OperationId>, 'principal'>): UserPrincipal {
  if (principal?.kind !== 'user') throw new AppError('unauthorized', 'A valid access token is required.');
  return principal;
}

/** Who acts in a call, for the audit log. */
export function actor({ principal, request }: Pick<Call<OperationId>, 'principal' | 'request'>): Actor {
  if (!principal) throw new AppError('unauthorized', 'Valid credentials are required.');
  return {
    orgId: principal.orgId,
    type: principal.kind === 'user' ? 'USER' : 'API_KEY',
    id: principal.kind === 'user' ? principal.userId : principal.keyId,
    address: request.clientAddress,
  };
}

/** The page a list asks for, with the contract's defaults. */
export function page({ limit = 100, offset = 0 }: { limit?: number; offset?: number }): Page & {} {
  return { limit, offset };
}
