import { useAccess } from '../../api/access.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction, useData } from '../../api/use-data.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Card, Loaded } from '../../components/card.tsx';
import { FormError } from '../../components/form.tsx';
import { isNamedBy } from '../../components/text.tsx';
import { toast } from '../../components/toast.tsx';
import { href } from '../../state/route.ts';
import { Preview } from '../settings/brands/preview.tsx';

type Run = Schemas['RunEvidence'];
type Subject = Schemas['SubjectRef'];
type Suggestion = Schemas['NameSuggestion'];

/** What to do about others like an answer that a person corrected as not naming somebody. */
export function OtherNames({ run, namings }: { run: Run; namings: Schemas['RunNamings'] | undefined }) {
  const misread = run.observations.filter(
    ({ correction }) => correction && !correction.named && correction.extracted.named,
  );
  const own = misread.filter(({ subject }) => subject.kind === 'COMPETITOR' || subject.id === run.brand.id);
  return own.map(({ subject }) => {
    const naming = namings?.namings.find((one) => isNamedBy(one, subject.id));
    const text = naming ? run.answer.slice(naming.start, naming.end) : null;
    return <OfSubject key={subject.id} run={run} subject={subject} text={text} />;
  });
}

/** @param text the first naming as it stands in the answer; null: not known */
function OfSubject({ run, subject, text }: { run: Run; subject: Subject; text: string | null }) {
  const may = useAccess();
  const suggested = useData(['name suggestions', run.id, subject.id], () =>
    unwrap(
      api.GET('/api/runs/{id}/name-suggestions', {
        params: {
          path: { id: run.id },
          query: subject.kind === 'BRAND' ? {} : { subjectId: subject.id },
        },
      }),
    ),
  );
  return (
    <Card
      title={`Other answers misread as ${subject.name ?? 'it'}`}
      about="Names that count only in some places spare you the same correction in other answers, and in those to come."
      actions={
        text !== null &&
        may('createCorrectionBatch') && (
          <LinkButton
            size="small"
            href={href('corrections', {
              brand: run.brand.id,
              correct: 'new',
              namedAs: text,
              ...(subject.kind === 'COMPETITOR' ? { competitor: subject.id } : {}),
            })}
          >
            Correct all that say “{text}”
          </LinkButton>
        )
      }
    >
      <Loaded of={suggested} height={60}>
        {({ suggestions }) =>
          suggestions.length === 0 ? (
            <p class="muted">No change of names is known by which this answer would not name it.</p>
          ) : (
            <ul class="answer-mentions">
              {suggestions.map((suggestion) => (
                <Proposal
                  key={JSON.stringify(suggestion)}
                  brandId={run.brand.id}
                  subject={subject}
                  suggestion={suggestion}
                  onSaved={suggested.reload}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Proposal({
  brandId,
  subject,
  suggestion,
  onSaved,
}: {
  brandId: string;
  subject: Subject;
  suggestion: Suggestion;
  onSaved: () => void;
}) {
  const may = useAccess();
  const { run, isBusy, error } = useAction(async () => {
    const params = { path: { id: subject.id } };
    if (subject.kind === 'BRAND') await unwrap(api.PATCH('/api/brands/{id}', { params, body: suggestion }));
    else await unwrap(api.PATCH('/api/competitors/{id}', { params, body: suggestion }));
    toast('Saved. Stored answers are read again now.');
    onSaved();
  });
  const { caseSensitive, ignoredPhrases } = suggestion;
  return (
    <li>
      <div class="answer-mention stack-small">
        <div>
          {caseSensitive && <>Count only in exactly this letter case: {quoted(caseSensitive)}.</>}
          {ignoredPhrases && <>Ignore where it stands in: {quoted(ignoredPhrases)}.</>}
        </div>
        <Preview
          brandId={brandId}
          subjectId={subject.kind === 'BRAND' ? undefined : subject.id}
          changes={suggestion}
        />
        <FormError error={error} />
      </div>
      {may(subject.kind === 'BRAND' ? 'updateBrand' : 'updateCompetitor') && (
        <div class="actions">
          <Button size="small" isBusy={isBusy} onClick={() => void run()}>
            Save these names
          </Button>
        </div>
      )}
    </li>
  );
}

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(', ');
