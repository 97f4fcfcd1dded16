import { ChecksField } from '../../../components/form/form.tsx';
import type { FormOf } from '../../../components/form/form-of.ts';

/** All names as they are typed, the name itself first. */
export function namesIn(form: FormOf<'updateBrand'>): string[] {
  const names = [form.value('name') ?? '', ...(form.value('aliases') ?? [])];
  return [...new Set(names)].filter((name) => name !== '');
}

/** What is looked for in answers, and how. */
export function NamesFields({ of: form }: { of: FormOf<'updateBrand'> }) {
  const typed = form.value('name') || 'Name';
  // In an example a long name says less than a short one.
  const name = typed.length > 40 ? 'Name' : typed;
  return (
    <>
      <form.Field name="name" label="Name" />
      <form.Field
        name="aliases"
        label="Other names"
        rows={3}
        hint="One a line. Plurals and usual spellings are found by themselves."
      />
      <form.Custom name="caseSensitive">
        {({ value, onChange, problem }) => (
          <ChecksField
            label="Only in exactly this letter case"
            hint="For names that are words, too: “Ring” is found then, “ring” is not. New abbreviations and ordinary words are set so when you save, unless you choose here."
            options={namesIn(form).map((one) => [one, one])}
            chosen={value ?? []}
            onChange={onChange}
            problem={problem}
          />
        )}
      </form.Custom>
      <form.Field
        name="countInsideLongerNames"
        label="Count it inside longer names, too"
        hint={`Whether “${name} Air”, where that is a name you know, names ${name} as well.`}
      />
      <form.Field
        name="ignoredPhrases"
        label="Phrases to ignore"
        rows={3}
        hint="One a line: phrases that hold a name and mean something else, such as “target audience” for a brand Target."
      />
    </>
  );
}
