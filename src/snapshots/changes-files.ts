import { DAY_MS } from '../base/days.ts';
import { sqlText } from '../engine/sql-text.ts';

/** How long changes are stored. */
export const CHANGES_DAYS = 35;

/**
 * The columns of a serving file's table of changes, with their DuckDB types. Each row says that a row of `kind` (a
 * table) is new, changed or gone in `snapshot`. A row whose time changed within its part has both times. A row that was
 * added, removed or moved between parts, brands or queries has entries with only one of the times.
 */
export const CHANGES_COLUMNS = {
  org_id: 'VARCHAR',
  kind: 'VARCHAR',
  id: 'VARCHAR',
  brand_id: 'VARCHAR',
  /** Empty for brands. */
  query_id: 'VARCHAR',
  /** Time of the row before and after the change; null if it did not exist, or no longer exists. Null for brands. */
  before_at: 'TIMESTAMP',
  after_at: 'TIMESTAMP',
  /** For brands: whether the brand existed before and was not archived. */
  was_listed: 'BOOLEAN',
  snapshot: 'VARCHAR',
};
/** Sorted by the columns that readers filter on first. */
const ORDER = 'org_id, kind, snapshot, id';

/** The name of a bucket's file of changes. `snapshotId` is its latest snapshot. */
export function changesFile(bucket: string, snapshotId: string): string {
  return `changes-${bucket}-${snapshotId}.parquet`;
}

/** The bucket of a file of changes; null for any other file. */
export function bucketOfChanges(name: string): string | null {
  return /^changes-([0-9a-f]+)-/.exec(name)?.[1] ?? null;
}

/** Snapshot ids up to this text are too old: changes since them are no longer known. */
export function oldestKnown(snapshotId: string): string {
  const [, date, time, ms] = /^(\d{8})T(\d{6})(\d{3})Z/.exec(snapshotId) ?? [];
  const digits = (text: string | undefined, separator: string) => text?.match(/\d\d/g)?.join(separator);
  const day = `${date?.slice(0, 4)}-${digits(date?.slice(4), '-')}`;
  const at = new Date(`${day}T${digits(time, ':')}.${ms}Z`);
  return new Date(at.getTime() - CHANGES_DAYS * DAY_MS).toISOString().replace(/[-:.]/g, '');
}

/**
 * The statements that create the table of changes in a serving file. Each input file is sorted.
 * @param paths of files of changes
 */
export function* changesStatements(alias: string, paths: readonly string[]): Generator<string> {
  const columns = Object.entries(CHANGES_COLUMNS).map(([column, type]) => `${column} ${type}`);
  yield `create table ${alias}.changes (${columns.join(', ')})`;
  if (paths.length > 0) yield `insert into ${alias}.changes by name select * from ${changesIn(paths)}`;
}

/**
 * A SELECT that merges files of changes. Changes of one row that differ only in their snapshot become one, with the
 * last snapshot: readers that start from an earlier one get the same result.
 * @param since snapshots up to this id are left out @param gone organisations to leave out
 */
export function mergedChanges(paths: readonly string[], since: string, gone: readonly string[]): string {
  const { snapshot: _, ...columns } = CHANGES_COLUMNS;
  const names = Object.keys(columns).join(', ');
  return `select ${names}, max(snapshot) as snapshot from ${changesIn(paths)}
    where snapshot > ${sqlText(since)} ${gone.length === 0 ? '' : `and org_id not in (${gone.map(sqlText).join()})`}
    group by ${names} order by ${ORDER}`;
}

export function changesIn(paths: readonly string[]): string {
  return `read_parquet([${paths.map(sqlText).join(', ')}])`;
}
