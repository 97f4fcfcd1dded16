import { useState } from 'preact/hooks';
import { useAccess } from '../../../api/access.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useList } from '../../../api/use-list.ts';
import { Button } from '../../../components/button.tsx';
import { Card, Empty, Loaded } from '../../../components/card.tsx';
import { Confirm } from '../../../components/dialog.tsx';
import { ShowMore } from '../../../components/show-more.tsx';
import { Table } from '../../../components/table.tsx';
import { toast } from '../../../components/toast.tsx';
import { href } from '../../../state/route.ts';
import { CreateSubject } from './create-subject.tsx';

type Competitor = Schemas['Competitor'];

export function Competitors({ brand }: { brand: Schemas['Brand'] }) {
  const may = useAccess();
  const competitors = useList(['competitors', brand.id], (after) =>
    unwrap(
      api.GET('/api/brands/{id}/competitors', {
        params: { path: { id: brand.id }, query: { limit: 50, ...after } },
      }),
    ),
  );
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Competitor | null>(null);
  return (
    <Card
      title="Competitors"
      about={`Those that ${brand.name} is compared with in the same answers.`}
      actions={may('createCompetitor') && <Button onClick={() => setAdding(true)}>Add a competitor</Button>}
    >
      <Loaded of={competitors}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title="There is no competitor yet">
              With competitors, reports show your share of voice and your place among them.
            </Empty>
          ) : (
            <div class="stack-small">
              <Table
                caption="Competitors"
                isPaged
                csv="competitors"
                columns={[
                  {
                    name: 'Name',
                    cell: ({ id, name }) => <a href={href(`settings/brands/${brand.id}/${id}`)}>{name}</a>,
                    value: ({ name }) => name,
                  },
                  {
                    name: 'Other names',
                    cell: ({ aliases }) => (aliases.length === 0 ? '–' : aliases.join(', ')),
                    value: ({ aliases }) => aliases.join(', '),
                  },
                  {
                    name: 'Website',
                    cell: ({ website }) =>
                      website === null ? '–' : <span class="settings-url">{website}</span>,
                    value: ({ website }) => website,
                  },
                  {
                    name: 'Actions',
                    head: <span class="visually-hidden">Actions</span>,
                    cell: (one) =>
                      may('deleteCompetitor') && (
                        <div class="row-actions">
                          <Button
                            size="small"
                            kind="danger"
                            onClick={() => setRemoved(one)}
                            aria-label={`Remove ${one.name}`}
                          >
                            Remove
                          </Button>
                        </div>
                      ),
                  },
                ]}
                rows={rows}
                keyOf={({ id }) => id}
              />
              <ShowMore list={competitors} one="competitor" />
            </div>
          )
        }
      </Loaded>
      {isAdding && (
        <CreateSubject
          title="Add a competitor"
          onClose={() => setAdding(false)}
          onCreate={async (body) => {
            await unwrap(
              api.POST('/api/brands/{id}/competitors', { params: { path: { id: brand.id } }, body }),
            );
            toast('The competitor is added.');
            setAdding(false);
            competitors.reload();
          }}
        />
      )}
      {removed !== null && (
        <Confirm
          title={`Remove ${removed.name}?`}
          action="Remove the competitor"
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            await unwrap(api.DELETE('/api/competitors/{id}', { params: { path: { id: removed.id } } }));
            toast(`${removed.name} is removed.`);
            competitors.reload();
          }}
        >
          It leaves all reports, those of past days too: stored answers are read again without it, and shares
          of voice change. Added anew, it is looked for in all stored answers again.
        </Confirm>
      )}
    </Card>
  );
}
