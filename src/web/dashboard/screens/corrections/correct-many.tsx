import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-data.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormError, SelectField } from '../../components/form.tsx';
import { counted } from '../../components/numbers.tsx';
import { setParams, useRoute } from '../../state/route.ts';
import { NoteField, ScoreField } from '../answer/correction-fields.tsx';
import { type FilterDraft, FilterFields, filterOf } from './filter-fields.tsx';
import { Found } from './found.tsx';
import { useBatch } from './use-batch.ts';

const FIELDS = ['score', 'note'];
const close = () => setParams({ correct: null, namedAs: null, competitor: null });

/** Corrects all answers that a filter finds, after they were shown. */
export function CorrectMany({ onDone }: { onDone: () => void }) {
  return (
    <Dialog title="Correct many answers" size="wide" onClose={close}>
      <CorrectionForm onDone={onDone} />
    </Dialog>
  );
}

function CorrectionForm({ onDone }: { onDone: () => void }) {
  const { params } = useRoute();
  const [draft, setDraft] = useState<FilterDraft>({
    brandId: params.get('brand') ?? '',
    competitorId: params.get('competitor') ?? '',
    namedAs: params.get('namedAs') ?? '',
    ...{ queryText: '', platform: '', startDate: '', endDate: '' },
  });
  const [isNamed, setNamed] = useState(false);
  const [score, setScore] = useState('');
  const [note, setNote] = useState('');
  const filter = filterOf(draft);
  const key = JSON.stringify(filter);
  const [shown, setShown] = useState<{ of: string; preview: Schemas['CorrectionPreview'] } | null>(null);
  const preview = useAction(async () => {
    const found = await unwrap(api.GET('/api/corrections/preview', { params: { query: filter } }));
    setShown({ of: key, preview: found });
  });
  const found = shown?.of === key ? shown.preview : null;
  const correct = useBatch(onDone);
  const body = {
    filter,
    named: isNamed,
    ...(isNamed && score.trim() !== '' ? { score: Number(score) } : {}),
    note: note.trim() || null,
  };
  return (
    <Form
      onSubmit={async () => {
        if (found === null) await preview.run();
        else if (await correct.run(body)) close();
      }}
    >
      <FilterFields draft={draft} error={preview.error} onChange={setDraft} />
      <div class="stack-small" aria-live="polite">
        <FormError error={preview.error} fields={Object.keys(draft)} />
        {found && <Found preview={found} />}
      </div>
      {found !== null && found.answers > 0 && (
        <>
          <SelectField
            label="These answers"
            value={isNamed ? 'named' : 'other'}
            options={[
              ['other', 'do not name it: it is somebody or something else'],
              ['named', 'name it, and speak of it so:'],
            ]}
            onChange={(value) => setNamed(value === 'named')}
          />
          {isNamed && (
            <ScoreField
              label="Sentiment of the answers"
              isRequired
              value={score}
              onInput={setScore}
              hint="From 0, bad, over 50, neutral, to 100, good."
              error={correct.error}
            />
          )}
          <NoteField value={note} onInput={setNote} error={correct.error} />
        </>
      )}
      <FormError error={correct.error} fields={FIELDS} />
      <div class="actions">
        {found === null || found.answers === 0 ? (
          <Button kind="primary" type="submit" isBusy={preview.isBusy} disabled={filter.brandId === ''}>
            Show these answers
          </Button>
        ) : (
          <Button kind="primary" type="submit" isBusy={correct.isBusy}>
            Correct {found.isComplete ? '' : 'the latest '}
            {counted(found.answers, 'answer')}
          </Button>
        )}
        <Button onClick={close}>Cancel</Button>
      </div>
    </Form>
  );
}
