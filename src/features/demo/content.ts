/**
 * The content of the demo organisation: brands, prompts and the answers of AI platforms.
 *
 * Everything here is invented: the companies, the products, the sites cited and every opinion about them.
 * All hosts are under the reserved TLD `.example`, so no link can ever reach anybody.
 *
 * A run is a pure function of its prompt, its platform and how many days after the demo's first day it is. So the
 * demo tells the same story whenever it is installed, and loading a day twice brings the same external ids.
 */

import { DAY_MS } from '../../base/days.ts';
import { WITHOUT_SEARCH } from '../../platforms/apis.ts';
import type { Company, DemoBrand, DemoPlatform, Market, Page, Prompt } from './market.ts';
import { COFFEE } from './markets/coffee.ts';
import { BIKE_LIGHTS, GARDEN_TOOLS } from './markets/few.ts';
import { OUTDOOR } from './markets/outdoor.ts';
import { SOFTWARE } from './markets/software.ts';
import {
  BALANCE,
  bulleted,
  ENDS,
  fill,
  INTROS,
  type Mention,
  PLATFORMS,
  SENTENCES,
  STYLES,
} from './phrases.ts';
import { nth, pick, type Random, ranked, seeded } from './random.ts';

export interface DemoRun {
  externalId: string;
  /** The name of the brand that the prompt belongs to. */
  brand: string;
  platform: DemoPlatform;
  queryText: string;
  /** RFC 3339, UTC, with milliseconds. */
  executedAt: string;
  answer: string;
  citations: { url: string; title: string }[];
  model: string;
  country: string;
  surface: 'API' | 'API_WEB_SEARCH';
  searchCount?: number;
  searchQueries?: string[];
}

/** The length of the demo's history, days; it ends on the day of the installation. */
export const DEMO_DAYS = 60;
const SEED = 'sightline-demo-3';
/** The usual days between two runs of a prompt on a platform. */
const EVERY_DAYS = 5;
/** The day before the market begins to turn, two days before the last 30. After three days it has turned. */
const TURN = DEMO_DAYS - 33;
const TURN_DAYS = 3;
/** The part of the answers the story concerns that cite the page behind it, or a page of the brand. */
const CITES_PAGE = 0.9;
const CITES_OWN_PAGE = 0.25;
/** The part of the answers still naming the brand after the turn that criticise it. */
const CRITICISES = 0.6;
/**
 * The platform whose model changed, and the day. It concerns the brand without a turn, because answers of two models do
 * not compare.
 */
const NEW_MODEL = { market: SOFTWARE, platform: 'DEEPSEEK', day: DEMO_DAYS - 18 };
/** The countries of the answers: the demo's prompts are English. */
const COUNTRIES = ['US', 'US', 'GB', 'CA'];
/** The golden ratio: its multiples fill [0, 1) evenly, so few answers suffice to match a share. */
const GOLDEN = 0.618_033_988_75;

export const MARKETS: readonly Market[] = [OUTDOOR, SOFTWARE, COFFEE, BIKE_LIGHTS, GARDEN_TOOLS];
export const DEMO_BRANDS: readonly DemoBrand[] = MARKETS.map((market) => market.brand);

const OWN_PAGES: Page[] = [
  ['www.{brand}.example/', '{brand}'],
  ['www.{brand}.example/products/{topic}', '{brand}: {topic}'],
  ['www.{brand}.example/guides/choosing-{topic}', 'How to choose {topic} | {brand}'],
];

/** One run of a prompt on a platform. */
interface AnswerContext {
  market: Market;
  prompt: Prompt;
  platform: DemoPlatform;
  random: Random;
  /** What the market's turn does to the answer: it names another company, or it criticises the brand. */
  effect: 'replaced' | 'criticised' | null;
}

/**
 * The runs of a UTC day that were executed up to `until`, in order of time.
 * @param first the demo's first day; days are YYYY-MM-DD
 * @throws RangeError for a day that does not exist
 */
export function demoRuns(day: string, first: string, until: Date): DemoRun[] {
  const midnight = timeOf(day);
  const at = (midnight - timeOf(first)) / DAY_MS;
  return MARKETS.flatMap((market) =>
    market.prompts.flatMap((prompt, number) =>
      market.platforms.flatMap((platform, position) => {
        const every = everyDays(market, prompt, platform);
        const days = at - ((number * 3 + position * 2) % every);
        if (days % every !== 0 || at < (market.from ?? 0)) return [];
        // These values lie evenly in [0, 1), over the platforms of a day and over the days of a platform.
        const order = position / market.platforms.length + (days / every) * GOLDEN;
        return [runOf(market, prompt, platform, { at, day, midnight, order })];
      }),
    ),
  )
    .filter(({ executedAt }) => Date.parse(executedAt) <= until.getTime())
    .sort((a, b) => Date.parse(a.executedAt) - Date.parse(b.executedAt));
}

