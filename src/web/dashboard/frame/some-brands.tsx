import { CheckField, ChecksField } from '../components/form/form.tsx';
import { useBrands } from './brand/brand.ts';

/** All brands, null, or some of them. */
export function SomeBrands({
  label,
  value,
  onChange,
  problem,
}: {
  label: string;
  value: string[] | null | undefined;
  onChange: (value: string[] | null) => void;
  problem?: string | undefined;
}) {
  const brands = useBrands().data?.data ?? [];
  return (
    <>
      <CheckField
        label="For some brands alone"
        hint="It then neither sees nor writes anything of the others."
        checked={Array.isArray(value)}
        onChange={(checked) => onChange(checked ? [] : null)}
      />
      {Array.isArray(value) && (
        <ChecksField
          label={label}
          options={brands.map(({ id, name }) => [id, name])}
          chosen={value}
          onChange={onChange}
          problem={problem}
        />
      )}
    </>
  );
}
