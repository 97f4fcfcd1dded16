import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import type { Schemas } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Badge, Card } from '../../components/card.tsx';
import { format, formatSentiment } from '../../components/numbers.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { NAMING_RULES } from '../../components/text.tsx';
import { CorrectReading } from './correct-reading.tsx';
import { nameOf as nameOfCode, readerWord } from './words.ts';

type Run = Schemas['RunEvidence'];
type Namings = Schemas['RunNamings'];
type Observation = Schemas['RunObservation'];

/** What was read from the answer, and why. */
export function Reading({
  run,
  namings,
  onCorrected,
}: {
  run: Run;
  namings: Namings | undefined;
  onCorrected: () => void;
}) {
  const may = useAccess();
  const [corrected, setCorrected] = useState<Observation | null>(null);
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
        <Button
          size="small"
          aria-label={`Correct ${observation.subject.name}`}
          onClick={() => setCorrected(observation)}
        >
          Correct
        </Button>
      ),
  };
  return (
    <Card
      title="What was read from it"
      about={`Position: who is named first among the brand and its competitors is 1. Sentiment: from 0 to 100, 50 is neutral. Read by version ${run.extractionVersion ?? '–'} of the rules and version ${run.namesVersion ?? '–'} of your names.`}
    >
      {rows.some(isUnscored) && (
        <p class="small muted answer-note">
          No sentiment: the rules of this program read English, and this answer is in{' '}
          {run.language === null ? 'another language' : nameOfCode('language', run.language)}. A model reads
          other languages, once an integration has one for it.
        </p>
      )}
      <Table
        caption="What was read from the answer"
        csv="reading"
        columns={may('putBrandCorrection') ? [...OBSERVATIONS, actions] : OBSERVATIONS}
        rows={rows}
        keyOf={({ subject }) => subject.id}
        isOwn={own}
      />
      {namings && <Sentences sentences={namings.sentences} />}
      {corrected && (
        <CorrectReading
          runId={run.id}
          observation={corrected}
          isRanked={isRanked(corrected)}
          onClose={() => setCorrected(null)}
          onDone={onCorrected}
        />
      )}
    </Card>
  );
}

/** Whether nobody read the sentiment, because the rules do not read its language. */
const isUnscored = ({ sentimentScore, named, correction }: Observation) =>
  sentimentScore === null && named && !correction;

const nameOf = ({ subject }: Observation) => subject.name ?? 'removed since';

const OBSERVATIONS: Column<Observation>[] = [
  {
    name: 'Who',
    cell: (observation) => (
      <>
        {nameOf(observation)}
        <div class="small muted">{observation.subject.kind === 'BRAND' ? 'brand' : 'competitor'}</div>
      </>
    ),
    value: nameOf,
  },
  {
    name: 'Named',
    cell: ({ named, correction }) => (
      <>
        <Badge kind={named ? 'good' : undefined}>
          <span aria-hidden="true">{named ? '✓' : '✕'}</span> {named ? 'named' : 'not named'}
        </Badge>
        {correction && <div class="small muted">corrected by a person</div>}
      </>
    ),
    value: ({ named }) => (named ? 'named' : 'not named'),
  },
  {
    name: 'First named as',
    cell: ({ namedAs, namingRule }) =>
      namedAs === null ? (
        '–'
      ) : (
        <>
          “{namedAs}”<div class="small muted">{namingRule !== null && NAMING_RULES[namingRule]}</div>
        </>
      ),
    value: ({ namedAs }) => namedAs,
  },
  {
    name: 'Position',
    isNumber: true,
    cell: ({ position }) => format(position),
    value: ({ position }) => position,
  },
  {
    name: 'Sentiment',
    isNumber: true,
    cell: ({ sentimentScore, sentimentReader }) => (
      <>
        {formatSentiment(sentimentScore)}
        <div class="small muted">{readerWord(sentimentReader)}</div>
      </>
    ),
    value: ({ sentimentScore }) => sentimentScore,
  },
  {
    name: 'First sentence',
    cell: ({ snippet }) => <span class="answer-snippet">{snippet ?? '–'}</span>,
    value: ({ snippet }) => snippet,
  },
];

interface Stance {
  key: string;
  sentence: string;
  who: string;
  score: number | null;
  words: readonly string[];
}

/** The sentences that name somebody, and the words that a sentiment rests on. */
function Sentences({ sentences }: { sentences: Namings['sentences'] }) {
  const stances: Stance[] = sentences.flatMap(({ start, text, stances }) =>
    stances.map(({ subject, sentimentScore, words }) => ({
      key: `${start} ${subject.id}`,
      sentence: text.trim(),
      who: subject.name ?? 'removed since',
      score: sentimentScore,
      words,
    })),
  );
  if (stances.length === 0) return null;
  return (
    <details>
      <summary>Sentence by sentence: who is spoken of, and by which words</summary>
      <p class="small muted answer-note">
        By the rules of this program, which read English. A score that came with the answer, or that a model
        made, takes their place above.
      </p>
      <Table
        caption="Sentence by sentence"
        csv="sentences"
        columns={[
          {
            name: 'Sentence',
            cell: ({ sentence }) => <span class="answer-snippet">{sentence}</span>,
            value: ({ sentence }) => sentence,
          },
          { name: 'Of', cell: ({ who }) => who, value: ({ who }) => who },
          {
            name: 'Sentiment',
            isNumber: true,
            cell: ({ score }) => formatSentiment(score),
            value: ({ score }) => score,
          },
          {
            name: 'Words',
            cell: ({ words }) => words.join(', ') || '–',
            value: ({ words }) => words.join(', '),
          },
        ]}
        rows={stances}
        keyOf={({ key }) => key}
      />
    </details>
  );
}
