import { useState } from 'preact/hooks';
import { formatSentiment } from '../../../../presentation/numbers.ts';
import { useAccess } from '../../api/access.ts';
import type { Schemas } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Badge, Card } from '../../components/card.tsx';
import { FormError } from '../../components/form/form.tsx';
import { numberColumn } from '../../components/list/columns.tsx';
import { type Column, Table } from '../../components/table/table.tsx';
import { NAMING_RULES } from '../../components/text.tsx';
import { CorrectReading } from '../corrections/one/correct-reading.tsx';
import type { Correcting, Observation } from '../corrections/one/correcting.ts';
import { NotUsButton } from '../corrections/one/not-us.tsx';
import { Sentences } from '../corrections/one/sentences.tsx';
import { nameOf as nameOfCode, readerWord } from './words.ts';

type Run = Schemas['RunEvidence'];
type Namings = Schemas['RunNamings'];

/** What was read from the answer, and why; what is wrong in it can be put right. */
export function Reading({
  run,
  namings,
  correcting,
  onCorrected,
}: {
  run: Run;
  namings: Namings | undefined;
  correcting: Correcting;
  onCorrected: () => void;
}) {
  const may = useAccess();
  const [corrected, setCorrected] = useState<Observation | null>(null);
  // Without its text nobody can tell what is wrong.
  const hasText = run.answerForgottenAt === undefined;
  const own = (observation: Observation) => observation.subject.id === run.brand.id;
  const rows = run.observations.toSorted(
    (one, other) =>
      Number(own(other)) - Number(own(one)) || (one.position ?? Infinity) - (other.position ?? Infinity),
  );
  const isRanked = (observation: Observation) =>
    own(observation) || observation.subject.kind === 'COMPETITOR';
  const actions: Column<Observation> = {
    name: 'Actions',
    head: <span class="visually-hidden">Actions</span>,
    cell: (observation) =>
      observation.subject.name !== null && (
        <div class="row-actions">
          <NotUsButton observation={observation} isOwn={own(observation)} correcting={correcting} />
          <Button
            size="small"
            aria-label={`Correct ${observation.subject.name}`}
            onClick={() => setCorrected(observation)}
          >
            Correct
          </Button>
        </div>
      ),
  };
  return (
    <Card
      title="What was read from it"
      about={`Position 1 is named first. Sentiment: 0 to 100, 50 is neutral. Version ${run.extractionVersion ?? '–'} of the rules, ${run.namesVersion ?? '–'} of your names.`}
    >
      {rows.some(isUnscored) && (
        <p class="small muted answer-note">
          No sentiment: the rules of this program read English, and this answer is in{' '}
          {run.language === null ? 'another language' : nameOfCode('language', run.language)}. A model reads
          other languages, once an integration has one for it.
        </p>
      )}
      <FormError error={correcting.error} />
      <Table
        caption="What was read from the answer"
        csv="reading"
        columns={hasText && may('putBrandCorrection') ? [...OBSERVATIONS, actions] : OBSERVATIONS}
        rows={rows}
        keyOf={({ subject }) => subject.id}
        isOwn={own}
      />
      {namings && hasText && <Sentences run={run} namings={namings} correcting={correcting} />}
      {corrected && (
        <CorrectReading
          runId={run.id}
          observation={corrected}
          isRanked={isRanked(corrected)}
          onDone={onCorrected}
          onClose={() => setCorrected(null)}
        />
      )}
    </Card>
  );
}

/** Whether nobody read the sentiment, because the rules do not read its language. */
const isUnscored = ({ sentimentScore, named, correction }: Observation) =>
  sentimentScore === null && named && !correction;

const namingOf = ({ named, unknown }: Pick<Observation, 'named' | 'unknown'>) =>
  named ? 'named' : unknown ? 'not known to it' : 'not named';

const nameOf = ({ subject }: Observation) => subject.name ?? 'removed since';

const OBSERVATIONS: Column<Observation>[] = [
  {
    name: 'Who',
    cell: (observation) => (
      <>
        <bdi class="name-cut" title={nameOf(observation)}>
          {nameOf(observation)}
        </bdi>
        <div class="small muted">{observation.subject.kind === 'BRAND' ? 'brand' : 'competitor'}</div>
      </>
    ),
    value: nameOf,
  },
  {
    name: 'Named',
    cell: ({ named, unknown, correction }) => (
      <>
        <Badge kind={named ? 'good' : undefined}>
          <span aria-hidden="true">{named ? '✓' : '✕'}</span> {namingOf({ named, unknown })}
        </Badge>
        {correction && (
          <div class="small muted">
            corrected by a person{correction.batchId !== null && ', with others'}
            {correction.note !== null && (
              <>
                : <q dir="auto">{correction.note}</q>
              </>
            )}
          </div>
        )}
      </>
    ),
    value: namingOf,
  },
  {
    name: 'First named as',
    cell: ({ namedAs, namingRule }) =>
      namedAs === null ? (
        '–'
      ) : (
        <>
          <q class="name-cut" dir="auto" title={namedAs}>
            {namedAs}
          </q>
          <div class="small muted">{namingRule !== null && NAMING_RULES[namingRule]}</div>
        </>
      ),
    value: ({ namedAs }) => namedAs,
  },
  numberColumn('Position', ({ position }) => position),
  numberColumn(
    'Sentiment',
    ({ sentimentScore }) => sentimentScore,
    formatSentiment,
    ({ sentimentReader }) => readerWord(sentimentReader),
  ),
];
