import { SelectField } from '../../../components/form/form.tsx';

export interface Named {
  value: boolean | undefined;
  onChange: (value: boolean) => void;
}

/** Whether answers name somebody, in words. */
export function NamedField({
  label,
  names,
  value,
  onChange,
}: Named & {
  label: string;
  /** What it is to name it, such as 'names Lumenfold'. */
  names: string;
}) {
  return (
    <SelectField
      label={label}
      value={value === true ? 'named' : 'other'}
      options={[
        ['named', names],
        ['other', `${label === 'The answer' ? 'does' : 'do'} not name it: it is somebody or something else`],
      ]}
      onChange={(chosen) => onChange(chosen === 'named')}
    />
  );
}
