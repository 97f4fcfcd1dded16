import { useState } from 'preact/hooks';
import { counted } from '../../../../../presentation/numbers.ts';
import { useAnswer } from '../../../api/loading.ts';
import { Button } from '../../../components/button.tsx';
import { Loaded } from '../../../components/card.tsx';

/** Phrases of stored answers that hold a name and may mean something else. Looked for when it is asked for. */
export function Suggestions({
  brandId,
  subjectId,
  ignored,
  onIgnore,
}: {
  brandId: string;
  /** The competitor; undefined for the brand. */
  subjectId: string | undefined;
  ignored: readonly string[];
  onIgnore: (phrase: string) => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const suggestions = useAnswer(
    'suggestIgnoredPhrases',
    isAsked
      ? {
          path: { id: brandId },
          query: subjectId === undefined ? {} : { subjectId },
        }
      : null,
  );
  if (!isAsked)
    return (
      <div>
        <Button size="small" onClick={() => setAsked(true)}>
          Suggest phrases to ignore
        </Button>
      </div>
    );
  return (
    <Loaded of={suggestions} height={60}>
      {({ data }) =>
        data.length === 0 ? (
          <p class="small muted">
            No phrase with a name in it comes back often enough in stored answers to be suggested.
          </p>
        ) : (
          <div class="stack-small">
            <p class="small muted">
              These come back in stored answers. Most may well name it: ignore only those that mean something
              else.
            </p>
            <ul class="settings-list settings-choices">
              {data.map(({ phrase, answers, samples }) => (
                <li key={phrase}>
                  <div>
                    <strong>{phrase}</strong> <span class="small muted">in {counted(answers, 'answer')}</span>
                    {samples[0] !== undefined && <div class="small muted">{samples[0]}</div>}
                  </div>
                  <Button
                    size="small"
                    disabled={ignored.includes(phrase)}
                    aria-label={`Ignore ${phrase}`}
                    onClick={() => onIgnore(phrase)}
                  >
                    {ignored.includes(phrase) ? 'In the list' : 'Ignore'}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  );
}
