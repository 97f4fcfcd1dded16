import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useList } from '../../../api/use-list.ts';
import { Button } from '../../../components/button.tsx';
import { Card, Empty, Loaded } from '../../../components/card.tsx';
import { CheckField } from '../../../components/form.tsx';
import { formatDay } from '../../../components/numbers.tsx';
import { ShowMore } from '../../../components/show-more.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { toast } from '../../../components/toast.tsx';
import { go, href, setParams, useRoute } from '../../../state/route.ts';
import { CreateSubject } from './create-subject.tsx';

type Brand = Schemas['Brand'];

export function BrandList() {
  const may = useAccess();
  const isArchived = useRoute().params.get('archived') === 'true';
  const brands = useList(['brands of settings', isArchived], (after) =>
    unwrap(
      api.GET('/api/brands', {
        params: { query: { limit: 50, archived: isArchived, ...after } },
      }),
    ),
  );
  const [isCreating, setCreating] = useState(false);
  return (
    <Card
      title={isArchived ? 'Archived brands' : 'Brands'}
      about="Answers are searched for the names of each brand and its competitors."
      actions={
        may('createBrand') && (
          <Button kind="primary" onClick={() => setCreating(true)}>
            Add a brand
          </Button>
        )
      }
    >
      <CheckField
        label="Show archived brands instead"
        checked={isArchived}
        onChange={(checked) => setParams({ archived: checked ? 'true' : null })}
      />
      <Loaded of={brands}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title={isArchived ? 'No brand is archived' : 'There is no brand yet'}>
              {isArchived
                ? 'An archived brand leaves lists and reports, and can be taken back here.'
                : 'Add the brand whose visibility you want to follow.'}
            </Empty>
          ) : (
            <div class="stack-small">
              <Table
                caption="Brands"
                isPaged
                csv="brands"
                columns={columns}
                rows={rows}
                keyOf={({ id }) => id}
              />
              <ShowMore list={brands} one="brand" />
            </div>
          )
        }
      </Loaded>
      {isCreating && (
        <CreateSubject
          title="Add a brand"
          isBrand
          onClose={() => setCreating(false)}
          onCreate={async (body) => {
            const { id } = await unwrap(api.POST('/api/brands', { body }));
            toast('The brand is added.');
            go(`settings/brands/${id}`);
          }}
        />
      )}
    </Card>
  );
}

const columns: Column<Brand>[] = [
  {
    name: 'Brand',
    cell: ({ id, name, industry }) => (
      <>
        <a href={href(`settings/brands/${id}`)}>{name}</a>
        {industry !== null && <div class="small muted">{industry}</div>}
      </>
    ),
    value: ({ name }) => name,
  },
  {
    name: 'Other names',
    cell: ({ aliases }) => (aliases.length === 0 ? '–' : aliases.join(', ')),
    value: ({ aliases }) => aliases.join(', '),
  },
  {
    name: 'Website',
    cell: ({ website }) => (website === null ? '–' : <span class="settings-url">{website}</span>),
    value: ({ website }) => website,
  },
  { name: 'Added', cell: ({ createdAt }) => formatDay(createdAt), value: ({ createdAt }) => createdAt },
];
