import type { ComponentChildren } from 'preact';
import type { CsvColumn } from './csv.tsx';

/** A column; its value is what it is sorted by, and what the CSV holds. Without it the column is in neither. */
export interface Column<Row> extends CsvColumn<Row> {
  /** Shown instead of the name. */
  head?: ComponentChildren;
  /** Without it the value is shown as it is. */
  cell?: (row: Row) => ComponentChildren;
  isNumber?: boolean;
  /** Sorted by this instead of the value: words such as Low and High have an order of their own. */
  rank?: (row: Row) => number | null;
  /** px; with it all columns keep their widths. The first one has none: it takes what they leave. */
  width?: number;
}

export interface Order {
  /** Name of a column. */
  name: string;
  isDescending: boolean;
}

/** Rows in an order; null is last in any. */
export function sort<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | undefined,
): readonly Row[] {
  const column = columns.find(({ name }) => name === order?.name);
  const value = column?.rank ?? column?.value;
  if (!order || !value) return rows;
  const sign = order.isDescending ? -1 : 1;
  const valued = rows.map((row) => ({ row, value: value(row) }));
  valued.sort(({ value: a }, { value: b }) => {
    if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * collator.compare(String(a), String(b));
  });
  return valued.map(({ row }) => row);
}

/** One for all: `localeCompare` makes one for each comparison. */
const collator = new Intl.Collator();

/** How rows are put into groups. */
export interface Grouping<Row> {
  /** The name of a row's group. */
  of: (row: Row) => string;
  /** Shown in the head of a group, beside its name. */
  about?: (rows: readonly Row[]) => string;
}

/** A line of a table: a row, or the head of a group. */
export type Line<Row> =
  | { kind: 'row'; key: string; row: Row }
  | {
      kind: 'group';
      key: string;
      name: string;
      rows: readonly Row[];
      isFolded: boolean;
      about?: string | undefined;
    };

/** Rows by group, in the order of each group's first row. @param folded names of the groups whose rows are hidden */
export function linesOf<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  grouping: Grouping<Row> | undefined,
  folded: ReadonlySet<string>,
): Line<Row>[] {
  const line = (row: Row): Line<Row> => ({ kind: 'row', key: keyOf(row), row });
  if (!grouping) return rows.map(line);
  return [...Map.groupBy(rows, grouping.of)].flatMap(([name, own]): Line<Row>[] => {
    const isFolded = folded.has(name);
    const head: Line<Row> = {
      kind: 'group',
      key: `group ${name}`,
      name,
      rows: own,
      isFolded,
      about: grouping.about?.(own),
    };
    return isFolded ? [head] : [head, ...own.map(line)];
  });
}
