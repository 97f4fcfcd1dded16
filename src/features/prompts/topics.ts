import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import { ifGiven } from '../../db/page.ts';
import { mapInSlices } from '../../engine/loop-slices.ts';
import { topicWords } from '../../extraction/text/topic-words.ts';
import { noteBrandsChanged } from '../../snapshots/changes.ts';
import { findBrand, isOfActiveBrand } from '../brands/brands.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import { lockOrganisation } from '../organisations/lock.ts';

type TopicInput = components['schemas']['QueriesTopic'];
type Proposals = components['schemas']['TopicProposals'];
type Proposal = components['schemas']['TopicProposal'];

/** The most prompts that proposals are made of. */
const MOST_PROMPTS = 2_000;
const MOST_PROPOSALS = 20;
const MOST_QUERIES = 500;
/** What is read of a prompt. */
const MOST_WORDS = 20;
const MOST_TEXT = 300;
/** Fewer prompts make no topic. */
const LEAST_PROMPTS = 2;

/**
 * Gives the matching queries a topic, or none.
 * @returns how many match
 * @throws AppError not_found for the brand
 */
export async function setTopics(
  db: Db,
  actor: Actor,
  { topic: given, ...filter }: TopicInput,
): Promise<{ changed: number }> {
  const { orgId } = actor;
  const { brandId, platform, tag, search, fromTopic, queryIds } = filter;
  const topic = given?.trim() || null;
  return db.tenant(orgId, async (tx) => {
    await lockOrganisation(tx, orgId);
    if (brandId !== undefined) await findBrand(tx, orgId, brandId);
    const found = await tx<{ id: string }[]>`
      update queries q set topic = ${topic}, updated_at = now()
      where q.org_id = ${orgId} and q.archived_at is null
        and ${isOfActiveBrand(tx, orgId, tx`q.brand_id`)}
        and ${ifGiven(tx, brandId, (value) => tx`q.brand_id = ${value}`)}
        and ${ifGiven(tx, platform, (value) => tx`q.platform = ${value}`)}
        and ${ifGiven(tx, tag, (value) => tx`${value} = any(q.tags)`)}
        and ${ifGiven(tx, search, (value) => tx`position(lower(${value}) in lower(q.query_text)) > 0`)}
        and ${ifGiven(tx, fromTopic, (value) => tx`q.topic = ${value}`)}
        and ${ifGiven(tx, queryIds, (value) => tx`q.id = any(${value})`)}
      returning q.id`;
    const changed = found.length;
    if (changed > 0) await noteBrandsChanged(tx, orgId);
    const details = { ...filter, topic, changed };
    await audit(tx, actor, { action: 'setQueryTopics', targetType: 'query', targetId: null, details });
    return { changed };
  });
}

/**
 * Topics for the prompts of a brand that have none, by words that prompts share: two in a row, or one. Each prompt is
 * in one of them, that with the most prompts and words.
 * @throws AppError not_found
 */
export async function proposeTopics(db: Db, orgId: OrgId, brandId: string): Promise<Proposals> {
  const { brand, prompts } = await db.tenant(orgId, async (tx) => ({
    brand: await findBrand(tx, orgId, brandId),
    prompts: await tx<{ text: string; ids: string[] }[]>`
      select left(query_text, ${MOST_TEXT}::integer) as text, array_agg(id order by id) as ids from queries
      where org_id = ${orgId} and brand_id = ${brandId} and archived_at is null and topic is null
      group by query_text order by query_text limit ${MOST_PROMPTS}`,
  }));
  const names = new Set([brand.name, ...brand.aliases].flatMap(topicWords));
  const parts = await mapInSlices(prompts, ({ text }) => partsOf(text, names));
  const sharing = promptsByPart(parts);
  const left = new Set(prompts.keys());
  const data: Proposal[] = [];
  while (data.length < MOST_PROPOSALS) {
    const best = mostShared(sharing);
    if (best === null) break;
    const own = [...(sharing.get(best) as Set<number>)];
    for (const at of own) {
      left.delete(at);
      for (const part of parts[at] as Set<string>) sharing.get(part)?.delete(at);
    }
    const queryIds = own.flatMap((at) => prompts[at]?.ids ?? []);
    data.push({ topic: titled(best), promptCount: own.length, queryIds: queryIds.slice(0, MOST_QUERIES) });
  }
  return { data, total: data.length, without: left.size };
}

/** The words of a prompt that may be a topic, alone and two in a row. */
function partsOf(text: string, names: ReadonlySet<string>): Set<string> {
  const words = topicWords(text)
    .filter((word) => !names.has(word) && word.length > 1)
    .slice(0, MOST_WORDS);
  return new Set([...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)]);
}

/** The numbers of the prompts that share each part. */
function promptsByPart(parts: readonly Set<string>[]): Map<string, Set<number>> {
  const sharing = new Map<string, Set<number>>();
  for (const [at, own] of parts.entries())
    for (const part of own) {
      const known = sharing.get(part);
      if (known) known.add(at);
      else sharing.set(part, new Set([at]));
    }
  for (const [part, own] of sharing) if (own.size < LEAST_PROMPTS) sharing.delete(part);
  return sharing;
}

/** The part that most prompts share; two words count twice, and of as many the first by letter. null: none is left. */
function mostShared(sharing: ReadonlyMap<string, Set<number>>): string | null {
  let best: { part: string; weight: number } | null = null;
  for (const [part, { size }] of sharing) {
    if (size < LEAST_PROMPTS) continue;
    const weight = size * (part.includes(' ') ? 2 : 1);
    if (best === null || weight > best.weight || (weight === best.weight && part < best.part))
      best = { part, weight };
  }
  return best?.part ?? null;
}

function titled(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
