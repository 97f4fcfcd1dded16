import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../audit/audit.ts';
import { findBrand } from '../brands/brands.ts';
import { resource } from '../resources/resource.ts';
import { findGaps } from './gaps.ts';
import { countContent } from './quota.ts';

type Brief = components['schemas']['Brief'];
type BriefSummary = components['schemas']['BriefSummary'];
type BriefInput = components['schemas']['BriefCreate'];

type Stored = Pick<Brief, 'id' | 'brandId' | 'topic' | 'createdAt'> & {
  findings: Omit<Brief, 'id' | 'brandId' | 'topic' | 'createdAt'>;
};

export const briefs = resource<Brief, object, BriefSummary, Stored>({
  name: 'Brief',
  table: 'content_briefs',
  columns: 'brand_id, topic, findings jsonb',
  read: (tx) => tx`t.created_at as "createdAt"`,
  summary: (tx) => tx`
    t.id, t.brand_id as "brandId", t.topic, t.findings->>'scope' as scope,
    (t.findings->'queryCount')::integer as "queryCount", (t.findings->'answerCount')::integer as "answerCount",
    (t.findings->'missingCount')::integer as "missingCount", t.created_at as "createdAt"`,
  filters: 'brand_id',
  searched: 'topic',
  shown: (rows) => rows.map(({ findings, ...brief }) => ({ ...brief, ...findings })),
  removed: ({ brandId, topic }) => ({ brandId, topic }),
});

/** Creates a brief from the latest answers about a topic. @throws AppError not_found for the brand, quota_exceeded */
export async function createBrief(tx: Tx, actor: Actor, { brandId, topic }: BriefInput): Promise<Brief> {
  const { orgId } = actor;
  const brand = await findBrand(tx, orgId, brandId);
  // The slow search comes first: countContent locks the organisation, and ingestion waits for that lock.
  const findings = await findGaps(tx, orgId, brand, topic);
  await countContent(tx, orgId);
  return briefs.create(tx, actor, { brandId, topic, findings }, { brandId, topic });
}

/** Deletes a brief; its drafts stay. @throws AppError not_found */
export async function deleteBrief(tx: Tx, actor: Actor, id: string): Promise<void> {
  const { orgId } = actor;
  // The lock makes this wait for a draft being created from the brief, so that the update below finds it.
  await briefs.lock(tx, orgId, id, 'update');
  await tx`update content_drafts set brief_id = null where org_id = ${orgId} and brief_id = ${id}`;
  await briefs.remove(tx, actor, id);
}
