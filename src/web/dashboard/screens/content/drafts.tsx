import type { Schemas } from '../../api/client.ts';
import { useRows } from '../../api/loading.ts';
import { LinkButton } from '../../components/button.tsx';
import { SelectField } from '../../components/form/form.tsx';
import {
  badgeColumn,
  dayColumn,
  linkColumn,
  numberColumn,
  type Said,
  saidOptions,
} from '../../components/list/columns.tsx';
import { AddressedForm } from '../../components/list/form-act.tsx';
import { ResourceList } from '../../components/list/resource-list.tsx';
import type { Column } from '../../components/table/table.tsx';
import { useBrandName } from '../../frame/brand/brand.ts';
import { go, href, setParams, useRoute } from '../../state/route.ts';
import { BrandField } from './brand-field.tsx';
import { QuotaNote } from './quota-note.tsx';
import { useSearch } from './use-search.ts';

type State = Schemas['DraftState'];

/** How far a draft is, in the order it goes. */
export const DRAFT_STATES: Record<State, Said> = {
  DRAFT: ['In progress', 'accent'],
  IN_REVIEW: ['In review', 'warn'],
  PUBLISHED: ['Published', 'good'],
  ARCHIVED: ['Archived'],
};

/** The drafts of the chosen brand, or those that were made from a brief. */
export function Drafts({ briefId = null }: { briefId?: string | null }) {
  const { params } = useRoute();
  const brandId = briefId === null ? params.get('brand') : null;
  const { search, field } = useSearch();
  const brandName = useBrandName();
  const asked = params.get('state') ?? '';
  const state = Object.hasOwn(DRAFT_STATES, asked) ? (asked as State) : null;
  const list = useRows('listDrafts', { briefId, brandId, search, state, limit: 200 });
  return (
    <>
      <ResourceList
        title={briefId === null ? 'Drafts' : 'Drafts from this brief'}
        list={list}
        one="draft"
        nameOf={({ title }) => title}
        search={field}
        csv="drafts"
        columns={columnsOf(brandName)}
        empty={emptyOf(state, briefId)}
      >
        {(state !== null || (list.data?.total ?? 0) > 3) && (
          <SelectField<State | ''>
            label="State"
            value={state ?? ''}
            options={[['', 'All'], ...saidOptions(DRAFT_STATES)]}
            onChange={(value) => setParams({ state: value })}
          />
        )}
      </ResourceList>
      {briefId === null && (
        <AddressedForm
          param="draft"
          others={['title']}
          create={{
            operation: 'createDraft',
            title: 'New draft',
            action: 'Create the draft',
            first: { brandId, title: params.get('title') },
            fixed: { body: '' },
            done: 'The draft is created.',
            onDone: ({ id }) => go(`content/draft/${id}`),
            fields: (form) => (
              <>
                <BrandField of={form} name="brandId" />
                <form.Field name="title" label="Title" />
                <QuotaNote />
              </>
            ),
          }}
        />
      )}
    </>
  );
}

const columnsOf = (brandName: (id: string) => string): Column<Schemas['DraftSummary']>[] => [
  linkColumn(
    'Title',
    ({ title }) => title,
    ({ id }) => href(`content/draft/${id}`),
  ),
  { name: 'Brand', value: (row) => brandName(row.brandId) },
  badgeColumn('State', ({ state }) => DRAFT_STATES[state]),
  numberColumn('Version', ({ version }) => version),
  dayColumn('Changed', ({ updatedAt }) => updatedAt),
];

function emptyOf(state: State | null, briefId: string | null) {
  if (state !== null)
    return [
      `No draft is “${DRAFT_STATES[state][0]}”`,
      <a key="all" href={href('content/drafts')}>
        Show all drafts
      </a>,
    ] as const;
  if (briefId !== null)
    return ['There is no draft from it yet', 'Begin one with the outline of the brief.'] as const;
  return [
    'There is no draft yet',
    <span key="next" class="stack-small">
      <span>A brief has an outline to write from.</span>
      <span class="actions">
        <LinkButton kind="primary" href={href('content')}>
          Begin with a brief
        </LinkButton>
        <LinkButton href={href('content/drafts', { draft: 'new' })} needs="createDraft">
          Write without one
        </LinkButton>
      </span>
    </span>,
  ] as const;
}
