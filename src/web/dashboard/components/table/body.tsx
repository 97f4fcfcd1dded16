import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatCount } from '../../../../presentation/numbers.ts';
import type { Column, Line } from './order.ts';
import type { useVirtualRows } from './virtual-rows.ts';

interface Props<Row> {
  columns: readonly Column<Row>[];
  lines: readonly Line<Row>[];
  isOwn: ((row: Row) => boolean) | undefined;
  /** Which lines are drawn; null: all. */
  virtual: ReturnType<typeof useVirtualRows> | null;
  onFold: (group: string, isFolded: boolean) => void;
}

/** The rows of a table, and the heads of their groups. */
export function TableBody<Row>({ columns, lines, isOwn, virtual, onFold }: Props<Row>) {
  // A row that was drawn is drawn as it was while the table scrolls: the same node is not looked at again.
  const drawn = useMemo(() => new Map<number, JSX.Element>(), [columns, lines, virtual === null]);
  const rowAt = (at: number) => {
    const line = lines[at] as Line<Row>;
    const place = virtual
      ? { 'data-index': at, 'aria-rowindex': at + 2, ref: virtual.measure }
      : { 'data-index': at };
    return line.kind === 'group' ? (
      <GroupHead key={line.key} line={line} columns={columns.length} place={place} onFold={onFold} />
    ) : (
      <tr key={line.key} data-own={isOwn?.(line.row) ? '' : undefined} {...place}>
        {columns.map((column, of) =>
          of === 0 ? (
            <th key={column.name} scope="row">
              {shown(column, line.row)}
            </th>
          ) : (
            <td key={column.name} class={column.isNumber ? 'number' : undefined}>
              {shown(column, line.row)}
            </td>
          ),
        )}
      </tr>
    );
  };
  const draw = (at: number) => {
    const node = drawn.get(at) ?? rowAt(at);
    drawn.set(at, node);
    return node;
  };
  if (!virtual) return <tbody>{lines.map((_, at) => draw(at))}</tbody>;
  let end = 0;
  const parts: JSX.Element[] = [];
  for (const item of virtual.items) {
    if (item.start > end) parts.push(<Gap key={`gap ${item.index}`} height={item.start - end} />);
    parts.push(draw(item.index));
    end = item.end;
  }
  if (virtual.total > end) parts.push(<Gap key="gap" height={virtual.total - end} />);
  return <tbody onFocusIn={virtual.onFocusIn}>{parts}</tbody>;
}

const shown = <Row,>({ cell, value }: Column<Row>, row: Row) => (cell ?? value)?.(row);

/** The place of rows that are not drawn. */
function Gap({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
  return <tr class="table-gap" aria-hidden="true" style={{ height: `${height}px` }} />;
}

function GroupHead<Row>({
  line: { name, rows, isFolded, about },
  columns,
  place,
  onFold,
}: {
  line: Line<Row> & { kind: 'group' };
  columns: number;
  place: object;
  onFold: Props<Row>['onFold'];
}) {
  return (
    <tr class="table-group" {...place}>
      <th scope="colgroup" colSpan={columns}>
        <button type="button" aria-expanded={!isFolded} onClick={() => onFold(name, !isFolded)}>
          <span aria-hidden="true">{isFolded ? '▸' : '▾'}</span>
          <bdi class="name">{name}</bdi>
          <span class="muted">{formatCount(rows.length)}</span>
          {about !== undefined && <span class="muted about">{about}</span>}
        </button>
      </th>
    </tr>
  );
}
