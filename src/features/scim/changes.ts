import type { components } from '../../contract/generated/types.ts';
import { canonicalEmail } from '../accounts/users.ts';
import { folded, isSchema, LONGEST_EXTERNAL_ID, LONGEST_NAME, type Target, targetOf } from './attributes.ts';
import type { Refusal } from './protocol.ts';

type Patch = components['schemas']['ScimPatch'];
type Operation = components['schemas']['ScimOperation'];

/** The attributes of a user that a request sets; the others are left out. */
export interface Changes {
  active?: boolean;
  userName?: string;
  externalId?: string | null;
  /** The address that counts. */
  email?: string;
  id?: string;
  /** The parts that cannot be done. */
  refused: Refusal[];
}

type Kind = 'add' | 'replace' | 'remove' | 'resource';

/** One member that a request changes. `resource`: it describes a whole user. */
interface Member {
  path: string;
  value: unknown;
  kind: Kind;
  /** Its path in the request. */
  field: string;
}

export const ADDRESS = /^[^\s@"<>(),;:\\]{1,64}@[^\s@]{3,189}$/;
const LONGEST_SHOWN = 60;

/** Reads a whole user. Members that are not listed are ignored, as are those that the server gives. */
export function changesOfResource(body: object): Changes {
  const changes: Changes = { refused: [] };
  for (const [path, value] of Object.entries(body))
    read(changes, { path, value, kind: 'resource', field: shown(path) });
  delete changes.id;
  if (changes.email !== undefined && !ADDRESS.test(changes.email)) delete changes.email;
  return changes;
}

/** Reads the changes of a user, in order. */
export function changesOfPatch({ Operations: operations }: Patch): Changes {
  const changes: Changes = { refused: [] };
  for (const [at, operation] of operations.entries()) readOperation(changes, operation, `Operations[${at}]`);
  return changes;
}

function readOperation(changes: Changes, { op, path, value }: Operation, field: string): void {
  const kind = op.toLowerCase();
  const refuse = (type: Refusal['type'], message: string) =>
    changes.refused.push({ type, field, message: `${field}${message}` });
  if (kind !== 'add' && kind !== 'replace' && kind !== 'remove')
    refuse('invalidSyntax', '.op must be add, replace or remove.');
  else if (path != null && path !== '')
    read(changes, { path, value, kind, field: `${field}.${shown(path)}` });
  else if (kind === 'remove') refuse('noTarget', '.path is required: it says what to remove.');
  else if (!isObject(value))
    refuse('invalidValue', '.value must be an object of attributes, as there is no path.');
  else
    for (const [name, one] of Object.entries(value))
      read(changes, { path: name, value: one, kind, field: `${field}.${shown(name)}` });
}

function read(changes: Changes, member: Member): void {
  const { path, value, kind, field } = member;
  if (folded(path) === 'schemas') return;
  if (isSchema(path) && isObject(value)) {
    for (const [name, one] of Object.entries(value))
      read(changes, { path: `${path}:${name}`, value: one, kind, field: `${field}:${shown(name)}` });
    return;
  }
  const target = targetOf(path);
  if (target) write(changes, target, member);
  else if (kind !== 'resource')
    changes.refused.push({
      type: 'invalidPath',
      field,
      message: `${field} is no attribute that can be changed here. Take it out of the mapping of the provider; /Schemas lists those that can.`,
    });
}

/** Notes the value of a listed attribute; what is stored nowhere has none to note. */
function write(changes: Changes, { attribute, filter, part }: Target, member: Member): void {
  const { kind, field } = member;
  const value = member.value ?? null;
  const refuse = (type: Refusal['type'], message: string) => {
    changes.refused.push({ type, field, message: `${field} ${message}` });
  };
  const isRemoval = kind === 'remove' || value === null;
  if (kind === 'resource' && isRemoval) return;
  switch (attribute.name) {
    case 'active': {
      const isActive = isRemoval ? undefined : stateOf(value);
      if (isActive === undefined) refuse('invalidValue', 'must be true or false; it cannot be removed.');
      else changes.active = isActive;
      return;
    }
    case 'userName':
      if (typeof value !== 'string' || value === '' || value.length > LONGEST_NAME || isRemoval)
        refuse('invalidValue', `must be a text of 1 to ${LONGEST_NAME} characters; it cannot be removed.`);
      else changes.userName = value;
      return;
    case 'externalId':
      if (isRemoval) changes.externalId = null;
      else if (typeof value !== 'string' || value.length > LONGEST_EXTERNAL_ID)
        refuse('invalidValue', `must be a text of ${LONGEST_EXTERNAL_ID} characters at most.`);
      else changes.externalId = value;
      return;
    case 'id':
      changes.id = textOf(value);
      return;
    case 'emails':
      if (filter !== '' && !/^(type\s+eq\s+"work"|primary\s+eq\s+"?true"?)$/.test(filter))
        refuse('noTarget', 'points to no address: there is one alone, of the type work, and it is primary.');
      else if (part === 'display') return;
      else if (part === 'type' || part === 'primary') {
        if (textOf(value).toLowerCase() !== (part === 'type' ? 'work' : 'true'))
          refuse('mutability', 'cannot be changed: the address is of the type work, and primary.');
      } else {
        const email = isRemoval ? undefined : addressIn(value);
        if (email !== undefined) changes.email = email;
        else if (kind !== 'resource') refuse('mutability', 'must be an address; it cannot be removed.');
      }
  }
}

/** Providers send the words too, and lists of one, also as an object with a value. */
function stateOf(sent: unknown): boolean | undefined {
  const one = Array.isArray(sent) && sent.length === 1 ? sent[0] : sent;
  const value = isObject(one) ? memberOf(one, 'value') : one;
  const text = textOf(value).trim().toLowerCase();
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

/** The primary address, else the first. */
function addressIn(sent: unknown): string | undefined {
  const all = Array.isArray(sent) ? sent : [sent];
  const isPrimary = (one: unknown) =>
    isObject(one) && textOf(memberOf(one, 'primary')).toLowerCase() === 'true';
  const chosen = all.find(isPrimary) ?? all[0];
  const value = isObject(chosen) ? memberOf(chosen, 'value') : chosen;
  return typeof value === 'string' && value.trim() !== '' ? canonicalEmail(value) : undefined;
}

function memberOf(value: object, name: string): unknown {
  return Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1];
}

/** A text or a state as text. An object is none: it may have a `toString` of its own that is no function. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(name: string): string {
  return name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…`.toWellFormed() : name;
}
