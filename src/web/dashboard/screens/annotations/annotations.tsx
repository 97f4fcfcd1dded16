import { useRows } from '../../api/loading.ts';
import { ScreenHead } from '../../components/card.tsx';
import type { Act } from '../../components/list/acts.tsx';
import { dayColumn, textColumn } from '../../components/list/columns.tsx';
import { ResourceList } from '../../components/list/resource-list.tsx';
import type { Column } from '../../components/table/table.tsx';
import { useBrandName } from '../../frame/brand/brand.ts';
import { BrandSelect } from '../../frame/brand/brand-select.tsx';
import { platformName } from '../../state/filters.ts';
import { href, useRoute } from '../../state/route.ts';
import { type Annotation, AnnotationForm } from './annotation-form.tsx';
import { FileDialog } from './file-dialog.tsx';

/** Notes on the days of charts. */
export default function Annotations() {
  const brandId = useRoute().params.get('brand');
  const brandName = useBrandName();
  const list = useRows('listAnnotations', { brandId });
  return (
    <div class="stack">
      <ScreenHead title="Notes" actions={<BrandSelect />}>
        A note stands on its day in the charts of a brand, beside what changed under the numbers.
      </ScreenHead>
      <ResourceList
        title="Notes by day"
        list={list}
        one="note"
        csv="notes"
        nameOf={({ text }) => text}
        columns={columnsOf(brandName)}
        acts={acts}
        creates={creates}
        empty={[
          'There are no notes yet',
          'Note what you did, such as a new page or a campaign, to see what followed.',
        ]}
        height={200}
      />
      <AnnotationForm onDone={list.reload} />
    </div>
  );
}

const creates: Act<null>[] = [
  {
    label: 'Add a note',
    operation: 'createAnnotation',
    kind: 'primary',
    link: () => href('annotations', { note: 'new' }),
  },
  {
    label: 'From a CSV file',
    operation: 'bulkCreateAnnotations',
    dialog: (_, ends) => <FileDialog {...ends} />,
  },
];

const acts: Act<Annotation>[] = [
  {
    label: 'Edit',
    operation: 'updateAnnotation',
    link: ({ id }) => href('annotations', { note: id }),
  },
  {
    label: 'Delete',
    operation: 'deleteAnnotation',
    kind: 'danger',
    confirm: ({ text }) => ({
      title: 'Delete the note?',
      action: 'Delete the note',
      text: `“${text}” leaves all charts, and what is sent from now on.`,
    }),
    done: 'The note is deleted.',
  },
];

const columnsOf = (brandName: (id: string) => string): Column<Annotation>[] => [
  dayColumn('Day', ({ day }) => day),
  textColumn(
    'Note',
    ({ text }) => text,
    ({ platform, queryId }) =>
      [platform && platformName(platform), queryId && 'one prompt'].filter(Boolean).join(' · '),
  ),
  textColumn('Brand', ({ brandId }) => brandName(brandId)),
  textColumn('By', ({ author }) => author ?? 'a former member'),
  textColumn('In what is sent', ({ isShared }) => (isShared ? 'Yes' : 'No')),
];
