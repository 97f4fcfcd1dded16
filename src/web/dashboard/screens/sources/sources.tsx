import type { Schemas } from '../../api/client.ts';
import { api, unwrap } from '../../api/client.ts';
import { useData } from '../../api/use-data.ts';
import { LinkButton } from '../../components/button.tsx';
import { Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useBrand, useBrands } from '../../frame/brand.ts';
import { ChooseBrand } from '../../frame/choose-brand.tsx';
import { useRunsBehind } from '../../frame/footer.tsx';
import { type Filters, useFilters } from '../../state/filters.ts';
import { href, useRoute } from '../../state/route.ts';
import { Domain } from './domain.tsx';
import { OwnSite } from './own-site.tsx';
import { citationQuery } from './query.ts';
import { SourceTypes } from './source-types.tsx';
import { CitedDomains, CitedUrls } from './tables.tsx';

/** Which sources answers lean on, and whether they name the brand when they do. */
export default function Sources() {
  const brands = useBrands();
  const brand = useBrand();
  const {
    path: [view = 'domains', domain],
  } = useRoute();
  const filters = { ...useFilters(), ...(brand ? { brand: brand.id } : {}) };
  return (
    <Loaded of={brands} height={300}>
      {({ data }) =>
        data.length === 0 ? (
          <ChooseBrand title="Sources" brand={null} />
        ) : (
          <div class="stack">
            {view === 'domain' && domain !== undefined ? (
              <Domain key={domain} domain={domain} filters={filters} brand={brand ?? null} />
            ) : (
              <Lists view={view} filters={filters} brand={brand ?? null} />
            )}
          </div>
        )
      }
    </Loaded>
  );
}

function Lists({ view, filters, brand }: { view: string; filters: Filters; brand: Schemas['Brand'] | null }) {
  const query = citationQuery(filters);
  const overview = useData(brand === null ? null : ['citations', query], () =>
    unwrap(api.GET('/api/citations/overview', { params: { query: { ...query, brandId: brand?.id ?? '' } } })),
  );
  useRunsBehind(overview.data?.answers);
  const isUrls = view === 'urls';
  const nothing = overview.data?.answers === 0;
  return (
    <>
      <ScreenHead title={brand === null ? 'Sources' : `Sources: ${brand.name}`}>
        AI answers lean on pages that they cite. Be on those pages, and be one of them.
      </ScreenHead>
      {filters.platforms.length > 1 && (
        <p class="note" data-kind="warn">
          Sources are counted on one platform or on all. Several are chosen above, so these are of all.
        </p>
      )}
      <Tabs
        label="Sources"
        tabs={[
          { text: 'Sites', href: href('sources'), isCurrent: !isUrls },
          { text: 'Pages', href: href('sources/urls'), isCurrent: isUrls },
        ]}
      />
      {nothing ? (
        <NoAnswers />
      ) : (
        <>
          {!isUrls && brand !== null && (
            <Loaded of={overview} height={260}>
              {(found) => (
                <div class="stack">
                  <OwnSite overview={found} brand={brand} />
                  {found.sourceTypes.length > 0 && <SourceTypes overview={found} />}
                </div>
              )}
            </Loaded>
          )}
          {!isUrls && brand === null && (
            <p class="note">
              These are the sources of all your brands. Choose one above to see how its own site does.
            </p>
          )}
          {isUrls ? (
            <CitedUrls filters={filters} overview={overview.data} />
          ) : (
            <CitedDomains filters={filters} overview={overview.data} />
          )}
        </>
      )}
    </>
  );
}

function NoAnswers() {
  return (
    <Card title="No answers">
      <Empty
        title="There are no answers in these days with these filters"
        action={<LinkButton href={href('coverage')}>See what was asked</LinkButton>}
      >
        Choose other days or fewer filters above.
      </Empty>
    </Card>
  );
}