/**
 * The run of one prompt on one platform; `midnight` is its day's beginning (ms), `order` its rank among the prompt's.
 */
function runOf(
  market: Market,
  prompt: Prompt,
  platform: DemoPlatform,
  { at, day, midnight, order }: { at: number; day: string; midnight: number; order: number },
): DemoRun {
  const label = platform.toLowerCase();
  const random = seeded(`${SEED}|${at}|${prompt.text}|${label}`);
  const executedAt = new Date(midnight + Math.floor(random() * DAY_MS)).toISOString();
  const lean = prompt.share > 0 && prompt.share < 1 ? PLATFORMS[platform].lean : 0;
  const turned = turnedShare(market, prompt, platform, at);
  const draw = fraction(seeded(prompt.text)() + order);
  const wasNamed = draw < prompt.share + lean;
  const isReplaced = wasNamed && prompt.since !== undefined && random() < turned && draw >= prompt.since;
  const isCriticised = wasNamed && !isReplaced && random() < turned * CRITICISES;
  const effect = isReplaced ? 'replaced' : isCriticised ? 'criticised' : null;
  const context: AnswerContext = { market, prompt, platform, random, effect };
  const mentions = mentionsOf(context, wasNamed);
  const citations = citationsOf(context, mentions);
  const topic = topicOf(market, prompt);
  const intro = fill(pick(INTROS[prompt.kind], random), { topic: topic.name });
  const tips = ranked(topic.tips, random).slice(0, 2);
  const best = random() < 0.5 ? mentions.find(({ tone }) => tone === 'praise') : undefined;
  const end = best ? fill(pick(ENDS, random), { brand: best.name, use: best.use }) : '';
  const links = citations.map(({ url, title }) => `[${title}](${url})`);
  const parts = { intro, mentions, tips, end, links };
  const paragraphs = mentions.length > 0 ? STYLES[platform](parts) : [intro, bulleted(tips)];
  const hasNewModel = market === NEW_MODEL.market && platform === NEW_MODEL.platform && at >= NEW_MODEL.day;
  return {
    externalId: `demo-${day}-${slug(prompt.text)}-${label}`,
    brand: market.brand.name,
    platform,
    queryText: prompt.text,
    executedAt,
    answer: paragraphs.flatMap((text) => text?.trim() || []).join('\n\n'),
    citations,
    model: `demo-${label}-${hasNewModel ? 2 : 1}`,
    country: pick(COUNTRIES, random),
    ...searchOf(platform, topic.name, day, { random, draw: fraction(seeded(label + prompt.text)() + order) }),
  };
}

/** Four of five answers were searched for, where the platform searches. */
function searchOf(
  platform: DemoPlatform,
  topic: string,
  day: string,
  { random, draw }: { random: Random; draw: number },
) {
  if (WITHOUT_SEARCH.has(platform)) return { surface: 'API' as const, searchCount: 0 };
  const surface = 'API_WEB_SEARCH' as const;
  if (draw >= 0.8) return { surface, searchCount: 0 };
  const year = day.slice(0, 4);
  const searches = [`best ${topic} ${year}`, `${topic} review`, `${topic} comparison ${year}`];
  return { surface, searchQueries: ranked(searches, random).slice(0, 1 + Math.floor(random() * 2)) };
}

function everyDays(
  { turn, everyDays = EVERY_DAYS }: Market,
  { topic }: Prompt,
  platform: DemoPlatform,
): number {
  return turn?.platform === platform && turn.topic === topic ? 1 : everyDays;
}

/** The share, 0 to 1, of a platform's answers to a prompt that reflect the market's turn on a day. */
function turnedShare({ turn }: Market, { topic }: Prompt, platform: DemoPlatform, at: number): number {
  if (turn?.platform !== platform || turn.topic !== topic) return 0;
  return Math.min(1, Math.max(0, (at - TURN) / TURN_DAYS));
}

/**
 * The companies that an answer names, in order, with their tone. Without the market's brand, a fifth of the answers
 * name none. Where the turn replaces the brand, the others stay as they were, so nobody but the winner gains by it.
 */
