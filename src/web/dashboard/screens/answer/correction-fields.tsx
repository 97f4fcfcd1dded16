import { problemOf, TextArea, TextField } from '../../components/form.tsx';

interface Props {
  value: string;
  onInput: (value: string) => void;
  error: unknown;
}

/** How favourably an answer speaks, by a person. @param name of the field in the API @param hint what else is to know */
export function ScoreField({
  label,
  name = 'score',
  hint,
  isRequired = false,
  error,
  ...field
}: Props & { label: string; name?: string; hint: string; isRequired?: boolean }) {
  return (
    <TextField
      label={label}
      type="number"
      min={0}
      max={100}
      step="any"
      required={isRequired}
      hint={hint}
      problem={problemOf(error, name)}
      {...field}
    />
  );
}

/** Why something was corrected. */
export function NoteField({ error, ...field }: Props) {
  return (
    <TextArea
      label="Note"
      maxLength={2000}
      hint="Why, for others and for yourself. You may leave it empty."
      problem={problemOf(error, 'note')}
      {...field}
    />
  );
}
