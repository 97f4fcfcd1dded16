import { useAccess } from '../../api/access.ts';
import type { Schemas } from '../../api/client.ts';
import { useRows } from '../../api/loading.ts';
import { LinkButton } from '../../components/button.tsx';
import { ScreenHead } from '../../components/card.tsx';
import { dayColumn, linkColumn } from '../../components/list/columns.tsx';
import { ResourceList } from '../../components/list/resource-list.tsx';
import type { Column } from '../../components/table/table.tsx';
import { useBrandName, useBrands } from '../../frame/brand/brand.ts';
import { BrandSelect } from '../../frame/brand/brand-select.tsx';
import { ChooseBrand } from '../../frame/brand/choose-brand.tsx';
import { href, useRoute } from '../../state/route.ts';
import { EditMarkup } from './edit.tsx';
import { SCHEMA_KINDS } from './kinds.ts';
import { NewMarkup } from './new.tsx';

/** Markup that tells machines what a page of yours is about. */
export default function Schema() {
  const [view] = useRoute().path;
  if (view === 'new') return <NewMarkup />;
  return view === undefined ? <Stored /> : <EditMarkup key={view} id={view} />;
}

function Stored() {
  const brandId = useRoute().params.get('brand');
  const brandName = useBrandName();
  const brands = useBrands().data;
  const list = useRows('listSchemas', { brandId, limit: 200 });
  if (brands?.total === 0) return <ChooseBrand title="Schema" brand={null} />;
  return (
    <div class="stack">
      <ScreenHead
        title="Schema"
        actions={
          <>
            <BrandSelect />
            <NewButton />
          </>
        }
      >
        A few lines in a page that tell machines what it is about, in the vocabulary of schema.org.
      </ScreenHead>
      <ResourceList
        title="Saved markup"
        list={list}
        one="piece of markup"
        many="pieces of markup"
        nameOf={({ type, brandId: of }) => `${SCHEMA_KINDS[type].name} ${brandName(of)}`}
        csv="schema"
        columns={columnsOf(brandName)}
        empty={[
          'No markup is saved yet',
          <div key="next" class="empty-next">
            <span>
              Begin with “Organization” for your home page: Sightline fills in what it knows of your brand,
              and says what is missing.
            </span>
            <NewButton />
          </div>,
        ]}
      />
    </div>
  );
}

const columnsOf = (brandName: (id: string) => string): Column<Schemas['SchemaSummary']>[] => [
  linkColumn(
    'Kind',
    ({ type }) => SCHEMA_KINDS[type].name,
    ({ id }) => href(`schema/${id}`),
  ),
  { name: 'Brand', value: (row) => brandName(row.brandId) },
  dayColumn('Created', ({ createdAt }) => createdAt),
  dayColumn('Changed', ({ updatedAt }) => updatedAt),
];

/** Creating and checking is for everybody; saving it is for those who may. */
function NewButton() {
  const may = useAccess();
  return (
    <LinkButton kind="primary" href={href('schema/new')}>
      {may('createSchema') ? 'New markup' : 'Create or check markup'}
    </LinkButton>
  );
}
