import { roundedMean } from '../../base/definitions.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import { timeOf } from '../../base/times.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { countRows, ifGiven, newestFirst, type Page, type Paged, pageOf, pageSelect } from '../../db/page.ts';
import type { Fragment } from '../../db/sessions/statement.ts';
import { findBrand } from '../brands/brands.ts';
import { type Actor, auditOf } from '../organisations/audit.ts';

const auditCampaign = auditOf('campaign');

export type Campaign = components['schemas']['Campaign'];
export type CampaignInput = components['schemas']['CampaignCreate'];
export type CampaignChanges = components['schemas']['CampaignUpdate'];

export interface CampaignFilter extends Page {
  brandId?: string | undefined;
  type?: Campaign['type'] | undefined;
  state?: Campaign['state'] | undefined;
}

/** A stored campaign, with the number of new sources in it. */
type CampaignRow = Omit<Campaign, 'progress'> & { count: number; listPosition: string };

/** A page of campaigns, newest first. */
export async function listCampaigns(
  tx: Tx,
  orgId: OrgId,
  { brandId, type, state, ...page }: CampaignFilter,
): Promise<Paged<Campaign>> {
  const matching = tx`k.org_id = ${orgId}
    and ${ifGiven(tx, brandId, (value) => tx`k.brand_id = ${value}`)}
    and ${ifGiven(tx, type, (value) => tx`k.type = ${value}`)}
    and ${ifGiven(tx, state, (value) => tx`k.state = ${value}`)}`;
  const found = await readCampaigns(tx, orgId, matching, page);
  return pageOf<Campaign>(found, page, await countRows(tx, tx`campaigns k where ${matching}`));
}

/** @throws AppError not_found for the brand */
export async function createCampaign(tx: Tx, actor: Actor, input: CampaignInput): Promise<Campaign> {
  const { orgId } = actor;
  const startsAt = input.startsAt === undefined ? null : timeOf(input.startsAt, 'startsAt');
  await findBrand(tx, orgId, input.brandId);
  const id = newId();
  await tx`insert into campaigns (org_id, id, brand_id, type, name, target_count, starts_at)
    values (${orgId}, ${id}, ${input.brandId}, ${input.type}, ${input.name}, ${input.targetCount ?? null},
            coalesce(${startsAt}::timestamptz, now()))`;
  await auditCampaign(tx, actor, 'createCampaign', id, { ...input });
  return findCampaign(tx, orgId, id);
}

/** @throws AppError not_found */
export async function updateCampaign(
  tx: Tx,
  actor: Actor,
  id: string,
  changes: CampaignChanges,
): Promise<Campaign> {
  const { orgId } = actor;
  const known = await lockCampaign(tx, orgId, id);
  const { name, targetCount } = { ...known, ...changes };
  await tx`update campaigns set name = ${name}, target_count = ${targetCount}, updated_at = now()
    where org_id = ${orgId} and id = ${id}`;
  await auditCampaign(tx, actor, 'updateCampaign', id, { ...changes });
  return findCampaign(tx, orgId, id);
}

/** @throws AppError not_found, conflict when it is closed already */
export async function closeCampaign(tx: Tx, actor: Actor, id: string): Promise<Campaign> {
  const { orgId } = actor;
  const { state } = await lockCampaign(tx, orgId, id);
  if (state === 'CLOSED') throw new AppError('conflict', 'The campaign is closed already.');
  await tx`update campaigns set state = 'CLOSED', closed_at = now(), updated_at = now()
    where org_id = ${orgId} and id = ${id}`;
  await auditCampaign(tx, actor, 'closeCampaign', id, {});
  return findCampaign(tx, orgId, id);
}

/** @throws AppError not_found */
export async function findCampaign(tx: Tx, orgId: OrgId, id: string): Promise<Campaign> {
  const matching = tx`k.org_id = ${orgId} and k.id = ${id}`;
  const [found] = await readCampaigns(tx, orgId, matching, { limit: 1, offset: 0 });
  if (!found) throw notFound('campaign');
  const { listPosition: _, ...campaign } = found;
  return campaign;
}

/**
 * A page of matching campaigns `k`, newest first. A source counts in the campaign during which an answer to the brand's
 * prompts first cites it; the first citation of each source is found once for the whole page.
 */
async function readCampaigns(
  tx: Tx,
  orgId: OrgId,
  matching: Fragment,
  page: Page,
): Promise<(Campaign & { listPosition: string })[]> {
  const order = newestFirst(tx, tx`k.created_at`, tx`k.id`);
  const { isAfter, limits, orderBy, position } = pageSelect(tx, page, order);
  const found = await tx<CampaignRow[]>`
    with page as (
      select k.*, ${position} as "listPosition" from campaigns k where ${matching} and ${isAfter}
      order by ${orderBy} ${limits}
    ), first_cited as materialized (
      select r.brand_id, coalesce(c.page_url, c.url) as url, min(r.executed_at) as at, bool_or(s.is_review) as is_review,
             bool_or(s.is_reddit) as is_reddit, bool_or(s.is_media) as is_media
      from runs r
      join citations c on c.org_id = r.org_id and c.run_id = r.id
      cross join lateral (
        select c.source_type = 'REVIEW' as is_review,
               c.domain = 'reddit.com' or c.domain like '%.reddit.com' as is_reddit,
               c.source_type in ('ARTICLE', 'VIDEO') as is_media) s
      where r.org_id = ${orgId} and c.org_id = ${orgId} and r.brand_id in (select brand_id from page)
        and r.state = 'COMPLETED' and (s.is_review or s.is_reddit or s.is_media)
      group by 1, 2
      having min(r.executed_at) >= (select min(starts_at) from page)
    )
    select p.id, p.brand_id as "brandId", p.type, p.name, p.target_count as "targetCount", p.state,
           p.starts_at as "startsAt", p.closed_at as "closedAt", p."listPosition",
           p.created_at as "createdAt", p.updated_at as "updatedAt",
           (select count(*) from first_cited f
            where f.brand_id = p.brand_id and f.at >= p.starts_at and f.at <= coalesce(p.closed_at, 'infinity')
              and case p.type when 'REVIEW_GENERATION' then f.is_review
                              when 'REDDIT_ENGAGEMENT' then f.is_reddit
                              when 'MEDIA_OUTREACH' then f.is_media end) as count
    from page p order by p.created_at desc, p.id desc`;
  return found.map(withProgress);
}

/** Locks a campaign to the end of the transaction. @throws AppError not_found */
async function lockCampaign(
  tx: Tx,
  orgId: OrgId,
  id: string,
): Promise<Pick<Campaign, 'name' | 'targetCount' | 'state'>> {
  const [campaign] = await tx<Pick<Campaign, 'name' | 'targetCount' | 'state'>[]>`
    select name, target_count as "targetCount", state from campaigns
    where org_id = ${orgId} and id = ${id} for update`;
  if (!campaign) throw notFound('campaign');
  return campaign;
}

function withProgress({ count, ...campaign }: CampaignRow): Campaign & { listPosition: string } {
  const { targetCount, startsAt: since } = campaign;
  const percentage = targetCount === null ? null : roundedMean(10_000 * count, targetCount);
  return { ...campaign, progress: { count, targetCount, percentage, since } };
}
