import { counted, formatDay } from '../../../../presentation/numbers.ts';
import type { Schemas } from '../../api/client.ts';
import { platformName } from '../../state/filters.ts';
import { href } from '../../state/route.ts';

type Preview = Schemas['CorrectionPreview'];

/** The answers that a filter finds: how many, and some of them. */
export function Found({ preview: { answers, isComplete, examples } }: { preview: Preview }) {
  if (answers === 0)
    return <p class="note">No answer that was not corrected before fits. The letter case counts.</p>;
  return (
    <div class="note stack-small">
      <p>
        {isComplete ? '' : 'More than '}
        {counted(answers, 'answer fits', 'answers fit')}.{!isComplete && ' The latest are corrected first.'}
      </p>
      <Examples examples={examples} isOpen />
    </div>
  );
}

export function Examples({ examples, isOpen = false }: Pick<Preview, 'examples'> & { isOpen?: boolean }) {
  return (
    <details open={isOpen}>
      <summary>The latest {counted(examples.length, 'of them', 'of them')}</summary>
      <ul>
        {examples.map(({ runId, executedAt, query, namedAs, snippet }) => (
          <li key={runId} dir="auto">
            {snippet ?? '–'}
            <div class="small muted">
              {namedAs !== null && `as “${namedAs}”, `}
              {platformName(query.platform)},{' '}
              <a href={href(`answer/${runId}`)}>answer of {formatDay(executedAt)}</a>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
