import { useEffect, useState } from 'preact/hooks';
import { setParams, useRoute } from '../../state/route.ts';
import { usePaused } from '../../state/use-paused.ts';

/** What a list is searched for: as it is typed, and, after a pause, what is asked for and kept in the address. */
export function useSearch(): { search: string | null; field: readonly [string, (sought: string) => void] } {
  const { params } = useRoute();
  const field = useState(params.get('search') ?? '');
  const search = usePaused(field[0].trim()) || null;
  useEffect(() => {
    if (search !== params.get('search')) setParams({ search });
  }, [search]);
  return { search, field };
}
