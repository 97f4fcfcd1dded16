import { ACCESS_TOKEN_SECONDS } from '../auth/auth.ts';
import { AppError } from '../base/errors.ts';
import type { OrgId } from '../base/ids.ts';
import type { Handlers } from '../contract/handler.ts';
import type { Services } from '../contract/services.ts';
import { promptly } from '../db/client.ts';
import { acceptInvitation, invitedEmail } from '../domain/accounts/invitations.ts';
import { register } from '../domain/accounts/registration.ts';
import {
  continueSession,
  endSession,
  type LoginState,
  openSession,
  switchOrganisation,
} from '../domain/accounts/sessions.ts';
import { canonicalEmail, changePassword, getMe } from '../domain/accounts/users.ts';

/** Limits attempts at the password of one account, from all addresses together. */
const PER_ACCOUNT = { perMinute: 2, burst: 10 };
/** Limits attempts from one address, at all accounts together. */
const PER_ADDRESS = { perMinute: 20, burst: 50 };

export const auth = {
  login: async ({ body, request, services }) => {
    services.limits.attemptByAddress('login', request.clientAddress, PER_ADDRESS);
    services.limits.attemptByAccount(`login ${canonicalEmail(body.email)}`, PER_ACCOUNT);
    const session = await services.db.guard(() => openSession(services.db, body.email, body.password));
    return { status: 200, ...(await tokens(services, session)) };
  },

  refreshToken: async ({ body, request, services }) => {
    services.limits.attemptByAddress('refresh', request.clientAddress, PER_ADDRESS);
    const session = await promptly(continueSession(services.db, body.refreshToken));
    return { status: 200, ...(await tokens(services, session)) };
  },

  register: async ({ body, request, services }) => {
    if (services.config.registration !== 'open') {
      throw new AppError(
        'forbidden',
        'Organisations are not registered here: ask an ADMIN of yours for an invitation, or the operator.',
      );
    }
    services.limits.attemptByAddress('login', request.clientAddress, PER_ADDRESS);
    const session = await services.db.guard(() => register(services.db, body, request.clientAddress));
    return { status: 201, ...(await tokens(services, session)) };
  },

  acceptInvitation: async ({ body, request, services }) => {
    const { config, db, limits } = services;
    if (config.registration === 'off')
      throw new AppError('forbidden', 'Registration is off on this server, by invitation too.');
    limits.attemptByAddress('login', request.clientAddress, PER_ADDRESS);
    // The same limit as at login: invitations must give no further attempts at the password of an account.
    limits.attemptByAccount(`login ${await promptly(invitedEmail(db, body.token))}`, PER_ACCOUNT);
    const session = await services.db.guard(() => acceptInvitation(db, body, request.clientAddress));
    return { status: 201, ...(await tokens(services, session)) };
  },

  logout: async ({ actor, db, principal }) => {
    await promptly(endSession(db, actor, principal.sessionId));
    return { status: 204 };
  },

  getMe: async ({ db, principal }) => {
    const { userId, orgId } = principal;
    return { status: 200, body: await getMe(db, userId, orgId) };
  },

  changePassword: async ({ actor, body, db, principal, services }) => {
    const { userId, sessionId } = principal;
    services.limits.attemptByAccount(`password ${userId}`, PER_ACCOUNT);
    await db.guard(() => changePassword(db, actor, sessionId, body));
    return { status: 204 };
  },

  switchOrganisation: async ({ body, principal, services }) => {
    const session = await promptly(
      switchOrganisation(services.db, principal.userId, body.organisationId as OrgId),
    );
    return { status: 200, ...(await tokens(services, session)) };
  },
} satisfies Partial<Handlers>;

/** The headers and body with the tokens of a session. */
async function tokens({ auth }: Services, { sessionId, userId, refreshToken }: LoginState) {
  const accessToken = await auth.issue(sessionId, userId);
  return {
    headers: { 'Cache-Control': 'no-store' },
    body: { accessToken, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS, tokenType: 'Bearer' as const },
  };
}
