import { useMemo, useRef, useState } from 'preact/hooks';
import { toggled } from '../../state/sets.ts';
import { TableBody } from './body.tsx';
import { CsvButton } from './csv.tsx';
import { DensityButton, useDensity } from './density.tsx';
import { TableHead } from './head.tsx';
import { type Column, type Grouping, linesOf, type Order, sort } from './order.ts';
import { useVirtualRows } from './virtual-rows.ts';

export type { Column, Order } from './order.ts';

/** From so many lines on, only those that are seen are drawn. */
const VIRTUAL_FROM = 100;
/** From so many lines on, a table scrolls in a box of its own, below its head. */
const BOXED_FROM = 30;
/** Widths of columns that say none, in a table whose columns must not move while it scrolls, px. */
const WIDTHS = { number: 110, text: 180 };
/** The least width of the first of them, which takes what the others leave. */
const FIRST_WIDTH = 'clamp(150px, 26vw, 300px)';

interface Props<Row> {
  /** Read by those who do not see the heading around it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** By its `id` unless it says otherwise. */
  keyOf?: (row: Row) => string;
  /** Marks rows that are the brand's own. */
  isOwn?: (row: Row) => boolean;
  /** Puts rows under heads that fold them. */
  groups?: Grouping<Row> | undefined;
  /** The order at first; without it, as the rows come. */
  sortedBy?: Order | undefined;
  /** Called with an order that a person chooses, such as to keep it in the address. */
  onSort?: (order: Order) => void;
  /** Name of the CSV file without its ending; null: no button. */
  csv?: string | null;
}

/**
 * A table that can be sorted, grouped and saved as CSV. Null is last in any order. A long one scrolls below its head, and
 * draws the rows that are seen: the browser's own search finds no others, the screen's does.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf = (row) => (row as { id: string }).id,
  isOwn,
  groups,
  sortedBy,
  onSort,
  csv = null,
}: Props<Row>) {
  const [order, setOrder] = useState(sortedBy);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const density = useDensity();
  const box = useRef<HTMLElement>(null);
  const sorted = useMemo(() => sort(rows, columns, order), [rows, columns, order]);
  const lines = useMemo(() => linesOf(sorted, keyOf, groups, folded), [sorted, groups, folded]);
  const keys = useMemo(() => lines.map(({ key }) => key), [lines]);
  const isVirtual = lines.length > VIRTUAL_FROM;
  const isBoxed = rows.length > BOXED_FROM;
  const virtual = useVirtualRows(box, { keys, look: density, isOn: isVirtual });
  const widths = isVirtual || columns.some(({ width }) => width !== undefined) ? widthsOf(columns) : null;
  return (
    <div class="stack-small">
      <section
        ref={box}
        class="table-wrap"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label={`${caption} (table)`}
        data-boxed={isBoxed ? '' : undefined}
        data-density={density}
      >
        <table
          aria-rowcount={isVirtual ? lines.length + 1 : undefined}
          style={
            widths ? { tableLayout: 'fixed', minWidth: `calc(${FIRST_WIDTH} + ${sumOf(widths)}px)` } : {}
          }
        >
          <caption class="visually-hidden">{caption}</caption>
          {widths && (
            <colgroup>
              <col />
              {widths.map((width, at) => (
                <col key={columns[at + 1]?.name} style={{ width: `${width}px` }} />
              ))}
            </colgroup>
          )}
          <TableHead
            columns={columns}
            order={order}
            isCounted={isVirtual}
            onSort={(next) => {
              setOrder(next);
              onSort?.(next);
            }}
          />
          <TableBody
            columns={columns}
            lines={lines}
            isOwn={isOwn}
            virtual={isVirtual ? virtual : null}
            onFold={(name, isFolded) => setFolded(toggled(folded, name, isFolded))}
          />
        </table>
      </section>
      {rows.length > 0 && csv !== null && (
        <div class="actions">
          {isBoxed && <DensityButton />}
          <CsvButton name={csv} columns={columns} rows={sorted} />
        </div>
      )}
    </div>
  );
}

/** Width of all columns but the first. */
function widthsOf<Row>(columns: readonly Column<Row>[]): number[] {
  return columns.slice(1).map(({ width, isNumber }) => width ?? (isNumber ? WIDTHS.number : WIDTHS.text));
}

const sumOf = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);
