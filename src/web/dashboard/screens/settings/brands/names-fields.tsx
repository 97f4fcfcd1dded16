import { CheckField, problemOf, TextArea, TextField } from '../../../components/form.tsx';
import { type Draft, namesOf, type Subject } from './draft.ts';

/** What is looked for in answers, and how. */
export function NamesFields({
  draft,
  stored,
  error,
  onChange,
}: {
  draft: Draft;
  stored: Subject;
  error: unknown;
  onChange: (draft: Draft) => void;
}) {
  const names = namesOf(draft);
  const exact = draft.exact ?? stored.caseSensitive;
  const problem = problemOf(error, 'caseSensitive');
  return (
    <>
      <TextField
        label="Name"
        value={draft.name}
        onInput={(name) => onChange({ ...draft, name })}
        required
        maxLength={200}
        problem={problemOf(error, 'name')}
      />
      <TextArea
        label="Other names"
        value={draft.aliases}
        onInput={(aliases) => onChange({ ...draft, aliases })}
        rows={3}
        hint="One a line. Plurals and usual spellings are found by themselves."
        problem={problemOf(error, 'aliases')}
      />
      <fieldset class="stack-small">
        <legend class="small">
          <strong>Only in exactly this letter case</strong>
        </legend>
        <div class="small muted">
          For names that are words, too: “Ring” is found then, “ring” is not. New abbreviations and ordinary
          words are set so when you save, unless you choose here.
        </div>
        <div class="settings-choices">
          {names.map((name) => (
            <CheckField
              key={name}
              label={name}
              checked={exact.includes(name)}
              onChange={(checked) =>
                onChange({
                  ...draft,
                  exact: checked ? [...exact, name] : exact.filter((one) => one !== name),
                })
              }
            />
          ))}
        </div>
        {problem !== undefined && (
          <p class="note" data-kind="bad">
            {problem}
          </p>
        )}
      </fieldset>
      <CheckField
        label="Count it inside longer names, too"
        hint={`Whether “${draft.name || 'Name'} Air”, where that is a name you know, names ${draft.name || 'it'} as well.`}
        checked={draft.countInsideLongerNames}
        onChange={(countInsideLongerNames) => onChange({ ...draft, countInsideLongerNames })}
      />
      <TextArea
        label="Phrases to ignore"
        value={draft.ignoredPhrases}
        onInput={(ignoredPhrases) => onChange({ ...draft, ignoredPhrases })}
        rows={3}
        hint="One a line: phrases that hold a name and mean something else, such as “target audience” for a brand Target."
        problem={problemOf(error, 'ignoredPhrases')}
      />
    </>
  );
}
