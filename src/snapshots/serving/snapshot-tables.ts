import { sqlText } from '../../engine/sql-text.ts';
import { byMonth, MONTHLY, PARTED, type PartedTable } from '../tables.ts';

/** Days, YYYY-MM-DD, both inclusive. */
export interface Days {
  first: string;
  last: string;
}

/** Where the rows of an organisation are, for a statement of SQL. */
export interface SnapshotTables {
  /**
   * What a table is called after `from` or `join`.
   * @param days only rows of these are wanted; null: all. Others may come too
   */
  from(table: string, days: Days | null): string;
}

/** The rows of one month. */
export interface MonthOfTables {
  /** YYYY-MM-DD */
  month: string;
  /** The alias of its serving file; null where it has none. */
  alias: string | null;
  /** The path of a table's Parquet file; null where the month has no rows in it. */
  parquet(table: PartedTable): string | null;
}

/** All tables in one file that is attached. */
export function tablesOfFile(alias: string): SnapshotTables {
  return { from: (table) => `${alias}.${table}` };
}

/**
 * Tables whose rows with a month are apart. A statement names only the months that it wants: planning takes time for
 * each, also for those without a row.
 * @param base alias of the file with all else, which has empty tables of these too
 * @param months in their order
 */
export function tablesOfMonths(base: string, months: readonly MonthOfTables[]): SnapshotTables {
  return {
    from(name, days) {
      const table = name as PartedTable;
      if (!MONTHLY.includes(table)) return `${base}.${name}`;
      const wanted = days === null ? months : months.filter(({ month }) => isWanted(month, days));
      const aliases = wanted.flatMap(({ alias }) => alias ?? []);
      const paths = wanted.flatMap((each) => (each.alias === null ? (each.parquet(table) ?? []) : []));
      if (paths.length === 0 && aliases.length <= 1) return `${aliases[0] ?? base}.${table}`;
      const columns = Object.keys(PARTED[table].columns).join(', ');
      const sources = [
        ...(paths.length > 0 ? [`read_parquet([${paths.map(sqlText).join(', ')}])`] : []),
        ...aliases.map((alias) => `${alias}.${table}`),
      ];
      return `(${sources.map((source) => `select ${columns} from ${source}`).join(' union all ')})`;
    },
  };
}

function isWanted(month: string, { first, last }: Days): boolean {
  const monthOf = (day: string) => `${day.slice(0, -2)}01`;
  return byMonth(month, monthOf(first)) >= 0 && byMonth(month, monthOf(last)) <= 0;
}
