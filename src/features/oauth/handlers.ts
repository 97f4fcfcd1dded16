import { promptly } from '../../db/client.ts';
import { baseAddress, oauthAddresses } from '../../server/auth/own-addresses.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import type { HttpRequest } from '../../server/dispatch/request.ts';
import { reply } from '../../server/dispatch/resource.ts';
import type { Services } from '../../server/dispatch/services.ts';
import { readRequest } from './authorization-request.ts';
import { registerClient } from './clients.ts';
import { endConnection, getConnection, listConnections } from './connections.ts';
import { consentOf, decide } from './consent.ts';
import { resourceMetadata, serverMetadata } from './metadata.ts';
import { issueTokens, revoke } from './token-endpoint.ts';

/** Limits new clients from one address: agents register once each. */
const REGISTRATIONS = { perMinute: 0.5, burst: 20 };
/** Limits tokens from one address: a provider's servers refresh those of many people from few addresses. */
const TOKENS = { perMinute: 600, burst: 600 };
/** Limits the requests of a member, for which documents of clients are fetched. */
const REQUESTS = { perMinute: 10, burst: 20 };

const NO_STORE = { 'Cache-Control': 'no-store' };

export const oauth = {
  getOAuthResource: ({ request, services }) => resource(services, request),
  getMcpOAuthResource: ({ request, services }) => resource(services, request),
  getOAuthServer: ({ request, services }) => ({
    status: 200,
    headers: NO_STORE,
    body: serverMetadata(oauthAddresses(services.config, request)),
  }),

  authorizeAgent: ({ query, request, services }) => ({
    status: 302,
    headers: {
      ...NO_STORE,
      Location: `${baseAddress(services.config, request)}/#/consent?${new URLSearchParams({ request: String(new URLSearchParams(query as Record<string, string>)) })}`,
    },
  }),

  issueAgentTokens: async ({ body, request, services }) => {
    await services.limits.attemptByAddress('agent tokens', request.clientAddress, TOKENS);
    const tokens = await promptly(issueTokens(meansOf(services), requestedBy(services, request), body));
    return { status: 200, headers: NO_STORE, body: tokens };
  },

  revokeAgentToken: async ({ body, request, services }) => {
    await services.limits.attemptByAddress('agent tokens', request.clientAddress, TOKENS);
    await promptly(revoke(meansOf(services), requestedBy(services, request), body));
    return { status: 200 };
  },

  registerAgent: async ({ body, db, request, services }) => {
    await services.limits.attemptByAddress('agent registrations', request.clientAddress, REGISTRATIONS);
    return { status: 201, headers: NO_STORE, body: await promptly(registerClient(db.sql, body)) };
  },

  getConsent: async ({ actor, db, principal, query, request, services }) => {
    await services.limits.attemptByAccount(`consent ${principal.userId}`, REQUESTS);
    const addresses = oauthAddresses(services.config, request);
    const requested = await readRequest(services, addresses, query.request);
    return { status: 200, headers: NO_STORE, body: await consentOf(db, addresses, actor, requested) };
  },

  decideConsent: async ({ actor, body, db, principal, request, services }) => {
    await services.limits.attemptByAccount(`consent ${principal.userId}`, REQUESTS);
    const addresses = oauthAddresses(services.config, request);
    const requested = await readRequest(services, addresses, body.request);
    const redirectTo = await promptly(decide(db, addresses, actor, principal.sessionId, requested, body));
    return { status: 200, headers: NO_STORE, body: { redirectTo } };
  },

  listConnections: reply(200, ({ db, page, principal }) => listConnections(db, principal, page)),
  getConnection: reply(200, ({ db, params, principal }) => getConnection(db, principal, params.id)),
  endConnection: reply(204, ({ actor, db, params, principal }) =>
    endConnection(db, actor, principal, params.id),
  ),
} satisfies Partial<Handlers>;

function meansOf({ auth, config, db }: Services) {
  return { db, agentTokens: auth.agentTokens, secret: config.jwtSecret };
}

function requestedBy({ config }: Services, request: HttpRequest) {
  const { authorization } = request.headers;
  return {
    addresses: oauthAddresses(config, request),
    authorization: authorization === undefined ? undefined : String(authorization),
    address: request.clientAddress,
  };
}

function resource({ config }: Services, request: HttpRequest) {
  const { issuer, resource } = oauthAddresses(config, request);
  return {
    status: 200 as const,
    headers: NO_STORE,
    body: resourceMetadata({ issuer, resource: request.path.endsWith('/') ? `${resource}/` : resource }),
  };
}
