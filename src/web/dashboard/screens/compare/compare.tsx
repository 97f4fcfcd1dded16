import { daysOfRange } from '../../../../base/views/range.ts';
import { formatDays } from '../../../../presentation/days.ts';
import { ApiError, type Schemas } from '../../api/client.ts';
import { useAnswer } from '../../api/loading.ts';
import { Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import { useBrand } from '../../frame/brand/brand.ts';
import { ChooseBrand } from '../../frame/brand/choose-brand.tsx';
import { useRunsBehind } from '../../frame/footer.tsx';
import { NothingHere } from '../../frame/nothing-here.tsx';
import { reportBody, useFilters } from '../../state/filters.ts';
import { BRAND_INCLUDES } from '../../state/includes.ts';
import { useRoute } from '../../state/route.ts';
import type { BrandRow } from '../overview/tiles.tsx';
import { Matrix } from './matrix.tsx';
import { type ComparedBody, useParts, usePlatforms } from './parts.ts';
import { PartsOfChange } from './parts-of-change.tsx';
import { type Period, PeriodField } from './period-field.tsx';
import { Headline, WhatChanged } from './what-changed.tsx';
import { WithoutParts, WithoutSentence } from './without.tsx';

/** A brand in one period against another: what changed, whether that is more than chance, and what did it. */
export default function Compare() {
  const brand = useBrand();
  if (!brand) return <ChooseBrand title="Compare" brand={brand} />;
  return <CompareBrand brand={brand} />;
}

function CompareBrand({ brand }: { brand: Schemas['Brand'] }) {
  const filters = { ...useFilters(), brand: brand.id };
  const against = useAgainst();
  const body = { ...reportBody(filters), compare_to: against };
  const whole = useAnswer('getBrandsReport', {
    body: { ...body, dimensions: [], include: [...BRAND_INCLUDES] },
  });
  const row = whole.data?.data[0];
  const before = whole.data?.compared_to;
  useRunsBehind(row && row.visibility_total + (row.previous?.visibility_total ?? 0));
  const hasBoth = row?.previous != null && row.visibility_total > 0 && row.previous.visibility_total > 0;
  return (
    <div class="stack">
      <ScreenHead title={`Compare: ${brand.name}`}>
        {formatDays(filters.start, filters.end)}
        {before && `, against ${formatDays(before.start_date, before.end_date)}`}
      </ScreenHead>
      <PeriodField filters={filters} against={against} />
      {whole.error instanceof ApiError && whole.error.status === 400 ? (
        <p class="note" data-kind="warn" role="alert">
          These two periods cannot be compared. {whole.error.message}
        </p>
      ) : (
        <Loaded of={whole} height={220}>
          {({ data: [found] }) =>
            found && hasBoth ? (
              <Compared row={found} body={body} />
            ) : (
              <Card title="Nothing to compare">
                {found && found.visibility_total > 0 ? (
                  <Empty title="There are no answers in the earlier period">Choose other days above.</Empty>
                ) : (
                  <NothingHere brandId={brand.id} />
                )}
              </Card>
            )
          }
        </Loaded>
      )}
    </div>
  );
}

/** The sentence first, then who moved where, what it rests on, and the rest of the measures. */
function Compared({ row, body }: { row: BrandRow; body: ComparedBody }) {
  const platforms = usePlatforms(body);
  const without = useParts(row, platforms.data?.data, body);
  return (
    <div class="stack">
      <Headline row={row}>
        <WithoutSentence row={row} without={without} />
      </Headline>
      <Loaded of={platforms} height={420}>
        {({ data }) => <Matrix whole={row} platforms={data} />}
      </Loaded>
      <div class="cols">
        <WithoutParts without={without} />
        <WhatChanged row={row} />
      </div>
      <PartsOfChange row={row} body={body} />
    </div>
  );
}

/** The other period, as the address has it: 'previous', or two days joined by '..'. */
function useAgainst(): Period {
  const days = daysOfRange(useRoute().params.get('against'));
  return days === null ? 'previous' : { start_date: days.start, end_date: days.end };
}
