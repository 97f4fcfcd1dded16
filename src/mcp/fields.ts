import { type Schema, theContract } from '../contract/document/schemas.ts';
import { type ShownMeasure, SUMS } from '../presentation/numbers.ts';
import type { ReadId } from './api.ts';
import { shortened } from './text.ts';

export type Row = Record<string, unknown>;

/** A field of a tool's rows, read of a row of the contract. */
interface Field {
  read(row: Row): unknown;
  /** @param row the schema of the contract's row */
  type(row: Schema): Schema;
}
/** The fields of a tool's rows by their names. A text is a path of the contract's row, through lists too. */
export type Fields = Record<string, string | Field>;

/** The sum behind a measure's share or mean, and which measure it is, for texts alone: JSON lacks both. */
export const SUM = Symbol('sum');
export const OF = Symbol('of');

/** A measure with its basis. */
export interface Measure {
  value: number | null;
  n: number;
  low?: number | null;
  high?: number | null;
  [SUM]?: number | undefined;
  [OF]: ShownMeasure;
}

export const TEXT: Schema = { type: 'string' };
export const COUNT: Schema = { type: 'integer' };
export const LIST: Schema = { type: 'array' };
export const OBJECT: Schema = { type: 'object' };
export const orNull = (schema: Schema): Schema => ({ ...schema, nullable: true });

/** The row of a tool; a field that the contract's row lacks is left out. */
export function rowOf(fields: Fields, row: object): Row {
  const read = Object.entries(fields).map(([name, field]) => [
    name,
    typeof field === 'string' ? valueAt(row, field) : field.read(row as Row),
  ]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

/** The types of fields. @throws Error for a path that the contract lacks */
export function fieldSchemas(fields: Fields, row: Schema): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      typeof field === 'string' ? typeAt(row, field) : field.type(row),
    ]),
  );
}

/** The rows of operations by the contract: those of their list `data`, or the answer itself. */
export function rowSchema(ids: readonly ReadId[]): Schema {
  const rows = ids.map((id) => {
    const answer = ['responses', '200', 'content', 'application/json', 'schema'].reduce<Schema>(
      (node, name) => (node[name] ?? {}) as Schema,
      theContract().operation(id)?.raw ?? {},
    );
    return answer.properties?.['data']?.items ?? answer;
  });
  return { anyOf: rows };
}

/** A field that is no plain path. */
export const own = (type: Schema, read: (row: Row) => unknown): Field => ({ read, type: () => type });

/** A text of at most so many characters, or so many entries of a list. */
export const short = (path: string, most: number): Field => ({
  type: (row) => typeAt(row, path),
  read: (row) => {
    const value = valueAt(row, path);
    return typeof value === 'string' ? shortened(value, most) : (value as unknown[] | null)?.slice(0, most);
  },
});

export const count = (path: string): Field =>
  own(COUNT, (row) => (valueAt(row, path) as unknown[] | undefined)?.length);

/** An object, or each of a list, with these fields alone. */
export const part = (path: string, fields: Fields, most = Number.POSITIVE_INFINITY): Field => ({
  type: (row) => {
    const schemas = schemasAt(row, path).map((schema) => schema.items ?? schema);
    fieldSchemas(fields, { anyOf: schemas });
    return typeAt(row, path);
  },
  read: (row) => {
    const value = valueAt(row, path);
    if (Array.isArray(value)) return value.slice(0, most).map((entry) => rowOf(fields, entry));
    return value && rowOf(fields, value);
  },
});

/** A measure of a row by its name. @param path where it lies, if not in the row itself */
export const measure = (name: ShownMeasure, path = ''): Field => ({
  type: (row) => {
    const within = path === '' ? [row] : schemasAt(row, path);
    for (const each of [name, SUMS[name][1]]) typeAt({ anyOf: within }, each);
    return path === '' ? OBJECT : orNull(OBJECT);
  },
  read: (row) => {
    const within = path === '' ? row : valueAt(row, path);
    return within && measureOf(within, name);
  },
});

/** A measure of a row; undefined: the row lacks it. */
export function measureOf(row: object, name: ShownMeasure, as: string = name): Measure | undefined {
  const values = row as Record<string, number | null | undefined>;
  const { [as]: value, [`${as}_low`]: low, [`${as}_high`]: high } = values;
  const [sum, n] = SUMS[name];
  if (value === undefined) return undefined;
  return {
    value,
    n: values[n] ?? 0,
    ...((low !== undefined || high !== undefined) && { low: low ?? null, high: high ?? null }),
    [SUM]: values[sum] ?? undefined,
    [OF]: name,
  };
}

function valueAt(row: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value.map((entry) => valueAt(entry, name));
    return value && typeof value === 'object' ? (value as Row)[name] : value;
  }, row);
}

/** The contract's schemas at a path; several, where a row has alternatives. */
function schemasAt(row: Schema, path: string): Schema[] {
  return path
    .split('.')
    .reduce<Schema[]>((schemas, name) => schemas.flatMap((each) => within(each, name)), [row]);
}

function within(schema: Schema, name: string): Schema[] {
  if (schema.anyOf) return schema.anyOf.flatMap((each) => within(each, name));
  return schema.items ? within(schema.items, name) : [schema.properties?.[name] ?? []].flat();
}

function typeAt(row: Schema, path: string): Schema {
  const [found] = schemasAt(row, path);
  if (!found) throw new Error(`The contract's rows have no ${path}.`);
  const names = path.split('.');
  const outer = names.slice(0, -1).map((_, at) => schemasAt(row, names.slice(0, at + 1).join('.'))[0]);
  if (outer.some((schema) => schema?.type === 'array')) return LIST;
  const isNull = [found, ...outer].some((schema) => schema?.nullable);
  return { ...(found.type !== undefined && { type: found.type }), ...(isNull && { nullable: true }) };
}
