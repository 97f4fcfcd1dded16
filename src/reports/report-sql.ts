import { readFileSync } from 'node:fs';
import { sqlText } from '../engine/sql-text.ts';
import type { SnapshotTables } from '../snapshots/serve/snapshot-tables.ts';

const SQL_FOLDER = new URL('../../sql/', import.meta.url);
/** A comment line. It may name parameters and tables that the statement itself does not use. */
const COMMENT_LINE = /^[ \t]*--.*\n/gm;
const PARAMETER = /\$([a-z][a-z0-9_]*)/g;
/** A table that the SQL reads: in Postgres a view, in DuckDB a table of serving files. */
const TABLE = /\bsnapshot\.([a-z_]+)/;
/** A place in a file of SQL for a named fragment. */
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
  return textOf(`reports/parts/${name}`, parts).trim();
}

function textOf(file: string, parts: SqlParts): string {
  const text =
    TEXTS.get(file) ?? readFileSync(new URL(`${file}.sql`, SQL_FOLDER), 'utf8').replaceAll(COMMENT_LINE, '');
  TEXTS.set(file, text);
  return text.replaceAll(FRAGMENT, (_, name: string) => parts[name] ?? fragment(name, parts));
}

/**
 * One SELECT of a report or of the counts behind alerts. `sightline report --sql` prints it for a shell. It runs on both
 * engines: DuckDB over a snapshot, Postgres over views of the same names. It reads from the schema `snapshot` and uses
 * named parameters ($org).
 */
export class ReportSql<Row extends object> {
  readonly #name: string;
  readonly #text: string;
  /** Parameter names, in the order of first use. */
  readonly #parameters: readonly string[];
  readonly #positionalText: string;
  readonly #columns: string;
  /** The statement split at its table names: text, table, text, table, … text. */
  readonly #pieces: readonly string[];
  readonly #days: (typeof DAYS)[number] | undefined;

  private constructor(name: string, text: string, columns: readonly string[]) {
    this.#name = name;
    this.#text = text;
    this.#parameters = [
      ...new Set([...text.matchAll(PARAMETER)].map(([, parameter]) => parameter as string)),
    ];
    this.#positionalText = text.replaceAll(
      PARAMETER,
      (_, parameter: string) => `$${this.#parameters.indexOf(parameter) + 1}`,
    );
    this.#columns = columns.join();
    this.#pieces = text.split(TABLE);
    this.#days = DAYS.find((names) => names.every((name) => this.#parameters.includes(name)));
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
    return new ReportSql<Row>(`sql/${file}.sql`, textOf(file, parts), columns);
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
   * @param values may have more names than the statement uses. DuckDB refuses those, so they are left out
   * @throws Error if a parameter has no value
   */
  duckdb(tables: SnapshotTables, values: SqlValues): { sql: string; parameters: Record<string, SqlValue> } {
    const parameters: Record<string, SqlValue> = {};
    for (const name of this.#parameters) parameters[name] = this.#valueOf(name, values);
    return { sql: this.#from(tables, values), parameters };
  }

  /**
   * The statement with its values written in, for a shell.
   * @param tables as for DuckDB; null: for Postgres
   */
  written(tables: SnapshotTables | null, values: SqlValues): string {
    const literal = (_: string, name: string) => {
      const value = this.#valueOf(name, values);
      return typeof value === 'string' ? sqlText(value) : String(value);
    };
    const text = this.#from(tables, values, (piece) => piece.replaceAll(PARAMETER, literal));
    return `-- ${this.#name}\n${text.trim()};\n`;
  }

  /** The text over the given tables. @param change of the text between them */
  #from(tables: SnapshotTables | null, values: SqlValues, change = (piece: string) => piece): string {
    const [first, last] = this.#days?.map((name) => String(values[name])) ?? [];
    const days = first === undefined || last === undefined ? null : { first, last };
    const from = (table: string) => tables?.from(table, days) ?? `snapshot.${table}`;
    return this.#pieces.map((piece, at) => (at % 2 === 0 ? change(piece) : from(piece))).join('');
  }

  /** The statement for Postgres, which numbers its parameters. @param values as for DuckDB @throws as there */
  postgres(values: SqlValues): { sql: string; parameters: SqlValue[] } {
    return {
      sql: this.#positionalText,
      parameters: this.#parameters.map((name) => this.#valueOf(name, values)),
    };
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

  #valueOf(name: string, values: SqlValues): SqlValue {
    const value = values[name];
    if (value === undefined) throw new Error(`${this.#name} names $${name}, which has no value.`);
    return value;
  }
}
