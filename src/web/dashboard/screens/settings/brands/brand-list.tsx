import { useState } from 'preact/hooks';
import type { Schemas } from '../../../api/client.ts';
import { useRows } from '../../../api/loading.ts';
import { CheckField } from '../../../components/form/form.tsx';
import type { Act } from '../../../components/list/acts.tsx';
import { dayColumn } from '../../../components/list/columns.tsx';
import { formAct } from '../../../components/list/form-act.tsx';
import { ResourceList } from '../../../components/list/resource-list.tsx';
import type { Column } from '../../../components/table/table.tsx';
import { go, setParams, useRoute } from '../../../state/route.ts';
import { usePaused } from '../../../state/use-paused.ts';
import { NewSubject, subjectColumns } from './subject-list.tsx';

export function BrandList() {
  const archived = useRoute().params.get('archived') === 'true';
  const [sought, setSought] = useState('');
  const search = usePaused(sought.trim()) || null;
  const brands = useRows('listBrands', { archived, search, limit: 50 });
  return (
    <ResourceList
      title={archived ? 'Archived brands' : 'Brands'}
      about="Answers are searched for the names of each brand and its competitors."
      list={brands}
      one="brand"
      csv="brands"
      search={[sought, setSought]}
      columns={columns}
      creates={creates}
      empty={
        archived
          ? [
              'No brand is archived',
              'An archived brand leaves lists and reports, and can be taken back here.',
            ]
          : ['There is no brand yet', 'Add the brand whose visibility you want to follow.']
      }
    >
      <CheckField
        label="Show archived brands instead"
        checked={archived}
        onChange={(checked) => setParams({ archived: checked ? 'true' : null })}
      />
    </ResourceList>
  );
}

const creates: Act<null>[] = [
  formAct({
    label: 'Add a brand',
    operation: 'createBrand',
    kind: 'primary',
    form: {
      title: 'Add a brand',
      action: 'Add the brand',
      done: 'The brand is added.',
      onDone: ({ id }) => go(`settings/brands/${id}`),
      fields: (form) => <NewSubject of={form} />,
    },
  }),
];

const columns: Column<Schemas['Brand']>[] = [
  ...subjectColumns<Schemas['Brand']>('Brand', 'settings/brands'),
  dayColumn('Added', ({ createdAt }) => createdAt),
];
