import { today } from '../../../base/definitions.ts';
import { AppError } from '../../../base/errors.ts';
import type { OrgId } from '../../../base/ids.ts';
import { daysUpTo } from '../../../base/views/range.ts';
import type { components } from '../../../contract/generated/types.ts';
import { breakdownOf } from '../../../reports/breakdown/request.ts';
import type { Caller } from '../../../reports/rendered-cache.ts';
import type { ReportCall, Reports } from '../../../reports/reports.ts';

type Schemas = components['schemas'];
type BrandRow = Schemas['BrandRow'];
type Report = Schemas['BrandsReport'];

/** The brands with most answers, whose verdicts are counted. */
const MOST_BRANDS = 100;

/**
 * The headline of an organisation: what its overview begins with. It is the brands report of its snapshot, which is
 * cached until its data changes; none is rendered where it would not be cached.
 * @param newest when its newest answer was given; null: it has none
 */
export async function headlineOf(
  reports: Reports,
  orgId: OrgId,
  newest: string | Date | null,
  caller: Caller,
): Promise<Pick<Schemas['OwnOrganisation'], 'headlineState' | 'headline'>> {
  if (newest === null) return { headlineState: 'NO_ANSWERS', headline: null };
  if (!reports.keepsAnswers) return { headlineState: 'UNAVAILABLE', headline: null };
  const call = headlineCall(orgId, newest);
  try {
    const { body } = await reports.render(call, caller);
    const { data } = JSON.parse(new TextDecoder().decode(body.identity)) as Report;
    const rows = data.filter(({ visibility_total: total }) => total > 0);
    const [first] = rows;
    // The snapshot may be older than the newest answer.
    if (first === undefined) return { headlineState: 'NO_ANSWERS', headline: null };
    return { headlineState: 'READY', headline: headline(call, rows, first) };
  } catch (error) {
    // The others are shown: a snapshot that is not there yet, or an engine with too much to do.
    if (error instanceof AppError && error.code === 'unavailable')
      return { headlineState: 'UNAVAILABLE', headline: null };
    throw error;
  }
}

/** The same days as the overview begins with. */
function headlineCall(orgId: OrgId, newest: string | Date): ReportCall {
  const newestDay = today(new Date(newest));
  const end = newestDay < today() ? newestDay : today();
  const range = daysUpTo(end);
  const breakdown = breakdownOf(
    'reportBrands',
    {
      include: ['intervals', 'changes'],
      compare_to: 'previous',
      order_by: [{ field: 'visibility_total', direction: 'desc' }],
      limit: MOST_BRANDS,
    },
    range,
  );
  const whole = { brand: null, allowed: null, pull: null, limit: MOST_BRANDS, offset: 0 };
  return { report: 'reportBrands', orgId, breakdown, ...range, ...whole };
}

function headline(
  { start, end }: ReportCall,
  rows: readonly BrandRow[],
  { brand, visibility, visibility_count, visibility_total, change }: BrandRow,
): Schemas['Headline'] {
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const verdict = row.change?.verdict ?? 'too_few';
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  const { up = 0, down = 0, within_noise = 0, not_comparable = 0, too_few = 0 } = counts;
  return {
    startDate: start,
    endDate: end,
    brands: rows.length,
    verdicts: { up, down, within_noise, not_comparable, too_few },
    brand: { id: brand.id, name: brand.name },
    visibility: visibility ?? 0,
    visibility_count,
    visibility_total,
    ...(change && { change }),
  };
}
