import { setParams, useRoute } from '../state/route.ts';
import { useBrands } from './brand.ts';

/**
 * Which brand a screen shows; it goes along in the address.
 * @param isAlways shown, even where there is one to choose at most
 */
export function BrandSelect({ isAlways = false }: { isAlways?: boolean }) {
  const { params } = useRoute();
  const brands = useBrands().data?.data ?? [];
  if (!isAlways && brands.length < 2) return null;
  return (
    <div class="inline">
      <select
        class="select"
        aria-label="Brand"
        value={params.get('brand') ?? ''}
        onChange={(event) => setParams({ brand: event.currentTarget.value || null })}
      >
        <option value="">All brands</option>
        {brands.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
