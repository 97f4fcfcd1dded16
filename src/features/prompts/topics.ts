import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import { ORDERED_CHARACTERS } from '../../db/page.ts';
import { rows } from '../../db/rows.ts';
import { noteBrandsChanged } from '../../snapshots/changes.ts';
import type { Actor } from '../audit/audit.ts';
import { brands, findBrand } from '../brands/brands.ts';
import { lockOrganisation } from '../quotas/lock.ts';
import { isAlike, withIdentity } from './identity.ts';
import { groupsBySharedWords } from './shared-words.ts';

type TopicsAssign = components['schemas']['TopicsAssign'];
type TopicsAssigned = components['schemas']['TopicsAssigned'];
type TopicProposals = components['schemas']['TopicProposals'];

/** The most prompts that proposals are derived from. */
const MOST_PROMPTS = 2_000;
/** The most topics that an entry of the audit log names. */
const MOST_LISTED = 20;

/**
 * Sets the topics of prompts by their texts, on all platforms.
 * @throws AppError not_found for the brand
 */
export async function assignTopics(
  db: Db,
  actor: Actor,
  { brandId, prompts }: TopicsAssign,
): Promise<TopicsAssigned> {
  const { orgId } = actor;
  const topics = new Map(prompts.map(({ queryText, topic }) => [queryText, topic?.trim() || null]));
  const wanted = withIdentity([...topics].map(([text, topic]) => ({ text, topic })));
  return db.tenant(orgId, async (tx) => {
    await lockOrganisation(tx, orgId);
    await findBrand(tx, orgId, brandId);
    const found = await tx<{ id: string; text: string; topic: string | null; isChanged: boolean }[]>`
      select q.id, w.text, w.topic, q.topic is distinct from w.topic as "isChanged"
      from ${rows(tx, 'w(text text, identity text, topic text)', wanted)}
      join queries q on q.org_id = ${orgId} and q.brand_id = ${brandId}
        and ${isAlike(tx, tx`w.identity`)}
      order by q.scheduled_at, q.id for no key update of q`;
    const changed = found.filter(({ isChanged }) => isChanged);
    if (changed.length > 0) {
      await tx`
        update queries q set topic = w.topic, updated_at = now()
        from ${rows(
          tx,
          'w(id text, topic text)',
          changed.map(({ id, topic }) => ({ id, topic })),
        )}
        where q.org_id = ${orgId} and q.id = w.id`;
      await noteBrandsChanged(tx, orgId);
      const named = [...new Set(changed.map(({ topic }) => topic))].slice(0, MOST_LISTED);
      await brands.note(tx, actor, 'assignTopics', brandId, { changed: changed.length, topics: named });
    }
    const known = new Set(found.map(({ text }) => text));
    return {
      changed: changed.length,
      unknown: wanted.map(({ text }) => text).filter((text) => !known.has(text)),
    };
  });
}

/**
 * Proposes topics for the prompts of a brand that have none.
 * @throws AppError not_found
 */
export async function proposeTopics(db: Db, orgId: OrgId, brandId: string): Promise<TopicProposals> {
  const { texts, names } = await db.tenant(orgId, async (tx) => {
    const { name, aliases } = await findBrand(tx, orgId, brandId);
    const competitors = await tx<{ name: string; aliases: string[] }[]>`
      select name, aliases from competitors where org_id = ${orgId} and brand_id = ${brandId}`;
    const prompts = await tx<{ text: string }[]>`
      select query_text as text from queries
      where org_id = ${orgId} and brand_id = ${brandId} and archived_at is null
      group by query_text having bool_and(topic is null)
      order by left(query_text, ${ORDERED_CHARACTERS}::integer), md5(query_text) limit ${MOST_PROMPTS}`;
    const rivals = competitors.flatMap((one) => [one.name, ...one.aliases]);
    return { texts: prompts.map(({ text }) => text), names: [name, ...aliases, ...rivals] };
  });
  const groups = await groupsBySharedWords(texts, names);
  const data = groups.map(({ words, texts: queryTexts }) => ({ topic: words, queryTexts }));
  return { data, total: data.length, withoutTopic: texts.length };
}
