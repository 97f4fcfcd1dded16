import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { api, unwrap } from '../../api/client.ts';
import { useData } from '../../api/use-data.ts';
import { useList } from '../../api/use-list.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Badge, Card, Empty, Loaded, ScreenHead } from '../../components/card.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { counted, formatCount, formatMoment } from '../../components/numbers.tsx';
import { ShowMore } from '../../components/show-more.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useBrandName, useBrands } from '../../frame/brand.ts';
import { ChooseBrand } from '../../frame/choose-brand.tsx';
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
  const list = useList(['correction batches'], (after) =>
    unwrap(api.GET('/api/correction-batches', { params: { query: { limit: 50, ...after } } })),
  );
  const adoptable = useData(['adoption'], () => unwrap(api.GET('/api/mentions/corrections/adoption')));
  const [undone, setUndone] = useState<Batch | null>(null);
  const reload = () => {
    list.reload();
    adoptable.reload();
  };
  if (useBrands().data?.total === 0) return <ChooseBrand title="Corrections" brand={null} />;
  const undo: Column<Batch> = {
    name: 'Actions',
    head: <span class="visually-hidden">Actions</span>,
    cell: (batch) => (
      <Button size="small" onClick={() => setUndone(batch)}>
        Undo
      </Button>
    ),
  };
  const columns = columnsOf(brandName, (id) => emailOf(id) ?? 'a former member');
  return (
    <div class="stack">
      <ScreenHead
        title="Corrections"
        actions={
          may('createCorrectionBatch') && (
            <LinkButton kind="primary" href={href('corrections', { correct: 'new' })}>
              Correct many answers
            </LinkButton>
          )
        }
      >
        What people read in answers counts in place of what the program read. One answer is corrected on its
        own page.
      </ScreenHead>
      <Following />
      {(adoptable.data?.answers ?? 0) > 0 && adoptable.data && (
        <Adoption preview={adoptable.data} onAdopted={reload} />
      )}
      <Card title="Corrected together">
        <Loaded of={list} height={160}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty title="No answers were corrected together yet">
                Where the same mistake is in many answers, choose them by the text that was taken for the
                name.
              </Empty>
            ) : (
              <div class="stack-small">
                <Table
                  caption="Corrected together"
                  csv="corrections"
                  isPaged
                  rows={rows}
                  keyOf={({ id }) => id}
                  columns={may('deleteCorrectionBatch') ? [...columns, undo] : columns}
                />
                <ShowMore list={list} one="correction" />
              </div>
            )
          }
        </Loaded>
      </Card>
      {isCorrecting && may('createCorrectionBatch') && <CorrectMany onDone={reload} />}
      {undone !== null && (
        <Confirm
          title={`Undo the correction of ${counted(undone.answers, 'answer')}?`}
          action="Undo it"
          onClose={() => setUndone(null)}
          onConfirm={async () => {
            await undoBatch(undone.id);
            reload();
          }}
        >
          These answers count again as the program reads them. What was corrected anew since in one of them
          stays.
        </Confirm>
      )}
    </div>
  );
}

const columnsOf = (
  brandName: (id: string) => string,
  nameOfMember: (id: string) => string,
): Column<Batch>[] => [
  {
    name: 'Which answers',
    cell: (batch) => filterWords(batch, brandName),
    value: (batch) => filterWords(batch, brandName),
  },
  {
    name: 'Corrected to',
    cell: (batch) => (
      <>
        {saidOf(batch)}
        {batch.note !== null && (
          <div class="small muted">
            <q>{batch.note}</q>
          </div>
        )}
      </>
    ),
    value: saidOf,
  },
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
  {
    name: 'Who',
    cell: ({ createdBy, createdAt }) => (
      <>
        {nameOfMember(createdBy)}
        <div class="small muted">{formatMoment(createdAt)}</div>
      </>
    ),
    value: ({ createdBy }) => nameOfMember(createdBy),
  },
];
