import { reportRange } from '../../reports/range.ts';
import type { Call, Handlers } from '../../server/dispatch/handler.ts';
import { reply } from '../../server/dispatch/resource.ts';
import { listBreaks } from './breaks.ts';

/** The same operation for members and for API keys, which may be limited to brands. */
export const breaks = {
  listBreaks: reply(200, (call) => find(call, null)),
  getReportBreaks: reply(200, (call) => find(call, call.principal.brandIds)),
} satisfies Partial<Handlers>;

function find(
  {
    db,
    orgId,
    page,
    query,
    services,
  }: Pick<Call<'listBreaks'>, 'db' | 'orgId' | 'page' | 'query' | 'services'>,
  allowed: string[] | null,
) {
  const { brandId, startDate, endDate } = query;
  const range = reportRange(startDate, endDate, new Date(), ['startDate', 'endDate']);
  return listBreaks({ db, measures: services.reports.dayCounts }, orgId, {
    brandId,
    allowed,
    ...range,
    ...page,
  });
}
