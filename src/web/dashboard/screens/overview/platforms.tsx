import { competitorsOf, MOST_COMPETITORS } from '../../../../presentation/charts/series.ts';
import { useAnswer } from '../../api/loading.ts';
import { Card, Loaded } from '../../components/card.tsx';
import type { Column } from '../../components/table/table.tsx';
import { type Filters, reportBody } from '../../state/filters.ts';
import { href } from '../../state/route.ts';
import { changeCell } from './columns.tsx';
import { PlatformMatrix, platformOf } from './platform-matrix.tsx';
import type { BrandRow } from './tiles.tsx';

/** Before its rows are known, px. */
export const PLATFORMS_HEIGHT = 430;

/** On which platforms the brand is named, beside whom: where it loses and to whom. */
export function Platforms({ filters }: { filters: Filters }) {
  const body = reportBody(filters);
  const rows = useAnswer('getBrandsReport', {
    body: {
      ...body,
      dimensions: ['platform'],
      include: ['intervals', 'changes', 'competitors'],
      compare_to: 'previous',
      limit: 1000,
    },
  });
  return (
    <Loaded of={rows} height={PLATFORMS_HEIGHT}>
      {({ data }) => {
        const competitors = competitorsOf(data);
        const shown = competitors.slice(0, MOST_COMPETITORS);
        return (
          <Card
            title="Visibility by platform"
            about={
              competitors.length > shown.length
                ? `You and the ${shown.length} of ${competitors.length} competitors that are named most. A cell leads to its answers.`
                : 'A cell leads to its answers. ▲ ▼ changed more than chance explains.'
            }
          >
            <PlatformMatrix
              caption="Visibility by platform"
              csv="platforms"
              rows={data}
              own="You"
              competitors={shown}
              hrefOf={(row, id) =>
                href('overview/answers', {
                  brand: row.brand.id,
                  platform: platformOf(row) ?? null,
                  named: id ?? 'you',
                })
              }
              last={change}
            />
          </Card>
        );
      }}
    </Loaded>
  );
}

const change: Column<BrandRow> = {
  name: 'Your change',
  cell: changeCell,
  value: ({ change }) => change?.points ?? null,
};
