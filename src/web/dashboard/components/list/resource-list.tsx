import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { List } from '../../api/loading.ts';
import { Card, Empty } from '../card.tsx';
import { TextField } from '../form/form.tsx';
import type { Column } from '../table/table.tsx';
import { type Act, Acts, useActs } from './acts.tsx';
import { ListTable } from './list-table.tsx';
import type { ShowMore } from './show-more.tsx';

/** From this many rows on a list can be searched. */
const SEARCHED_FROM = 11;

interface Props<Row> {
  title: string;
  about?: ComponentChildren;
  /** The result of `useRows`. */
  list: Parameters<typeof ShowMore<Row>>[0]['list'];
  columns: readonly Column<Row>[];
  keyOf?: (row: Row) => string;
  /** Its noun, such as 'key'. */
  one: string;
  many?: string;
  /** Names a row in its buttons and in the search; otherwise its `name`. */
  nameOf?: (row: Row) => string;
  /** Whether rows are looked for by their names; a log is not. */
  isSearched?: boolean;
  /** The search by the server: what is sought, and how it is changed. */
  search?: readonly [string, (sought: string) => void];
  /** Name of the CSV file; otherwise it is the title. */
  csv?: string;
  /** Says that there is nothing yet: a title, and what leads on. */
  empty: readonly [string, ComponentChildren];
  /** The way to the first row, while there is none. */
  first?: Act<null> | undefined;
  /** Actions on a row. */
  acts?: readonly Act<Row>[];
  /** Actions without a row, such as adding one. */
  creates?: readonly Act<null>[];
  height?: number;
  /** Filters, above the rows. */
  children?: ComponentChildren;
}

/**
 * A card with things of one kind: a table that can be searched, what to do where there are none, and what can be done
 * with each. Whatever changes one loads the list again.
 */
export function ResourceList<Row>(props: Props<Row>) {
  const { title, about, list, empty, acts = [], creates = [], children, search, first, ...table } = props;
  const { nameOf = (row: Row) => (row as { name: string }).name, isSearched = true, ...shown } = table;
  const onRow = useActs(acts, list.reload);
  const onList = useActs(creates, list.reload);
  const ownSearch = useState('');
  const [sought, setSought] = search ?? ownSearch;
  const head = onList.buttons(null);
  return (
    <Card title={title} about={about} actions={head.length === 0 ? undefined : head}>
      {children}
      {isSearched && (sought !== '' || (list.data?.total ?? 0) >= SEARCHED_FROM) && (
        <div class="list-search">
          <TextField
            label={`Search ${props.many ?? `${props.one}s`}`}
            type="search"
            value={sought}
            onInput={setSought}
          />
        </div>
      )}
      {onRow.error}
      {onList.error}
      <ListTable
        caption={title}
        csv={title.toLowerCase().replaceAll(' ', '-')}
        {...shown}
        list={search || !list.data ? list : { ...list, data: found(list.data, sought, nameOf) }}
        columns={onRow.allowed.length === 0 ? props.columns : [...props.columns, actions(onRow, nameOf)]}
        empty={
          sought === '' ? (
            <Empty title={empty[0]} action={first && <Acts acts={[first]} on={null} onDone={list.reload} />}>
              {empty[1]}
            </Empty>
          ) : (
            <Empty title={`Nothing is called “${sought}”`} />
          )
        }
      />
      {onRow.dialog}
      {onList.dialog}
    </Card>
  );
}

function actions<Row>(
  { buttons }: ReturnType<typeof useActs<Row>>,
  nameOf: (row: Row) => string,
): Column<Row> {
  return {
    name: 'Actions',
    head: <span class="visually-hidden">Actions</span>,
    cell: (row) => <div class="row-actions">{buttons(row, { size: 'small', name: nameOf(row) })}</div>,
  };
}

/** The rows in whose name every word stands. */
function found<Row>(list: List<Row>, sought: string, nameOf: (row: Row) => string): List<Row> {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const hasAll = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  return words.length === 0 ? list : { ...list, rows: list.rows.filter((row) => hasAll(nameOf(row))) };
}
