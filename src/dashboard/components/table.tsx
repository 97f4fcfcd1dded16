import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { CsvButton } from './csv.tsx';

export interface Column<Row> {
  /** Names the column in the CSV and, without `head`, on screen. */
  name: string;
  head?: ComponentChildren;
  cell: (row: Row) => ComponentChildren;
  /** The plain value: what it is sorted by, and what the CSV holds. Without it the column is in neither. */
  value?: (row: Row) => string | number | boolean | null;
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
  /** How many rows are shown at first; more are shown on demand. The CSV has all. */
  atOnce?: number;
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
  atOnce = Number.POSITIVE_INFINITY,
  csv = null,
}: Props<Row>) {
  const [order, setOrder] = useState(sortedBy);
  const [shown, setShown] = useState(atOnce);
  const sorted = sort(rows, columns, order);
  const choose = (next: Order) => {
    setOrder(next);
    onSort?.(next);
  };
  return (
    <div class="stack-small">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="table-wrap" tabIndex={0} aria-label={caption}>
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
                      onClick={() =>
                        choose({
                          name: column.name,
                          isDescending:
                            order?.name === column.name ? !order.isDescending : column.isNumber === true,
                        })
                      }
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
            {sorted.slice(0, shown).map((row) => (
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
      {(csv !== null || rows.length > shown) && rows.length > 0 && (
        <div class="actions">
          {rows.length > shown && (
            <Button size="small" onClick={() => setShown(shown + atOnce)}>
              Show more ({rows.length - shown} left)
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
