import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { CsvButton } from '../components/table/csv.tsx';
import { type Column, Table } from '../components/table/table.tsx';
import { PictureButtons } from './picture-buttons.tsx';

interface Props<Row> {
  /** What is drawn, such as "Visibility by day". */
  title: string;
  legend?: ComponentChildren;
  /** The same as the picture in numbers: for reading and for the CSV. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Name of the CSV file without its ending. */
  csv: string;
  /** Height of the picture, px: its place is kept while its width is unknown. */
  height: number;
  /** One muted line below the picture. */
  note?: ComponentChildren;
  /** Draws the picture as wide as there is room, px. */
  children: (width: number) => ComponentChildren;
}

/** What is around each picture: its legend, the same numbers as a table and as CSV. */
export function ChartFrame<Row>(props: Props<Row>) {
  const { title, legend, columns, rows, keyOf, csv, height, note, children } = props;
  const [isTable, setTable] = useState(false);
  const [box, width] = useWidth();
  return (
    <figure class="chart" aria-label={title}>
      {legend}
      <div ref={box} class="chart-picture" style={isTable ? undefined : { minHeight: `${height}px` }}>
        {isTable ? (
          <Table caption={title} columns={columns} rows={rows} keyOf={keyOf} />
        ) : (
          width !== null && children(width)
        )}
      </div>
      <div class="chart-foot">
        {note !== undefined && !isTable && <figcaption class="small muted">{note}</figcaption>}
        <div class="actions">
          <Button size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? 'Show as chart' : 'Show as table'}
          </Button>
          {!isTable && <PictureButtons box={box} title={title} name={csv} />}
          <CsvButton name={csv} columns={columns} rows={rows} />
        </div>
      </div>
    </figure>
  );
}

/** The width of an element, px, so that a picture's letters are as large as the page's on every screen. */
export function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  // Before the first paint, so that nothing moves.
  useLayoutEffect(() => setWidth(element.current?.clientWidth || null), []);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      // On paper the picture of the screen is scaled: what is laid out for it passes through other widths.
      if (matchMedia('print').matches) return;
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}
