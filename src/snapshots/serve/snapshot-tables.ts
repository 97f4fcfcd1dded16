import { sqlText } from '../../engine/sql-text.ts';
import { type Days, monthOf, overlaps, type Period, wholeMonths } from '../periods.ts';
import { DATED, PARTED, type PartedTable } from '../tables.ts';

/** The source of an organisation's rows, for SQL statements. */
export interface SnapshotTables {
  /**
   * The SQL for a table after `from` or `join`.
   * @param days the days needed; null: all. The result may include rows of other days
   */
  from(table: string, days: Days | null): string;
  /** Identifies the rows of these days and the brands they are of: it stays while other days change. */
  content(days: Days): string;
  /**
   * The months of these days that have rows, in chronological order; null where all rows are in one file, such as a
   * pin's.
   */
  months(days: Days): Days[] | null;
}

/** The rows of one period. */
export interface PeriodOfTables {
  period: Period;
  /** The alias of its serving file; null if it has none. */
  alias: string | null;
  /** The path of a table's Parquet file; null if the period has no rows in it. */
  parquet(table: PartedTable): string | null;
}

/**
 * Tables whose rows are stored by period. A statement names only the periods that it needs: planning takes time for
 * each, even for those without rows.
 * @param base alias of the file with everything else, including empty versions of these tables
 * @param periods in chronological order
 * @param brands identifies the rows without a period; by default the base file does
 */
export function tablesOfPeriods(
  base: string,
  periods: readonly PeriodOfTables[],
  brands = base,
): SnapshotTables {
  return {
    content(days) {
      const files = periods
        .filter(({ period }) => overlaps(period, days))
        .flatMap(({ alias, parquet }) => alias ?? DATED.map((table) => parquet(table) ?? ''));
      // A file with all periods, such as a pin's, is the base.
      return [brands, ...(periods.length === 0 ? [base] : files)].join(' ');
    },
    months(days) {
      if (periods.length === 0) return null;
      const found = periods.map(({ period }) => monthOf(period)).filter((month) => overlaps(month, days));
      return [...new Set(found)].map((month) => wholeMonths({ first: month, last: month }));
    },
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
