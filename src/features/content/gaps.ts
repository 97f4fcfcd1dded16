import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Tx } from '../../db/client.ts';
import { mapInSlices } from '../../engine/loop-slices.ts';
import type { Brand } from '../brands/brands.ts';
import { sourceTypeOf } from '../runs/source-type.ts';
import { matchingWords, topicWords } from './topics.ts';

export type BriefFindings = Omit<components['schemas']['Brief'], 'id' | 'brandId' | 'topic' | 'createdAt'>;
type Gap = BriefFindings['gaps'][number];

const MAX_GAPS = 100;
const MAX_RANKED = 20;
/** The most names in one line of an outline: longer lines are hard to read. */
const MAX_LISTED = 5;

/** A prompt of the brand, with the number of words of the topic in it. */
interface RelevantQuery {
  id: string;
  queryText: string;
  words: number;
}

/**
 * Finds the latest answers about a topic that do not name the brand, and the competitors and sources that they name
 * instead. The result depends only on the stored answers.
 */
export async function findGaps(tx: Tx, orgId: OrgId, brand: Brand, topic: string): Promise<BriefFindings> {
  const { prompts, scope } = await promptsAbout(tx, orgId, brand.id, topic);
  const answers = await tx<(Omit<Gap, 'namedInstead'> & { named: boolean })[]>`
    select q.id as "queryId", q.query_text as "queryText", q.platform, r.id as "runId",
           r.executed_at as "executedAt", o.named
    from queries q
    cross join lateral (
      select id, executed_at from runs
      where org_id = ${orgId} and query_id = q.id and state = 'COMPLETED'
      order by executed_at desc, id desc limit 1) r
    -- By its whole key: right after a bulk import there are no statistics, and a join read each of the brand's
    -- observations for each prompt.
    cross join lateral (
      select named from observations
      where org_id = ${orgId} and run_id = r.id and subject_id = ${brand.id} limit 1) o
    where q.org_id = ${orgId} and q.id = any(${prompts.map(({ id }) => id)})`;
  const byQuery = Map.groupBy(answers, ({ queryId }) => queryId);
  const missing = prompts.flatMap(({ id }) => (byQuery.get(id) ?? []).filter(({ named }) => !named));
  const runIds = missing.map(({ runId }) => runId);
  const competitors = Map.groupBy(await competitorsNamed(tx, orgId, brand.id, runIds), ({ runId }) => runId);
  const domains = Map.groupBy(await domainsCited(tx, orgId, runIds.slice(0, MAX_GAPS)), ({ runId }) => runId);
  const gaps = missing.slice(0, MAX_GAPS).map(({ named: _, ...gap }) => ({
    ...gap,
    namedInstead: (competitors.get(gap.runId) ?? []).map(({ name }) => name),
  }));
  return {
    scope,
    queryCount: prompts.length,
    answerCount: answers.length,
    missingCount: missing.length,
    gaps,
    namedInstead: rankCompetitors([...competitors.values()].flat()),
    citedDomains: await rankDomains(tx, orgId, runIds),
    outline: [...Map.groupBy(gaps, ({ queryText }) => queryText)].map(([heading, ofPrompt]) => ({
      heading,
      points: points(
        brand.name,
        ofPrompt,
        ofPrompt.flatMap(({ runId }) => (domains.get(runId) ?? []).map(({ domain }) => domain)),
      ),
    })),
  };
}

/** The brand's prompts that contain words of the topic, most words first; if there are none, all its prompts. */
async function promptsAbout(
  tx: Tx,
  orgId: OrgId,
  brandId: string,
  topic: string,
): Promise<{ prompts: RelevantQuery[]; scope: BriefFindings['scope'] }> {
  const all = await tx<{ id: string; queryText: string }[]>`
    select id, query_text as "queryText" from queries
    where org_id = ${orgId} and brand_id = ${brandId} and archived_at is null
    order by query_text, platform, id`;
  const countWords = matchingWords(topicWords(topic));
  const prompts: RelevantQuery[] = await mapInSlices(all, (prompt) => ({
    ...prompt,
    words: countWords(prompt.queryText),
  }));
  const relevant = prompts.filter((prompt) => prompt.words > 0).sort((a, b) => b.words - a.words);
  return relevant.length > 0 ? { prompts: relevant, scope: 'TOPIC' } : { prompts, scope: 'ALL_PROMPTS' };
}

/** The brand's competitors named in the answers of runs, by their position in the answer. */
async function competitorsNamed(tx: Tx, orgId: OrgId, brandId: string, runIds: string[]) {
  return tx<{ runId: string; competitorId: string; name: string }[]>`
    select o.run_id as "runId", c.id as "competitorId", c.name
    from observations o join competitors c on c.org_id = o.org_id and c.id = o.subject_id
    where o.org_id = ${orgId} and o.run_id = any(${runIds}) and o.named and c.brand_id = ${brandId}
    order by o.position, c.name, c.id`;
}

/** The domains cited by runs, by their first position in the list of citations. */
async function domainsCited(tx: Tx, orgId: OrgId, runIds: string[]) {
  return tx<{ runId: string; domain: string }[]>`
    select run_id as "runId", domain from citations
    where org_id = ${orgId} and run_id = any(${runIds}) and domain <> ''
    group by run_id, domain order by min(ordinal), domain`;
}

function rankCompetitors(named: { competitorId: string; name: string }[]): BriefFindings['namedInstead'] {
  return [...Map.groupBy(named, ({ competitorId }) => competitorId)]
    .map(([competitorId, all]) => ({ competitorId, name: firstOf(all).name, count: all.length }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_RANKED);
}

/** The first element of a group of Map.groupBy, which is never empty. */
function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('The group is empty.');
  return first;
}

async function rankDomains(tx: Tx, orgId: OrgId, runIds: string[]): Promise<BriefFindings['citedDomains']> {
  return tx<BriefFindings['citedDomains']>`
    select domain, mode() within group (order by ${sourceTypeOf(tx)}) as "sourceType",
           mode() within group (order by source_name) as "sourceName", count(distinct run_id) as count
    from citations c where org_id = ${orgId} and run_id = any(${runIds}) and domain <> ''
    group by domain order by count desc, domain limit ${MAX_RANKED}`;
}

/** The points that a section has to cover. They claim only what the answers show: who is named and cited, by whom. */
function points(brand: string, ofPrompt: Gap[], domains: string[]): string[] {
  const platforms = [...new Set(ofPrompt.map(({ platform }) => platform))].sort();
  const named = [...new Set(ofPrompt.flatMap(({ namedInstead }) => namedInstead))];
  const cited = [...new Set(domains)];
  return [
    `Answer the question in the first sentences, and name ${brand} in them.`,
    ...(named.length > 0
      ? [`Compare ${brand} with ${list(named)}: named instead by ${platforms.join(', ')}.`]
      : []),
    ...(cited.length > 0 ? [`Cover what the cited sources cover: ${list(cited)}.`] : []),
  ];
}

function list(names: string[]): string {
  const more = names.length - MAX_LISTED;
  return names.slice(0, MAX_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
