import { shownShare } from '../../../../presentation/numbers.ts';
import { call, type Schemas } from '../../api/client.ts';
import { type Data, useData } from '../../api/loading.ts';
import { type Filters, reportBody } from '../../state/filters.ts';

type Parameters = Schemas['OpportunitiesParameters'];
/** The report on what to do next, by the filter bar. */
export function useOpportunities(
  brandId: string,
  filters: Filters,
  more: Pick<Parameters, 'kinds' | 'states' | 'limit' | 'include'>,
): Data<Schemas['OpportunitiesReport']> {
  const body = { ...reportBody(filters), brand_id: brandId, ...more };
  return useData(['opportunities', body], async () => {
    const report = await call('getOpportunitiesReport', { body });
    const at_stake = (count: number) => shownShare(count, report.answer_total) ?? 0;
    return { ...report, data: report.data.map((one) => ({ ...one, at_stake: at_stake(one.answer_count) })) };
  });
}
