import type { components } from '../../contract/generated/types.ts';

type Described = components['schemas']['ScimAttribute'];
/** A definition of RFC 7643, 7. */
export type Attribute = Omit<Described, 'subAttributes'> & { subAttributes?: Attribute[] };

/** The target of a path. */
export interface Target {
  attribute: Attribute;
  /** The filter in brackets, in lower case; empty: none. */
  filter: string;
  /** The name of the sub-attribute, in lower case; empty: all of it. */
  part: string;
}

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const LONGEST_NAME = 254;
export const LONGEST_EXTERNAL_ID = 255;

/** In lower case throughout; no part of it can match in two ways, so that it takes linear time. */
const PATH = /^([a-z][\w-]*)(?:\[([^\]]*)\])?(?:\.([a-z$][\w-]*))?$/;

const attribute = (name: string, description: string, others: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...others,
});

const NOT_STORED = 'Accepted, and stored nowhere';

/** Providers send these by default and nobody here needs them: a refusal would fail each of their cycles. */
const notStored = (name: string, parts = '', others: Partial<Attribute> = {}): Attribute =>
  attribute(name, NOT_STORED, {
    mutability: 'writeOnly',
    returned: 'never',
    ...(parts && { type: 'complex', subAttributes: parts.split(' ').map((part) => notStored(part)) }),
    ...others,
  });
const listNotStored = (name: string, parts: string) => notStored(name, parts, { multiValued: true });

/**
 * Every attribute that a change may name, in the form in which providers read the list. Roles, groups, entitlements and
 * passwords are not among them: who sends those believes that they have an effect.
 */
export const SCHEMAS: { id: string; name: string; description: string; attributes: Attribute[] }[] = [
  {
    id: USER,
    name: 'User',
    description: 'People of the organisation',
    attributes: [
      attribute('id', 'Id here', {
        caseExact: true,
        mutability: 'readOnly',
        returned: 'always',
        uniqueness: 'server',
      }),
      attribute(
        'userName',
        'What the provider calls the person. It changes while they are inactive, or as they become so',
        { required: true, uniqueness: 'server' },
      ),
      attribute('externalId', "The provider's id", { caseExact: true }),
      attribute('active', 'Whether the person is a member', { type: 'boolean' }),
      attribute('emails', 'The address of the account', {
        type: 'complex',
        multiValued: true,
        mutability: 'immutable',
        subAttributes: [
          attribute('value', 'The address', { mutability: 'immutable' }),
          attribute('type', 'Always work', { mutability: 'readOnly' }),
          attribute('primary', 'Always true', { type: 'boolean', mutability: 'readOnly' }),
          notStored('display'),
        ],
      }),
      notStored('name', 'formatted familyName givenName middleName honorificPrefix honorificSuffix'),
      ...'displayName nickName profileUrl title userType preferredLanguage locale timezone'
        .split(' ')
        .map((name) => notStored(name)),
      listNotStored('phoneNumbers', 'value display type primary'),
      listNotStored('addresses', 'formatted streetAddress locality region postalCode country type primary'),
      listNotStored('ims', 'value display type primary'),
      listNotStored('photos', 'value display type primary'),
    ],
  },
  {
    id: ENTERPRISE,
    name: 'EnterpriseUser',
    description: 'People in their company. Nothing of it is stored',
    attributes: [
      ...'employeeNumber costCenter organization division department'
        .split(' ')
        .map((name) => notStored(name)),
      notStored('manager', 'value $ref displayName'),
    ],
  },
];

const BY_PATH = new Map(
  SCHEMAS.flatMap(({ id, attributes }) =>
    attributes.map((one) => [`${id}:${one.name}`.toLowerCase(), one] as const),
  ),
);

/** Whether a name is that of a schema, whose attributes stand below it. */
export function isSchema(name: string): boolean {
  return SCHEMAS.some(({ id }) => id.toLowerCase() === name.toLowerCase());
}

/** A path in lower case without the URN of users, which may stand before each name of theirs (RFC 7644, 3.10). */
export function folded(path: string): string {
  const lower = path.trim().toLowerCase();
  return lower.startsWith(`${USER.toLowerCase()}:`) ? lower.slice(USER.length + 1) : lower;
}

/** The target of a path; null: it is not listed. */
export function targetOf(path: string): Target | null {
  const lower = folded(path);
  const extension = `${ENTERPRISE.toLowerCase()}:`;
  const isExtension = lower.startsWith(extension);
  const [, name = '', filter = '', part = ''] =
    PATH.exec(isExtension ? lower.slice(extension.length) : lower) ?? [];
  const found = BY_PATH.get(`${isExtension ? extension : `${USER.toLowerCase()}:`}${name}`);
  if (!found || (filter !== '' && !found.multiValued)) return null;
  if (part !== '' && !found.subAttributes?.some((one) => one.name.toLowerCase() === part)) return null;
  return { attribute: found, filter: filter.trim(), part };
}
