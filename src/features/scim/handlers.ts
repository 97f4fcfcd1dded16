import type { components } from '../../contract/generated/types.ts';
import { type Handlers, Rendered } from '../../server/dispatch/handler.ts';
import { NO_STORE } from '../accounts/handlers.ts';
import { endBearer, getScim, replaceBearer } from './bearer.ts';
import { filterOf, SCIM_JSON } from './protocol.ts';
import { createUser, getUser, listUsers, patchUser, type ScimRow } from './users.ts';

type User = components['schemas']['ScimUser'];

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const MOST_USERS = 200;

export const scim = {
  getScim: async ({ db, orgId, services }) => ({
    status: 200,
    body: await getScim(db, services.config.publicUrl, orgId),
  }),
  endScim: async ({ actor, db }) => {
    await endBearer(db, actor);
    return { status: 204 };
  },
  replaceScimToken: async ({ actor, db }) => ({
    status: 200,
    headers: NO_STORE,
    body: { token: await replaceBearer(db, actor) },
  }),

  listScimUsers: async ({ db, orgId, query, services }) => {
    const { startIndex = 1, count = 100 } = query;
    const offset = Math.max(0, startIndex - 1);
    const limit = Math.min(MOST_USERS, Math.max(0, count));
    const { total, rows } = await listUsers(db, orgId, { filter: filterOf(query.filter), offset, limit });
    const body = {
      schemas: [LIST],
      totalResults: total,
      startIndex: offset + 1,
      itemsPerPage: rows.length,
      Resources: rows.map((row) => userOf(row, baseOf(services.config))),
    };
    return { status: 200, body: new Rendered(JSON.stringify(body), SCIM_JSON) };
  },
  createScimUser: async ({ actor, body, db, services }) => {
    const user = userOf(await createUser(db, actor, body), baseOf(services.config));
    return { status: 201, headers: { Location: user.meta.location }, body: rendered(user) };
  },
  getScimUser: async ({ db, orgId, params, services }) => ({
    status: 200,
    body: rendered(userOf(await getUser(db, orgId, params.id), baseOf(services.config))),
  }),
  updateScimUser: async ({ actor, body, db, params, services }) => ({
    status: 200,
    body: rendered(userOf(await patchUser(db, actor, params.id, body), baseOf(services.config))),
  }),
} satisfies Partial<Handlers>;

function rendered(user: User): Rendered<User> {
  return new Rendered(JSON.stringify(user), SCIM_JSON);
}

function baseOf({ basePath, publicUrl }: { basePath: string; publicUrl: string | null }): string {
  return publicUrl ?? basePath;
}

function userOf(
  { id, userName, email, externalId, isActive, createdAt, changedAt }: ScimRow,
  base: string,
): User {
  return {
    schemas: [USER],
    id,
    userName,
    ...(externalId === null ? {} : { externalId }),
    active: isActive,
    emails: [{ value: email, primary: true }],
    meta: {
      resourceType: 'User',
      created: new Date(createdAt).toISOString(),
      lastModified: new Date(changedAt).toISOString(),
      location: `${base}/scim/v2/Users/${id}`,
    },
  };
}
