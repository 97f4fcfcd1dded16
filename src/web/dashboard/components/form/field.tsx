import { useEffect } from 'preact/hooks';

import type { BodyOf, OperationId } from '../../api/client.ts';
import { fieldsOf } from '../../api/contract/fields.ts';
import type { Limits } from '../../api/contract/limits.ts';
import { Choice } from './choice.tsx';
import { CheckField, ChecksField, SelectField, TextArea, TextField } from './form.tsx';
import type { At, CustomProps, FieldProps, FormOf, NameOf } from './form-of.ts';

/** A field of a form: its control and limits come from the contract. */
export function Field<Id extends OperationId>({
  of: form,
  name,
  hint,
  kind,
  options,
  choices,
  onChoose,
  isRequired = false,
  ...rest
}: FieldProps<Id> & { of: FormOf<Id> }) {
  const { draft, setDraft, limits, problem } = useField(form, name, {
    isVerbatim: kind === 'password',
    isRequired,
  });
  const described = { label: rest.label, ...(hint === undefined ? {} : { hint }), problem };
  const text = textOf(draft);
  const choose = (value: string) => {
    setDraft(value);
    onChoose?.(value);
  };
  if (choices) return <Choice label={rest.label} value={text} options={choices} onChange={choose} />;
  if (options && limits.type === 'array')
    return <ChecksField {...described} options={options} chosen={listOf(draft)} onChange={setDraft} />;
  if (options)
    return (
      <SelectField
        {...described}
        value={text}
        options={options.map(([value, words]) => [value, words] as const)}
        onChange={choose}
      />
    );
  if (limits.type === 'boolean')
    return <CheckField label={rest.label} hint={hint} checked={draft === true} onChange={setDraft} />;
  if (kind === 'area' || limits.type === 'array')
    return <TextArea {...described} {...rest} name={name} value={text} onInput={setDraft} />;
  const { type, shown, read, ...numeric } = inputOf(limits, kind);
  return (
    <TextField
      {...described}
      {...numeric}
      {...rest}
      name={name}
      type={type}
      required={isRequired || limits.required === true}
      value={shown(text)}
      onInput={(value) => setDraft(value === '' ? '' : read(value))}
    />
  );
}

/** A field with a control of its own. */
export function Custom<Id extends OperationId, Name extends NameOf<BodyOf<Id>>>({
  of: form,
  name,
  children,
}: CustomProps<Id, Name> & { of: FormOf<Id> }) {
  const { draft, setDraft, problem } = useField(form, name);
  return children({ value: draft as At<BodyOf<Id>, Name> | undefined, onChange: setDraft, problem });
}

function useField<Id extends OperationId>(
  form: FormOf<Id>,
  name: NameOf<BodyOf<Id>>,
  { isVerbatim = false, isRequired = false } = {},
) {
  useEffect(() => form.show(name, { isVerbatim, isRequired }), [name, isVerbatim, isRequired]);
  const limits = fieldsOf(form.operation)[name];
  if (!limits) throw new Error(`${form.operation} has no field ${name}.`);
  return {
    draft: form.draft(name),
    setDraft: (draft: unknown) => form.setDraft(name, draft),
    problem: form.problem(name),
    limits,
  };
}

const textOf = (draft: unknown): string =>
  Array.isArray(draft) ? draft.join('\n') : typeof draft === 'string' ? draft : '';
const listOf = (draft: unknown): string[] => (Array.isArray(draft) ? draft : []);

const asIs = (text: string) => text;

/** How an input shows and reads a text. Moments are in UTC, as everything that is counted. */
function inputOf({ type, format }: Limits, kind: FieldProps<OperationId>['kind']) {
  if (kind === 'day')
    return {
      type: 'date',
      shown: (moment: string) => moment.slice(0, 10),
      read: (day: string) => `${day}T00:00:00Z`,
    } as const;
  if (kind === 'moment')
    return {
      type: 'datetime-local',
      shown: (moment: string) => moment.slice(0, 16),
      read: (minute: string) => `${minute.slice(0, 16)}:00Z`,
    } as const;
  const plain = { shown: asIs, read: asIs };
  if (kind === 'password') return { ...plain, type: 'password' } as const;
  if (type === 'integer' || type === 'number')
    return { ...plain, type: 'number', step: type === 'integer' ? 1 : 'any' } as const;
  if (format === 'email') return { ...plain, type: 'email' } as const;
  if (format === 'uri') return { ...plain, type: 'url' } as const;
  return { ...plain, type: format === 'date' ? 'date' : 'text' } as const;
}
