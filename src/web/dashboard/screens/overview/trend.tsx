import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useData } from '../../api/use-data.ts';
import { LineChart } from '../../charts/line-chart.tsx';
import { Card, Loaded } from '../../components/card.tsx';
import { useMarks } from '../../frame/marks.ts';
import { daysBetween, mondayOf } from '../../state/days.ts';
import { type Filters, reportBody } from '../../state/filters.ts';

/** From so many days on, weeks are drawn: single days would be a hedge. */
const DAYS_SHOWN = 92;

/** Visibility over the days, with its bounds and what changed under it. */
export function Trend({ brandId, filters }: { brandId: string; filters: Filters }) {
  const isByWeek = daysBetween(filters.start, filters.end) > DAYS_SHOWN;
  const dimension = isByWeek ? 'week' : 'day';
  const body = {
    ...reportBody(filters),
    limit: 1000,
    dimensions: [dimension],
    include: ['intervals'],
  } satisfies Schemas['BrandsReportParameters'];
  const rows = useData(['trend', body], () => unwrap(api.POST('/api/reports/brands', { body })));
  const marks = useMarks(brandId, filters);
  return (
    <Card title={`Visibility by ${dimension}`} about="Percent of answers that name the brand.">
      <Loaded of={rows} height={300}>
        {({ data }) => (
          <LineChart
            title={`Visibility by ${dimension}`}
            csv="visibility"
            unit=" %"
            max={100}
            range={filters}
            step={dimension}
            marks={marks}
            series={[
              {
                name: 'Visibility',
                points: data.map((row) => ({
                  day: isByWeek ? mondayOf(row.dimensions?.week ?? '') : (row.dimensions?.day ?? ''),
                  value: row.visibility,
                  low: row.visibility_low ?? null,
                  high: row.visibility_high ?? null,
                  n: row.visibility_total,
                })),
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
