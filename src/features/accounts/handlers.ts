import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import { promptly } from '../../db/client.ts';
import { ACCESS_TOKEN_SECONDS } from '../../server/auth/auth.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import type { HttpRequest } from '../../server/dispatch/request.ts';
import { reply } from '../../server/dispatch/resource.ts';
import type { Services } from '../../server/dispatch/services.ts';
import { cleared, cookieOf, refreshCookie, refuseForeignPage } from '../../server/dispatch/session-cookie.ts';
import { mailSender } from '../mail/queue.ts';
import { acceptInvitation, invitedEmail } from '../members/invitations.ts';
import { isOfServer } from '../members/owner-invitations.ts';
import type { PendingLogin } from './challenges.ts';
import { openSession } from './login.ts';
import { deleteOrganisation } from './organisation.ts';
import { listOwnOrganisations } from './own/organisations.ts';
import { requestPasswordLink, resetByLink } from './password-links.ts';
import type { ProviderLogin } from './provider-login.ts';
import { register } from './registration.ts';
import {
  continueSession,
  endSession,
  endSessionsEverywhere,
  type LoginState,
  switchOrganisation,
} from './sessions.ts';
import { canonicalEmail, changePassword, getMe } from './users.ts';

/** Limits attempts at the password of one account, from all addresses together. */
export const PER_ACCOUNT = { perMinute: 2, burst: 10 };
/** Limits attempts from one address, at all accounts together. */
export const PER_ADDRESS = { perMinute: 20, burst: 50 };
/** Limits links for new passwords: 3 at once and 3 an hour for an account, whether there is one or not. */
const LINKS_PER_ACCOUNT = { perMinute: 0.05, burst: 3 };
const LINKS_PER_ADDRESS = { perMinute: 5, burst: 20 };
/** Limits refreshes by cookie from one address: each page load does one, and an office may share one address. */
export const PAGES_PER_ADDRESS = { perMinute: 120, burst: 300 };

export const NO_STORE = { 'Cache-Control': 'no-store' };
const ON_ITS_WAY =
  'If there is an account with this address, a link to set a new password is on its way. It works for 30 minutes.';
const NO_MAIL =
  'This server sends no mail. Its operator can set a new password: sightline user reset-password --email ADDRESS --password-stdin';

