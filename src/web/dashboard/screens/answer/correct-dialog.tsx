import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { useAction } from '../../api/use-data.ts';
import { onVersion, useVersioned, type Versioned, versioned } from '../../api/versioned.ts';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/card.tsx';
import { ChangeError } from '../../components/change-error.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form, problemOf, SelectField } from '../../components/form.tsx';
import { format, sentimentWord } from '../../components/numbers.tsx';
import { toast } from '../../components/toast.tsx';
import { NoteField, ScoreField } from './correction-fields.tsx';

type Mention = Schemas['Mention'];
type SourceType = Schemas['SourceType'];

const FIELDS = ['sentimentScore', 'sourceType', 'note'];

interface Props {
  onClose: () => void;
  onDone: () => void;
}

/**
 * Puts a person's reading of the brand in an answer in place of the program's, or takes it back. A kind of source is of
 * the mention alone.
 */
export function CorrectDialog({ id, onClose, onDone }: Props & { id: string }) {
  const mention = useVersioned(['mention', id], () =>
    versioned(api.GET('/api/mentions/{id}', { params: { path: { id } } })),
  );
  return (
    <Dialog title="Correct this answer" onClose={onClose}>
      <Loaded of={mention} height={260}>
        {(found) => (
          <CorrectForm
            key={found.etag}
            found={found}
            onClose={onClose}
            onDone={onDone}
            onReload={mention.reload}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

function CorrectForm({
  found,
  onClose,
  onDone,
  onReload,
}: Props & { found: Versioned<Mention>; onReload: () => void }) {
  const mention = found.data;
  const before = correctedIn(mention);
  const [sentiment, setSentiment] = useState(before.sentimentScore?.toString() ?? '');
  const [sourceType, setSourceType] = useState<SourceType | ''>(before.sourceType ?? '');
  const [note, setNote] = useState(before.note ?? '');
  const { run, isBusy, error } = useAction(async () => {
    const changes = changesOf(before, sentiment, sourceType, note);
    if (Object.keys(changes).length === 0) return;
    const body = { ...changes, scope: 'answer' as const };
    const params = { path: { id: mention.id }, header: onVersion(found) };
    await unwrap(api.PATCH('/api/mentions/{id}', { params, body }));
    toast('Corrected in this answer. Reports follow with the next snapshot.');
    onDone();
  });
  const types = Object.entries(SOURCE_TYPE_NAMES).filter(([type]) => type !== 'AI_ANSWER') as [
    SourceType,
    string,
  ][];
  return (
    <Form
      onSubmit={async () => {
        if (await run()) onClose();
      }}
    >
      {mention.snippet !== null && <blockquote class="answer-snippet">{mention.snippet}</blockquote>}
      <ScoreField
        label="Sentiment in this answer"
        name="sentimentScore"
        value={sentiment}
        onInput={setSentiment}
        hint={`Of the brand in the whole answer, in all reports: from 0, bad, over 50, neutral, to 100, good. Empty: as it was read (${format(before.read)}, ${sentimentWord(before.read)}).`}
        error={error}
      />
      {mention.sourceUrl !== null && (
        <SelectField
          label="Kind of this source"
          value={sourceType}
          options={[['', `As it was read (${SOURCE_TYPE_NAMES[before.readType]})`], ...types]}
          onChange={setSourceType}
          problem={problemOf(error, 'sourceType')}
        />
      )}
      <NoteField value={note} onInput={setNote} error={error} />
      <ChangeError error={error} fields={FIELDS} onReload={onReload} />
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}

/** What was corrected of a mention, by its answer or alone, and what was read. */
function correctedIn({ correction, answerCorrection, sentimentScore, sourceType }: Mention) {
  return {
    sentimentScore: correction?.sentimentScore ?? answerCorrection?.score ?? null,
    sourceType: correction?.sourceType ?? null,
    note: answerCorrection?.note ?? correction?.note ?? null,
    read: answerCorrection?.extracted.score ?? correction?.extracted.sentimentScore ?? sentimentScore,
    readType: correction?.extracted.sourceType ?? sourceType,
  };
}

/** Only what a person changed is sent: the rest stays as it is. */
function changesOf(
  before: ReturnType<typeof correctedIn>,
  sentiment: string,
  sourceType: SourceType | '',
  note: string,
): Schemas['MentionUpdate'] {
  const wanted = {
    sentimentScore: sentiment.trim() === '' ? null : Number(sentiment),
    sourceType: sourceType === '' || sourceType === 'AI_ANSWER' ? null : sourceType,
    note: note.trim() === '' ? null : note.trim(),
  };
  return {
    ...(wanted.sentimentScore === before.sentimentScore ? {} : { sentimentScore: wanted.sentimentScore }),
    ...(wanted.sourceType === before.sourceType ? {} : { sourceType: wanted.sourceType }),
    ...(wanted.note === before.note ? {} : { note: wanted.note }),
  };
}
