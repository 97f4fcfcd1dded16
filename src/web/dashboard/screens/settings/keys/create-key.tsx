import { useState } from 'preact/hooks';
import { dayAfter, today } from '../../../../../base/definitions.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { useAction } from '../../../api/use-data.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { CheckField, Form, FormError, problemOf, SelectField, TextField } from '../../../components/form.tsx';
import { toast } from '../../../components/toast.tsx';
import { useBrands } from '../../../frame/brand.ts';
import { HaveCopied } from '../parts/shown-once.tsx';
import { NewKey, SCOPES, type Scope } from './scopes.tsx';

const LIVES = [
  ['', 'Never'],
  ['30', 'After 30 days'],
  ['90', 'After 90 days'],
  ['365', 'After a year'],
  ['on', 'On a day of your choice'],
] as const;
type Life = (typeof LIVES)[number][0];

export function CreateKey({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['reports:read']);
  const [brandIds, setBrandIds] = useState<string[] | null>(null);
  const [life, setLife] = useState<Life>('');
  const [lastDay, setLastDay] = useState(dayAfter(today(), 90));
  const [created, setCreated] = useState<Schemas['ApiKeyCreated'] | null>(null);
  const brands = useBrands().data?.data ?? [];
  const { run, isBusy, error } = useAction(async () => {
    const expiresAt = expiryOf(life, lastDay);
    setCreated(
      await unwrap(
        api.POST('/api/api-keys', {
          body: { name, scopes, brandIds, ...(expiresAt === null ? {} : { expiresAt }) },
        }),
      ),
    );
    toast('The key is made.');
    onCreated();
  });
  if (created !== null)
    return (
      <Dialog title={`The key ${created.name}`} size="wide" onClose={onClose}>
        <div class="stack">
          <NewKey created={created} />
          <HaveCopied onClose={onClose} />
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Create an API key" onClose={onClose}>
      <Form onSubmit={() => run()}>
        <TextField
          label="Name"
          value={name}
          onInput={setName}
          required
          maxLength={200}
          hint="What it is for, such as: weekly report."
          problem={problemOf(error, 'name')}
        />
        <fieldset class="stack-small">
          <legend class="small muted">What it may do</legend>
          {SCOPES.map(({ scope, words, hint }) => (
            <CheckField
              key={scope}
              label={words[0]?.toUpperCase() + words.slice(1)}
              hint={hint}
              checked={scopes.includes(scope)}
              onChange={(checked) =>
                setScopes(checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
              }
            />
          ))}
        </fieldset>
        <CheckField
          label="For some brands alone"
          hint="It then neither sees nor writes anything of the others."
          checked={brandIds !== null}
          onChange={(checked) => setBrandIds(checked ? [] : null)}
        />
        {brandIds !== null && (
          <fieldset class="settings-choices" aria-label="Brands of the key">
            {brands.map(({ id, name: brand }) => (
              <CheckField
                key={id}
                label={brand}
                checked={brandIds.includes(id)}
                onChange={(checked) =>
                  setBrandIds(checked ? [...brandIds, id] : brandIds.filter((one) => one !== id))
                }
              />
            ))}
          </fieldset>
        )}
        <div class="form-row">
          <SelectField label="It stops working" value={life} options={LIVES} onChange={setLife} />
          {life === 'on' && (
            <TextField
              label="Last day (UTC)"
              type="date"
              value={lastDay}
              min={today()}
              onInput={setLastDay}
              required
              problem={problemOf(error, 'expiresAt')}
            />
          )}
        </div>
        <FormError error={error} fields={['name', ...(life === 'on' ? ['expiresAt'] : [])]} />
        <div class="actions">
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Create the key
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** The end of the last day, as a moment. */
function expiryOf(life: Life, lastDay: string): string | null {
  if (life === '') return null;
  const day = life === 'on' ? lastDay : dayAfter(today(), Number(life));
  return `${dayAfter(day, 1)}T00:00:00Z`;
}
