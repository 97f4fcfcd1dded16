import { notFound } from '../../base/errors.ts';
import { newId, type OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { ifGiven, newestFirst, type Page, type Paged, selectPage } from '../../db/page.ts';
import { findBrand } from '../brands/brands.ts';
import { type Actor, auditOf } from '../organisations/audit.ts';
import { findGaps } from './gaps.ts';
import { countContent } from './quota.ts';

const auditBrief = auditOf('brief');

export type Brief = components['schemas']['Brief'];
export type BriefSummary = components['schemas']['BriefSummary'];
export type BriefInput = components['schemas']['BriefCreate'];

type BriefRow = Pick<Brief, 'id' | 'brandId' | 'topic' | 'createdAt'> & {
  findings: Omit<Brief, 'id' | 'brandId' | 'topic' | 'createdAt'>;
};

/** A page of briefs, newest first. */
export async function listBriefs(
  tx: Tx,
  orgId: OrgId,
  { brandId, search, ...page }: Page & { brandId?: string | undefined; search?: string | undefined },
): Promise<Paged<BriefSummary>> {
  const matching = tx`org_id = ${orgId}
    and ${ifGiven(tx, brandId, (value) => tx`brand_id = ${value}`)}
    and ${ifGiven(tx, search, (value) => tx`position(lower(${value}) in lower(topic)) > 0`)}`;
  return selectPage<BriefSummary>(tx, page, {
    columns: tx`
        id, brand_id as "brandId", topic, findings->>'scope' as scope,
        (findings->'queryCount')::integer as "queryCount", (findings->'answerCount')::integer as "answerCount",
        (findings->'missingCount')::integer as "missingCount", created_at as "createdAt"`,
    from: tx`content_briefs`,
    where: matching,
    order: newestFirst(tx),
  });
}

/** Creates a brief from the latest answers about a topic. @throws AppError not_found for the brand, quota_exceeded */
export async function createBrief(tx: Tx, actor: Actor, { brandId, topic }: BriefInput): Promise<Brief> {
  const { orgId } = actor;
  const brand = await findBrand(tx, orgId, brandId);
  // The slow search comes first: countContent locks the organisation, and ingestion waits for that lock.
  const findings = await findGaps(tx, orgId, brand, topic);
  await countContent(tx, orgId);
  const id = newId();
  await tx`insert into content_briefs (org_id, id, brand_id, topic, findings)
    values (${orgId}, ${id}, ${brandId}, ${topic}, ${JSON.stringify(findings)}::text::jsonb)`;
  await auditBrief(tx, actor, 'createBrief', id, { brandId, topic });
  return findBrief(tx, orgId, id);
}

/** Deletes a brief; drafts made from it stay. @throws AppError not_found */
export async function deleteBrief(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  // The lock makes this wait for a draft being made from the brief, so that the update below finds it.
  const { brandId, topic } = await findBrief(tx, orgId, id, tx`for update`);
  await tx`update content_drafts set brief_id = null where org_id = ${orgId} and brief_id = ${id}`;
  await tx`delete from content_briefs where org_id = ${orgId} and id = ${id}`;
  await auditBrief(tx, actor, 'deleteBrief', id, { brandId, topic });
}

/**
 * A brief of the organisation.
 * @param lock the locking clause of the select, such as `for update`
 * @throws AppError not_found
 */
export async function findBrief(tx: Tx, orgId: OrgId, id: string, lock = tx``): Promise<Brief> {
  const [row] = await tx<BriefRow[]>`
    select id, brand_id as "brandId", topic, findings, created_at as "createdAt"
    from content_briefs where org_id = ${orgId} and id = ${id} ${lock}`;
  if (!row) throw notFound('brief');
  const { findings, createdAt, ...brief } = row;
  return { ...brief, ...findings, createdAt };
}
