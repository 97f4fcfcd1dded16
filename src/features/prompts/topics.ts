import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db } from '../../db/client.ts';
import { ifGiven } from '../../db/page.ts';
import { topicWords } from '../../extraction/text/topic-words.ts';
import { noteBrandsChanged } from '../../snapshots/changes.ts';
import { findBrand, isOfActiveBrand } from '../brands/brands.ts';
import { type Actor, audit } from '../organisations/audit.ts';
import { lockOrganisation } from '../organisations/lock.ts';

type TopicInput = components['schemas']['QueriesTopic'];
type Proposals = components['schemas']['TopicProposals'];
type Proposal = components['schemas']['TopicProposal'];

/** The most prompts that proposals are made of. */
const MOST_PROMPTS = 5_000;
const MOST_PROPOSALS = 20;
const MOST_QUERIES = 500;
/** A longer prompt says no more of its topic. */
const MOST_WORDS = 40;
const MOST_TEXT = 1_000;
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

interface Prompt {
  words: string[];
  queryIds: string[];
}

/**
 * Topics for the prompts of a brand that have none, by words that prompts share: two in a row, or one. Each prompt is
 * in one of them, that with the most prompts and words.
 * @throws AppError not_found
 */
export async function proposeTopics(db: Db, orgId: OrgId, brandId: string): Promise<Proposals> {
  const { brand, rows } = await db.tenant(orgId, async (tx) => ({
    brand: await findBrand(tx, orgId, brandId),
    rows: await tx<{ text: string; ids: string[] }[]>`
      select left(query_text, ${MOST_TEXT}::integer) as text, array_agg(id order by id) as ids from queries
      where org_id = ${orgId} and brand_id = ${brandId} and archived_at is null and topic is null
      group by query_text order by query_text limit ${MOST_PROMPTS}`,
  }));
  const named = new Set([brand.name, ...brand.aliases].flatMap(topicWords));
  let left = rows.map(({ text, ids }): Prompt => {
    const words = topicWords(text).filter((word) => !named.has(word) && word.length > 1);
    return { words: words.slice(0, MOST_WORDS), queryIds: ids };
  });
  const data: Proposal[] = [];
  while (data.length < MOST_PROPOSALS) {
    const best = mostShared(left);
    if (best === null) break;
    const [own, others] = [
      left.filter((prompt) => has(prompt, best)),
      left.filter((prompt) => !has(prompt, best)),
    ];
    const queryIds = own.flatMap((prompt) => prompt.queryIds);
    data.push({ topic: titled(best), promptCount: own.length, queryIds: queryIds.slice(0, MOST_QUERIES) });
    left = others;
  }
  return { data, total: data.length, without: left.length };
}

/** The words that most prompts share; of as many the longer, then by letter. null: none are shared. */
function mostShared(prompts: readonly Prompt[]): string | null {
  const counts = new Map<string, number>();
  for (const prompt of prompts)
    for (const part of partsOf(prompt)) counts.set(part, (counts.get(part) ?? 0) + 1);
  const weight = ([part, count]: [string, number]) => count * (part.includes(' ') ? 2 : 1);
  let best: [string, number] | null = null;
  for (const each of counts) {
    if (each[1] < LEAST_PROMPTS) continue;
    const more = best === null ? 1 : weight(each) - weight(best);
    if (best === null || more > 0 || (more === 0 && each[0] < best[0])) best = each;
  }
  return best?.[0] ?? null;
}

function partsOf({ words }: Prompt): Set<string> {
  return new Set([...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)]);
}

function has(prompt: Prompt, part: string): boolean {
  return partsOf(prompt).has(part);
}

function titled(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
