import { dayOf } from '../../base/days.ts';
import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { onDays } from '../../db/page.ts';
import type { Platform } from '../../platforms/names.ts';
import type { DateRange } from '../../reports/range.ts';
import { platformsOf } from '../runs/platforms.ts';

type Break = components['schemas']['Break'];

/** The days from which prompts of a brand are asked in another way: another search, or their country sent. */
export async function platformSettingsBreaks(
  tx: Tx,
  orgId: OrgId,
  brandId: string,
  days: DateRange,
): Promise<Break[]> {
  const [searches, countries] = await Promise.all([
    searchBreaks(tx, orgId, brandId, days),
    countryBreaks(tx, orgId, brandId),
  ]);
  return [...searches, ...countries];
}

/** The days on which `search` of prompts was changed, from the audit log. */
async function searchBreaks(tx: Tx, orgId: OrgId, brandId: string, days: DateRange): Promise<Break[]> {
  const found = await tx<{ day: string; search: NonNullable<Break['details']['search']>; prompts: number }[]>`
    select to_char(a.at at time zone 'UTC', 'YYYY-MM-DD') as day,
           array_agg(distinct a.details ->> 'searchSet' order by a.details ->> 'searchSet') as search,
           count(distinct a.target_id)::integer as prompts
    from audit_log a join queries q on q.org_id = ${orgId} and q.id = a.target_id and q.brand_id = ${brandId}
    where a.org_id = ${orgId} and a.action = 'updateQuery' and a.details ? 'searchSet' and ${onDays(tx, tx`a.at`, days)}
    group by 1`;
  return found.map(({ day, search, prompts }) => ({
    day,
    kind: 'asking',
    platform: null,
    description: `${prompts === 1 ? 'A prompt is' : `${prompts} prompts are`} asked with search ${search.join(' or ')} from this day on.`,
    details: { search, prompts },
  }));
}

/** The day of the first answer of each platform that was asked from its country. */
async function countryBreaks(tx: Tx, orgId: OrgId, brandId: string): Promise<Break[]> {
  const found = await tx<{ platform: Platform; first: Date }[]>`
    select p.platform, f.executed_at as first
    from ${platformsOf(tx, orgId, tx`${brandId}`)} p
    cross join lateral (
      select r.executed_at from runs r
      where r.org_id = ${orgId} and r.brand_id = ${brandId} and r.platform = p.platform and r.country_applied
      order by r.executed_at limit 1) f`;
  return found.map(({ platform, first }) => ({
    day: dayOf(first),
    kind: 'asking',
    platform,
    description: `The first answer of ${platform} that was asked from its prompt's country.`,
    details: { countrySent: true },
  }));
}
