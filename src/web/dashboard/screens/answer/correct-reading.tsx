import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form, FormError, problemOf, SelectField, TextField } from '../../components/form.tsx';
import type { Correcting, Observation } from './correcting.ts';
import { NoteField, ScoreField } from './correction-fields.tsx';

const FIELDS = ['position', 'score', 'note'];

interface Props {
  observation: Observation;
  /** Whether it has a position: the brand that was asked about and its competitors do. */
  isRanked: boolean;
  correcting: Correcting;
  onClose: () => void;
}

/** Puts a person's reading of a brand or competitor in an answer in place of the program's, or takes it back. */
export function CorrectReading(props: Props) {
  return (
    <Dialog title={`${props.observation.subject.name} in this answer`} onClose={props.onClose}>
      <CorrectionForm {...props} />
    </Dialog>
  );
}

function CorrectionForm({ observation, isRanked, correcting: { run, isBusy, error }, onClose }: Props) {
  const {
    correction,
    subject: { name },
  } = observation;
  const [isNamed, setNamed] = useState((correction ?? observation).named);
  const [position, setPosition] = useState(correction?.position?.toString() ?? '');
  const [score, setScore] = useState(correction?.score?.toString() ?? '');
  const [note, setNote] = useState(correction?.note ?? '');
  const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));
  const save = async () => {
    const input = {
      named: isNamed,
      ...(isNamed && isRanked ? { position: numberOf(position) } : {}),
      ...(isNamed ? { score: numberOf(score) } : {}),
      note: note.trim() || null,
    };
    if (await run([{ observation, input }], 'Corrected in this answer.')) onClose();
  };
  return (
    <Form onSubmit={save}>
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
              problem={problemOf(error, 'position')}
            />
          )}
          <ScoreField
            label="Sentiment of the answer"
            value={score}
            onInput={setScore}
            hint="From 0, bad, over 50, neutral, to 100, good. Empty: as it was read."
            error={error}
          />
        </div>
      )}
      <NoteField value={note} onInput={setNote} error={error} />
      <FormError error={error} fields={FIELDS} />
      <div class="actions">
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Save
        </Button>
        {correction && (
          <Button
            isBusy={isBusy}
            onClick={async () => {
              if (await run([{ observation, input: null }], 'Taken back in this answer.')) onClose();
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
