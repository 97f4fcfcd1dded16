import { useAccess } from '../../api/access.ts';
import { useRows } from '../../api/loading.ts';
import { LinkButton } from '../../components/button.tsx';
import { ScreenHead } from '../../components/card.tsx';
import type { Act } from '../../components/list/acts.tsx';
import { linkColumn, textColumn } from '../../components/list/columns.tsx';
import { ResourceList } from '../../components/list/resource-list.tsx';
import type { Column } from '../../components/table/table.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useBrandName } from '../../frame/brand/brand.ts';
import { useMembers } from '../../frame/members.ts';
import { href, useRoute } from '../../state/route.ts';
import { SharedLinks } from './links.tsx';
import { addressOf, type View, wordsOf } from './saved.ts';
import { share } from './share-dialog.tsx';
import { editView } from './view-form.tsx';

/** Saved views: one's own, and those of the organisation. */
export default function Views() {
  const isLinks = useRoute().path[0] === 'links';
  const may = useAccess();
  return (
    <div class="stack">
      <ScreenHead title="Saved views">
        A view is a screen with its brand, days and filters, under a name. Save one by “Views” above any
        report.
      </ScreenHead>
      {may('listSharedLinks') && (
        <Tabs
          label="Views"
          tabs={[
            { text: 'Views', href: href('views'), isCurrent: !isLinks },
            { text: 'Shared links', href: href('views/links'), isCurrent: isLinks },
          ]}
        />
      )}
      {isLinks && may('listSharedLinks') ? <SharedLinks /> : <SavedViews />}
    </div>
  );
}

function SavedViews() {
  const views = useRows('listViews');
  const brandName = useBrandName();
  const { emailOf } = useMembers();
  return (
    <ResourceList
      title="Views by name"
      list={views}
      one="view"
      csv="views"
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
  );
}

const acts: Act<View>[] = [
  share,
  editView,
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
  emailOf: (id: string | null) => string,
): Column<View>[] => [
  linkColumn('View', ({ name }) => name, addressOf, wordsOf),
  textColumn('Brand', ({ brandId }) => (brandId === null ? 'All brands' : brandName(brandId))),
  textColumn('Who sees it', ({ visibility }) => (visibility === 'PRIVATE' ? 'Only you' : 'All members')),
  textColumn('Made by', ({ createdBy }) => emailOf(createdBy)),
];
