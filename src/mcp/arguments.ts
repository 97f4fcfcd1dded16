import type { AppError } from '../base/errors.ts';
import type { Schema } from '../contract/document/schemas.ts';
import { parseJson } from '../server/dispatch/body/json.ts';

/** Texts that clients send for an optional argument that was left out. */
const ABSENT = ['', 'null', 'undefined', 'None'];
/** Arguments that clients add to a call for themselves, beside all that begin with an underscore. */
const OF_CLIENTS = [
  'toolCallId',
  'tool',
  'sessionId',
  'action',
  'chatInput',
  'task_progress',
  'random_string',
];
/** A single argument of such a name holds all others. */
const WRAPPERS = ['arguments', 'args', 'kwargs', 'params', 'parameters', 'input'];
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;
/** A time in UTC, whose day is unambiguous. */
const UTC_TIME = /^(\d{4}-\d{2}-\d{2})T[\d:.]{1,20}Z$/;
/** How often a text may be JSON within JSON. */
const MOST_ENCODINGS = 2;

type Members = Record<string, unknown>;

/**
 * The arguments as a tool's schema says, where a client sent them in another form: JSON in a text, digits for a
 * number, one value for a list of one, null for what is left out. What it cannot read it returns as sent, for the check
 * to refuse. It descends as deep as the schema.
 */
export function readArguments(input: Schema, sent: Members): unknown {
  const { properties = {} } = input;
  const own = Object.entries(sent).filter(
    ([name]) => Object.hasOwn(properties, name) || !(OF_CLIENTS.includes(name) || name.startsWith('_')),
  );
  const [name, wrapped] = own.length === 1 ? (own[0] as [string, unknown]) : ['', undefined];
  const inner = WRAPPERS.includes(name) && !Object.hasOwn(properties, name) ? decoded(wrapped) : undefined;
  return readValue(input, isMembers(inner) ? inner : Object.fromEntries(own));
}

function readValue(schema: Schema, value: unknown): unknown {
  if (schema.anyOf) {
    const readings = schema.anyOf.map((each) => ({ each, read: readValue(each, value) }));
    return readings.find(({ each, read }) => fits(each, read))?.read ?? value;
  }
  switch (schema.type) {
    case 'object':
      return readObject(schema, value);
    case 'array':
      return readList(schema.items ?? {}, value);
    case 'integer':
    case 'number':
      return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
    case 'boolean':
      return typeof value === 'string' ? (parseBoolean(value) ?? value) : value;
    case 'string':
      return typeof value === 'string' ? readText(schema, value) : value;
    default:
      return value;
  }
}

function readObject({ properties = {}, required = [] }: Schema, sent: unknown): unknown {
  const value = decoded(sent);
  if (!isMembers(value)) return sent;
  const read = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!schema) return [[name, member]];
    return !required.includes(name) && isAbsent(schema, member) ? [] : [[name, readValue(schema, member)]];
  });
  return Object.fromEntries(read);
}

function readList(items: Schema, sent: unknown): unknown {
  const value = decoded(sent);
  if (Array.isArray(value)) return value.map((entry) => readValue(items, entry));
  // No word of the contract holds a comma, bracket or quotation mark.
  if (typeof value === 'string' && items.enum)
    return value
      .replace(/[[\]"']/g, '')
      .split(',')
      .map((entry) => readValue(items, entry));
  // Text that looks like a list and cannot be read is no single value.
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) return sent;
  const read = readValue(items, value);
  return fits(items, read) ? [read] : sent;
}

function readText({ enum: words, format }: Schema, sent: string): string {
  if (format === 'date') return UTC_TIME.exec(sent.trim())?.[1] ?? sent.trim();
  if (!words || words.includes(sent)) return sent;
  const value = decoded(sent);
  const folded = (typeof value === 'string' ? value : sent).trim().toLowerCase();
  return (words as string[]).find((word) => String(word).toLowerCase() === folded) ?? sent;
}

/** Whether a value is what clients send for an optional argument that was left out. */
function isAbsent(schema: Schema, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return ABSENT.includes(value.trim());
  if (!Array.isArray(value)) return false;
  if (value.length === 0) return Number(schema['minItems'] ?? 0) > 0;
  return value.every((entry) => entry === null || ABSENT.includes(entry));
}

export function parseBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

/** Decodes a text of JSON that is no plain word; any other value stays as it is. */
export function decoded(sent: unknown): unknown {
  let value = sent;
  for (let times = 0; times < MOST_ENCODINGS; times += 1) {
    if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) break;
    try {
      value = parseJson(value);
    } catch {
      break;
    }
  }
  return value;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is of a schema's type and among its words. */
function fits({ type, enum: words, anyOf }: Schema, value: unknown): boolean {
  if (anyOf) return anyOf.some((each) => fits(each, value));
  if (words) return words.includes(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isMembers(value);
  return typeof value === (type === 'integer' ? 'number' : type);
}

const LONGEST_SHOWN = 60;
/** A possible credential: no word is so long, except an id. */
const CREDENTIAL = /sl_live_\w*|(?![0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b)(?<![\w+/=.-])[\w+/=.-]{24,}/g;

/** The findings of a refusal, each with what was sent and an example of what is right. */
export function findingsWithExamples({ body }: AppError, input: Schema, sent: unknown): string[] {
  return (body.details ?? []).map(({ field, message }) => {
    const path = field.split(/[.[\]]+/).filter((part) => part !== '');
    const schema = path.reduce<Schema | undefined>(subschema, input);
    const value = path.reduce<unknown>(
      (node, part) => (isObject(node) && Object.hasOwn(node, part) ? node[part] : undefined),
      sent,
    );
    if (!schema || path.length === 0) return message;
    const was = value === undefined ? '' : ` It was ${shownValue(value)}.`;
    return `${message}${was} Right is, for example, ${JSON.stringify(exampleOf(schema))}.`;
  });
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

function subschema(schema: Schema | undefined, part: string): Schema | undefined {
  if (/^\d+$/.test(part)) return schema?.items;
  const { properties = {} } = schema?.anyOf?.find((each) => each.properties) ?? schema ?? {};
  return Object.hasOwn(properties, part) ? properties[part] : undefined;
}

function shownValue(value: unknown): string {
  const json = (JSON.stringify(value) ?? '').slice(0, 10 * LONGEST_SHOWN).replace(CREDENTIAL, '…');
  return json.length > LONGEST_SHOWN ? `${json.slice(0, LONGEST_SHOWN)}…` : json;
}

/** A value that a schema accepts: the contract's example, or one built from its parts. */
export function exampleOf(schema: Schema): unknown {
  const { type, example, default: usual, enum: words, items, properties = {}, required = [], anyOf } = schema;
  if (example !== undefined || usual !== undefined) return example ?? usual;
  if (words) return words[0];
  if (anyOf?.[0]) return exampleOf(anyOf[0]);
  if (type === 'array') return [exampleOf(items ?? {})];
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));
  return type === 'boolean' ? true : type === 'string' ? 'text' : Number(schema['minimum'] ?? 1);
}
