import type { OrgId } from '../../base/ids.ts';
import type { components } from '../../contract/generated/types.ts';
import type { Db, Tx } from '../../db/client.ts';
import { type Brand, findBrand } from '../brands/brands.ts';
import { brandNaming } from './branded.ts';

export type PromptSuggestions = components['schemas']['PromptSuggestions'];
type Suggestion = components['schemas']['PromptSuggestion'];
type SearchedPrompt = components['schemas']['SearchedPrompt'];
type Wording = Pick<Suggestion, 'queryText' | 'tag'>;

/** The days in which searches are looked for, and how many are suggested. */
const SEARCHED_DAYS = 31;
const MOST_SEARCHED = 20;
/** The most competitors that prompts mention. */
const MOST_COMPETITORS = 3;
/** A longer part of a description is not the name of a product. */
const MOST_WORDS = 8;
/** Matches "Makes reading lamps for small desks that …": the offering and the audience. */
const MADE =
  /^(?:(?:make|build|sell|offer|provide|develop|design|produce|manufacture|create|supplie?)s? )([^.,;:()!?]+)/i;
/** Matches "Reading lamps for small desks", but no full sentence. */
const NAMED =
  /^((?!.*\b(?:is|are|was|were|has|have|we|our|you|your|that|which|who)\b)[^.,;:()!?]+ for [^.,;:()!?]+)[.]?$/i;
const ASIDE = / (?:that|which|who|to|with|since|from|in) .*$/i;
const PRAISE = /^(?:(?:a|an|the|all|leading|innovative|premium|best|great|top|modern|high-quality) )+/i;

/**
 * Prompts that a brand may track, from English templates with its name, industry, description and competitors. The
 * result is deterministic. Prompts that are already tracked are marked.
 * @throws AppError not_found
 */
export async function suggestPrompts(db: Db, orgId: OrgId, brandId: string): Promise<PromptSuggestions> {
  return db.tenant(orgId, async (tx) => {
    const brand = await findBrand(tx, orgId, brandId);
    const competitors = await tx<{ name: string }[]>`
      select name from competitors where org_id = ${orgId} and brand_id = ${brandId}
      order by created_at, id limit ${MOST_COMPETITORS}`;
    const rivals = competitors.map(({ name }) => name);
    const market = marketOf(brand);
    const wordings = [
      ...(market ? aboutMarket(market) : []),
      ...amongRivals(brand.name, rivals),
      ...aboutBrand(brand.name),
    ];
    const texts = wordings.map(({ queryText }) => queryText.toLowerCase());
    const tracked = await tx<{ text: string; platforms: Suggestion['platforms'] }[]>`
      select lower(query_text) as text, array_agg(distinct platform order by platform) as platforms from queries
      where org_id = ${orgId} and brand_id = ${brandId} and archived_at is null and lower(query_text) = any(${texts})
      group by 1`;
    const platformsOf = new Map(tracked.map(({ text, platforms }) => [text, platforms]));
    const namesBrand = brandNaming(brand);
    const data = wordings.map(({ queryText, tag }) => {
      const platforms = platformsOf.get(queryText.toLowerCase()) ?? [];
      const branded = tag === 'branded' || namesBrand(queryText);
      return { queryText, tag, branded, isTracked: platforms.length > 0, platforms };
    });
    const searched = await searchedFor(tx, orgId, brand);
    return {
      data,
      total: data.length,
      ...(searched.length > 0 && { searched }),
      hint: hintFor(market !== null, rivals.length > 0),
    };
  });
}

/** What platforms searched for before they answered the brand's prompts, and none of these asks. */
async function searchedFor(tx: Tx, orgId: OrgId, brand: Brand): Promise<SearchedPrompt[]> {
  const found = await tx<Omit<SearchedPrompt, 'branded'>[]>`
    select min(s.text collate "C") as "queryText", count(distinct r.id)::int as "answerCount",
           array_agg(distinct r.platform order by r.platform) as platforms
    from runs r cross join lateral unnest(r.search_queries) as s(text)
    where r.org_id = ${orgId} and r.brand_id = ${brand.id} and r.state = 'COMPLETED'
      and r.executed_at >= now() - ${SEARCHED_DAYS}::integer * interval '1 day'
      and lower(trim(s.text)) <> '' and lower(trim(s.text)) not in (
        select lower(q.query_text) from queries q
        where q.org_id = ${orgId} and q.brand_id = ${brand.id} and q.archived_at is null)
    group by lower(trim(s.text)) order by 2 desc, 1 limit ${MOST_SEARCHED}`;
  const namesBrand = brandNaming(brand);
  return found.map((each) => ({ ...each, branded: namesBrand(each.queryText) }));
}

