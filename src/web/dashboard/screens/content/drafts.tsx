import { useRef } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import type { Schemas } from '../../api/client.ts';
import { call } from '../../api/contract/call.ts';
import { given } from '../../api/given.ts';
import { useList } from '../../api/use-list.ts';
import { LinkButton } from '../../components/button.tsx';
import { Badge, type BadgeKind } from '../../components/card.tsx';
import { Field } from '../../components/form/field.tsx';
import { SelectField } from '../../components/form/form.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { dayColumn, numberColumn } from '../../components/list/columns.tsx';
import { ResourceList } from '../../components/list/resource-list.tsx';
import type { Column } from '../../components/table/table.tsx';
import { useBrandName } from '../../frame/brand/brand.ts';
import { go, href, setParams, useRoute } from '../../state/route.ts';
import { BrandField } from './brand-field.tsx';
import { QuotaNote } from './quota-note.tsx';
import { useSearch } from './use-search.ts';

type State = Schemas['DraftState'];

/** How far a draft is, in the order it goes. */
export const DRAFT_STATES: readonly (readonly [State, string])[] = [
  ['DRAFT', 'In progress'],
  ['IN_REVIEW', 'In review'],
  ['PUBLISHED', 'Published'],
  ['ARCHIVED', 'Archived'],
];
const STATE_KINDS: Record<State, BadgeKind | undefined> = {
  DRAFT: 'accent',
  IN_REVIEW: 'warn',
  PUBLISHED: 'good',
  ARCHIVED: undefined,
};

export const stateName = (state: State): string =>
  DRAFT_STATES.find(([value]) => value === state)?.[1] ?? state;

/** The drafts of the chosen brand, or those that were made from a brief. */
export function Drafts({ briefId = null }: { briefId?: string | null }) {
  const { params } = useRoute();
  const brandId = briefId === null ? params.get('brand') : null;
  const { search, field } = useSearch();
  const may = useAccess();
  const brandName = useBrandName();
  const state = DRAFT_STATES.find(([value]) => value === params.get('state'))?.[0] ?? null;
  const list = useList(['drafts', briefId, brandId, search, state], (after) =>
    call('listDrafts', { query: { limit: 200, ...given({ briefId, brandId, search, state }), ...after } }),
  );
  const isNew = briefId === null && params.get('draft') === 'new' && may('createDraft');
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
        empty={emptyOf(state, briefId, may('createDraft'))}
      >
        {(state !== null || (list.data?.total ?? 0) > 3) && (
          <SelectField<State | ''>
            label="State"
            value={state ?? ''}
            options={[['', 'All'], ...DRAFT_STATES]}
            onChange={(value) => setParams({ state: value })}
          />
        )}
      </ResourceList>
      {isNew && <NewDraft />}
    </>
  );
}

const columnsOf = (brandName: (id: string) => string): Column<Schemas['DraftSummary']>[] => [
  {
    name: 'Title',
    cell: ({ id, title }) => (
      <a dir="auto" href={href(`content/draft/${id}`)}>
        {title}
      </a>
    ),
    value: ({ title }) => title,
  },
  { name: 'Brand', value: (row) => brandName(row.brandId) },
  {
    name: 'State',
    cell: ({ state }) => <Badge kind={STATE_KINDS[state]}>{stateName(state)}</Badge>,
    value: ({ state }) => stateName(state),
  },
  numberColumn('Version', ({ version }) => version),
  dayColumn('Changed', ({ updatedAt }) => updatedAt),
];

function emptyOf(state: State | null, briefId: string | null, canCreate: boolean) {
  if (state !== null)
    return [
      `No draft is “${stateName(state)}”`,
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
        {canCreate && (
          <LinkButton href={href('content/drafts', { draft: 'new' })}>Write without one</LinkButton>
        )}
      </span>
    </span>,
  ] as const;
}

/** Filled in from the address: `#/content/drafts?draft=new&brand=…&title=…`. */
function NewDraft() {
  const { params } = useRoute();
  // The address names it by then: closing the dialog must not change that.
  const isCreated = useRef(false);
  return (
    <FormDialog
      operation="createDraft"
      title="New draft"
      action="Create the draft"
      first={{ ...given({ brandId: params.get('brand'), title: params.get('title') }) }}
      fixed={{ body: '' }}
      done="The draft is created."
      onDone={({ id }) => {
        isCreated.current = true;
        go(`content/draft/${id}`);
      }}
      onClose={() => isCreated.current || setParams({ draft: null, title: null })}
    >
      {(form) => (
        <>
          <BrandField of={form} name="brandId" />
          <Field of={form} name="title" label="Title" />
          <QuotaNote />
        </>
      )}
    </FormDialog>
  );
}
