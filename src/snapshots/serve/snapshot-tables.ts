import { sqlText } from '../../engine/sql-text.ts';
import { type Days, overlaps, type Period } from '../periods.ts';
import { DATED, PARTED, type PartedTable } from '../tables.ts';

/** Where the rows of an organisation are, for a statement of SQL. */
export interface SnapshotTables {
  /**
   * What a table is called after `from` or `join`.
   * @param days only rows of these are wanted; null: all. Others may come too
   */
  from(table: string, days: Days | null): string;
}

/** The rows of one period. */
export interface PeriodOfTables {
  period: Period;
  /** The alias of its serving file; null where it has none. */
  alias: string | null;
  /** The path of a table's Parquet file; null where the period has no rows in it. */
  parquet(table: PartedTable): string | null;
}

/**
 * Tables whose rows with a period are apart. A statement names only the periods that it wants: planning takes time for
 * each, also for those without a row.
 * @param base alias of the file with all else, which has empty tables of these too
 * @param periods in their order
 */
export function tablesOfPeriods(base: string, periods: readonly PeriodOfTables[]): SnapshotTables {
  return {
    from(name, days) {
      const table = name as PartedTable;
      if (!DATED.includes(table)) return `${base}.${name}`;
      const wanted = days === null ? periods : periods.filter(({ period }) => overlaps(period, days));
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
