import { useRows } from '../../api/use-rows.ts';
import { LinkButton } from '../../components/button.tsx';
import { ScreenHead } from '../../components/card.tsx';
import type { Act } from '../../components/list/acts.tsx';
import { textColumn } from '../../components/list/columns.tsx';
import { ResourceList } from '../../components/list/resource-list.tsx';
import type { Column } from '../../components/table/table.tsx';
import { useBrandName } from '../../frame/brand/brand.ts';
import { useMembers } from '../../frame/members.ts';
import { href } from '../../state/route.ts';
import { addressOf, type View, wordsOf } from './saved.ts';
import { ViewDialog } from './view-form.tsx';

/** Saved views: one's own, and those of the organisation. */
export default function Views() {
  const views = useRows('listViews');
  const brandName = useBrandName();
  const { emailOf } = useMembers();
  return (
    <div class="stack">
      <ScreenHead title="Views">
        A view is a screen with its brand, days and filters, under a name. Save one by “Views” above any
        report.
      </ScreenHead>
      <ResourceList
        title="Saved views"
        list={views}
        one="view"
        csv="views"
        nameOf={({ name }) => name}
        columns={columnsOf(brandName, emailOf)}
        acts={acts}
        empty={[
          'No view is saved yet',
          <LinkButton key="overview" href={href('overview')}>
            Go to the overview
          </LinkButton>,
        ]}
        height={200}
      />
    </div>
  );
}

const acts: Act<View>[] = [
  { label: 'Edit', operation: 'updateView', dialog: (view, ends) => <ViewDialog view={view} {...ends} /> },
  {
    label: 'Delete',
    operation: 'deleteView',
    kind: 'danger',
    confirm: ({ name }) => ({
      title: `Delete the view “${name}”?`,
      action: 'Delete the view',
      text: 'Its numbers stay. What is sent or shared of this view ends.',
    }),
    done: 'The view is deleted.',
  },
];

const columnsOf = (
  brandName: (id: string) => string,
  emailOf: (id: string | null) => string | null,
): Column<View>[] => [
  {
    name: 'View',
    value: ({ name }) => name,
    cell: (view) => (
      <>
        <a href={addressOf(view)} dir="auto">
          {view.name}
        </a>
        <div class="small muted">{wordsOf(view)}</div>
      </>
    ),
  },
  textColumn('Brand', ({ brandId }) => (brandId === null ? 'All brands' : brandName(brandId))),
  textColumn('Who sees it', ({ visibility }) => (visibility === 'PRIVATE' ? 'Only you' : 'All members')),
  textColumn('Made by', ({ createdBy }) => emailOf(createdBy) ?? 'a former member'),
];
