import type { ComponentChildren, ComponentProps } from 'preact';
import { Loaded } from '../card.tsx';
import { type Column, Table } from '../table/table.tsx';
import { ShowMore } from './show-more.tsx';

type TableProps<Row> = ComponentProps<typeof Table<Row>>;

/** The rows of a list as a table, with a way to the rest of them. */
export function ListTable<Row>({
  list,
  one,
  many,
  height,
  empty,
  columns,
  ...table
}: Omit<TableProps<Row>, 'rows' | 'columns'> &
  Parameters<typeof ShowMore<Row>>[0] & {
    height?: number;
    /** Shown where there are no rows. */
    empty: ComponentChildren;
    columns: readonly Column<Row>[] | ((rows: readonly Row[]) => readonly Column<Row>[]);
  }) {
  return (
    <Loaded of={list} {...(height === undefined ? {} : { height })}>
      {({ rows }) =>
        rows.length === 0 ? (
          empty
        ) : (
          <div class="stack-small">
            <Table {...table} rows={rows} columns={typeof columns === 'function' ? columns(rows) : columns} />
            <ShowMore list={list} one={one} {...(many === undefined ? {} : { many })} />
          </div>
        )
      }
    </Loaded>
  );
}
