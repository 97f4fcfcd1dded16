import type { FormOf } from '../../../components/form/form-of.ts';
import { Clamped, textColumn } from '../../../components/list/columns.tsx';
import type { Column } from '../../../components/table/table.tsx';
import { href } from '../../../state/route.ts';
import type { Subject } from './draft.ts';

export const WEBSITES = {
  label: 'Websites',
  placeholder: 'example.com',
  rows: 2,
  hint: 'One a line, the main one first: other countries, shops, documentation. Answers that cite one of them are counted as citing it.',
};

/** What a new brand or competitor needs first. All else is set on its own page. */
export function NewSubject<Id extends 'createBrand' | 'createCompetitor'>({ of }: { of: FormOf<Id> }) {
  const form = of as unknown as FormOf<'createBrand'>;
  return (
    <>
      <form.Field name="name" label="Name" />
      <form.Field name="websites" {...WEBSITES} />
      <form.Field
        name="aliases"
        label="Other names"
        rows={3}
        hint="One a line: other spellings, abbreviations, products that stand for it."
      />
      {of.operation === 'createBrand' && (
        <form.Field name="industry" label="Industry" hint="It helps to suggest prompts." />
      )}
    </>
  );
}

/** The columns that brands and competitors have. @param under the view that one of them lies under */
export function subjectColumns<Row extends Subject>(name: string, under: string): Column<Row>[] {
  return [
    {
      name,
      cell: (one) => (
        <>
          <Clamped text={one.name} href={href(`${under}/${one.id}`)} />
          {'industry' in one && one.industry !== null && (
            <div class="small muted" dir="auto">
              {one.industry}
            </div>
          )}
        </>
      ),
      value: (one) => one.name,
    },
    textColumn('Other names', ({ aliases }) => aliases.join(', ') || null),
    textColumn('Websites', ({ websites }) => websites.join(', ') || null),
  ];
}
