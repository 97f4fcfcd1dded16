import { DAY_MS } from '../../../src/base/definitions.ts';
import { resolved } from '../callers/contract.ts';

// biome-ignore lint/suspicious/noExplicitAny: a schema, and a value of it
type Json = any;

/** What a value is made from, beside its schema. */
interface Making {
  /** The id that a member of this name shall have, by its place in an array; undefined: it holds no id of ours. */
  idOf(name: string, at: number): string | undefined;
  /** Another each time, so that nothing is found in a cache. */
  round: number;
  /** Another for each operation, so that names are not taken. */
  mark: string;
  /** The longest string, in characters, and the most entries of an array, where the schema allows more. */
  longest: number;
  most: number;
}

/** Letters of two bytes are in it, because text with them is slower to read. */
const FILLER = 'Größe und schöne Lampen überall, ';
/** Where a schema sets no limit. */
const UNBOUNDED = 1_000;

/**
 * The largest values that a schema allows: all members, the longest arrays and strings, no two entries alike. Where all
 * of it is larger than a body may be there are two: with the most entries, and with the longest ones.
 * @param mostBytes of its JSON
 */
export function largestValues(
  schema: Json,
  making: Omit<Making, 'longest' | 'most'>,
  mostBytes: number,
): Json[] {
  const make = (longest: number, most: number) => largest(schema, '', { ...making, longest, most }, 0);
  const fits = (value: Json) => Buffer.byteLength(JSON.stringify(value)) <= mostBytes;
  const all = make(Infinity, Infinity);
  if (fits(all)) return [all];
  const values = [
    cutToFit((longest) => make(longest, Infinity), fits, 2_000_000),
    cutToFit((most) => make(Infinity, most), fits, 10_000),
  ];
  return values.filter(fits);
}

/** The value of the greatest number that fits. */
function cutToFit(make: (bound: number) => Json, fits: (value: Json) => boolean, most: number): Json {
  let [least, last] = [1, most];
  while (last - least > Math.max(1, least / 50)) {
    const middle = Math.floor((least + last) / 2);
    if (fits(make(middle))) least = middle;
    else last = middle;
  }
  return make(least);
}

/** The values of a list, closed or open. OTHER is none by itself: it takes a name beside it. */
const knownValues = (schema: Json): string[] | undefined =>
  schema.enum ?? schema['x-extensible-enum']?.filter((value: string) => value !== 'OTHER');

/** @param at the place among like values */
function largest(node: Json, name: string, making: Making, at: number): Json {
  const schema = resolved(node);
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined && schema.properties === undefined) return largest(choice, name, making, at);
  const { round, longest, most, idOf, mark } = making;
  const known = knownValues(schema);
  if (known) return known[at % known.length];
  if (schema.type === 'array') {
    const entries = knownValues(resolved(schema.items));
    const count = Math.min(schema.maxItems ?? UNBOUNDED, entries?.length ?? Infinity, most);
    return Array.from({ length: Math.max(count, 1) }, (_, entry) =>
      largest(schema.items, name, making, entry),
    );
  }
  if (schema.type === 'object' || schema.properties)
    return Object.fromEntries(
      Object.entries<Json>(schema.properties ?? {}).map(([member, inner]) => [
        member,
        largest(inner, member, making, at),
      ]),
    );
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return (schema.maximum ?? UNBOUNDED) - round;
  return idOf(name, at) ?? longestString(schema, name, `${mark}${at}r${round}`, longest);
}

/** @param unique begins it */
function longestString(schema: Json, name: string, unique: string, longest: number): string {
  const { format, pattern, example = '', maxLength = UNBOUNDED } = schema;
  const isPast = /^(start|from)/i.test(name);
  if (format === 'date' || format === 'date-time') {
    const date = new Date(Date.now() + (isPast ? -30 : format === 'date' ? 0 : 30) * DAY_MS).toISOString();
    return format === 'date' ? date.slice(0, 10) : date;
  }
  const length = Math.min(maxLength, Math.max(longest, schema.minLength ?? 0));
  if (format === 'country') return example || 'DE';
  if (format === 'email') return `${unique.padEnd(60, 'x')}@customer.example`;
  if (/^https?:/i.test(String(example)) || /[Uu]rl$|website/.test(name))
    return `https://${unique}.example/`.padEnd(length, 'x/y').slice(0, length);
  if (pattern !== undefined && format !== 'name') return unique.padEnd(length, 'x').slice(0, length);
  // A surrogate pair or a blank at the end would be cut or refused by some.
  return `${unique} ${FILLER.repeat(Math.ceil(length / FILLER.length))}`
    .slice(0, length - 1)
    .padEnd(length, 'x');
}
