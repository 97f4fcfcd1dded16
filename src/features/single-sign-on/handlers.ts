import { AppError, invalidField } from '../../base/errors.ts';
import type { components } from '../../contract/generated/types.ts';
import { type Db, promptly } from '../../db/client.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { reply } from '../../server/dispatch/resource.ts';
import { cleared, refreshCookie, refuseForeignPage } from '../../server/dispatch/session-cookie.ts';
import type { PendingLogin } from '../accounts/challenges.ts';
import { NO_STORE, PAGES_PER_ADDRESS, PER_ADDRESS } from '../accounts/handlers.ts';
import { linkingAccount, type ProviderLogin } from '../accounts/provider-login.ts';
import { endSession, endSessionsEverywhere } from '../accounts/sessions.ts';
import { checkDomains, organisationOfAddress } from './domains.ts';
import { begin, finish } from './flow.ts';
import { forgetMemberLink, forgetOwnLink, isBound, listLinks } from './links.ts';
import { SERVER } from './provider-at.ts';
import { issuerRefusal } from './providers.ts';
import { over } from './refusals.ts';
import { endByProvider, logoutUrl } from './sessions.ts';
import { deleteSettings, domainsOf, draftOf, getSettings, putSettings, redirectUri } from './settings.ts';

/** How often tokens with keys that are not known, which anybody can send, make this server fetch a provider's keys. */
const KEYS_OF_PROVIDER = { perMinute: 6, burst: 5 };

export const singleSignOn = {
  getSingleSignOn: reply(200, ({ db, orgId, services }) => getSettings(db, services.config.publicUrl, orgId)),

  putSingleSignOn: async ({ actor, body, db, orgId, principal, services }) => {
    const { config, outbound, providers, secretBox } = services;
    redirectUri(config.publicUrl, orgId);
    const refusal = issuerRefusal(body.issuer, outbound);
    if (refusal !== null) throw invalidField('issuer', `issuer ${refusal}`);
    const domains = domainsOf(body.domains ?? []);
    const draft = await draftOf(db, secretBox, orgId, body);
    await providers.configuration(draft).catch((error) => {
      throw error instanceof AppError ? invalidField('issuer', `issuer: ${error.message}`) : error;
    });
    const { isOnly = false } = body;
    const { isSingleSignOn: isByProvider } = principal;
    await putSettings(db, secretBox, actor, draft, { isOnly, domains, isByProvider });
    return { status: 200, body: await getSettings(db, config.publicUrl, orgId) };
  },

  deleteSingleSignOn: reply(204, ({ actor, db }) => deleteSettings(db, actor)),

  checkSingleSignOnDomains: async ({ actor, db, orgId, services }) => {
    await services.limits.attemptByAccount(`domains ${orgId}`, { perMinute: 6, burst: 10 });
    await checkDomains(db, services.outbound, actor);
    return { status: 200, body: await getSettings(db, services.config.publicUrl, orgId) };
  },

  startSingleSignOn: async ({ body, request, services }) => {
    refuseForeignPage(request);
    await services.limits.attemptByAddress('login', request.clientAddress, PER_ADDRESS);
    const { challenge } = body;
    const at = await promptly(wanted(services.db, body));
    if (at === undefined) throw challenge === undefined ? nobodyOf() : over();
    const { url, headers } = await begin(
      services,
      request,
      at,
      challenge === undefined ? null : { challenge },
    );
    return { status: 200, headers: { ...NO_STORE, ...headers }, body: { url } };
  },

  getSingleSignOnLink: async ({ principal, services }) => ({
    status: 200,
    body: { providers: await listLinks(services, principal) },
  }),

  linkSingleSignOn: async ({ orgId, principal, query, request, services }) => {
    refuseForeignPage(request);
    const { isSingleSignOn, userId, sessionId } = principal;
    if (isSingleSignOn) throw isBound();
    const at = query.provider === 'SERVER' ? SERVER : orgId;
    const { url, headers } = await begin(services, request, at, { userId, sessionId });
    return { status: 200, headers: { ...NO_STORE, ...headers }, body: { url } };
  },

  forgetSingleSignOnLink: reply(204, ({ actor, db, principal, query }) =>
    forgetOwnLink(db, actor, query.provider ?? 'ORGANISATION', principal.isSingleSignOn),
  ),

  forgetMemberLink: reply(204, ({ actor, db, params }) => forgetMemberLink(db, actor, params.id)),

  finishSingleSignOn: async ({ params, query, request, services }) => {
    await services.limits.attemptByAddress('login', request.clientAddress, PER_ADDRESS);
    const step = await services.db.guard(() => finish(services, request, params.id, query));
    const isSession = step !== null && 'sessionId' in step;
    return {
      status: 303,
      headers: {
        ...NO_STORE,
        ...(isSession ? refreshCookie(services, request, step.refreshToken ?? '') : {}),
        Location: `${services.config.publicUrl}/${isSession ? '' : nextOf(step)}`,
      },
    };
  },

  endSingleSignOn: async ({ actor, body, db, principal, request, services }) => {
    const { isSingleSignOn, sessionId } = principal;
    const url = await logoutUrl(services, sessionId);
    await promptly(
      body?.everywhere
        ? endSessionsEverywhere(db, actor, sessionId, isSingleSignOn)
        : endSession(db, actor, sessionId),
    );
    return { status: 200, headers: { ...NO_STORE, ...cleared(services, request) }, body: { url } };
  },

  reportSingleSignOnLogout: async ({ body, params, request, services }) => {
    await services.limits.attemptByAddress('provider logout', request.clientAddress, PAGES_PER_ADDRESS);
    const beforeKeys = () => services.limits.attemptByAccount(`provider keys ${params.id}`, KEYS_OF_PROVIDER);
    await services.db
      .guard(() => endByProvider(services, params.id, body.logout_token, beforeKeys))
      .catch((error) => {
        // The specification wants 400 for a token that is refused.
        if (error instanceof AppError && error.code === 'unauthorized')
          throw invalidField('logout_token', `logout_token: ${error.message}`);
        throw error;
      });
    return { status: 204 };
  },
} satisfies Partial<Handlers>;

function nobodyOf(): AppError {
  return new AppError(
    'not_found',
    'No organisation lets people of this domain in by a provider. Log in by password.',
  );
}

/** Whose provider a login is by; undefined: there is none, or the challenge is over. */
async function wanted(
  db: Db,
  { challenge, email, organisationId, server }: components['schemas']['SingleSignOnLogin'],
): Promise<string | undefined> {
  if (server) return SERVER;
  if (challenge !== undefined) return (await linkingAccount(db.sql, challenge, false))?.orgId;
  return organisationId ?? organisationOfAddress(db, email ?? '');
}

/** What the dashboard shows next. A challenge is of no use without a code, or a login by another provider. */
function nextOf(step: PendingLogin | ProviderLogin | null): string {
  if (step === null) return '#/settings/security';
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(step)) if (value !== null) given.set(name, String(value));
  return `#/go-on?${given}`;
}
