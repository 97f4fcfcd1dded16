import { formatCount } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { useRows } from '../../api/loading.ts';
import { LinkButton } from '../../components/button.tsx';
import { dayColumn, linkColumn } from '../../components/list/columns.tsx';
import { AddressedForm } from '../../components/list/form-act.tsx';
import { ResourceList } from '../../components/list/resource-list.tsx';
import type { Column } from '../../components/table/table.tsx';
import { useBrandName } from '../../frame/brand/brand.ts';
import { go, href, useRoute } from '../../state/route.ts';
import { BrandField } from './brand-field.tsx';
import { QuotaNote } from './quota-note.tsx';
import { useSearch } from './use-search.ts';

type Brief = Schemas['BriefSummary'];

export function Briefs() {
  const { params } = useRoute();
  const brandId = params.get('brand');
  const { search, field } = useSearch();
  const brandName = useBrandName();
  const list = useRows('listBriefs', { brandId, search, limit: 200 });
  return (
    <>
      <ResourceList
        title="Briefs"
        list={list}
        one="brief"
        nameOf={({ topic }) => topic}
        search={field}
        columns={columnsOf(brandName)}
        empty={[
          'There is no brief yet',
          <span key="next" class="stack-small">
            <span>
              Name a topic. You get the prompts whose answers leave your brand out, who is named instead,
              which sources are cited, and an outline of a page that answers them.
            </span>
            <LinkButton kind="primary" href={href('content', { brief: 'new' })} needs="createBrief">
              Create the first brief
            </LinkButton>
          </span>,
        ]}
      />
      <AddressedForm
        param="brief"
        others={['topic']}
        create={{
          operation: 'createBrief',
          title: 'New brief',
          action: 'Create the brief',
          first: { brandId, topic: params.get('topic') },
          done: 'The brief is created.',
          onDone: ({ id }) => go(`content/brief/${id}`),
          fields: (form) => (
            <>
              <BrandField of={form} name="brandId" />
              <form.Field
                name="topic"
                label="Topic"
                hint="A few words that are in your prompts. Where no prompt holds one of them, all prompts of the brand are looked at."
                placeholder="reading lamps"
              />
              <QuotaNote />
            </>
          ),
        }}
      />
    </>
  );
}

const columnsOf = (brandName: (id: string) => string): Column<Brief>[] => [
  linkColumn(
    'Topic',
    ({ topic }) => topic,
    ({ id }) => href(`content/brief/${id}`),
  ),
  { name: 'Brand', value: (row) => brandName(row.brandId) },
  { name: 'Prompts looked at', value: promptsOf },
  {
    name: 'Not named in',
    isNumber: true,
    cell: (row) => `${formatCount(row.missingCount)} of ${formatCount(row.answerCount)}`,
    value: ({ missingCount }) => missingCount,
  },
  dayColumn('Created', ({ createdAt }) => createdAt),
];

function promptsOf({ scope, queryCount }: Brief): string {
  return `${formatCount(queryCount)}, ${scope === 'TOPIC' ? 'on the topic' : 'all of the brand'}`;
}
