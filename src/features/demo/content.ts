/**
 * The content of the demo organisation: brands, prompts and the answers of AI platforms.
 *
 * Everything here is invented: the companies, the products, the sites cited and every opinion about them.
 * All hosts are under the reserved TLD `.example`, so no link can ever reach anybody.
 *
 * A run is a pure function of its prompt, its platform and how many days after the demo's first day it was made. So the
 * demo tells the same story whenever it is installed, and loading a day twice brings the same external ids.
 */

import { DAY_MS } from '../../base/days.ts';
import { WITHOUT_SEARCH } from '../../platforms/apis.ts';
import type { Company, DemoBrand, DemoPlatform, Market, Page, Prompt } from './market.ts';
import { COFFEE } from './markets/coffee.ts';
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
const SEED = 'sightline-demo-2';
/** The days between two runs of a prompt on a platform. */
const EVERY_DAYS = 5;
/** The day on which the market begins to turn, just before the last 30 days. The turn takes a few days. */
const TURN = DEMO_DAYS - 31;
const TURN_DAYS = 4;
/**
 * The platform whose model changed, and the day. It concerns the brand without a turn, because answers of two models do
 * not compare.
 */
const NEW_MODEL = { market: SOFTWARE, platform: 'GEMINI', day: DEMO_DAYS - 18 };
/** The countries of the answers: the demo's prompts are English. */
const COUNTRIES = ['US', 'US', 'GB', 'CA'];
/** The golden ratio: its multiples fill [0, 1) evenly, so few answers suffice to match a share. */
const GOLDEN = 0.618_033_988_75;

export const MARKETS: readonly Market[] = [OUTDOOR, SOFTWARE, COFFEE];
export const DEMO_BRANDS: readonly DemoBrand[] = MARKETS.map((market) => market.brand);

const OWN_PAGES: Page[] = [
  ['www.{brand}.example/', '{brand}'],
  ['www.{brand}.example/products/{topic}', '{brand}: {topic}'],
  ['www.{brand}.example/guides/choosing-{topic}', 'How to choose {topic} | {brand}'],
];

/** One run of a prompt on a platform. */
interface Asking {
  market: Market;
  prompt: Prompt;
  platform: DemoPlatform;
  /** Days since the demo's first day. */
  at: number;
  random: Random;
  /** Whether the answer reflects the market's turn. */
  isTurned: boolean;
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
      market.platforms.flatMap((platform, place) => {
        const days = at - ((number * 3 + place * 2) % EVERY_DAYS);
        if (days % EVERY_DAYS !== 0) return [];
        // These values lie evenly in [0, 1), over the platforms of a day and over the days of a platform.
        const order = place / market.platforms.length + (days / EVERY_DAYS) * GOLDEN;
        return [runOf(market, prompt, platform, { at, day, midnight, order })];
      }),
    ),
  )
    .filter(({ executedAt }) => Date.parse(executedAt) <= until.getTime())
    .sort((a, b) => Date.parse(a.executedAt) - Date.parse(b.executedAt));
}

/**
 * The run of one prompt on one platform; `midnight` is its day's beginning (ms), `order` its place among the prompt's.
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
  const turned = turnedShare(market, prompt, platform, at);
  const asking: Asking = {
    market,
    prompt,
    platform,
    at,
    random,
    isTurned: random() < turned && prompt.topic === market.turn?.topic,
  };
  const share = prompt.share + ((prompt.since ?? prompt.share) - prompt.share) * turned;
  const lean = share > 0 && share < 1 ? PLATFORMS[platform].lean : 0;
  const mentions = mentionsOf(asking, fraction(seeded(prompt.text)() + order) < share + lean);
  const citations = citationsOf(asking, mentions);
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
    ...searchOf(platform, topic.name, day, random),
  };
}

/** Four of five answers were searched for, where the platform searches. */
function searchOf(platform: DemoPlatform, topic: string, day: string, random: () => number) {
  if (WITHOUT_SEARCH.has(platform)) return { surface: 'API' as const, searchCount: 0 };
  const surface = 'API_WEB_SEARCH' as const;
  if (random() > 0.8) return { surface, searchCount: 0 };
  const year = day.slice(0, 4);
  const searches = [`best ${topic} ${year}`, `${topic} review`, `${topic} comparison ${year}`];
  return { surface, searchQueries: ranked(searches, random).slice(0, 1 + Math.floor(random() * 2)) };
}

