import { basename } from 'node:path';
import { type SnapshotTable, snapshotSelect } from '../db/migrate.ts';
import { sqlText } from '../engine/sql-text.ts';
import { changesStatements } from './changes-files.ts';
import { byTime, monthOf, type Period } from './periods.ts';
import { DATED, PARTED, type PartedTable, partOfFile, ROLLUP_TABLES, ROLLUPS, TABLES } from './tables.ts';

/**
 * Number of newest months of a bucket with a serving file: a report over 90 days touches four. Older months are read
 * from their Parquet files, so that they do not use disk space twice, and a change does not write them twice.
 */
const SERVED_MONTHS = 4;

/** The periods with a serving file, given all periods of a bucket: those of its newest months. */
export function servedPeriods(periods: Iterable<Period>): Period[] {
  const all = [...new Set(periods)].sort(byTime);
  const months = [...new Set(all.map(monthOf))].slice(-SERVED_MONTHS);
  return all.filter((period) => months.includes(monthOf(period)));
}

/**
 * The statements that make a bucket's base serving file: everything without a period, and the sums and changes of all
 * periods.
 * @param alias under which the empty file is attached
 * @param partPaths of the bucket's part files @param changePaths of its files of changes
 */
export function* baseStatements(
  alias: string,
  partPaths: readonly string[],
  changePaths: readonly string[],
): Generator<string> {
  // Empty tables for rows with periods, which a report over a time without rows reads.
  yield* tableStatements(alias, TABLES, (table) =>
    PARTED[table].day === null ? pathsOf(table, partPaths) : [],
  );
  for (const rollup of ROLLUP_TABLES) {
    const paths = pathsOf(rollup, partPaths);
    // Sums of all months are sorted together, so a report over many months costs no more than one over few.
    yield paths.length === 0
      ? `create table ${alias}.${rollup} as ${selectOf(rollup, alias)}`
      : `create table ${alias}.${rollup} as select * from ${parquet(paths)} order by ${ROLLUPS[rollup]}`;
  }
  yield* changesStatements(alias, changePaths);
}

/** The statements that make the serving file of one period. Parameters as for baseStatements. */
export function periodStatements(
  alias: string,
  partPaths: readonly string[],
  period: Period,
): Generator<string> {
  return tableStatements(alias, DATED, (table) =>
    pathsOf(table, partPaths).filter((path) => periodOf(path) === period),
  );
}

/**
 * The statements that make all tables in one file.
 * @param pathsOfTable part files of a table, earlier periods first
 */
export function* wholeStatements(
  alias: string,
  pathsOfTable: (table: PartedTable) => readonly string[],
): Generator<string> {
  yield* tableStatements(alias, TABLES, pathsOfTable);
  for (const rollup of ROLLUP_TABLES)
    yield `create table ${alias}.${rollup} as ${selectOf(rollup, alias)} order by ${ROLLUPS[rollup]}`;
}

/**
 * Creates tables from part files, in their order: each file is sorted, and follows the one before. Columns missing in
 * files of older versions are null.
 */
function* tableStatements(
  alias: string,
  tables: readonly PartedTable[],
  pathsOfTable: (table: PartedTable) => readonly string[],
): Generator<string> {
  for (const table of tables) {
    const columns = Object.entries(PARTED[table].columns).map(([column, type]) => `${column} ${type}`);
    yield `create table ${alias}.${table} (${columns.join(', ')})`;
    const paths = pathsOfTable(table);
    if (paths.length > 0) yield `insert into ${alias}.${table} by name select * from ${parquet(paths)}`;
  }
}

/** The files of a table, earlier periods first. */
function pathsOf(table: SnapshotTable, paths: readonly string[]): string[] {
  return paths
    .filter((path) => basename(path).startsWith(`${table}-`))
    .sort((a, b) => byTime(periodOf(a), periodOf(b)));
}

function periodOf(path: string): Period {
  return partOfFile(basename(path))?.period ?? '';
}

function selectOf(rollup: keyof typeof ROLLUPS, alias: string): string {
  return snapshotSelect(rollup).replaceAll('snapshot.', `${alias}.`);
}

function parquet(paths: readonly string[]): string {
  return `read_parquet([${paths.map(sqlText).join(', ')}])`;
}
