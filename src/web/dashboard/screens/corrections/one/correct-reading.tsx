import { FormDialog } from '../../../components/form/form-dialog.tsx';
import type { Ends } from '../../../components/list/acts.tsx';
import { follow } from '../../../frame/follow.ts';
import { type Observation, putCorrection } from './correcting.ts';
import { type Named, NamedField } from './named-field.tsx';

/** Puts a person's reading of a brand or competitor in an answer in place of the program's. */
export function CorrectReading({
  runId,
  observation,
  isRanked,
  onClose,
  onDone,
}: Ends & {
  runId: string;
  observation: Observation;
  /** Whether it has a position: the brand that was asked about and its competitors do. */
  isRanked: boolean;
}) {
  const { correction, subject, named } = observation;
  return (
    <FormDialog
      // A competitor's body has the same fields.
      operation="putBrandCorrection"
      title={`${subject.name} in this answer`}
      first={{
        named: correction?.named ?? named,
        position: correction?.position ?? null,
        score: correction?.score ?? null,
        note: correction?.note ?? null,
      }}
      send={({ body }) => putCorrection(runId, subject, body ?? { named })}
      done="Corrected in this answer."
      onDone={() => {
        onDone();
        follow();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <form.Custom name="named">
            {(field: Named) => <NamedField {...field} label="The answer" names={`names ${subject.name}`} />}
          </form.Custom>
          {form.value('named') && (
            <div class="form-row">
              {isRanked && (
                <form.Field
                  name="position"
                  label="Position"
                  hint="Its place among the names; the others move. Empty: as it was read."
                />
              )}
              <form.Field
                name="score"
                label="Sentiment of the answer"
                hint="From 0, bad, over 50, neutral, to 100, good. Empty: as it was read."
              />
            </div>
          )}
          <form.Field name="note" label="Note" kind="area" hint="Why, for others and for yourself." />
        </>
      )}
    </FormDialog>
  );
}
