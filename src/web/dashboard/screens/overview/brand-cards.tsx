import { type Point, type Range, type Step, stepOf } from '../../../../presentation/charts/lines.ts';
import { pointOf } from '../../../../presentation/charts/series.ts';
import { rankOf, rankText } from '../../../../presentation/headline.ts';
import { counted, formatPercent, shown, shownChange } from '../../../../presentation/numbers.ts';
import { useAnswer } from '../../api/loading.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { Change } from '../../components/change.tsx';
import { MOST_ROWS, reportBody, useFilters } from '../../state/filters.ts';
import { href } from '../../state/route.ts';
import type { BrandRow } from './tiles.tsx';

/** The most values a filter takes. */
const MOST_VALUES = 100;

/** A card a brand. Lines and ranks of those that are shown come after the numbers. */
export function BrandCards({ rows }: { rows: readonly BrandRow[] }) {
  const pages = Array.from({ length: Math.ceil(rows.length / MOST_VALUES) }, (_, at) =>
    rows.slice(at * MOST_VALUES, (at + 1) * MOST_VALUES),
  );
  return (
    <ul class="brand-cards">
      {pages.map((page) => (
        <Page key={page[0]?.brand.id} rows={page} />
      ))}
    </ul>
  );
}

function Page({ rows }: { rows: readonly BrandRow[] }) {
  const filters = useFilters();
  const step = stepOf(filters);
  const body = reportBody(filters);
  const ids = rows.map(({ brand }) => brand.id);
  const own = {
    ...body,
    filters: [...(body.filters ?? []), { field: 'brand' as const, operator: 'in' as const, values: ids }],
  };
  const lines = useAnswer('getBrandsReport', {
    body: { ...own, dimensions: [step], include: ['intervals'], limit: MOST_ROWS },
  });
  const ranks = useAnswer('getBrandsReport', {
    body: { ...own, include: ['competitors'], limit: MOST_VALUES },
  });
  const points = Map.groupBy(lines.data?.data ?? [], ({ brand }) => brand.id);
  const places = new Map(ranks.data?.data.map((row) => [row.brand.id, rankText(rankOf(row))]));
  return (
    <>
      {rows.map((row) => (
        <BrandCard
          key={row.brand.id}
          row={row}
          points={points.get(row.brand.id)?.map(pointOf) ?? []}
          rank={places.get(row.brand.id) ?? ''}
          range={filters}
          step={step}
        />
      ))}
    </>
  );
}

function BrandCard({
  row,
  points,
  rank,
  range,
  step,
}: {
  row: BrandRow;
  points: readonly Point[];
  rank: string;
  range: Range;
  step: Step;
}) {
  const { brand, visibility_total: total } = row;
  const change = shownChange(row);
  return (
    <li class="card brand-card">
      <h2>
        <a href={href('overview', { brand: brand.id })} dir="auto" title={brand.name}>
          {brand.name}
        </a>
      </h2>
      <div class="small muted">Visibility</div>
      <div class="value">{formatPercent(shown(row, 'visibility'))}</div>
      {change && (
        <div>
          <Change {...change} />
        </div>
      )}
      <Sparkline points={points} range={range} step={step} max={100} />
      <div class="small muted">{[rank, counted(total, 'answer')].filter(Boolean).join(' · ')}</div>
    </li>
  );
}
