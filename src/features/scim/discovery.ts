import { notFound } from '../../base/errors.ts';
import type { components } from '../../contract/generated/types.ts';
import { ENTERPRISE, SCHEMAS, USER } from './attributes.ts';

type ResourceType = components['schemas']['ScimResourceType'];
type Schema = components['schemas']['ScimSchema'];

export const MOST_USERS = 200;
const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const NO = { supported: false };

/** The abilities that providers may rely on. */
export const CONFIGURATION: components['schemas']['ScimConfig'] = {
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { ...NO, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_USERS },
  changePassword: NO,
  sort: NO,
  etag: NO,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer',
      description: 'The bearer that an OWNER of the organisation made',
    },
  ],
};

/** The kinds of resources; groups are none, so that providers leave them out. */
export function resourceTypes(base: string): ResourceType[] {
  const type = {
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'People of the organisation',
    schema: USER,
    schemaExtensions: [{ schema: ENTERPRISE, required: false }],
  };
  return [{ schemas: [`${CORE}:ResourceType`], ...type, meta: metaOf(base, 'ResourceType', type.id) }];
}

/** The schemas of users. */
export function schemas(base: string): Schema[] {
  return SCHEMAS.map((schema) => ({
    schemas: [`${CORE}:Schema`],
    ...schema,
    meta: metaOf(base, 'Schema', schema.id),
  }));
}

function metaOf(base: string, resourceType: string, id: string) {
  return { resourceType, location: `${base}/scim/v2/${resourceType}s/${id}` };
}

/** One of a list. @throws AppError not_found */
export function found<Item extends { id: string }>(list: Item[], id: string, noun: string): Item {
  const item = list.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (!item) throw notFound(noun);
  return item;
}

/** A page of resources (RFC 7644, 3.4.2). */
export function listOf<Item>(items: Item[], { total = items.length, offset = 0 } = {}) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: items.length,
    Resources: items,
  };
}
