import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-data.ts';
import { useList } from '../../api/use-list.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Badge, type BadgeKind, Card, Empty, Loaded } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormError, LateField, problemOf, SelectField, TextField } from '../../components/form.tsx';
import { formatDay } from '../../components/numbers.tsx';
import { ShowMore } from '../../components/show-more.tsx';
import { Table } from '../../components/table.tsx';
import { toast } from '../../components/toast.tsx';
import { useBrandName, useBrands } from '../../frame/brand.ts';
import { go, href, setParams, useRoute } from '../../state/route.ts';
import { QuotaNote } from './quota-note.tsx';

type State = Schemas['DraftState'];

/** How far a draft is, in the order it goes. */
export const DRAFT_STATES: readonly (readonly [State, string])[] = [
  ['DRAFT', 'Being written'],
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

export function Drafts() {
  const { params } = useRoute();
  const brandId = params.get('brand');
  const search = params.get('search');
  const may = useAccess();
  const state = DRAFT_STATES.find(([value]) => value === params.get('state'))?.[0] ?? null;
  const isNarrowed = search !== null || state !== null;
  const list = useList(['drafts', brandId, search, state], (after) =>
    unwrap(
      api.GET('/api/content/drafts', {
        params: {
          query: {
            limit: 200,
            ...(brandId === null ? {} : { brandId }),
            ...(search === null ? {} : { search }),
            ...(state === null ? {} : { state }),
            ...after,
          },
        },
      }),
    ),
  );
  return (
    <Card title="Drafts">
      {(isNarrowed || (list.data?.total ?? 0) > 3) && (
        <div class="form-row">
          <SelectField<State | ''>
            label="How far"
            value={state ?? ''}
            options={[['', 'All'], ...DRAFT_STATES]}
            onChange={(value) => setParams({ state: value })}
          />
          <LateField
            label="Title"
            type="search"
            maxLength={200}
            value={search ?? ''}
            onSettle={(value) => setParams({ search: value })}
          />
        </div>
      )}
      <Loaded of={list} height={200}>
        {({ rows }) =>
          rows.length === 0 ? (
            <NoDrafts isNarrowed={isNarrowed} />
          ) : (
            <div class="stack-small">
              <DraftTable rows={rows} />
              <ShowMore list={list} one="draft" />
            </div>
          )
        }
      </Loaded>
      {params.get('draft') === 'new' && may('createDraft') && <NewDraft />}
    </Card>
  );
}

export function DraftTable({ rows }: { rows: readonly Schemas['DraftSummary'][] }) {
  const brandName = useBrandName();
  return (
    <Table
      caption="Drafts"
      csv="drafts"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'Title',
          cell: ({ id, title }) => <a href={href(`content/draft/${id}`)}>{title}</a>,
          value: ({ title }) => title,
        },
        { name: 'Brand', cell: (row) => brandName(row.brandId), value: (row) => brandName(row.brandId) },
        {
          name: 'How far',
          cell: ({ state }) => <Badge kind={STATE_KINDS[state]}>{stateName(state)}</Badge>,
          value: ({ state }) => stateName(state),
        },
        {
          name: 'Version',
          isNumber: true,
          cell: ({ version }) => version,
          value: ({ version }) => version,
        },
        {
          name: 'Changed',
          cell: ({ updatedAt }) => formatDay(updatedAt),
          value: ({ updatedAt }) => updatedAt,
        },
      ]}
    />
  );
}

function NoDrafts({ isNarrowed }: { isNarrowed: boolean }) {
  const may = useAccess();
  if (isNarrowed)
    return (
      <Empty
        title="No draft is like this"
        action={<LinkButton href={href('content/drafts')}>Show all drafts</LinkButton>}
      />
    );
  return (
    <Empty
      title="There is no draft yet"
      action={
        <div class="actions">
          <LinkButton kind="primary" href={href('content')}>
            Begin with a brief
          </LinkButton>
          {may('createDraft') && (
            <LinkButton href={href('content/drafts', { draft: 'new' })}>Write without one</LinkButton>
          )}
        </div>
      }
    >
      A brief has an outline to write from.
    </Empty>
  );
}

const close = () => setParams({ draft: null });

function NewDraft() {
  const { params } = useRoute();
  const brands = useBrands().data?.data ?? [];
  const [chosenBrand, setBrand] = useState(params.get('brand') ?? '');
  const brandId = chosenBrand || brands[0]?.id || '';
  const [title, setTitle] = useState('');
  const create = useAction(async () => {
    const draft = await unwrap(
      api.POST('/api/content/drafts', { body: { brandId, title: title.trim(), body: '' } }),
    );
    toast('The draft is made.');
    go(`content/draft/${draft.id}`);
  });
  return (
    <Dialog title="New draft" onClose={close}>
      <Form onSubmit={() => create.run()}>
        <SelectField
          label="Brand"
          value={brandId}
          options={brands.map(({ id, name }) => [id, name] as const)}
          onChange={setBrand}
          problem={problemOf(create.error, 'brandId')}
        />
        <TextField
          label="Title"
          required
          maxLength={300}
          value={title}
          onInput={setTitle}
          problem={problemOf(create.error, 'title')}
        />
        <QuotaNote />
        <FormError error={create.error} fields={['brandId', 'title']} />
        <div class="actions">
          <Button kind="primary" type="submit" isBusy={create.isBusy} disabled={brandId === ''}>
            Create the draft
          </Button>
          <Button onClick={close}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}
