import type { OrgId } from '../../base/ids.ts';
import type { Tx } from '../../db/client.ts';
import type { Fragment } from '../../db/sessions/statement.ts';

/** The most platforms examined of a brand: a sender may name as many as it likes. */
const MOST_PLATFORMS = 200;

/**
 * The platforms of a brand's completed runs, as a table with the column `platform`. Each step looks up the next
 * platform in the index runs_by_origin and skips the runs in between.
 */
export function platformsOf(tx: Tx, orgId: OrgId, brandId: Fragment): Fragment {
  const next = (condition: Fragment) => tx`(
    select r.platform from runs r
    where r.org_id = ${orgId} and r.brand_id = ${brandId} and r.state = 'COMPLETED' and ${condition}
    order by r.platform limit 1)`;
  return tx`(
    with recursive found as (
      select ${next(tx`true`)} as platform, 1 as step
      union all
      select ${next(tx`r.platform > found.platform`)}, found.step + 1 from found
      where found.platform is not null and found.step < ${MOST_PLATFORMS})
    select platform from found where platform is not null)`;
}
