import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { CsvButton, type CsvColumn } from './csv.tsx';
import { formatCount } from './numbers.tsx';

/** The rest is shown when it is asked for. */
const ROWS_AT_FIRST = 50;

/** A column; its value is what it is sorted by, and what the CSV holds. Without it the column is in neither. */
export interface Column<Row> extends CsvColumn<Row> {
  /** Shown instead of the name. */
  head?: ComponentChildren;
  cell: (row: Row) => ComponentChildren;
  isNumber?: boolean;
}

export interface Order {
  /** Name of a column. */
  name: string;
  isDescending: boolean;
}

interface Props<Row> {
  /** Read by those who do not see the heading around it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Marks rows that are the brand's own. */
  isOwn?: (row: Row) => boolean;
  /** The order at first; without it, as the rows come. */
  sortedBy?: Order | undefined;
  /** Told of an order that a person chooses, such as to keep it in the address. */
  onSort?: (order: Order) => void;
  /** Shows all rows at once, for a list of which more is loaded as it is asked for (ShowMore). */
  isPaged?: boolean;
  /** Name of the CSV file without its ending; null: no button. */
  csv?: string | null;
}

/** A table that can be sorted and saved as CSV. Null is last in any order. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  isOwn,
  sortedBy,
  onSort,
  csv = null,
  isPaged = false,
}: Props<Row>) {
  const [order, setOrder] = useState(sortedBy);
  const [isWhole, setWhole] = useState(isPaged);
  const sorted = sort(rows, columns, order);
  const shown = isWhole ? sorted : sorted.slice(0, ROWS_AT_FIRST);
  return (
    <div class="stack-small">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="table-wrap" tabIndex={0} aria-label={`${caption} (table)`}>
        <table>
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  class={column.isNumber ? 'number' : undefined}
                  aria-sort={
                    order?.name === column.name
                      ? order.isDescending
                        ? 'descending'
                        : 'ascending'
                      : undefined
                  }
                >
                  {column.value === undefined ? (
                    (column.head ?? column.name)
                  ) : (
                    <button
                      type="button"
                      class="sort"
                      onClick={() => {
                        const isDescending =
                          order?.name === column.name ? !order.isDescending : column.isNumber === true;
                        setOrder({ name: column.name, isDescending });
                        onSort?.({ name: column.name, isDescending });
                      }}
                    >
                      {column.head ?? column.name}
                      <span aria-hidden="true">
                        {order?.name === column.name ? (order.isDescending ? '▾' : '▴') : ''}
                      </span>
                    </button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={keyOf(row)} data-own={isOwn?.(row) ? '' : undefined}>
                {columns.map((column, at) =>
                  at === 0 ? (
                    <th key={column.name} scope="row">
                      {column.cell(row)}
                    </th>
                  ) : (
                    <td key={column.name} class={column.isNumber ? 'number' : undefined}>
                      {column.cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {(csv !== null || shown.length < rows.length) && rows.length > 0 && (
        <div class="actions">
          {shown.length < rows.length && (
            <Button size="small" onClick={() => setWhole(true)}>
              Show all {formatCount(rows.length)} rows
            </Button>
          )}
          {csv !== null && <CsvButton name={csv} columns={columns} rows={sorted} />}
        </div>
      )}
    </div>
  );
}

function sort<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | undefined,
): readonly Row[] {
  const value = columns.find(({ name }) => name === order?.name)?.value;
  if (!order || !value) return rows;
  const sign = order.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * String(a).localeCompare(String(b));
  });
}
