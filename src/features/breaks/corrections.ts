import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { onDays } from '../../db/page.ts';
import type { DateRange } from '../../reports/range.ts';

type Break = components['schemas']['Break'];

/** The days on which people corrected what was read in the brand's answers, by the corrections that stand. */
export async function correctionBreaks(
  tx: Tx,
  orgId: OrgId,
  brandId: string,
  days: DateRange,
): Promise<Break[]> {
  // What is corrected about other brands counts in no report of this one.
  const found = await tx<{ day: string; corrected: number; notNamed: number }[]>`
    select to_char(corrected_at at time zone 'UTC', 'YYYY-MM-DD') as day,
           count(distinct run_id)::integer as corrected,
           count(*) filter (where subject_id = brand_id and not named)::integer as "notNamed"
    from answer_corrections
    where org_id = ${orgId} and brand_id = ${brandId} and (kind = 'COMPETITOR' or subject_id = brand_id)
      and ${onDays(tx, tx`corrected_at`, days)}
    group by 1`;
  return found.map(({ day, corrected, notNamed }) => ({
    day,
    kind: 'corrections',
    platform: null,
    description: `What was read in ${corrected === 1 ? 'an answer' : `${corrected.toLocaleString('en-US')} answers`} was corrected by a person.`,
    details: { corrected, notNamed },
  }));
}
