import type { AppError, ErrorCode } from '../../base/errors.ts';
import { invalidField } from '../../base/errors.ts';
import type { components } from '../../contract/generated/types.ts';

type Patch = components['schemas']['ScimPatch'];

export const SCIM_JSON = 'application/scim+json';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const FILTER = /^\s*(userName|externalId)\s+eq\s+("(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*")\s*$/i;
/** What SCIM calls an error. */
const TYPES: Partial<Record<ErrorCode, string>> = {
  conflict: 'uniqueness',
  validation_error: 'invalidValue',
  malformed_request: 'invalidSyntax',
};

/** What users are looked for by. */
export interface Filter {
  userName?: string;
  externalId?: string;
}

/** Whether a path is one of SCIM, whose errors have a form of their own. */
export function isScimPath(url: string): boolean {
  return /^[^?#]*\/scim\/v2(\/|$|\?)/.test(url);
}

/** An error in the form of SCIM (RFC 7644, 3.12). */
export function scimError({ code, status, message, body }: AppError): string {
  const isOfFilter = body.details?.[0]?.field === 'filter';
  const scimType = isOfFilter ? 'invalidFilter' : TYPES[code];
  return JSON.stringify({
    schemas: [ERROR],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: message,
  });
}

/** Reads the one kind of filter that providers look people up by. @throws AppError validation_error */
export function filterOf(text: string | undefined): Filter | null {
  if (text === undefined || text.trim() === '') return null;
  const [, name = '', value = '""'] = FILTER.exec(text) ?? [];
  if (name === '')
    throw invalidField('filter', 'filter must be userName eq "…" or externalId eq "…", nothing else.');
  const wanted = JSON.parse(value) as string;
  return name.toLowerCase() === 'username' ? { userName: wanted } : { externalId: wanted };
}

/**
 * Whether a user is to be active after a patch; null: it says nothing of that.
 * @throws AppError validation_error for what cannot be changed
 */
export function wantedState({ Operations: operations }: Patch): boolean | null {
  let wanted: boolean | null = null;
  for (const [at, { op, path, value }] of operations.entries()) {
    const field = `Operations[${at}]`;
    const about = path?.toLowerCase();
    if (!['add', 'replace', 'remove'].includes(op.toLowerCase()))
      throw invalidField(`${field}.op`, `${field}.op must be add, replace or remove.`);
    const members = about === undefined ? membersOf(value) : { [about]: value };
    if ('username' in members)
      throw invalidField(`${field}.path`, `${field}: userName cannot be changed. Create another user.`);
    if (!('active' in members)) continue;
    if (op.toLowerCase() === 'remove')
      throw invalidField(`${field}.op`, `${field}.op: active cannot be removed, replace it.`);
    wanted = stateOf(members['active'], `${field}.value`);
  }
  return wanted;
}

function membersOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]));
}

/** Some providers send the words. */
function stateOf(value: unknown, field: string): boolean {
  const text = String(value).toLowerCase();
  if (typeof value !== 'object' && (text === 'true' || text === 'false')) return text === 'true';
  throw invalidField(field, `${field} must be true or false.`);
}
