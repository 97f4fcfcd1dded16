import { roundedMean } from '../../base/definitions.ts';
import { AppError } from '../../base/errors.ts';
import type { OrgId } from '../../base/ids.ts';
import { timeOf } from '../../base/times.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../audit/audit.ts';
import { findBrand } from '../brands/brands.ts';
import { resource } from '../resources/resource.ts';

type Campaign = components['schemas']['Campaign'];
type CampaignInput = components['schemas']['CampaignCreate'];
type StoredCampaign = Omit<Campaign, 'progress'>;

export const campaigns = resource<Campaign, object, Campaign, StoredCampaign>({
  name: 'Campaign',
  table: 'campaigns',
  columns: 'brand_id, type, name, target_count, state, starts_at, closed_at',
  filters: 'brand_id, type, state',
  shown: withProgress,
});

/** @throws AppError not_found for the brand */
export async function createCampaign(tx: Tx, actor: Actor, input: CampaignInput): Promise<Campaign> {
  const { orgId } = actor;
  const startsAt = input.startsAt === undefined ? null : timeOf(input.startsAt, 'startsAt');
  await findBrand(tx, orgId, input.brandId);
  return campaigns.create(tx, actor, { ...input, startsAt: startsAt ?? tx`now()` }, { ...input });
}

/** @throws AppError not_found */
export async function updateCampaign(
  tx: Tx,
  actor: Actor,
  id: string,
  changes: components['schemas']['CampaignUpdate'],
): Promise<Campaign> {
  await campaigns.lock(tx, actor.orgId, id);
  return campaigns.update(tx, actor, id, changes);
}

/** @throws AppError not_found, conflict when it is closed already */
export async function closeCampaign(tx: Tx, actor: Actor, id: string): Promise<Campaign> {
  const { state } = await campaigns.lock(tx, actor.orgId, id);
  if (state === 'CLOSED') throw new AppError('conflict', 'The campaign is closed already.');
  await campaigns.write(tx, actor.orgId, id, { state: 'CLOSED', closedAt: tx`now()` });
  await campaigns.note(tx, actor, 'closeCampaign', id);
  return campaigns.find(tx, actor.orgId, id);
}

/**
 * Campaigns with their numbers of new sources. A source counts in the campaign during which an answer to the brand's
 * prompts first cites it; the first citation of each source is found once for all of them.
 */
async function withProgress(rows: StoredCampaign[], tx: Tx, orgId: OrgId): Promise<Campaign[]> {
  if (rows.length === 0) return [];
  const counted = await tx<{ id: string; count: number }[]>`
    with wanted as (
      select * from campaigns where org_id = ${orgId} and id = any(${rows.map(({ id }) => id)})
    ), first_cited as materialized (
      select r.brand_id, coalesce(c.page_url, c.url) as url, min(r.executed_at) as at, bool_or(s.is_review) as is_review,
             bool_or(s.is_reddit) as is_reddit, bool_or(s.is_media) as is_media
      from runs r
      join citations c on c.org_id = r.org_id and c.run_id = r.id
      cross join lateral (
        select c.source_type = 'REVIEW' as is_review,
               c.domain = 'reddit.com' or c.domain like '%.reddit.com' as is_reddit,
               c.source_type in ('ARTICLE', 'VIDEO') as is_media) s
      where r.org_id = ${orgId} and c.org_id = ${orgId} and r.brand_id in (select brand_id from wanted)
        and r.state = 'COMPLETED' and (s.is_review or s.is_reddit or s.is_media)
      group by 1, 2
      having min(r.executed_at) >= (select min(starts_at) from wanted)
    )
    select w.id,
           (select count(*) from first_cited f
            where f.brand_id = w.brand_id and f.at >= w.starts_at and f.at <= coalesce(w.closed_at, 'infinity')
              and case w.type when 'REVIEW_GENERATION' then f.is_review
                              when 'REDDIT_ENGAGEMENT' then f.is_reddit
                              when 'MEDIA_OUTREACH' then f.is_media end) as count
    from wanted w`;
  const counts = new Map(counted.map(({ id, count }) => [id, count]));
  return rows.map((campaign) => {
    const { targetCount, startsAt: since } = campaign;
    const count = counts.get(campaign.id) ?? 0;
    const percentage = targetCount === null ? null : roundedMean(10_000 * count, targetCount);
    return { ...campaign, progress: { count, targetCount, percentage, since } };
  });
}