function hintFor(hasMarket: boolean, hasRivals: boolean): string | null {
  if (!hasMarket)
    return 'Give the brand an industry, or a description that begins with what it makes: prompts of people who do not know it yet are suggested then.';
  return hasRivals ? null : 'Add competitors: prompts that compare with them are suggested then.';
}

/** What a brand sells, worded for use in a sentence. */
interface Market {
  /** For example "lighting"; null: unknown. */
  industry: string | null;
  /** For example "reading lamps"; the industry if unknown. */
  offering: string;
  /** For example "small shops"; null: unknown. */
  audience: string | null;
}

function marketOf({ name, industry, description }: Brand): Market | null {
  const field = inSentence(
    (industry ?? '').split(/[,;|/]/)[0]!.replace(/\b(?:industry|sector|market|brands?)\b/gi, ''),
  );
  const about = spaced(description ?? '').replace(/^we /i, '');
  const explanation = about.toLowerCase().startsWith(`${name.toLowerCase()} `)
    ? about.slice(name.length + 1)
    : about;
  const [, phrase = ''] = MADE.exec(explanation) ?? NAMED.exec(explanation) ?? [];
  const [what = '', whom = ''] = phrase.split(' for ').map((part) => part.replace(ASIDE, ''));
  const offering = isShort(what) ? inSentence(what.replace(PRAISE, '')) : '';
  if (field === '' && offering === '') return null;
  return {
    industry: field || null,
    offering: offering || field,
    audience: offering !== '' && isShort(whom) ? whom : null,
  };
}

function isShort(words: string): boolean {
  return words !== '' && words.split(' ').length <= MOST_WORDS;
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Lowers the capitals of a heading: "Outdoor Equipment" is outdoor equipment; SaaS stays. */
function inSentence(text: string): string {
  const words = spaced(text).replace(/\.$/, '').split(' ');
  const isHeading = words.every((word) => /^[^a-z]/.test(word));
  return words
    .map((word, at) => ((at === 0 || isHeading) && /^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word))
    .join(' ');
}

function aboutMarket({ industry, offering, audience }: Market): Wording[] {
  const category = [
    `Which brand makes the best ${offering}?`,
    ...(audience ? [`Which brand makes the best ${offering} for ${audience}?`] : []),
    ...(industry
      ? [
          `What are the best brands for ${industry}?`,
          `Which brand would you recommend for ${industry}?`,
          `Which brands do experts trust most for ${industry}?`,
        ]
      : [`Which brand of ${offering} would you recommend?`, `Which brands of ${offering} do experts trust?`]),
  ];
  const problem = [
    `What should I look for when choosing ${offering}?`,
    `What are common problems with ${offering}, and which brands avoid them?`,
    `What mistakes do people make when buying ${offering}?`,
  ];
  const price = [
    `How much should I spend on ${offering}?`,
    `Which brand of ${offering} is the best value for money?`,
  ];
  return [...tagged('category', category), ...tagged('problem', problem), ...tagged('price', price)];
}

function amongRivals(brand: string, rivals: readonly string[]): Wording[] {
  const [first, second] = rivals;
  return tagged('comparison', [
    ...rivals.map((rival) => `${brand} or ${rival}: which is better?`),
    ...rivals.slice(0, 2).map((rival) => `What are the best alternatives to ${rival}?`),
    ...(first !== undefined && second !== undefined ? [`${first} or ${second}: which is better?`] : []),
  ]);
}

function aboutBrand(brand: string): Wording[] {
  return tagged('branded', [
    `Is ${brand} any good?`,
    `What are the pros and cons of ${brand}?`,
    `What do people say about ${brand}?`,
    `Is ${brand} worth the price?`,
    `What are the best alternatives to ${brand}?`,
  ]);
}

function tagged(tag: Suggestion['tag'], texts: string[]): Wording[] {
  return texts.map((queryText) => ({ queryText, tag }));
}
