import { useState } from 'preact/hooks';
import { useAccess } from '../../api/access.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-data.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Form, FormError, problemOf, TextField } from '../../components/form.tsx';
import { toast } from '../../components/toast.tsx';
import { partsOf } from '../../state/text.ts';
import { withScheme } from './brand-step.tsx';
import { NamesTry } from './names-try.tsx';
import type { StepProps } from './setup.ts';

/** Other names of the brand, with a try of them, and the competitors it is measured against. */
export function NamesStep({ setup: { brand, competitors }, reload }: StepProps) {
  if (brand === null) return <p class="note">Make your brand first: it is the step before.</p>;
  return (
    <div class="cols">
      <Aliases brand={brand} competitors={competitors} reload={reload} />
      <Competitors brand={brand} competitors={competitors} reload={reload} />
    </div>
  );
}

interface Props {
  brand: Schemas['Brand'];
  competitors: Schemas['Competitor'][];
  reload: () => void;
}

function Aliases({ brand, competitors, reload }: Props) {
  const can = useAccess();
  const [text, setText] = useState(brand.aliases.join(', '));
  const aliases = partsOf(text);
  const isChanged = aliases.join('\n') !== brand.aliases.join('\n');
  const { run, isBusy, error } = useAction(async () => {
    await unwrap(api.PATCH('/api/brands/{id}', { params: { path: { id: brand.id } }, body: { aliases } }));
    reload();
    toast('The names are kept.');
  });
  return (
    <Card
      title={`How ${brand.name} is named`}
      about="Spellings such as plurals, hyphens and apostrophes are found by themselves."
    >
      <Form onSubmit={() => run()}>
        <TextField
          label="Other names"
          hint="Products, short forms, former names, with commas between them"
          value={text}
          onInput={setText}
          problem={problemOf(error, 'aliases')}
        />
        <FormError error={error} fields={['aliases']} />
        {can('updateBrand') && (
          <div class="actions">
            <Button type="submit" isBusy={isBusy} disabled={!isChanged}>
              Save the names
            </Button>
          </div>
        )}
      </Form>
      <NamesTry brand={brand} aliases={aliases} competitors={competitors} />
    </Card>
  );
}

function Competitors({ brand, competitors, reload }: Props) {
  const can = useAccess();
  const [name, setName] = useState('');
  const [website, setWebsite] = useState('');
  const [aliases, setAliases] = useState('');
  const add = useAction(async () => {
    const body = { name: name.trim(), website: withScheme(website), aliases: partsOf(aliases) };
    await unwrap(api.POST('/api/brands/{id}/competitors', { params: { path: { id: brand.id } }, body }));
    reload();
    toast(`${body.name} is a competitor now.`);
    setName('');
    setWebsite('');
    setAliases('');
  });
  const remove = useAction(async ({ id, name: gone }: Schemas['Competitor']) => {
    await unwrap(api.DELETE('/api/competitors/{id}', { params: { path: { id } } }));
    reload();
    toast(`${gone} was removed.`);
  });
  return (
    <Card
      title="Competitors"
      about="Whom else do answers name? Three to five are enough; your share of voice is counted among them."
    >
      {competitors.length > 0 && (
        <ul class="welcome-list">
          {competitors.map((competitor) => (
            <li key={competitor.id} class="row spread">
              <span>
                <strong>{competitor.name}</strong>
                {competitor.aliases.length > 0 && (
                  <span class="muted small"> {competitor.aliases.join(', ')}</span>
                )}
              </span>
              {can('deleteCompetitor') && (
                <Button
                  size="small"
                  aria-label={`Remove ${competitor.name}`}
                  onClick={() => void remove.run(competitor)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <FormError error={remove.error} />
      {can('createCompetitor') && (
        <Form onSubmit={() => add.run()}>
          <div class="form-row">
            <TextField
              label="Name"
              required
              maxLength={200}
              value={name}
              onInput={setName}
              problem={problemOf(add.error, 'name')}
            />
            <TextField
              label="Website"
              placeholder="https://www.example.com"
              value={website}
              onInput={setWebsite}
              problem={problemOf(add.error, 'website')}
            />
          </div>
          <TextField
            label="Other names"
            hint="With commas between them"
            value={aliases}
            onInput={setAliases}
            problem={problemOf(add.error, 'aliases')}
          />
          <FormError error={add.error} fields={['name', 'website', 'aliases']} />
          <div class="actions">
            <Button type="submit" isBusy={add.isBusy}>
              Add the competitor
            </Button>
          </div>
        </Form>
      )}
    </Card>
  );
}
