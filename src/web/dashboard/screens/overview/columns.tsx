import { formatPercent, shownChange } from '../../../../presentation/numbers.ts';
import { Change, Interval } from '../../components/change.tsx';
import { measureColumn, numberColumn } from '../../components/list/columns.tsx';
import type { Column } from '../../components/table/table.tsx';
import type { BrandRow } from './tiles.tsx';

/** The change of a row's visibility. */
export function changeCell(row: Parameters<typeof shownChange>[0]) {
  const change = shownChange(row);
  return change && <Change {...change} />;
}

/** Visibility of a row, its change and what is behind it: for tables of brands and of parts of a brand. */
export const measureColumns: Column<BrandRow>[] = [
  measureColumn(
    'Visibility',
    'visibility',
    (row) => row,
    formatPercent,
    (row) => <Interval low={row.visibility_low} high={row.visibility_high} isShort />,
  ),
  { name: 'Change', cell: changeCell, value: ({ change }) => change?.points ?? null },
  numberColumn('Answers', (row) => row.visibility_total),
];