/** The share, 0 to 1, of a platform's answers to a prompt that reflect the market's turn on a day. */
function turnedShare({ turn }: Market, { since }: Prompt, platform: DemoPlatform, at: number): number {
  if (!turn?.platforms.includes(platform) || since === undefined) return 0;
  return Math.min(1, Math.max(0, (at - TURN) / TURN_DAYS));
}

/**
 * The companies that an answer names, in order, with their tone. Without the market's brand and a winner, a fifth of
 * the answers name none.
 */
function mentionsOf(asking: Asking, isNamed: boolean): Mention[] {
  const { market, prompt, platform, random, isTurned } = asking;
  const { brand, turn } = market;
  const winner = isTurned ? turn?.company : undefined;
  if (!isNamed && !winner && random() < 0.2) return [];
  const rivals = 2 + Math.floor(random() * (PLATFORMS[platform].companies - 1)) - (isNamed ? 1 : 0);
  const isFirst = ({ name }: Company) => name === winner || prompt.text.includes(name);
  const companies: Company[] = ranked(brand.competitors, random)
    .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
    .slice(0, Math.max(1, rivals));
  const isAhead = prompt.kind === 'branded' || (winner === brand.name && random() < 0.7);
  // The likelier a brand is named, the earlier in the answer.
  const early = Math.min(random(), random() / Math.max(0.3, prompt.share));
  const place = isAhead ? 0 : Math.max(winner ? 1 : 0, Math.floor(early * (companies.length + 1)));
  if (isNamed) companies.splice(place, 0, brand);
  const mentions = wordsOf(asking, companies, winner);
  const isLast = ({ tone }: Mention) => Number(tone === 'criticism' && prompt.kind !== 'branded');
  return mentions.sort((a, b) => isLast(a) - isLast(b));
}

/** What an answer says of each company. */
function wordsOf({ market, prompt, random }: Asking, companies: Company[], winner?: string): Mention[] {
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
    const turned = company.name === winner ? 'praise' : winner && isBrand ? 'criticism' : null;
    const known = turned && random() < 0.75 ? (market.turn?.[turned] ?? []) : [];
    const usual = draw < praise ? 'praise' : draw < (1 + praise) / 2 ? 'mixed' : 'criticism';
    const tone = turned && known.length > 0 ? turned : usual;
    const sentence = known.length > 0 ? pick(known, random) : nth(SENTENCES[tone], first + at);
    const text = fill(sentence, slots);
    if (!isBrand || prompt.kind !== 'branded') return { name, company, use: slots.use, tone, text };
    const others = {
      use: nth(uses, at + 1),
      strength: nth(strengths, at + 1),
      weakness: nth(weaknesses, at + 1),
    };
    return { name, company, use: slots.use, tone, text: `${text} ${fill(pick(BALANCE, random), others)}` };
  });
}

/** The cited pages: the market's sources, pages of the companies that the answer names, and the page of the turn. */
function citationsOf({ market, prompt, platform, random, isTurned }: Asking, mentions: Mention[]) {
  const [least, most] = PLATFORMS[platform].cites;
  const count = least + Math.floor(random() * (most - least + 1));
  const own = mentions.map(({ company }): [Page, string] => [pick(OWN_PAGES, random), company.name]);
  const others = market.sources.map((page): [Page, string] => [page, own[0]?.[1] ?? market.brand.name]);
  const news: [Page, string][] = isTurned && market.turn && random() < 0.85 ? [[market.turn.page, '']] : [];
  const topic = topicOf(market, prompt).name;
  return [...news, ...ranked([...others, ...own], random)]
    .slice(0, Math.max(count, news.length))
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
