import { useEffect } from 'preact/hooks';
import type { Bound } from '../../components/form/form-of.ts';
import { useRoute } from '../../state/route.ts';
import { useBrands } from './brand.ts';
import { Picker } from './picker.tsx';

/** One of the brands, in a form: at first the one that the address names, or else the first one. */
export function BrandField({ value, onChange, problem }: Bound<string>) {
  const { params } = useRoute();
  const brands = useBrands().data?.data;
  const first = params.get('brand') ?? brands?.[0]?.id;
  useEffect(() => {
    if (value === undefined && first !== undefined) onChange(first);
  }, [value, first]);
  return (
    <div class="field">
      <span class="label" aria-hidden="true">
        Brand
      </span>
      <Picker
        label="Brand"
        value={value ?? ''}
        options={(brands ?? []).map((brand) => ({ value: brand.id, name: brand.name }))}
        unknown={brands ? 'Choose a brand' : ''}
        onChoose={onChange}
      />
      {problem !== undefined && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