export const auth = {
  login: async ({ body, request, services }) => {
    if (body.session === 'cookie') refuseForeignPage(request);
    await services.limits.attemptByAddress('login', request.clientAddress, PER_ADDRESS);
    await services.limits.attemptByAccount(`login ${canonicalEmail(body.email)}`, PER_ACCOUNT);
    const session = await services.db.guard(() =>
      openSession(services.db, body.email, body.password, body.session),
    );
    if (!('sessionId' in session)) throw unfinished(session);
    return { status: 200, ...(await tokens(services, request, session)) };
  },

  forgotPassword: async ({ body, request, services }) => {
    const { db, limits } = services;
    await limits.attemptByAddress('forgotten', request.clientAddress, LINKS_PER_ADDRESS);
    await limits.attemptByAccount(`forgotten ${canonicalEmail(body.email)}`, LINKS_PER_ACCOUNT);
    const isMailed = await promptly(
      mailSender(db.sql, null).then(async (sender) => {
        if (sender !== null) await requestPasswordLink(db, body.email);
        return sender !== null;
      }),
    );
    return { status: 202, headers: NO_STORE, body: { message: isMailed ? ON_ITS_WAY : NO_MAIL } };
  },

  resetPassword: async ({ body, request, services }) => {
    await services.limits.attemptByAddress('login', request.clientAddress, PER_ADDRESS);
    await services.db.guard(() => resetByLink(services.db, body, request.clientAddress));
    return { status: 204 };
  },

  refreshToken: async ({ body, request, services }) => {
    const { config, db, limits } = services;
    const way = body.refreshToken === undefined ? 'cookie' : 'body';
    if (way === 'cookie') refuseForeignPage(request);
    const presented = body.refreshToken ?? cookieOf(request);
    await limits.attemptByAddress(
      `refresh ${way}`,
      request.clientAddress,
      way === 'cookie' ? PAGES_PER_ADDRESS : PER_ADDRESS,
    );
    const session = await promptly(continueSession(db, presented, { way, secret: config.jwtSecret }));
    const { headers, body: given } = await tokens(services, request, session);
    // A page saves a round trip before its first screen.
    const includesMe = body.include?.includes('me');
    const me = includesMe
      ? { me: await promptly(getMe(db, session.userId, session.orgId, session.isSingleSignOn)) }
      : {};
    return { status: 200, headers, body: { ...given, ...me } };
  },

  register: async ({ body, request, services }) => {
    if (body.session === 'cookie') refuseForeignPage(request);
    if (services.config.registration !== 'open') {
      throw new AppError(
        'forbidden',
        'Organisations are not registered here: ask an ADMIN of yours for an invitation, or the operator.',
      );
    }
    await services.limits.attemptByAddress('login', request.clientAddress, PER_ADDRESS);
    const session = await services.db.guard(() => register(services.db, body, request.clientAddress));
    return { status: 201, ...(await tokens(services, request, session)) };
  },

  deleteOrganisation: async ({ db, principal, query, services }) => {
    const { orgId, userId } = principal;
    await deleteOrganisation(db, orgId, { name: query.name });
    await services.pinFiles.removeFolder(orgId); // The purge job soon deletes the other files with the rows.
    // The audit log is deleted with the organisation, so the server's log records who did it.
    services.log.info({ orgId, userId }, 'organisation deleted');
    return { status: 204 };
  },

  acceptInvitation: async ({ body, request, services }) => {
    const { config, db, limits } = services;
    if (body.session === 'cookie') refuseForeignPage(request);
    await limits.attemptByAddress('login', request.clientAddress, PER_ADDRESS);
    // An organisation that the server's administrator makes has an owner whatever the setting.
    if (config.registration === 'off' && !(await promptly(isOfServer(db, body.token))))
      throw new AppError('forbidden', 'Registration is off on this server, by invitation too.');
    // The same limit as at login: invitations must not allow further attempts at an account's password.
    await limits.attemptByAccount(`login ${await promptly(invitedEmail(db, body.token))}`, PER_ACCOUNT);
    const session = await services.db.guard(() => acceptInvitation(db, body, request.clientAddress));
    if (!('sessionId' in session)) throw unfinished(session);
    return { status: 201, ...(await tokens(services, request, session)) };
  },

  logout: async ({ actor, body, db, principal, request, services }) => {
    const { isSingleSignOn, sessionId } = principal;
    const way = await promptly(
      body?.everywhere
        ? endSessionsEverywhere(db, actor, sessionId, isSingleSignOn)
        : endSession(db, actor, sessionId),
    );
    return way === 'cookie' ? { status: 204, headers: cleared(services, request) } : { status: 204 };
  },

  getMe: async ({ db, principal }) => {
    const { userId, orgId, isSingleSignOn } = principal;
    return { status: 200, body: await getMe(db, userId, orgId, isSingleSignOn) };
  },

  listOwnOrganisations: reply(200, ({ page, principal, request, services }) =>
    listOwnOrganisations(services, principal, page, request),
  ),

  changePassword: async ({ actor, body, db, principal, services }) => {
    const { userId, sessionId } = principal;
    await services.limits.attemptByAccount(`password ${userId}`, PER_ACCOUNT);
    await db.guard(() => changePassword(db, actor, sessionId, body));
    return { status: 204 };
  },

  switchOrganisation: async ({ body, principal, request, services }) => {
    if (body.session === 'cookie') refuseForeignPage(request);
    const session = await promptly(
      switchOrganisation(services.db, principal, body.organisationId as OrgId, body.session),
    );
    return { status: 200, ...(await tokens(services, request, session)) };
  },
} satisfies Partial<Handlers>;

/** The refusal of a right password that does not suffice. */
export function unfinished(login: PendingLogin | ProviderLogin): AppError {
  const headers = NO_STORE;
  if ('organisationId' in login)
    return new AppError(
      'single_sign_on_required',
      "This organisation lets people in by its own accounts alone. Log in with your company's account: POST /api/auth/single-sign-on/login.",
      { body: { providerLogin: login }, headers },
    );
  const message =
    login.secondFactor === 'CODE'
      ? 'The password is right; a code of your second factor is needed too: POST /api/auth/login/code.'
      : 'The password is right; your organisation demands a second factor. Set one up: POST /api/auth/login/enrolment.';
  return new AppError('second_factor_required', message, { body: { pendingLogin: login }, headers });
}

/** The headers and body with the tokens of a session; a refresh token for a cookie is only in the headers. */
export async function tokens(
  services: Services,
  request: HttpRequest,
  { sessionId, userId, refreshToken, way }: LoginState,
) {
  const accessToken = await services.auth.issue(sessionId, userId);
  const isInBody = way === 'body';
  return {
    headers: {
      ...NO_STORE,
      ...(isInBody || refreshToken === null ? {} : refreshCookie(services, request, refreshToken)),
    },
    body: {
      accessToken,
      refreshToken: isInBody ? refreshToken : null,
      expiresIn: ACCESS_TOKEN_SECONDS,
      tokenType: 'Bearer' as const,
    },
  };
}
