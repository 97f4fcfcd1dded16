import { api, unwrap } from '../../api/client.ts';
import { useAccess } from '../../api/contract/access.ts';
import { useData } from '../../api/use-data.ts';
import { LineChart } from '../../charts/line-chart.tsx';
import { stepOf } from '../../charts/lines.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card, Loaded } from '../../components/card.tsx';
import { useMarks } from '../../frame/marks.ts';
import { type Filters, reportBody } from '../../state/filters.ts';
import { href } from '../../state/route.ts';
import { rangeBefore, seriesOf } from './series.ts';

/** The most rows a report with competitors gives. */
const MOST_ROWS = 1000;
const HEIGHT = 340;
const FIRST_DAY = '0001-01-01';

/** Visibility of the brand and of its competitors over the days, with the period before and what changed under it. */
export function Trend({ brandId, name, filters }: { brandId: string; name: string; filters: Filters }) {
  const may = useAccess();
  const step = stepOf(filters);
  const before = rangeBefore(filters);
  // By day, one request has both periods.
  const rows = useData(['trend', reportBody(filters), step], async () => {
    const ask = async (start: string, dimension: 'day' | 'week', end: string, include: Include[]) => {
      const { data } = await unwrap(
        api.POST('/api/reports/brands', {
          body: {
            ...reportBody({ ...filters, start, end }),
            dimensions: [dimension],
            include,
            limit: MOST_ROWS,
          },
        }),
      );
      return data;
    };
    if (step === 'week') {
      const now = await ask(filters.start, 'week', filters.end, ['intervals', 'competitors']);
      const earlier = await ask(before.start, 'day', before.end, []);
      return { now, earlier };
    }
    // The calendar has no days before the first ones.
    const first = before.start < FIRST_DAY ? filters.start : before.start;
    const all = await ask(first, 'day', filters.end, ['intervals', 'competitors']);
    const isNow = ({ dimensions }: (typeof all)[number]) => (dimensions?.day ?? '') >= filters.start;
    return { now: all.filter(isNow), earlier: all.filter((row) => !isNow(row)) };
  });
  const marks = useMarks(brandId, filters);
  const title = `Visibility by ${step}`;
  return (
    <Card
      title={title}
      actions={
        may('createAnnotation') && (
          <LinkButton size="small" href={href('annotations', { note: 'new' })}>
            Add a note
          </LinkButton>
        )
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

type Include = 'intervals' | 'competitors';
