import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useData } from '../../api/use-data.ts';
import { LineChart } from '../../charts/line-chart.tsx';
import { LinkButton } from '../../components/button.tsx';
import { Card, Loaded } from '../../components/card.tsx';
import { useMarks } from '../../frame/marks.ts';
import { daysBetween, mondayOf } from '../../state/days.ts';
import { type Filters, MOST_ROWS, PLATFORMS, platformName } from '../../state/filters.ts';
import { here, useRoute } from '../../state/route.ts';

/** From so many days on, a week a point: one prompt has an answer or few a day. */
const DAYS_BY_DAY = 14;

/** How often the answers to a prompt name the brand over time, a line a platform. */
export function PromptTrend({
  brandId,
  filters,
  body,
}: {
  brandId: string;
  filters: Filters;
  body: Schemas['BrandsReportParameters'];
}) {
  const { params } = useRoute();
  const usual = daysBetween(filters.start, filters.end) > DAYS_BY_DAY ? 'week' : 'day';
  const dimension = params.get('by') === 'day' ? 'day' : params.get('by') === 'week' ? 'week' : usual;
  const rows = useData(['prompt trend', body, dimension], () =>
    unwrap(
      api.POST('/api/reports/brands', {
        body: { ...body, dimensions: [dimension, 'platform'], limit: MOST_ROWS },
      }),
    ),
  );
  const marks = useMarks(brandId, filters);
  const other = dimension === 'day' ? 'week' : 'day';
  return (
    <Card
      title={`Visibility by ${dimension}`}
      about="Percent of answers that name the brand, a line for each platform."
      actions={
        <LinkButton size="small" href={here({ by: other })}>
          By {other}
        </LinkButton>
      }
    >
      <Loaded of={rows} height={300}>
        {({ data }) => (
          <LineChart
            title={`Visibility by ${dimension}`}
            csv="prompt-visibility"
            range={filters}
            step={dimension}
            marks={marks}
            series={PLATFORMS.map((platform) => ({
              name: platformName(platform),
              points: data
                .filter(({ dimensions }) => dimensions?.platform === platform)
                .map((row) => ({
                  day:
                    dimension === 'week' ? mondayOf(row.dimensions?.week ?? '') : (row.dimensions?.day ?? ''),
                  value: row.visibility,
                  n: row.visibility_total,
                }))
                .sort((one, other) => one.day.localeCompare(other.day)),
            })).filter(({ points }) => points.length > 0)}
          />
        )}
      </Loaded>
    </Card>
  );
}
