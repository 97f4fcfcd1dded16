import { counted, formatCount, formatMoment } from '../../../../presentation/numbers.ts';
import { useAccess } from '../../api/access.ts';
import { useAnswer, useRows } from '../../api/loading.ts';
import { Badge, ScreenHead } from '../../components/card.tsx';
import type { Act } from '../../components/list/acts.tsx';
import { textColumn } from '../../components/list/columns.tsx';
import { ResourceList } from '../../components/list/resource-list.tsx';
import type { Column } from '../../components/table/table.tsx';
import { useBrandName, useBrands } from '../../frame/brand/brand.ts';
import { ChooseBrand } from '../../frame/brand/choose-brand.tsx';
import { Following } from '../../frame/following.tsx';
import { useMembers } from '../../frame/members.ts';
import { href, useRoute } from '../../state/route.ts';
import { Adoption } from './adoption.tsx';
import { CorrectMany } from './correct-many.tsx';
import { undoBatch } from './use-batch.ts';
import { type Batch, filterWords, saidOf } from './words.ts';

/** Corrections of many answers at once: made here, and undone as one. */
export default function Corrections() {
  const isCorrecting = useRoute().params.get('correct') === 'new';
  const may = useAccess();
  const brandName = useBrandName();
  const { emailOf } = useMembers();
  const list = useRows('listCorrectionBatches', { limit: 50 });
  const adoptable = useAnswer('previewCorrectionAdoption');
  const reload = () => {
    list.reload();
    adoptable.reload();
  };
  if (useBrands().data?.total === 0) return <ChooseBrand title="Corrections" brand={null} />;
  return (
    <div class="stack">
      <ScreenHead title="Corrections">
        What people read in answers counts in place of what the program read. One answer is corrected on its
        own page.
      </ScreenHead>
      <Following />
      {(adoptable.data?.answers ?? 0) > 0 && adoptable.data && (
        <Adoption preview={adoptable.data} onAdopted={reload} />
      )}
      <ResourceList
        title="Corrected together"
        list={list}
        csv="corrections"
        one="correction"
        nameOf={(batch) => filterWords(batch, brandName)}
        isSearched={false}
        columns={columnsOf(brandName, emailOf)}
        empty={[
          'No answers were corrected together yet',
          'Where the same mistake is in many answers, choose them by the text that was taken for the name.',
        ]}
        creates={CREATES}
        acts={UNDO}
      />
      {isCorrecting && may('createCorrectionBatch') && <CorrectMany onDone={reload} />}
    </div>
  );
}

const CREATES: readonly Act<null>[] = [
  {
    label: 'Correct many answers',
    operation: 'createCorrectionBatch',
    kind: 'primary',
    link: () => href('corrections', { correct: 'new' }),
  },
];
const UNDO: readonly Act<Batch>[] = [
  {
    label: 'Undo',
    operation: 'deleteCorrectionBatch',
    kind: 'danger',
    confirm: ({ answers }) => ({
      title: `Undo the correction of ${counted(answers, 'answer')}?`,
      action: 'Undo it',
      text: 'These answers count again as the program reads them. What was corrected anew since in one of them stays.',
    }),
    run: ({ id }) => undoBatch(id),
  },
];

const columnsOf = (
  brandName: (id: string) => string,
  nameOfMember: (id: string) => string,
): Column<Batch>[] => [
  { name: 'Which answers', value: (batch) => filterWords(batch, brandName) },
  textColumn('Corrected to', saidOf, ({ note }) => note !== null && <q>{note}</q>),
  {
    name: 'Answers',
    isNumber: true,
    cell: ({ answers, isComplete }) => (
      <>
        {formatCount(answers)} {!isComplete && <Badge kind="warn">there are more</Badge>}
      </>
    ),
    value: ({ answers }) => answers,
  },
  textColumn(
    'Who',
    ({ createdBy }) => nameOfMember(createdBy),
    ({ createdAt }) => formatMoment(createdAt),
  ),
];
