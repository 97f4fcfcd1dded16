import { call, type Schemas } from '../../api/client.ts';
import { pagesOf, useData } from '../../api/loading.ts';
import { useFilters } from '../../state/filters.ts';

/** More brands than 5,000 are too many to choose from in a list; those that are over are found in the settings. */
const MOST_PAGES = 5;

/** All brands of the organisation, for choosing one. */
export function useBrands() {
  return useData(['brands'], () =>
    pagesOf((after) => call('listBrands', { query: { limit: 1000, ...after } }), MOST_PAGES),
  );
}

/**
 * The brand that a screen is about: the chosen one, or the only one there is. Undefined while that is not known, null
 * where a person has to choose.
 */
export function useBrand(): Schemas['Brand'] | null | undefined {
  const { brand } = useFilters();
  const { data } = useBrands();
  if (!data) return undefined;
  if (brand !== null) return data.data.find(({ id }) => id === brand) ?? null;
  return data.data.length === 1 ? data.data[0] : null;
}

/** The name of a brand by its id; archived ones are not among those that can be chosen. */
export function useBrandName(): (id: string) => string {
  const { data } = useBrands();
  return (id) => (data ? (data.data.find((brand) => brand.id === id)?.name ?? 'an archived brand') : '');
}
