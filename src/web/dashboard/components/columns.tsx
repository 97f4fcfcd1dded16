import type { ComponentChildren } from 'preact';
import { formatDay, formatMoment } from './numbers.tsx';
import type { Column } from './table.tsx';

type Text = string | null;

/** A column with a text. @param below what is said of it in small letters */
export function textColumn<Row>(
  name: string,
  value: (row: Row) => Text,
  below: (row: Row) => ComponentChildren = () => null,
): Column<Row> {
  return {
    name,
    value,
    cell: (row) => (
      <>
        <span dir="auto">{value(row) ?? '–'}</span>
        <div class="small muted" dir="auto">
          {below(row)}
        </div>
      </>
    ),
  };
}

/** A column with a day, in UTC. */
export function dayColumn<Row>(name: string, value: (row: Row) => Text): Column<Row> {
  return { name, value, cell: (row) => <span class="nowrap">{formatDay(value(row))}</span> };
}

/** A column with a moment, in UTC. @param none its words where there is none */
export function momentColumn<Row>(name: string, value: (row: Row) => Text, none = '–'): Column<Row> {
  return {
    name,
    value,
    cell: (row) => {
      const moment = value(row);
      return moment === null ? none : <span class="nowrap">{formatMoment(moment)}</span>;
    },
  };
}