function mentionsOf(context: AnswerContext, wasNamed: boolean): Mention[] {
  const { market, prompt, platform, random, effect } = context;
  const { brand, turn } = market;
  if (!wasNamed && random() < 0.2) return [];
  const rivals = 2 + Math.floor(random() * (PLATFORMS[platform].companies - 1)) - (wasNamed ? 1 : 0);
  const isInPrompt = ({ name }: Company) => prompt.text.includes(name);
  const companies: Company[] = ranked(brand.competitors, random)
    .sort((a, b) => Number(isInPrompt(b)) - Number(isInPrompt(a)))
    .slice(0, Math.max(1, rivals));
  // The likelier a brand is named, the earlier in the answer.
  const early = Math.min(random(), random() / Math.max(0.3, prompt.share));
  const position = prompt.kind === 'branded' ? 0 : Math.floor(early * (companies.length + 1));
  const winner = brand.competitors.find(({ name }) => effect === 'replaced' && name === turn?.company);
  const named = winner
    ? [winner, ...companies.filter((other) => other !== winner)]
    : wasNamed
      ? companies.toSpliced(position, 0, brand)
      : companies;
  const mentions = wordsOf(context, named, winner);
  const isLast = ({ tone }: Mention) => Number(tone === 'criticism' && prompt.kind !== 'branded');
  return mentions.sort((a, b) => isLast(a) - isLast(b));
}

/** What an answer says of each company. */
function wordsOf(
  { market, prompt, random, effect }: AnswerContext,
  companies: Company[],
  winner?: Company,
): Mention[] {
  const topic = topicOf(market, prompt);
  const [uses, strengths, weaknesses] = [topic.uses, topic.strengths, topic.weaknesses].map((words) =>
    ranked(words, random),
  ) as [string[], string[], string[]];
  const first = Math.floor(random() * 100);
  return companies.map((company, at): Mention => {
    const isBrand = company === market.brand;
    const praise = isBrand ? market.mood : 0.5;
    const draw = random();
    const name = pick([company.name, company.name, company.name, ...company.aliases], random);
    const slots = { use: nth(uses, at), strength: nth(strengths, at), weakness: nth(weaknesses, at) };
    const turned = company === winner ? 'praise' : effect === 'criticised' && isBrand ? 'criticism' : null;
    const usual = draw < praise ? 'praise' : draw < (1 + praise) / 2 ? 'mixed' : 'criticism';
    const tone = turned ?? usual;
    const sentence =
      turned && market.turn ? pick(market.turn[turned], random) : nth(SENTENCES[tone], first + at);
    const text = fill(sentence, slots);
    if (!isBrand || prompt.kind !== 'branded' || turned) return { name, company, use: slots.use, tone, text };
    const others = {
      use: nth(uses, at + 1),
      strength: nth(strengths, at + 1),
      weakness: nth(weaknesses, at + 1),
    };
    return { name, company, use: slots.use, tone, text: `${text} ${fill(pick(BALANCE, random), others)}` };
  });
}

/** The cited pages: the market's sources, pages of the companies that the answer names, and the page of the turn. */
function citationsOf({ market, prompt, platform, random, effect }: AnswerContext, mentions: Mention[]) {
  const [least, most] = PLATFORMS[platform].cites;
  const count = least + Math.floor(random() * (most - least + 1));
  const own = mentions.map(({ company }): [Page, string] => [pick(OWN_PAGES, random), company.name]);
  const others = market.sources.map((page): [Page, string] => [page, own[0]?.[1] ?? market.brand.name]);
  const news: [Page, string][] = [];
  if (effect && market.turn && random() < CITES_PAGE) news.push([market.turn.page, '']);
  if (effect === 'replaced' && market.turn && random() < CITES_OWN_PAGE) news.push([market.turn.ownPage, '']);
  const topic = topicOf(market, prompt).name;
  return [...news, ...ranked([...others, ...own], random)]
    .slice(0, news.length > 0 ? news.length + 1 : count)
    .map(([[address, title], brand]) => ({
      url: `https://${fill(address, { brand: slug(brand), topic: slug(topic) })}`,
      title: fill(title, { brand, topic }),
    }));
}

function topicOf(market: Market, { topic }: Prompt) {
  const found = market.topics[topic];
  if (!found) throw new RangeError(`The market has no topic ${topic}.`);
  return found;
}

/** The beginning of a day, ms. */
function timeOf(day: string): number {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(`${day}T`))
    throw new RangeError(`Not a day (YYYY-MM-DD): ${day}`);
  return midnight;
}

const fraction = (value: number): number => value - Math.floor(value);
const slug = (text: string): string => (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');
