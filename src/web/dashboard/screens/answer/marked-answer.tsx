import { useMemo, useRef, useState } from 'preact/hooks';
import { counted, formatCount } from '../../../../presentation/numbers.ts';
import { messageOf, type Schemas } from '../../api/client.ts';
import type { Data } from '../../api/loading.ts';
import { Button, CopyButton } from '../../components/button.tsx';
import { Card, Empty } from '../../components/card.tsx';
import { NAMING_RULES } from '../../components/text.tsx';
import { href, setParams, useRoute } from '../../state/route.ts';
import type { Correcting } from '../corrections/one/correcting.ts';
import { NotUsButton } from '../corrections/one/not-us.tsx';
import { AnswerText, MARK_WORDS, type MarkKind, type NameMark, piecesOf } from './answer-text.tsx';

type Run = Schemas['RunEvidence'];
type Namings = Schemas['RunNamings'];

/** The answer, with the names in it marked. */
export function MarkedAnswer({
  run,
  namings,
  correcting,
}: {
  run: Run;
  namings: Data<Namings>;
  correcting: Correcting;
}) {
  const { params } = useRoute();
  const isRaw = params.get('as') === 'sent';
  const [shown, setShown] = useState(1);
  const box = useRef<HTMLDivElement>(null);
  const marks = useMemo(() => (namings.data ? marksOf(namings.data, run.brand.id) : []), [namings.data]);
  const pieces = useMemo(() => piecesOf(run.answer), [run.answer]);
  const next = pieces[shown];
  return (
    <Card
      title="The answer"
      actions={
        <>
          <Button size="small" aria-pressed={isRaw} onClick={() => setParams({ as: isRaw ? null : 'sent' })}>
            {isRaw ? 'Show readable' : 'Show as sent'}
          </Button>
          <CopyButton text={run.answer} />
        </>
      }
    >
      {run.answer.trim() === '' ? (
        <Empty title="The answer is empty">The platform answered without a word.</Empty>
      ) : (
        <>
          {namings.isLoading && !namings.data && (
            <div class="skeleton answer-named" role="status">
              <span class="visually-hidden">Marking the names</span>
            </div>
          )}
          {namings.data && <Legend run={run} namings={namings.data} correcting={correcting} box={box} />}
          {namings.error !== undefined && (
            <p class="note" data-kind="warn">
              The names cannot be marked: {messageOf(namings.error)}
            </p>
          )}
          <Differences run={run} namings={namings.data} />
          <div ref={box}>
            {pieces.slice(0, shown).map((piece) => (
              <AnswerText key={piece.start} piece={piece} marks={marks} isRaw={isRaw} />
            ))}
          </div>
          {next && (
            <div class="row">
              <Button onClick={() => setShown(shown + 1)}>Show more of the answer</Button>
              <span class="small muted">
                {formatCount(next.start)} of {formatCount(run.answer.length)} letters are shown.
              </span>
            </div>
          )}
        </>
      )}
      <p class="small muted">
        Missed a name, or counted what is none?{' '}
        <a href={href('settings/brands')}>Change the names that count</a>.
      </p>
    </Card>
  );
}

function kindOf(subject: Schemas['SubjectRef'], ownId: string): MarkKind {
  if (subject.id === ownId) return 'own';
  return subject.kind === 'COMPETITOR' ? 'competitor' : 'other';
}

function marksOf({ namings }: Namings, ownId: string): NameMark[] {
  return namings.map(({ start, end, subjects, matches }) => {
    const kinds = subjects.map((subject) => kindOf(subject, ownId));
    const kind = (['own', 'competitor', 'other'] as const).find((one) => kinds.includes(one)) ?? 'other';
    const title = matches
      .map(({ subject, name, rule }) => `${subject.name ?? name}: ${NAMING_RULES[rule]}`)
      .join('; ');
    return { start, end, kind, title, subjectIds: subjects.map(({ id }) => id) };
  });
}

/** Whom the answer names and how often; each entry leads to the places, one after the other. */
function Legend({
  run: { observations, brand },
  namings,
  correcting,
  box,
}: {
  run: Run;
  namings: Namings;
  correcting: Correcting;
  box: { current: HTMLDivElement | null };
}) {
  const ownId = brand.id;
  const last = useRef(new Map<string, number>());
  const subjects = new Map(
    namings.namings.flatMap((naming) => naming.subjects.map((subject) => [subject.id, subject] as const)),
  );
  const count = (id: string) =>
    namings.namings.filter((naming) => naming.subjects.some((subject) => subject.id === id)).length;
  const lead = (id: string) => {
    const places = [...(box.current?.querySelectorAll<HTMLElement>('[data-subjects]') ?? [])].filter(
      (place) => place.dataset['subjects']?.split(' ').includes(id),
    );
    const next = ((last.current.get(id) ?? -1) + 1) % Math.max(1, places.length);
    last.current.set(id, next);
    places[next]?.scrollIntoView({ block: 'center' });
    places[next]?.focus({ preventScroll: true });
  };
  if (subjects.size === 0)
    return <p class="muted">It names neither your brand nor a competitor that you watch.</p>;
  const order: MarkKind[] = ['own', 'competitor', 'other'];
  const sorted = [...subjects.values()].sort(
    (one, other) => order.indexOf(kindOf(one, ownId)) - order.indexOf(kindOf(other, ownId)),
  );
  return (
    <ul class="answer-named">
      {sorted.map((subject) => {
        const kind = kindOf(subject, ownId);
        return (
          <li key={subject.id}>
            <button
              type="button"
              class="link-button answer-legend"
              title={`${subject.name}: go to the next place`}
              onClick={() => lead(subject.id)}
            >
              <span class="answer-mark name-cut" data-kind={kind} dir="auto">
                {subject.name ?? 'removed'}
              </span>
            </button>
            <span class="muted">
              {MARK_WORDS[kind]}, {counted(count(subject.id), 'time')}
            </span>
            <NotUsButton
              observation={observations.find((one) => one.subject.id === subject.id)}
              isOwn={kind === 'own'}
              correcting={correcting}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Where the marks are read by other rules or names than what is kept of the answer. */
function Differences({ run, namings }: { run: Run; namings: Namings | undefined }) {
  if (!namings) return null;
  const corrected = run.observations.find(({ subject }) => subject.id === run.brand.id)?.correction;
  const isNamedNow = namings.namings.some(({ subjects }) => subjects.some(({ id }) => id === run.brand.id));
  const isNamed = corrected ? corrected.extracted.named : run.brandMentioned === true;
  if (corrected && corrected.named !== isNamed && isNamedNow === isNamed)
    return (
      <p class="note">
        The marks are as the program reads the answer. A person said that it{' '}
        {corrected.named ? 'names' : 'does not name'} {run.brand.name}, and that counts.
      </p>
    );
  if (isNamedNow !== isNamed)
    return (
      <p class="note" data-kind="warn">
        By the names that count now, the answer {isNamedNow ? 'names' : 'does not name'} {run.brand.name}.
        What is kept of it says otherwise. After a change of names all answers are read again, which may take
        a while.
      </p>
    );
  if (run.extractionVersion === null || namings.extractionVersion === run.extractionVersion) return null;
  return (
    <p class="note" data-kind="warn">
      The marks are by version {namings.extractionVersion} of the reading, the numbers by version{' '}
      {run.extractionVersion}. They may differ until the answer is read again.
    </p>
  );
}
