import { formatPercent } from '../../../../presentation/numbers.ts';
import { Change, Interval } from '../../components/change.tsx';
import { numberColumn } from '../../components/list/columns.tsx';
import type { Column } from '../../components/table/table.tsx';
import type { BrandRow } from './tiles.tsx';

/** Visibility of a row, its change and what is behind it: for tables of brands and of parts of a brand. */
export const measureColumns: Column<BrandRow>[] = [
  {
    name: 'Visibility',
    isNumber: true,
    cell: (row) => (
      <>
        {formatPercent(row.visibility)}
        <br />
        <Interval low={row.visibility_low} high={row.visibility_high} isShort />
      </>
    ),
    value: (row) => row.visibility,
  },
  {
    name: 'Change',
    cell: ({ change }) => change && <Change {...change} />,
    value: ({ change }) => change?.points ?? null,
  },
  numberColumn('Answers', (row) => row.visibility_total),
];
