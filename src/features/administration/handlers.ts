import type { Config } from '../../base/config.ts';
import { organisationId } from '../../base/ids.ts';
import type { AdminPrincipal } from '../../server/auth/auth.ts';
import { rateKeys } from '../../server/auth/rate-limits.ts';
import type { Handlers } from '../../server/dispatch/handler.ts';
import { storingOrganisation } from '../../server/dispatch/idempotency.ts';
import type { HttpRequest } from '../../server/dispatch/request.ts';
import { reply } from '../../server/dispatch/resource.ts';
import { NO_STORE } from '../accounts/handlers.ts';
import { invitationUrl } from '../mail/letters.ts';
import type { OwnerInvitation } from '../members/owner-invitations.ts';
import { getServerOrganisation, listServerOrganisations } from './organisation-list.ts';
import {
  changeOrganisation,
  inviteAnotherOwner,
  makeOrganisation,
  removeOrganisation,
} from './organisations.ts';
import { listServerAuditLog, type ServerActor } from './server-audit.ts';
import { organisationUsage } from './usage.ts';

export const administration = {
  listServerOrganisations: reply(200, ({ db, page, query }) =>
    listServerOrganisations(db, { ...query, ...page }),
  ),
  createServerOrganisation: async ({ body, db, principal, request, services }) => {
    const id = storingOrganisation(request, principal);
    const created = await makeOrganisation(services, actorOf(principal, request), id, body);
    const invitation = withUrl(services.config, created);
    return { status: 201, headers: NO_STORE, body: { ...(await getServerOrganisation(db, id)), invitation } };
  },
  getServerOrganisation: reply(200, ({ db, params }) => getServerOrganisation(db, organisationId(params.id))),
  updateServerOrganisation: async ({ body, db, params, principal, request }) => {
    const id = organisationId(params.id);
    await changeOrganisation(db, actorOf(principal, request), id, body);
    return { status: 200, body: await getServerOrganisation(db, id) };
  },
  deleteServerOrganisation: async ({ db, params, principal, query, request, services }) => {
    const orgId = organisationId(params.id);
    await removeOrganisation(db, actorOf(principal, request), orgId, query.name);
    await services.pinFiles.removeFolder(orgId); // The purge job soon deletes the other files with the rows.
    services.log.info({ orgId, serverKey: principal.keyId }, 'organisation deleted');
    return { status: 204 };
  },

  inviteOwner: async ({ body, params, principal, request, services }) => {
    const orgId = organisationId(params.id);
    const created = await inviteAnotherOwner(services, actorOf(principal, request), orgId, body.email);
    return { status: 201, headers: NO_STORE, body: withUrl(services.config, created) };
  },
  getServerOrganisationUsage: async ({ db, params, query, services: { config } }) => {
    const orgId = organisationId(params.id);
    const owner = config.rateLimitPerDay > 0 ? rateKeys(config.jwtSecret)(`org ${orgId}`) : null;
    return { status: 200, body: await organisationUsage(db, orgId, query, owner) };
  },

  listServerAuditLog: reply(200, ({ db, page, query }) => listServerAuditLog(db, { ...query, ...page })),
} satisfies Partial<Handlers>;

function actorOf({ keyId }: AdminPrincipal, { clientAddress }: HttpRequest): ServerActor {
  return { type: 'SERVER_ADMIN', id: keyId, address: clientAddress };
}

function withUrl({ publicUrl }: Pick<Config, 'publicUrl'>, invitation: OwnerInvitation) {
  const { token } = invitation;
  return {
    ...invitation,
    url: token === null || publicUrl === null ? null : invitationUrl(publicUrl, token),
  };
}
