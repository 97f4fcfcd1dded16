import { useMemo } from 'preact/hooks';
import { setParams, useRoute } from '../../state/route.ts';
import { useBrands } from './brand.ts';
import { Picker } from './picker.tsx';

const ALL = { value: '', name: 'All brands' };

/**
 * Which brand a screen shows; it goes along in the address.
 * @param isAlways shown, even where there is one to choose at most
 */
export function BrandSelect({ isAlways = false }: { isAlways?: boolean }) {
  const { params } = useRoute();
  const { data } = useBrands();
  const options = useMemo(
    () => [ALL, ...(data?.data ?? []).map(({ id, name }) => ({ value: id, name }))],
    [data],
  );
  // Its place is kept until it is known whether there is anything to choose.
  if (!isAlways && data && data.data.length < 2) return null;
  return (
    <Picker
      label="Brand"
      value={params.get('brand') ?? ''}
      options={options}
      unknown={data ? 'An archived brand' : ''}
      onChoose={(id) => setParams({ brand: id || null })}
    />
  );
}
