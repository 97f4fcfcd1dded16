import type { Mark } from '../../../presentation/charts/lines.ts';
import { api, unwrap } from '../api/client.ts';
import { useData } from '../api/use-data.ts';
import type { Filters } from '../state/filters.ts';

/** What changed under the numbers of a brand, for marking it in charts. */
export function useMarks(brandId: string, { start, end }: Pick<Filters, 'start' | 'end'>): Mark[] {
  const query = { brandId, startDate: start, endDate: end, limit: 1000 };
  const { data } = useData(['breaks', query], () => unwrap(api.GET('/api/breaks', { params: { query } })));
  return (data?.data ?? []).map(({ day, description }) => ({ day, text: description }));
}
