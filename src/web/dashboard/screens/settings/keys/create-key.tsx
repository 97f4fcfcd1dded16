import { useState } from 'preact/hooks';
import { dayAfter, today } from '../../../../../base/definitions.ts';
import { SelectField, TextField } from '../../../components/form/form.tsx';
import type { Bound } from '../../../components/form/form-of.ts';
import { formAct } from '../../../components/list/form-act.tsx';
import { SomeBrands } from '../../../frame/some-brands.tsx';
import { NewKey, SCOPES } from './scopes.tsx';

const LIVES = [
  ['', 'Never'],
  ['30', 'After 30 days'],
  ['90', 'After 90 days'],
  ['365', 'After a year'],
  ['on', 'On a day of your choice'],
] as const;
type Life = (typeof LIVES)[number][0];

export const createKey = formAct<'createApiKey', null>({
  label: 'Create a key',
  operation: 'createApiKey',
  kind: 'primary',
  form: {
    title: 'Create an API key',
    action: 'Create the key',
    first: { scopes: ['reports:read'], brandIds: null },
    done: 'The key is made.',
    secret: (created, onClose) => <NewKey created={created} onClose={onClose} />,
    fields: (form) => (
      <>
        <form.Field name="name" label="Name" hint="What it is for, such as: weekly report." />
        <form.Field name="scopes" label="What it may do" options={SCOPES} />
        <form.Custom name="brandIds">
          {(field) => <SomeBrands label="Brands of the key" {...field} />}
        </form.Custom>
        <form.Custom name="expiresAt">{(field) => <Expiry {...field} />}</form.Custom>
      </>
    ),
  },
});

function Expiry({ value, onChange, problem }: Bound<string | null>) {
  const [life, setLife] = useState<Life>('');
  const lastDay = value ? dayAfter(value.slice(0, 10), -1) : '';
  const endAfter = (day: string) => onChange(day === '' ? '' : `${dayAfter(day, 1)}T00:00:00Z`);
  return (
    <div class="form-row">
      <SelectField
        label="It stops working"
        value={life}
        options={LIVES}
        onChange={(chosen) => {
          setLife(chosen);
          endAfter(chosen === '' ? '' : dayAfter(today(), chosen === 'on' ? 90 : Number(chosen)));
        }}
      />
      {life === 'on' && (
        <TextField
          label="Last day (UTC)"
          name="expiresAt"
          type="date"
          value={lastDay}
          min={today()}
          onInput={endAfter}
          problem={problem}
        />
      )}
    </div>
  );
}
