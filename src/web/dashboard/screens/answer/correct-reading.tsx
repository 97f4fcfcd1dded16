import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-data.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormError, problemOf, SelectField, TextField } from '../../components/form.tsx';
import { toast } from '../../components/toast.tsx';
import { NoteField, ScoreField } from './correction-fields.tsx';

type Observation = Schemas['RunObservation'];

const FIELDS = ['position', 'score', 'note'];
const REPORTS_FOLLOW = 'Reports follow with the next snapshot.';

interface Props {
  runId: string;
  observation: Observation;
  /** Whether it has a position: the brand that was asked about and its competitors do. */
  isRanked: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Puts a person's reading of a brand or competitor in an answer in place of the program's, or takes it back. */
export function CorrectReading(props: Props) {
  const name = props.observation.subject.name ?? '';
  return (
    <Dialog title={`${name} in this answer`} onClose={props.onClose}>
      <CorrectionForm {...props} name={name} />
    </Dialog>
  );
}

function CorrectionForm({ runId, observation, isRanked, name, onClose, onDone }: Props & { name: string }) {
  const { correction } = observation;
  const [isNamed, setNamed] = useState((correction ?? observation).named);
  const [position, setPosition] = useState(correction?.position?.toString() ?? '');
  const [score, setScore] = useState(correction?.score?.toString() ?? '');
  const [note, setNote] = useState(correction?.note ?? '');
  const save = useAction(async () => {
    const body = {
      named: isNamed,
      ...(isNamed && isRanked ? { position: position.trim() === '' ? null : Number(position) } : {}),
      ...(isNamed ? { score: score.trim() === '' ? null : Number(score) } : {}),
      note: note.trim() || null,
    };
    await put(runId, observation, body);
    toast(`Corrected in this answer. ${REPORTS_FOLLOW}`);
    onDone();
  });
  const undo = useAction(async () => {
    await takeBack(runId, observation);
    toast(`Taken back. ${REPORTS_FOLLOW}`);
    onDone();
  });
  return (
    <Form
      onSubmit={async () => {
        if (await save.run()) onClose();
      }}
    >
      <SelectField
        label="The answer"
        value={isNamed ? 'named' : 'other'}
        options={[
          ['named', `names ${name}`],
          ['other', 'does not name it: it is somebody or something else'],
        ]}
        onChange={(value) => setNamed(value === 'named')}
      />
      {isNamed && (
        <div class="form-row">
          {isRanked && (
            <TextField
              label="Position"
              type="number"
              min={1}
              step={1}
              value={position}
              onInput={setPosition}
              hint="Its place among the names; the others move. Empty: as it was read."
              problem={problemOf(save.error, 'position')}
            />
          )}
          <ScoreField
            label="Sentiment of the answer"
            value={score}
            onInput={setScore}
            hint="From 0, bad, over 50, neutral, to 100, good. Empty: as it was read."
            error={save.error}
          />
        </div>
      )}
      <NoteField value={note} onInput={setNote} error={save.error} />
      <FormError error={save.error ?? undo.error} fields={FIELDS} />
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={save.isBusy}>
          Save
        </Button>
        {correction && (
          <Button
            isBusy={undo.isBusy}
            onClick={async () => {
              if (await undo.run()) onClose();
            }}
          >
            Take it back
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  );
}

function put(id: string, { subject }: Observation, body: Schemas['AnswerCorrectionInput']) {
  if (subject.kind === 'BRAND') {
    const path = { id, brandId: subject.id };
    return unwrap(api.PUT('/api/runs/{id}/brands/{brandId}/correction', { params: { path }, body }));
  }
  const path = { id, competitorId: subject.id };
  return unwrap(api.PUT('/api/runs/{id}/competitors/{competitorId}/correction', { params: { path }, body }));
}

function takeBack(id: string, { subject }: Observation) {
  if (subject.kind === 'BRAND') {
    const path = { id, brandId: subject.id };
    return unwrap(api.DELETE('/api/runs/{id}/brands/{brandId}/correction', { params: { path } }));
  }
  const path = { id, competitorId: subject.id };
  return unwrap(api.DELETE('/api/runs/{id}/competitors/{competitorId}/correction', { params: { path } }));
}
