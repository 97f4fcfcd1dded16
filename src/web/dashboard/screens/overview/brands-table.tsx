import { api, unwrap } from '../../api/client.ts';
import { useData } from '../../api/use-data.ts';
import { Loaded } from '../../components/card.tsx';
import { MeasuresNote } from '../../components/measures-note.tsx';
import { Change, format, formatCount, formatPercent, Interval } from '../../components/numbers.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useRunsBehind } from '../../frame/footer.tsx';
import { MOST_ROWS, reportBody, useFilters } from '../../state/filters.ts';
import { LIST_INCLUDES } from '../../state/includes.ts';
import { href } from '../../state/route.ts';
import type { BrandRow } from './tiles.tsx';

/** The measures of a row, for tables of brands and of parts of a brand. */
export const measureColumns: Column<BrandRow>[] = [
  {
    name: 'Visibility',
    isNumber: true,
    cell: (row) => (
      <>
        {formatPercent(row.visibility)}
        <br />
        <Interval low={row.visibility_low} high={row.visibility_high} isShort />
        {row.visibility_quality === 'too_few' && <div class="small muted">few answers</div>}
      </>
    ),
    value: (row) => row.visibility,
  },
  {
    name: 'Change',
    cell: ({ change }) => change && <Change {...change} />,
    value: ({ change }) => change?.points ?? null,
  },
  { name: 'Position', isNumber: true, cell: (row) => format(row.position), value: (row) => row.position },
  { name: 'Sentiment', isNumber: true, cell: (row) => format(row.sentiment), value: (row) => row.sentiment },
  {
    name: 'Answers',
    isNumber: true,
    cell: (row) => formatCount(row.visibility_total),
    value: (row) => row.visibility_total,
  },
];

/** All brands with their change since the period before. */
export function BrandsTable() {
  const body = reportBody(useFilters());
  const report = useData(['all brands', body], () =>
    unwrap(
      api.POST('/api/reports/brands', {
        body: { ...body, include: [...LIST_INCLUDES], compare_to: 'previous', limit: MOST_ROWS },
      }),
    ),
  );
  useRunsBehind(report.data?.data.reduce((sum, row) => sum + row.visibility_total, 0));
  return (
    <Loaded of={report} height={300}>
      {({ data, compared_to: before }) => (
        <div class="stack-small">
          <Table
            caption="Your brands"
            csv="brands"
            columns={[
              {
                name: 'Brand',
                cell: ({ brand }) => <a href={href('overview', { brand: brand.id })}>{brand.name}</a>,
                value: ({ brand }) => brand.name,
              },
              ...measureColumns,
            ]}
            rows={data}
            keyOf={({ brand }) => brand.id}
          />
          <MeasuresNote before={before} />
        </div>
      )}
    </Loaded>
  );
}
