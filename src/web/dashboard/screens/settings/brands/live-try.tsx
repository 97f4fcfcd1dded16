import { useEffect, useState } from 'preact/hooks';
import { counted } from '../../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { Card } from '../../../components/card.tsx';
import { FormError, TextArea } from '../../../components/form/form.tsx';
import { type Act, Acts } from '../../../components/list/acts.tsx';
import { isNamedBy, MarkedText, NAMING_RULES } from '../../../components/text.tsx';
import type { NamesChanges, Subject } from './draft.ts';

type Reading = Schemas['ExtractionTestResult'];

/** Typing goes on within this time; what was asked before is dropped. */
const PAUSE_MS = 350;

/** Reads an answer by the names as they are typed, and marks what it finds. Nothing of it is stored. */
export function LiveTry({
  brandId,
  subject,
  changes,
  answer,
  onAnswer,
}: {
  brandId: string;
  subject: Subject;
  changes: NamesChanges;
  answer: string;
  onAnswer: (answer: string) => void;
}) {
  const { reading, error, isReading } = useReading(brandId, subject.id, changes, answer);
  const latest: Act<null> = {
    label: 'Take a stored answer',
    operation: 'getRun',
    run: async () => {
      const { data } = await call('listRuns', { query: { brandId, mentioned: true, limit: 1 } });
      const found = data[0];
      if (!found) throw new Error('No stored answer names the brand yet. Paste one instead.');
      const run = await call('getRun', { path: { id: found.id } });
      onAnswer(run.answer ?? '');
    },
  };
  const own = reading?.namings.filter((naming) => isNamedBy(naming, subject.id)) ?? [];
  return (
    <Card
      title="Try the names"
      about="What is found in an answer by the names as you have typed them. Nothing of it is stored."
      actions={<Acts acts={[latest]} on={null} size="small" />}
    >
      <TextArea
        label="An answer"
        value={answer}
        onInput={onAnswer}
        rows={7}
        maxLength={100_000}
        hint="Write or paste one."
      />
      <FormError error={error} />
      {reading === undefined && isReading && (
        <div class="skeleton" style={{ height: '80px' }} role="status">
          <span class="visually-hidden">Reading</span>
        </div>
      )}
      {reading !== undefined && (
        <div class="stack-small" aria-busy={isReading}>
          <p aria-live="polite">
            {own.length === 0
              ? 'It is not named in this answer.'
              : `It is named ${counted(own.length, 'time')} in this answer.`}
          </p>
          <MarkedText reading={reading} subjectId={subject.id} />
          <p class="small muted">
            Bold with a line below: its names. Dotted below: other names that you know.
          </p>
          <Found reading={reading} />
        </div>
      )}
    </Card>
  );
}

/** The reading of the latest text and names. */
function useReading(brandId: string, subjectId: string, changes: NamesChanges, answer: string) {
  const [state, setState] = useState<{ reading?: Reading; error?: unknown; isReading: boolean }>({
    isReading: true,
  });
  const draft = JSON.stringify(changes);
  useEffect(() => {
    const aborted = new AbortController();
    setState((before) => ({ ...before, isReading: true }));
    const timer = setTimeout(async () => {
      try {
        const body = {
          brandId,
          answer,
          ...(draft === '{}' ? {} : { draft: { subjectId, ...(JSON.parse(draft) as NamesChanges) } }),
        };
        const { signal } = aborted;
        const reading = await call('testExtraction', { body, signal });
        if (!signal.aborted) setState({ reading, isReading: false });
      } catch (error) {
        if (!aborted.signal.aborted) setState((before) => ({ ...before, error, isReading: false }));
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      aborted.abort();
    };
  }, [brandId, subjectId, draft, answer]);
  return state;
}

/** Each way in which a name was found, once. */
function Found({ reading }: { reading: Reading }) {
  const lines = new Map<string, number>();
  for (const { text, matches } of reading.namings)
    for (const { subject, name, rule } of matches) {
      const of = subject.kind === 'BRAND' ? 'the brand' : 'the competitor';
      const how = rule === 'AS_ENTERED' ? NAMING_RULES[rule] : `${NAMING_RULES[rule]}, “${name}”`;
      const line = `“${text}” names ${of} ${subject.name}: ${how}`;
      lines.set(line, (lines.get(line) ?? 0) + 1);
    }
  if (lines.size === 0) return null;
  return (
    <details>
      <summary>Why they count</summary>
      <ul class="settings-list small">
        {[...lines].map(([line, count]) => (
          <li key={line}>
            <div>
              {line}
              {count > 1 && ` (${count} times)`}
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
