import { counted } from '../../../../../presentation/numbers.ts';
import { useAccess } from '../../../api/access.ts';
import { call, type Schemas } from '../../../api/client.ts';
import { useAnswer } from '../../../api/loading.ts';
import { Button, LinkButton } from '../../../components/button.tsx';
import { Card, Loaded } from '../../../components/card.tsx';
import { FormError } from '../../../components/form/form.tsx';
import { type Act, Acts } from '../../../components/list/acts.tsx';
import { isNamedBy } from '../../../components/text.tsx';
import { href } from '../../../state/route.ts';
import { Preview } from '../../settings/brands/preview.tsx';
import { Examples } from '../found.tsx';
import { useBatch } from '../use-batch.ts';

type Run = Schemas['RunEvidence'];
type Subject = Schemas['SubjectRef'];
type Suggestion = Schemas['NameSuggestion'];

/** What to do about others like an answer that a person corrected as not naming somebody. */
export function LikeIt({ run, namings }: { run: Run; namings: Schemas['RunNamings'] | undefined }) {
  const misread = run.observations.filter(
    ({ correction }) => correction && !correction.named && correction.extracted.named,
  );
  const own = misread.filter(({ subject }) => subject.kind === 'COMPETITOR' || subject.id === run.brand.id);
  return own.map(({ subject }) => {
    const naming = namings?.namings.find((one) => isNamedBy(one, subject.id));
    const text = naming ? run.answer.slice(naming.start, naming.end) : null;
    return (
      <Card key={subject.id} title={`Other answers misread as ${subject.name ?? 'it'}`}>
        {text !== null && <SameText run={run} subject={subject} text={text} />}
        <Names run={run} subject={subject} />
      </Card>
    );
  });
}

/** The answers that take the same text for the name, to be corrected at once. */
function SameText({ run, subject, text }: { run: Run; subject: Subject; text: string }) {
  const may = useAccess();
  const competitor = subject.kind === 'COMPETITOR' ? { competitorId: subject.id } : {};
  const filter = { brandId: run.brand.id, namedAs: text, ...competitor };
  const found = useAnswer('previewCorrections', { query: filter });
  const batch = useBatch(found.reload);
  if (!may('createCorrectionBatch')) return null;
  return (
    <Loaded of={found} height={60}>
      {({ answers, isComplete, examples }) =>
        answers === 0 ? (
          <p class="muted">
            No other answer takes <q dir="auto">{text}</q> for its first name.
          </p>
        ) : (
          <div class="stack-small">
            <div class="row">
              <span>
                {isComplete ? '' : 'More than '}
                {counted(answers, 'other answer takes', 'other answers take')} <q dir="auto">{text}</q> for
                it.
              </span>
              <Button
                size="small"
                isBusy={batch.isBusy}
                onClick={() => void batch.run({ filter, named: false })}
              >
                Apply to {counted(answers, 'answer')}
              </Button>
              <LinkButton
                size="small"
                href={href('corrections', {
                  brand: run.brand.id,
                  correct: 'new',
                  namedAs: text,
                  competitor: subject.kind === 'COMPETITOR' ? subject.id : null,
                })}
              >
                Choose among them
              </LinkButton>
            </div>
            <Examples examples={examples} />
            <FormError error={batch.error} />
          </div>
        )
      }
    </Loaded>
  );
}

/** Changes of names that spare the same correction in other answers. */
function Names({ run, subject }: { run: Run; subject: Subject }) {
  const subjectId = subject.kind === 'BRAND' ? {} : { subjectId: subject.id };
  const suggested = useAnswer('suggestNames', { path: { id: run.id }, query: subjectId });
  return (
    <Loaded of={suggested} height={60}>
      {({ suggestions }) =>
        suggestions.length === 0 ? (
          <p class="muted">No change of names is known by which this answer would not name it.</p>
        ) : (
          <>
            <h3>So that it does not happen again</h3>
            <ul class="answer-list">
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
          </>
        )
      }
    </Loaded>
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
  const operation = subject.kind === 'BRAND' ? 'updateBrand' : 'updateCompetitor';
  const save: Act<Suggestion> = {
    label: 'Save these names',
    operation,
    done: 'Saved. Stored answers are read again now.',
    run: (body) => call(operation, { path: { id: subject.id }, body }),
  };
  const { caseSensitive, ignoredPhrases } = suggestion;
  return (
    <li>
      <div class="answer-item stack-small">
        <div>
          {caseSensitive && <>Count only in exactly this letter case: {quoted(caseSensitive)}.</>}
          {ignoredPhrases && <>Ignore where it stands in: {quoted(ignoredPhrases)}.</>}
        </div>
        <Preview
          brandId={brandId}
          subjectId={subject.kind === 'BRAND' ? undefined : subject.id}
          changes={suggestion}
        />
      </div>
      <div class="actions">
        <Acts acts={[save]} on={suggestion} size="small" onDone={onSaved} />
      </div>
    </li>
  );
}

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(', ');
