import type { Schemas } from '../api/client.ts';
import { useFilters } from '../state/filters.ts';
import { useBrands } from './filter-bar.tsx';

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
