import { readFileSync } from 'node:fs';
import { sqlText } from '../engine/sql-text.ts';
import type { SnapshotTables } from '../snapshots/serve/snapshot-tables.ts';

const SQL_FOLDER = new URL('../../sql/', import.meta.url);
/** A comment line. It may name parameters and tables that the statement itself does not use. */
const COMMENT_LINE = /^[ \t]*--.*\n/gm;
const PARAMETER = /\$([a-z][a-z0-9_]*)/g;
/** A table that the SQL reads: in Postgres a view, in DuckDB a table of serving files. */
const TABLE = /\bsnapshot\.([a-z_]+)/g;
const PARAMETER_OR_TABLE = new RegExp(`${PARAMETER.source}|${TABLE.source}`, 'g');
/** The mark of a named fragment in a file of SQL. */
const FRAGMENT = /\{([a-z_]+)\}/g;
const TEXTS = new Map<string, string>();
/** Parameters for the first and last day of the rows that a statement reads. */
const DAYS = [
  ['history', 'last'],
  ['first', 'last'],
  ['start', 'end'],
] as const;

/** The value of a parameter. Numbers are integers. */
export type SqlValue = string | number | null;
export type SqlValues = Readonly<Record<string, SqlValue>>;

/** Runs a statement with the parameters of the request. */
export type Query = <Row extends object>(sql: ReportSql<Row>) => Promise<Row[]>;

/** Texts of fragments by their names. */
export type SqlParts = Readonly<Record<string, string>>;

/** A fragment of sql/reports/parts. Each {name} in it is the part of that name, or else the fragment of that file. */
export function fragment(name: string, parts: SqlParts = {}): string {
  return putTogether(`reports/parts/${name}`, parts).trim();
}

function putTogether(file: string, parts: SqlParts): string {
  const text =
    TEXTS.get(file) ?? readFileSync(new URL(`${file}.sql`, SQL_FOLDER), 'utf8').replaceAll(COMMENT_LINE, '');
  TEXTS.set(file, text);
  return text.replaceAll(FRAGMENT, (_, name: string) => parts[name] ?? fragment(name, parts));
}

/**
 * One SELECT of a report or of the counts behind alerts. `sightline report --sql` prints it for a shell. It runs on
 * both engines: DuckDB over a snapshot, Postgres over views of the same names. It reads from the schema `snapshot` and
 * uses named parameters ($org).
 */
export class ReportSql<Row extends object> {
  readonly #name: string;
  readonly #text: string;
  /** Parameter names; the first is $1 in the numbered text. */
  readonly #parameters: readonly string[];
  /** With numbers for the names, which DuckDB need not look up one by one when 1,000 are bound. */
  readonly #numberedText: string;
  readonly #columns: string;
  readonly #days: (typeof DAYS)[number] | undefined;

  private constructor(name: string, text: string, columns: readonly string[]) {
    this.#name = name;
    this.#text = text;
    const numbers = new Map<string, number>();
    this.#numberedText = text.replaceAll(PARAMETER, (_, parameter: string) => {
      const number = numbers.get(parameter) ?? numbers.size + 1;
      numbers.set(parameter, number);
      return `$${number}`;
    });
    this.#parameters = [...numbers.keys()];
    this.#columns = columns.join();
    this.#days = DAYS.find((names) => names.every((name) => numbers.has(name)));
  }

  /**
   * @param file in sql/, without its extension: 'reports/reportBrands'
   * @param columns all columns that it selects, in order
   * @param parts see `fragment`
   * @throws Error if there is no such file
   */
  static load<Row extends object>(
    file: string,
    columns: readonly (keyof Row & string)[],
    parts: SqlParts = {},
  ): ReportSql<Row> {
    return new ReportSql<Row>(`sql/${file}.sql`, putTogether(file, parts), columns);
  }

  /** A statement built by the program. @param name of its result, for errors @param columns as for `load` */
  static of<Row extends object>(
    name: string,
    text: string,
    columns: readonly (keyof Row & string)[],
  ): ReportSql<Row> {
    return new ReportSql<Row>(name, text, columns);
  }

  /** A statement around this one, with the same parameters. @param wrap returns its text from this one's */
  wrap<Wrapped extends object>(
    wrap: (sql: string) => string,
    columns: readonly (keyof Wrapped & string)[],
  ): ReportSql<Wrapped> {
    return new ReportSql<Wrapped>(this.#name, wrap(this.#text), columns);
  }

  /**
   * The statement for DuckDB.
   * @param tables the source of its rows
   * @param values may have more names than the statement uses
   * @throws Error if a parameter has no value
   */
  duckdb(tables: SnapshotTables, values: SqlValues): { sql: string; parameters: SqlValue[] } {
    const from = this.#from(tables, values);
    const sql = this.#numberedText.replaceAll(TABLE, (_, table: string) => from(table));
    return { sql, parameters: this.#valuesOf(values) };
  }

  /** The statement for Postgres. @param values as for DuckDB @throws as there */
  postgres(values: SqlValues): { sql: string; parameters: SqlValue[] } {
    return { sql: this.#numberedText, parameters: this.#valuesOf(values) };
  }

  /**
   * The statement with its values written in, for a shell.
   * @param tables as for DuckDB; null: for Postgres
   */
  written(tables: SnapshotTables | null, values: SqlValues): string {
    const from = tables && this.#from(tables, values);
    const text = this.#text.replaceAll(PARAMETER_OR_TABLE, (found, name?: string, table?: string) => {
      if (table !== undefined) return from?.(table) ?? found;
      const value = this.#valueOf(name as string, values);
      return typeof value === 'string' ? sqlText(value) : String(value);
    });
    return `-- ${this.#name}\n${text.trim()};\n`;
  }

  /** Gives the SQL for a table. */
  #from(tables: SnapshotTables, values: SqlValues): (table: string) => string {
    const [first, last] = this.#days?.map((name) => String(values[name])) ?? [];
    const days = first === undefined || last === undefined ? null : { first, last };
    return (table) => tables.from(table, days);
  }

  /**
   * The typed rows of a result. Only the columns of the first row are checked: all rows of a result have the same ones.
   * @throws Error if a column is missing, renamed, moved or surplus
   */
  rows(found: readonly object[]): Row[] {
    const [first] = found;
    if (first !== undefined) {
      const columns = Object.keys(first).join();
      if (columns !== this.#columns)
        throw new Error(`${this.#name} gives the columns ${columns} instead of ${this.#columns}.`);
    }
    return found as Row[];
  }

  /** The first row of a result that always has one. @throws Error if there is none, and as `rows` */
  first(found: readonly object[]): Row {
    const [first] = this.rows(found);
    if (first === undefined) throw new Error(`${this.#name} gives no row.`);
    return first;
  }

  #valuesOf(values: SqlValues): SqlValue[] {
    return this.#parameters.map((name) => this.#valueOf(name, values));
  }

  #valueOf(name: string, values: SqlValues): SqlValue {
    const value = values[name];
    if (value === undefined) throw new Error(`${this.#name} names $${name}, which has no value.`);
    return value;
  }
}
