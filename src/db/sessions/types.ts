import type postgres from 'postgres';
import { parse } from 'postgres-array';

interface Codec {
  serialize(value: never): string;
  parse(text: string): unknown;
}

const text: Codec = { serialize: String, parse: (value) => value };
const number: Codec = { serialize: String, parse: Number };
const json: Codec = {
  serialize: (value: unknown) => JSON.stringify(value),
  parse: (value) => JSON.parse(value),
};
const date: Codec = {
  serialize: (value: Date | string) => new Date(value).toISOString(),
  parse: (value) => new Date(value),
};
/** A timestamp without zone is read as UTC, whatever the time zone of the process. */
const time: Codec = { serialize: date.serialize, parse: timeOf };
const bytes: Codec = {
  serialize: (value: Uint8Array) => `\\x${Buffer.from(value).toString('hex')}`,
  parse: (value) => Buffer.from(value.slice(2), 'hex'),
};
const boolean: Codec = {
  serialize: (value: boolean) => (value === true ? 't' : 'f'),
  parse: (value) => value === 't',
};

/**
 * The Postgres types in use: their ids, the ids of their arrays, and their codecs. Without this list the package
 * queries in each new session the ids of arrays, and a session lost at that moment would end the process.
 */
const TYPES: readonly [id: number, arrayId: number, codec: Codec][] = [
  [16, 1000, boolean],
  [17, 1001, bytes],
  // bigint counters and sums stay below 2^53 here, and numbers convert to JSON directly.
  [20, 1016, number],
  [21, 1005, number],
  [23, 1007, number],
  [19, 1003, text],
  [25, 1009, text],
  [26, 1028, number],
  [114, 199, json],
  [700, 1021, number],
  [701, 1022, number],
  [1043, 1015, text],
  [1082, 1182, date],
  [1114, 1115, time],
  [1184, 1185, time],
  [1700, 1231, text],
  [2950, 2951, text],
  [3802, 3807, json],
];

/** The types in the package's format, each with its array type. */
export const CLIENT_TYPES = Object.fromEntries(
  TYPES.flatMap(([id, arrayId, codec]) => [
    [`type${id}`, { to: id, from: [id], ...codec }],
    [`type${arrayId}`, { to: arrayId, from: [arrayId], ...arrayOf(codec) }],
  ]),
) as Record<string, postgres.PostgresType>;

function arrayOf({ serialize, parse: parseElement }: Codec): Codec {
  return {
    serialize: (values: readonly unknown[] | string) =>
      // A caller may pass an array as a Postgres literal.
      typeof values === 'string'
        ? values
        : `{${values.map((value) => elementOf(value, serialize)).join(',')}}`,
    parse: (value) => parse(value, parseElement),
  };
}

/** Texts as the literal of a Postgres array. */
export function textArray(values: readonly string[]): string {
  return arrayOf(text).serialize(values as never);
}

function elementOf(value: unknown, serialize: Codec['serialize']): string {
  if (value === null || value === undefined) return 'NULL';
  const written = serialize(value as never);
  // Most values need no escaping; to look for it first takes half the time.
  const isPlain = !written.includes('"') && !written.includes('\\');
  return `"${isPlain ? written : written.replace(/["\\]/g, '\\$&')}"`;
}

/** Parses a time that Postgres writes in UTC, such as 0001-01-01 00:00:00+00; Date alone takes that year for 2001. */
function timeOf(value: string): Date {
  return new Date(`${value.slice(0, 10)}T${value.slice(11).replace(/\+00$/, '')}Z`);
}
