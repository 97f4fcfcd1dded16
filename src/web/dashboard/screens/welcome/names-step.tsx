import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import type { Schemas } from '../../api/client.ts';
import { Card } from '../../components/card.tsx';
import { ContractForm } from '../../components/form/contract-form.tsx';
import { Competitors } from '../settings/brands/competitors.tsx';
import { LiveTry } from '../settings/brands/live-try.tsx';
import type { StepProps } from './setup.ts';

/** Other names of the brand, with a try of them, and the competitors it is measured against. */
export function NamesStep({ setup: { brand, competitors }, reload }: StepProps) {
  if (brand === null) return <p class="note">Create your brand first: it is the step before.</p>;
  return (
    <div class="stack">
      <Names brand={brand} competitors={competitors} reload={reload} />
      <Competitors brand={brand} onChange={reload} />
    </div>
  );
}

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
        <form.Field
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
