import { setParams, useRoute } from '../state/route.ts';
import { useBrands } from './filter-bar.tsx';

/** Which brand a screen without the filter bar shows; it goes along in the address as the filter bar's does. */
export function BrandSelect() {
  const { params } = useRoute();
  const brands = useBrands().data?.data ?? [];
  if (brands.length < 2) return null;
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

/** The name of a brand by its id; archived ones are not among those that can be chosen. */
export function useBrandName(): (id: string) => string {
  const { data } = useBrands();
  return (id) => (data ? (data.data.find((brand) => brand.id === id)?.name ?? 'an archived brand') : '');
}
