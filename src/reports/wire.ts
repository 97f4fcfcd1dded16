/** A type of a report's column, by DuckDB's name. */
export type ColumnType = 'VARCHAR' | 'BOOLEAN' | 'INTEGER' | 'BIGINT' | 'DOUBLE' | 'TIMESTAMP';

/**
 * A report's columns, in the order of the fields in the answer. A dot in a name makes an object: `brand.id` and
 * `brand.name` are {"brand": {"id": …, "name": …}}.
 */
export type Columns = Readonly<Record<string, ColumnType>>;

/** A row of a report by the names of its columns. */
export type FlatRow = Record<string, string | number | boolean | null>;

/** A row of a report whose SQL gives pages: the columns, and beside them two that describe the page. */
export interface PageRow extends Record<string, unknown> {
  /** Rows of all pages; the same in each row. */
  total: number;
  /** Place in the report's order, from 1; null in the one row of a page that is empty. */
  ordinal: number | null;
}

/** Columns of a page's SQL that are no fields of the answer. */
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

/** A row as the object in the answer, as an expression of DuckDB: a struct. */
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

/** A column's value as the answer writes it, as an expression of DuckDB. */
export function wireValue(name: string, columns: Columns): string {
  return columns[name] === 'TIMESTAMP' ? `strftime("${name}", '%Y-%m-%dT%H:%M:%S.%gZ')` : `"${name}"`;
}

/** A page of rows as the answer shows them. */
export interface PageOfRows {
  rows: Record<string, unknown>[];
  total: number;
  /** All columns of the rows, with dots in the names of nested ones. */
  columns: Columns;
  /** Fields of the JSON beside `data` and `total`. */
  more?: Record<string, unknown>;
}
