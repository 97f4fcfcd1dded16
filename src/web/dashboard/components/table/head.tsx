import type { Column, Order } from './order.ts';

/** The names of columns; those with a value sort the table. */
export function TableHead<Row>({
  columns,
  order,
  isCounted,
  onSort,
}: {
  columns: readonly Column<Row>[];
  order: Order | undefined;
  /** Whether rows say their number, because not all are drawn. */
  isCounted: boolean;
  onSort: (order: Order) => void;
}) {
  return (
    <thead>
      <tr aria-rowindex={isCounted ? 1 : undefined}>
        {columns.map((column) => {
          const isSorted = order?.name === column.name;
          const direction = order?.isDescending ? 'descending' : 'ascending';
          return (
            <th
              key={column.name}
              scope="col"
              class={column.isNumber ? 'number' : undefined}
              aria-sort={isSorted ? direction : undefined}
            >
              {column.value === undefined ? (
                (column.head ?? column.name)
              ) : (
                <button
                  type="button"
                  class="sort"
                  onClick={() => {
                    const isDescending = isSorted ? !order.isDescending : column.isNumber === true;
                    onSort({ name: column.name, isDescending });
                  }}
                >
                  {column.head ?? column.name}
                  <span class="sort-sign" aria-hidden="true">
                    {isSorted ? (order.isDescending ? '▾' : '▴') : ''}
                  </span>
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
