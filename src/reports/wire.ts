/** The DuckDB type of a report's column. */
export type ColumnType = 'VARCHAR' | 'BOOLEAN' | 'INTEGER' | 'BIGINT' | 'DOUBLE' | 'TIMESTAMP';

/**
 * A report's columns, in the order of the answer's fields. A dot in a name makes an object: `brand.id` and `brand.name`
 * are {"brand": {"id": …, "name": …}}.
 */
export type Columns = Readonly<Record<string, ColumnType>>;

/** A row of a report by column name. */
export type FlatRow = Record<string, string | number | boolean | null>;

/** A row of a report whose SQL returns pages: the columns, and two more that describe the page. */
export interface PageRow extends Record<string, unknown> {
  /** Number of rows on all pages; the same in each row. */
  total: number;
  /** Rank in the report's order, from 1; null in the single row of an empty page. */
  ordinal: number | null;
}

/** Columns of a page's SQL that are not fields of the answer. */
export const PAGE_COLUMNS = ['total', 'ordinal'];

/** A row as the object in the answer. */
export function nested(row: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (PAGE_COLUMNS.includes(name)) continue;
    const path = name.split('.');
    const field = path.pop() as string;
    let target = result;
    for (const part of path) {
      target[part] ??= {};
      target = target[part] as Record<string, unknown>;
    }
    target[field] = value instanceof Date ? value.toISOString() : value;
  }
  return result;
}

/** A DuckDB expression (a struct) for a row as the object in the answer. */
export function wireStruct(columns: Columns): string {
  const names = Object.keys(columns);
  const struct = (prefix: string): string => {
    const fields = new Map<string, string>();
    for (const name of names.filter((each) => each.startsWith(prefix))) {
      const [field = '', ...deeper] = name.slice(prefix.length).split('.');
      if (fields.has(field)) continue;
      fields.set(field, deeper.length === 0 ? wireValue(name, columns) : struct(`${prefix}${field}.`));
    }
    return `struct_pack(${[...fields].map(([field, value]) => `"${field}" := ${value}`).join(', ')})`;
  };
  return struct('');
}

/** A DuckDB expression for a column's value as the answer writes it. */
export function wireValue(name: string, columns: Columns): string {
  return columns[name] === 'TIMESTAMP' ? `strftime("${name}", '%Y-%m-%dT%H:%M:%S.%gZ')` : `"${name}"`;
}

/** A page of rows as the answer shows them. */
export interface PageOfRows {
  rows: Record<string, unknown>[];
  total: number;
  /** All columns of the rows, with dots in the names of nested ones. */
  columns: Columns;
  /** JSON fields in addition to `data` and `total`. */
  more?: Record<string, unknown>;
}
