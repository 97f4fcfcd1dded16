import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import type { Schemas } from '../../api/client.ts';
import type { Act } from '../../components/acts.tsx';
import { Card } from '../../components/card.tsx';
import { ContractForm } from '../../components/contract-form.tsx';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ResourceList } from '../../components/resource-list.tsx';
import { LiveTry } from '../settings/brands/live-try.tsx';
import { NewSubject, subjectColumns } from '../settings/brands/subject-list.tsx';
import type { StepProps } from './setup.ts';

/** Other names of the brand, with a try of them, and the competitors it is measured against. */
export function NamesStep({ setup: { brand, competitors }, reload }: StepProps) {
  if (brand === null) return <p class="note">Create your brand first: it is the step before.</p>;
  const list = {
    data: { rows: competitors, total: competitors.length, hasMore: false },
    ...{ error: undefined, isLoading: false, reload },
    // The step has all of them.
    more: { run: async () => true, isBusy: false, error: undefined },
  };
  return (
    <div class="stack">
      <Names brand={brand} competitors={competitors} reload={reload} />
      <ResourceList
        title="Competitors"
        about="Whom else do answers name? Three to five are enough; your share of voice is counted among them."
        list={list}
        one="competitor"
        csv="competitors"
        nameOf={({ name }) => name}
        columns={subjectColumns<Schemas['Competitor']>('Name', `settings/brands/${brand.id}`)}
        acts={acts}
        creates={[addTo(brand.id)]}
        empty={['There is no competitor yet', 'With competitors you see who is named instead of you.']}
      />
    </div>
  );
}

const addTo = (id: string): Act<null> => ({
  label: 'Add a competitor',
  operation: 'createCompetitor',
  dialog: (_, ends) => (
    <FormDialog
      operation="createCompetitor"
      path={{ id }}
      title="Add a competitor"
      action="Add the competitor"
      done={({ name }) => `${name} is a competitor now.`}
      {...ends}
    >
      {(form) => <NewSubject of={form} />}
    </FormDialog>
  ),
});

const acts: Act<Schemas['Competitor']>[] = [
  {
    label: 'Remove',
    operation: 'deleteCompetitor',
    kind: 'danger',
    confirm: ({ name }) => ({
      title: `Remove ${name}?`,
      action: 'Remove the competitor',
      text: 'It leaves all reports. Stored answers are read again without it.',
    }),
    done: ({ name }) => `${name} is removed.`,
  },
];

function Names({
  brand,
  competitors,
  reload,
}: {
  brand: Schemas['Brand'];
  competitors: Schemas['Competitor'][];
  reload: () => void;
}) {
  const may = useAccess();
  const [answer, setAnswer] = useState(() => exampleOf(brand, competitors));
  const tried = (changes: { aliases?: string[] }) =>
    may('testExtraction') && (
      <LiveTry
        // Read again with other competitors.
        key={competitors.map(({ id }) => id).join()}
        brandId={brand.id}
        subject={brand}
        changes={changes}
        answer={answer}
        onAnswer={setAnswer}
      />
    );
  if (!may('updateBrand')) return tried({});
  return (
    <ContractForm
      operation="updateBrand"
      path={{ id: brand.id }}
      first={{ aliases: brand.aliases }}
      action="Save the names"
      done="The names are saved."
      onDone={reload}
      around={(form, of) => (
        <div class="cols">
          <Card
            title={`How ${brand.name} is named`}
            about="Spellings such as plurals, hyphens and apostrophes are found by themselves."
          >
            {form}
          </Card>
          {tried({ aliases: of.value('aliases') ?? [] })}
        </div>
      )}
    >
      {(form) => (
        <Field
          of={form}
          name="aliases"
          label="Other names"
          rows={4}
          hint="One a line: products, short forms, former names."
        />
      )}
    </ContractForm>
  );
}

function exampleOf({ name }: Schemas['Brand'], competitors: Schemas['Competitor'][]): string {
  const other = competitors[0]?.name ?? 'Another brand';
  return `${name} is an excellent choice, and owners praise its service. ${other} is cheaper, but buyers complain about it.`;
}
