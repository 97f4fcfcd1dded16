import { useState } from 'preact/hooks';
import { counted, formatSentiment } from '../../../../../presentation/numbers.ts';
import { useAccess } from '../../../api/access.ts';
import type { Schemas } from '../../../api/client.ts';
import { Button } from '../../../components/button.tsx';
import { numberColumn } from '../../../components/list/columns.tsx';
import { type Column, Table } from '../../../components/table/table.tsx';
import type { Correcting, Correction } from './correcting.ts';
import { restOf } from './rest-of.ts';

type Run = Schemas['RunEvidence'];

/** What a sentence says of one that it names. */
interface Stance {
  key: string;
  start: number;
  subject: Schemas['SubjectRef'];
  sentence: string;
  score: number | null;
  words: readonly string[];
}

/** The sentences that name somebody, and the words that a sentiment rests on. Several can be said to be of others. */
export function Sentences({
  run,
  namings,
  correcting,
}: {
  run: Run;
  namings: Schemas['RunNamings'];
  correcting: Correcting;
}) {
  const may = useAccess();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const stances: Stance[] = namings.sentences.flatMap(({ start, text, stances }) =>
    stances.map(({ subject, sentimentScore, words }) => ({
      key: `${start} ${subject.id}`,
      start,
      subject,
      words,
      sentence: text.trim(),
      score: sentimentScore,
    })),
  );
  if (stances.length === 0) return null;
  const named = run.observations.filter(({ named, subject }) => named && subject.name !== null);
  const isOpen = ({ subject }: Stance) => named.some((one) => one.subject.id === subject.id);
  const marked = stances.filter((stance) => chosen.includes(stance.key) && isOpen(stance));
  const correct = async () => {
    const ranked = new Set(
      named.filter(({ position }) => position !== null).map(({ subject }) => subject.id),
    );
    const corrections = named.flatMap((observation): Correction[] => {
      const own = marked.filter(({ subject }) => subject.id === observation.subject.id);
      if (own.length === 0) return [];
      const left = (start: number) => !own.some((one) => one.start === start);
      return [{ observation, input: restOf(observation, namings, ranked, left) }];
    });
    if (await correcting.run(corrections, wordsOf(corrections))) setChosen([]);
  };
  const choose: Column<Stance> = {
    name: 'Not us',
    cell: (stance) =>
      isOpen(stance) && (
        <input
          type="checkbox"
          class="answer-choose"
          aria-label={`Is not about ${stance.subject.name}: ${stance.sentence}`}
          checked={chosen.includes(stance.key)}
          onChange={({ currentTarget: { checked } }) =>
            setChosen(checked ? [...chosen, stance.key] : chosen.filter((key) => key !== stance.key))
          }
        />
      ),
  };
  const mayCorrect = may('putBrandCorrection') && named.length > 0;
  return (
    <div class="stack-small">
      <h3>Sentence by sentence</h3>
      <p class="small muted">
        By the rules of this program, which read English. A score that came with the answer, or that a model
        made, takes their place above.
      </p>
      <Table
        caption="Sentence by sentence"
        csv="sentences"
        columns={mayCorrect ? [...COLUMNS, choose] : COLUMNS}
        rows={stances}
        keyOf={({ key }) => key}
      />
      {marked.length > 0 && (
        <div class="row note">
          <span>{counted(marked.length, 'sentence is', 'sentences are')} chosen.</span>
          <Button kind="primary" size="small" isBusy={correcting.isBusy} onClick={() => void correct()}>
            {marked.length === 1 ? 'This is not us' : 'These are not us'}
          </Button>
        </div>
      )}
    </div>
  );
}

function wordsOf(corrections: readonly Correction[]): string {
  return corrections
    .map(({ observation, input }) =>
      input?.named
        ? `${observation.subject.name} is read from its other sentences.`
        : `This answer does not name ${observation.subject.name}.`,
    )
    .join(' ');
}

const COLUMNS: Column<Stance>[] = [
  {
    name: 'Sentence',
    cell: ({ sentence }) => (
      <span class="answer-snippet" dir="auto">
        {sentence}
      </span>
    ),
    value: ({ sentence }) => sentence,
  },
  {
    name: 'About',
    cell: ({ subject }) => (
      <bdi class="name-cut" title={subject.name ?? ''}>
        {subject.name ?? 'removed since'}
      </bdi>
    ),
    value: ({ subject }) => subject.name,
  },
  numberColumn('Sentiment', ({ score }) => score, formatSentiment),
  {
    name: 'Words',
    cell: ({ words }) => words.join(', ') || '–',
    value: ({ words }) => words.join(', '),
  },
];
