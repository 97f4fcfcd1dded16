import type { components } from '../../contract/generated/types.ts';
import { type Handlers, Rendered } from '../../server/dispatch/handler.ts';
import { reply } from '../../server/dispatch/resource.ts';
import { NO_STORE } from '../accounts/handlers.ts';
import { USER } from './attributes.ts';
import { endBearer, getScim, replaceBearer } from './bearer.ts';
import { CONFIGURATION, found, listOf, MOST_USERS, resourceTypes, schemas } from './discovery.ts';
import { filterOf } from './filter.ts';
import { SCIM_JSON } from './protocol.ts';
import { createUser, deleteUser, getUser, listUsers, patchUser, replaceUser, type ScimRow } from './users.ts';

type User = components['schemas']['ScimUser'];

export const scim = {
  getScim: reply(200, ({ db, orgId, services }) => getScim(db, services.config.publicUrl, orgId)),
  endScim: reply(204, ({ actor, db }) => endBearer(db, actor)),
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
    const users = rows.map((row) => userOf(row, baseOf(services.config)));
    return { status: 200, body: rendered(listOf(users, { total, offset })) };
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
  replaceScimUser: async ({ actor, body, db, params, services }) => ({
    status: 200,
    body: rendered(userOf(await replaceUser(db, actor, params.id, body), baseOf(services.config))),
  }),
  deleteScimUser: reply(204, ({ actor, db, params }) => deleteUser(db, actor, params.id)),

  getScimConfig: () => ({ status: 200, body: rendered(CONFIGURATION) }),
  listScimResourceTypes: ({ services }) => ({
    status: 200,
    body: rendered(listOf(resourceTypes(baseOf(services.config)))),
  }),
  getScimResourceType: ({ params, services }) => ({
    status: 200,
    body: rendered(found(resourceTypes(baseOf(services.config)), params.resourceType, 'resource type')),
  }),
  listScimSchemas: ({ services }) => ({
    status: 200,
    body: rendered(listOf(schemas(baseOf(services.config)))),
  }),
  getScimSchema: ({ params, services }) => ({
    status: 200,
    body: rendered(found(schemas(baseOf(services.config)), params.urn, 'schema')),
  }),
  listScimGroups: () => ({ status: 200, body: rendered(listOf<Record<string, never>>([])) }),
} satisfies Partial<Handlers>;

function rendered<Body>(body: Body): Rendered<Body> {
  return new Rendered(JSON.stringify(body), SCIM_JSON);
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
    emails: [{ value: email, type: 'work', primary: true }],
    meta: {
      resourceType: 'User',
      created: new Date(createdAt).toISOString(),
      lastModified: new Date(changedAt).toISOString(),
      location: `${base}/scim/v2/Users/${id}`,
    },
  };
}
