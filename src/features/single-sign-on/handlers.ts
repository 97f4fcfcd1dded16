import { AppError, invalidField, notFound } from '../../base/errors.ts';
import { promptly } from '../../db/client.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { cleared, kept, refuseForeignPage } from '../../server/dispatch/session-cookie.ts';
import { NO_STORE, PAGES_PER_ADDRESS, PER_ADDRESS } from '../accounts/handlers.ts';
import { endSession } from '../accounts/sessions.ts';
import { checkDomains, organisationOfAddress } from './domains.ts';
import { begin, finish, refuseProviderSession } from './flow.ts';
import { issuerRefusal } from './providers.ts';
import { endByProvider, logoutUrl } from './sessions.ts';
import { deleteSettings, domainsOf, draftOf, getSettings, putSettings, redirectUri } from './settings.ts';

export const singleSignOn = {
  getSingleSignOn: async ({ db, orgId, services }) => ({
    status: 200,
    body: await getSettings(db, services.config.publicUrl, orgId),
  }),

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

  deleteSingleSignOn: async ({ actor, db }) => {
    await deleteSettings(db, actor);
    return { status: 204 };
  },

  checkSingleSignOnDomains: async ({ actor, db, orgId, services }) => {
    await services.limits.attemptByAccount(`domains ${orgId}`, { perMinute: 6, burst: 10 });
    await checkDomains(db, services.outbound, actor);
    return { status: 200, body: await getSettings(db, services.config.publicUrl, orgId) };
  },

  startSingleSignOn: async ({ body, request, services }) => {
    refuseForeignPage(request);
    await services.limits.attemptByAddress('login', request.clientAddress, PER_ADDRESS);
    const orgId =
      body.organisationId ?? (await promptly(organisationOfAddress(services.db, body.email ?? '')));
    if (orgId === undefined) throw notFound('provider of logins');
    const { url, headers } = await begin(services, request, orgId, null);
    return { status: 200, headers: { ...NO_STORE, ...headers }, body: { url } };
  },

  linkSingleSignOn: async ({ orgId, principal, request, services }) => {
    refuseForeignPage(request);
    refuseProviderSession(principal);
    const { userId, sessionId } = principal;
    const { url, headers } = await begin(services, request, orgId, { userId, sessionId });
    return { status: 200, headers: { ...NO_STORE, ...headers }, body: { url } };
  },

  finishSingleSignOn: async ({ params, query, request, services }) => {
    await services.limits.attemptByAddress('login', request.clientAddress, PER_ADDRESS);
    const session = await services.db.guard(() => finish(services, request, params.id, query));
    const isNew = session?.refreshToken != null;
    return {
      status: 303,
      headers: {
        ...NO_STORE,
        ...(isNew ? kept(services, request, session.refreshToken ?? '') : {}),
        Location: `${services.config.publicUrl}/${isNew ? '' : '#/settings/login'}`,
      },
    };
  },

  endSingleSignOn: async ({ actor, db, orgId, principal, request, services }) => {
    const url = await logoutUrl(services, orgId, principal.sessionId);
    await promptly(endSession(db, actor, principal.sessionId));
    return { status: 200, headers: { ...NO_STORE, ...cleared(services, request) }, body: { url } };
  },

  reportSingleSignOnLogout: async ({ body, params, request, services }) => {
    await services.limits.attemptByAddress('provider logout', request.clientAddress, PAGES_PER_ADDRESS);
    await services.db
      .guard(() => endByProvider(services, params.id, body.logout_token))
      .catch((error) => {
        // The specification wants 400 for a token that is refused.
        if (error instanceof AppError && error.code === 'unauthorized')
          throw invalidField('logout_token', `logout_token: ${error.message}`);
        throw error;
      });
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
