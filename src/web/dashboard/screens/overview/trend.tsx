import { stepOf } from '../../../../presentation/charts/lines.ts';
import { seriesOf, trendRows } from '../../../../presentation/charts/series.ts';
import { call } from '../../api/client.ts';
import { useData } from '../../api/loading.ts';
import { LineChart } from '../../charts/line-chart.tsx';
import { LinkButton } from '../../components/button.tsx';
import { Card, Loaded } from '../../components/card.tsx';
import { useMarks } from '../../frame/marks.ts';
import { type Filters, reportBody } from '../../state/filters.ts';
import { href } from '../../state/route.ts';

/** The most rows a report with competitors gives. */
const MOST_ROWS = 1000;
const HEIGHT = 340;

/** Visibility of the brand and of its competitors over the days, with the period before and what changed under it. */
export function Trend({ brandId, name, filters }: { brandId: string; name: string; filters: Filters }) {
  const step = stepOf(filters);
  const rows = useData(['trend', reportBody(filters), step], () =>
    trendRows(filters, step, async (days, dimension, include) => {
      const body = {
        ...reportBody({ ...filters, ...days }),
        dimensions: [dimension],
        include,
        limit: MOST_ROWS,
      };
      return (await call('getBrandsReport', { body })).data;
    }),
  );
  const marks = useMarks(brandId, filters);
  const title = `Visibility by ${step}`;
  return (
    <Card
      title={title}
      actions={
        <LinkButton size="small" href={href('annotations', { note: 'new' })} needs="createAnnotation">
          Add a note
        </LinkButton>
      }
    >
      <Loaded of={rows} height={HEIGHT + 80}>
        {({ now, earlier }) => (
          <LineChart
            key={brandId}
            title={title}
            csv="visibility"
            range={filters}
            step={step}
            marks={marks}
            height={HEIGHT}
            series={seriesOf(name, now, earlier, filters, step)}
          />
        )}
      </Loaded>
    </Card>
  );
}
