import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Card, Empty, Loaded } from '../card.tsx';
import { TextField } from '../form/form.tsx';
import { type Column, Table } from '../table/table.tsx';
import { type Act, Acts, useActs } from './acts.tsx';
import { ShowMore } from './show-more.tsx';

/** From this many rows on a list can be searched. */
const SEARCHED_FROM = 11;

interface Props<Row> {
  title: string;
  about?: ComponentChildren;
  /** The result of `useList`. */
  list: Parameters<typeof ShowMore<Row>>[0]['list'];
  columns: readonly Column<Row>[];
  keyOf?: (row: Row) => string;
  /** What a row is, such as 'key'. */
  one: string;
  many?: string;
  /** What a row is called, for its buttons and for searching. */
  nameOf: (row: Row) => string;
  /** Whether rows are looked for by their names; a log is not. */
  isSearched?: boolean;
  /** The search by the server: what is sought, and how it is changed. */
  search?: readonly [string, (sought: string) => void];
  /** Name of the CSV file. */
  csv: string;
  /** Says that there is nothing yet: a title, and what leads on. */
  empty: readonly [string, ComponentChildren];
  /** The way to the first row, while there is none. */
  first?: Act<null> | undefined;
  /** What can be done with a row. */
  acts?: readonly Act<Row>[];
  /** What can be done without a row: such as adding one. */
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
  const { title, about, list, one, many, csv, empty, acts = [], creates = [], height, children } = props;
  const { keyOf = (row: Row) => (row as { id: string }).id, nameOf, isSearched = true } = props;
  const onRow = useActs(acts, list.reload);
  const onList = useActs(creates, list.reload);
  const ownSearch = useState('');
  const [sought, setSought] = props.search ?? ownSearch;
  const columns = onRow.allowed.length === 0 ? props.columns : [...props.columns, actions(onRow, nameOf)];
  const head = onList.buttons(null);
  return (
    <Card title={title} about={about} actions={head.length === 0 ? undefined : head}>
      {children}
      {isSearched && (sought !== '' || (list.data?.total ?? 0) >= SEARCHED_FROM) && (
        <div class="list-search">
          <TextField label={`Search ${many ?? `${one}s`}`} type="search" value={sought} onInput={setSought} />
        </div>
      )}
      {onRow.error}
      {onList.error}
      <Loaded of={list} {...(height === undefined ? {} : { height })}>
        {(loaded) => {
          const rows = props.search ? loaded.rows : found(loaded.rows, sought, nameOf);
          if (rows.length === 0)
            return sought === '' ? (
              <Empty
                title={empty[0]}
                action={props.first && <Acts acts={[props.first]} on={null} onDone={list.reload} />}
              >
                {empty[1]}
              </Empty>
            ) : (
              <Empty title={`Nothing is called “${sought}”`} />
            );
          return (
            <div class="stack-small">
              <Table caption={title} csv={csv} columns={columns} rows={rows} keyOf={keyOf} />
              <ShowMore list={list} one={one} {...(many === undefined ? {} : { many })} />
            </div>
          );
        }}
      </Loaded>
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
function found<Row>(rows: readonly Row[], sought: string, nameOf: (row: Row) => string): readonly Row[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => words.every((word) => nameOf(row).toLowerCase().includes(word)));
}
