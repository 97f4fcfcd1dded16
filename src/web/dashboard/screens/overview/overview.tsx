import { useAnswer } from '../../api/loading.ts';
import { Card, Loaded, ScreenHead } from '../../components/card.tsx';
import { Lazy, later } from '../../components/lazy.tsx';
import { useBrand, useBrands } from '../../frame/brand/brand.ts';
import { NoBrand } from '../../frame/brand/no-brand.tsx';
import { useRunsBehind } from '../../frame/footer.tsx';
import { NothingHere } from '../../frame/nothing-here.tsx';
import { reportBody, useFilters } from '../../state/filters.ts';
import { BRAND_INCLUDES } from '../../state/includes.ts';
import { useRoute } from '../../state/route.ts';
import { TopThree } from '../opportunities/top-three.tsx';
import { AllBrands } from './all-brands.tsx';
import { BrandHead } from './brand-head.tsx';
import { Branded } from './branded.tsx';
import { PLATFORMS_HEIGHT, Platforms } from './platforms.tsx';
import { Ranking } from './ranking.tsx';
import { Tiles } from './tiles.tsx';
import { Trend } from './trend.tsx';
import { WhenSeen } from './when-seen.tsx';

const answers = later('overviewAnswers');

/** How one brand does, or, where none is chosen, all of them. */
export default function Overview() {
  const brands = useBrands();
  const brand = useBrand();
  const { path } = useRoute();
  return (
    <Loaded of={brands} height={600}>
      {({ data }) => {
        if (data.length === 0) return <NoBrand />;
        if (!brand) return <AllBrands brands={data} />;
        return path[0] === 'answers' ? <Lazy load={answers} /> : <OneBrand id={brand.id} name={brand.name} />;
      }}
    </Loaded>
  );
}

function OneBrand({ id, name }: { id: string; name: string }) {
  const filters = { ...useFilters(), brand: id };
  const body = reportBody(filters);
  const whole = useAnswer('getBrandsReport', {
    body: { ...body, dimensions: [], include: [...BRAND_INCLUDES], compare_to: 'previous' },
  });
  const row = whole.data?.data[0];
  useRunsBehind(row?.visibility_total);
  if (whole.data !== undefined && (row === undefined || row.visibility_total === 0))
    return (
      <div class="stack">
        <ScreenHead title={name} />
        <Card title="No answers">
          <NothingHere brandId={id} />
        </Card>
      </div>
    );
  return (
    <div class="stack">
      <BrandHead id={id} name={name} row={row} before={whole.data?.compared_to} />
      <div class="overview-top">
        <Trend brandId={id} name={name} filters={filters} />
        <Loaded of={whole} height={420}>
          {({ data: [found] }) => found && <Ranking row={found} />}
        </Loaded>
      </div>
      {/* Not at once with what stands above it: a busy server answers that first. */}
      <Loaded of={whole} height={PLATFORMS_HEIGHT}>
        {() => <Platforms filters={filters} />}
      </Loaded>
      <WhenSeen height={250}>
        <TopThree brandId={id} filters={filters} />
      </WhenSeen>
      <Loaded of={whole} height={140}>
        {({ data: [found] }) => found && <Tiles row={found} hasVisibility={false} />}
      </Loaded>
      <WhenSeen height={220}>
        <div class="cols">
          <Branded filters={filters} />
        </div>
      </WhenSeen>
    </div>
  );
}
