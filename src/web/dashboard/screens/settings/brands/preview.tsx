import { useState } from 'preact/hooks';
import { counted, formatCount, formatDay } from '../../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { useAction } from '../../../api/loading.ts';
import { Button } from '../../../components/button.tsx';
import { FormError } from '../../../components/form/form.tsx';
import { href } from '../../../state/route.ts';
import type { NamesChanges } from './draft.ts';

type Result = Schemas['NamesPreview'];

/** What the changes would do to stored answers, before they are saved. */
export function Preview({
  brandId,
  subjectId,
  changes,
}: {
  brandId: string;
  /** The competitor; undefined for the brand. */
  subjectId: string | undefined;
  changes: NamesChanges;
}) {
  const key = JSON.stringify(changes);
  const [shown, setShown] = useState<{ of: string; result: Result } | null>(null);
  const { run, isBusy, error } = useAction(async () => {
    const result = await call('previewNames', {
      path: { id: brandId },
      body: { ...changes, ...(subjectId === undefined ? {} : { subjectId }) },
    });
    setShown({ of: key, result });
  });
  if (key === '{}') return null;
  return (
    <div class="stack-small">
      <div>
        <Button isBusy={isBusy} onClick={() => void run()}>
          What would change?
        </Button>
      </div>
      <FormError error={error} />
      <div class="stack-small" aria-live="polite">
        {isBusy && <p class="small muted">Reading stored answers by the names as you have typed them</p>}
        {shown?.of === key && !isBusy && <Shown result={shown.result} />}
      </div>
    </div>
  );
}

function Shown({ result }: { result: Result }) {
  const { answersSearched, answersRead, isComplete, namedBefore, namedAfter, gained, lost } = result;
  return (
    <div class="note stack-small">
      <p>
        {answersRead === 0
          ? 'No stored answer holds one of these names: nothing would change.'
          : gained === 0 && lost === 0
            ? `Nothing would change: ${counted(namedBefore, 'answer names', 'answers name')} it, before and after.`
            : `${counted(namedBefore, 'answer names', 'answers name')} it now, ${formatCount(namedAfter)} would: ${formatCount(gained)} more, ${formatCount(lost)} fewer.`}
      </p>
      <p class="small muted">
        Of {isComplete ? 'all' : 'the latest'} {counted(answersSearched, 'stored answer')},{' '}
        {counted(answersRead, 'holds', 'hold')} one of the names
        {isComplete ? '.' : '; older ones were not looked at.'}
      </p>
      <Samples title="Would name it" samples={result.gainedSamples} />
      <Samples title="Would not name it any more" samples={result.lostSamples} />
    </div>
  );
}

function Samples({ title, samples }: { title: string; samples: Result['gainedSamples'] }) {
  if (samples.length === 0) return null;
  return (
    <details open={samples.length <= 5}>
      <summary>
        {title}: {counted(samples.length, 'example')}
      </summary>
      <ul class="settings-list">
        {samples.map(({ runId, executedAt, snippet, namedAs }) => (
          <li key={runId}>
            <div>
              {snippet ?? '–'}
              <div class="small muted">
                {namedAs !== null && `as “${namedAs}”, `}
                <a href={href(`answer/${runId}`)}>answer of {formatDay(executedAt)}</a>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
