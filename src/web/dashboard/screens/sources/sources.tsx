import type { Schemas } from '../../api/client.ts';
import { Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import { ListTable } from '../../components/list/list-table.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useBrand } from '../../frame/brand/brand.ts';
import { ChooseBrand } from '../../frame/brand/choose-brand.tsx';
import { useRunsBehind } from '../../frame/footer.tsx';
import { type Filters, useFilters } from '../../state/filters.ts';
import { href, useRoute } from '../../state/route.ts';
import { columnsOf } from './columns.tsx';
import { Domain } from './domain.tsx';
import { Kinds } from './kinds.tsx';
import { NothingCited, SourceList } from './list.tsx';
import { OwnSite } from './own-site.tsx';
import { OWN_SITE, ofWho, useCitations, useNarrowed, useSources } from './query.ts';
import { WhoField } from './who-field.tsx';

interface Props {
  brand: Schemas['Brand'];
  filters: Filters;
}

/** The views of the screen, by the second part of its address. */
const VIEWS = { domains: 'Sites', urls: 'Pages', own: 'Your pages', kinds: 'Kinds' } as const;
type View = keyof typeof VIEWS;

/** Which sources answers lean on, and whom they name when they do. */
export default function Sources() {
  const brand = useBrand();
  const bar = useFilters();
  const {
    path: [view = 'domains', domain],
  } = useRoute();
  if (!brand) return <ChooseBrand title="Sources" brand={brand} />;
  const filters = { ...bar, brand: brand.id };
  if (view === 'domain' && domain !== undefined)
    return <Domain key={domain} domain={domain} filters={filters} brand={brand} />;
  const shown: View = Object.hasOwn(VIEWS, view) ? (view as View) : 'domains';
  return (
    <div class="stack">
      <ScreenHead title={`Sources: ${brand.name}`}>
        AI answers lean on pages that they cite. Be on those pages, and be one of them.
      </ScreenHead>
      <Tabs
        label="Sources"
        tabs={Object.entries(VIEWS).map(([name, text]) => ({
          text,
          href: href(name === 'domains' ? 'sources' : `sources/${name}`),
          isCurrent: name === shown,
        }))}
      />
      <ViewOf view={shown} brand={brand} filters={filters} />
    </div>
  );
}

function ViewOf({ view, ...props }: Props & { view: View }) {
  switch (view) {
    case 'domains':
      return <SourceList key="domain" by="domain" {...props} />;
    case 'urls':
      return <SourceList key="url" by="url" {...props} />;
    case 'own':
      return <Own {...props} />;
    case 'kinds':
      return <AllKinds {...props} />;
  }
}

/** Answers by whether they cite the brand's site, and its pages that they cite. */
function Own({ brand, filters }: Props) {
  const { who } = useNarrowed();
  const overview = useCitations(filters, brand.id);
  const pages = useSources(filters, [OWN_SITE, ...ofWho(who)], {
    by: 'url',
    include: ['competitors', 'coverage'],
  });
  useRunsBehind(overview.data?.answers);
  return (
    <>
      <OnePlatform filters={filters} />
      <Loaded of={overview} height={220}>
        {(found) => <OwnSite overview={found} brand={brand} />}
      </Loaded>
      <Card title="Your pages that answers cite">
        <WhoField brandId={brand.id} who={who} />
        <ListTable
          list={pages}
          one="page"
          height={200}
          empty={<NothingCited isNarrowed={who !== null} />}
          caption="Your pages that answers cite"
          csv="own-pages"
          keyOf={({ url = '' }) => url}
          columns={(rows) => columnsOf('url', brand, rows)}
        />
      </Card>
    </>
  );
}

function AllKinds({ brand, filters }: Props) {
  const overview = useCitations(filters, brand.id);
  useRunsBehind(overview.data?.answers);
  return (
    <>
      <OnePlatform filters={filters} />
      <Loaded of={overview} height={260}>
        {(found) =>
          found.sourceTypes.length > 0 ? (
            <Kinds overview={found} />
          ) : (
            <Card title="Kinds of sources">
              <Empty title="Answers cite no source in these days">
                Not every platform names its sources. Choose other days or platforms above.
              </Empty>
            </Card>
          )
        }
      </Loaded>
    </>
  );
}

function OnePlatform({ filters: { platforms } }: { filters: Filters }) {
  if (platforms.length < 2) return null;
  return (
    <p class="note" data-kind="warn">
      This counts one platform or all of them. Several are chosen above, so it is of all.
    </p>
  );
}
