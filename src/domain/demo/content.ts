/**
 * The content of the demo organisation: brands, prompts and the answers of AI platforms.
 *
 * Everything here is invented: the companies, the products, the sites cited and every opinion about them.
 * All hosts are under the reserved TLD `.example`, so no link can ever reach anybody.
 *
 * A run is a pure function of the seed, its day, its query and its platform. So the content of a day never
 * changes, whenever it is asked for, and loading a day twice brings the same external ids.
 */

import { DAY_MS } from '../../base/days.ts';

export interface DemoBrand {
  name: string;
  website: string;
  industry: string;
  description: string;
  aliases: string[];
  competitors: { name: string; website: string; aliases: string[] }[];
}

export interface DemoRun {
  externalId: string;
  /** The name of the brand that the prompt belongs to. */
  brand: string;
  platform: Platform;
  queryText: string;
  /** RFC 3339, UTC, with milliseconds. */
  executedAt: string;
  answer: string;
  citations: { url: string; title: string }[];
  model: string;
  country: string;
}

const SEED = 'sightline-demo-1';
/** Where the answers come from: the demo's prompts are English. */
const COUNTRIES = ['US', 'US', 'GB', 'CA'];
/** The period of the slow waves in visibility and mood. */
const WAVE_DAYS = 180;

const company = (name: string, ...aliases: string[]): Company => ({ name, website: site(name), aliases });
const site = (name: string): string => `https://www.${name.toLowerCase()}.example`;

// `visibility` is the share of answers that name the brand, `mood` the share of its mentions that praise it:
// a mean and a slow wave around it. Strengths and weaknesses are mass nouns or plurals, to fit each sentence.
const MARKETS = [
  {
    brand: {
      ...company('Corrieloft', 'Corrie Loft'),
      industry: 'Outdoor equipment',
      description: 'Makes light tents and hiking backpacks for long walks in bad weather.',
      competitors: [company('Fjellumbra', 'Fjell Umbra'), company('Marnwether'), company('Trekvalda')],
    },
    visibility: { mean: 0.62, swing: 0.15, phase: 0 },
    mood: { mean: 0.6, swing: 0.35, phase: 0.25 },
    sources: [
      ['www.trailjournal.example/best-{topic}', 'The best {topic} of the year'],
      ['forum.hillwalkers.example/t/{topic}', 'Which {topic} do you use?'],
      ['reviews.gearbench.example/review/{brand}', '{brand}, tested over a season'],
      ['shop.basecamp-store.example/category/{topic}', 'Buy {topic}'],
      ['blog.soggyboots.example/choosing-{topic}', 'How I chose my {topic}'],
      ['www.northpost.example/news/{topic}', 'More demand for {topic}'],
    ],
    prompts: [
      {
        text: 'What are the best lightweight tents for wet weather?',
        topic: 'wet-weather tents',
        uses: ['rainy weekend trips', 'long solo walks', 'exposed camps', 'cycling tours'],
        strengths: ['excellent waterproofing', 'easy pitching', 'low weight', 'strong poles'],
        weaknesses: ['leaking seams', 'heavy condensation', 'fragile zips', 'high prices'],
        tips: ['Check the floor, not only the flysheet.', 'Pitch any tent once at home before a trip.'],
      },
      {
        text: 'Which hiking backpacks last the longest?',
        topic: 'hiking backpacks',
        uses: ['daily use', 'heavy loads', 'long-distance trails', 'rocky terrain'],
        strengths: ['strong stitching', 'comfortable straps', 'helpful repair services', 'excellent fabrics'],
        weaknesses: ['weak buckles', 'uncomfortable hip belts', 'torn side pockets', 'slow repairs'],
        tips: ['Ask for spare buckles and belts.', 'Walk around the shop with ten kilograms first.'],
      },
    ],
  },
  {
    brand: {
      ...company('Tallymoss', 'Tally Moss'),
      industry: 'Business software',
      description: 'Invoicing and bookkeeping software for freelancers and small shops.',
      competitors: [
        company('Paperlarch', 'Paper Larch'),
        company('Ostrabill'),
        company('Quoivane'),
        company('Billowrend'),
      ],
    },
    visibility: { mean: 0.66, swing: 0.15, phase: 0.5 },
    mood: { mean: 0.5, swing: 0.35, phase: 0 },
    sources: [
      ['www.soloworker.example/best-{topic}', 'Best {topic} compared'],
      ['community.freelancehub.example/discussion/{topic}', 'Members on {topic}'],
      ['reviews.softbench.example/review/{brand}', '{brand} review: a month in daily use'],
      ['docs.einvoice-guide.example/{topic}', 'File formats of {topic}'],
      ['blog.deskandpen.example/{topic}', 'Moving to new {topic}'],
      ['www.tradepost.example/news/{topic}', 'Prices of {topic} are changing'],
    ],
    prompts: [
      {
        text: 'What is the best invoicing software for freelancers?',
        topic: 'invoicing programs',
        uses: ['one-person businesses', 'recurring invoices', 'clients abroad', 'hourly projects'],
        strengths: ['easy templates', 'reliable reminders', 'great mobile apps', 'clear pricing'],
        weaknesses: ['confusing menus', 'hidden fees', 'missing currencies', 'slow exports'],
        tips: ['Count your invoices per month first.', 'Make sure that you can export everything.'],
      },
      {
        text: 'Which bookkeeping tool is easiest for a small shop?',
        topic: 'bookkeeping tools',
        uses: ['daily takings', 'quarterly tax returns', 'shops with two employees', 'cash businesses'],
        strengths: ['friendly onboarding', 'accurate bank matching', 'helpful support', 'easy reports'],
        weaknesses: ['broken bank feeds', 'annoying pop-ups', 'poor documentation', 'price increases'],
        tips: ['Ask which exports your accountant can read.', 'Try it with the receipts of last month.'],
      },
    ],
  },
  {
    brand: {
      ...company('Kavorlin', 'Kavorlin Coffee'),
      industry: 'Kitchen appliances',
      description: 'Builds espresso machines and coffee grinders for the home.',
      competitors: [company('Perkelund'), company('Grindelune', 'Grinde Lune'), company('Sorvettano')],
    },
    visibility: { mean: 0.5, swing: 0.15, phase: 0.25 },
    mood: { mean: 0.52, swing: 0.35, phase: 0.5 },
    sources: [
      ['www.cupandcrema.example/best-{topic}', 'The best {topic}'],
      ['forum.homebarista-club.example/t/{topic}', 'Your {topic}: would you buy them again?'],
      ['reviews.kitchenbench.example/review/{brand}', '{brand}: long-term test'],
      ['shop.beanstreet.example/category/{topic}', 'All {topic}'],
      ['blog.slowmornings.example/a-month-with-{topic}', 'A month with {topic}'],
      ['www.homewire.example/news/{topic}', 'What is new in {topic}'],
    ],
    prompts: [
      {
        text: 'Which home espresso machine should a beginner buy?',
        topic: 'espresso machines',
        uses: ['first-time owners', 'milk drinks', 'two cups each morning', 'small budgets'],
        strengths: ['great steam pressure', 'easy cleaning', 'reliable electronics', 'solid build quality'],
        weaknesses: ['leaking pumps', 'slow heating', 'cheap plastic parts', 'unstable temperatures'],
        tips: ['Keep half of the budget for the grinder.', 'Fresh beans matter more than any machine.'],
      },
      {
        text: 'What is the quietest coffee grinder for a small kitchen?',
        topic: 'coffee grinders',
        uses: ['early mornings', 'small kitchens', 'filter coffee', 'single doses'],
        strengths: ['pleasantly quiet motors', 'excellent burrs', 'great consistency', 'easy adjustment'],
        weaknesses: ['annoying rattling', 'messy static', 'worn burrs', 'terrible lids'],
        tips: ['Slow motors make less noise.', 'A silicone mat below it dampens vibration.'],
      },
    ],
  },
] satisfies { brand: DemoBrand; sources: Page[]; [key: string]: unknown }[];

const OWN_PAGES: Page[] = [
  ['www.{brand}.example/', '{brand}'],
  ['www.{brand}.example/products/{topic}', '{brand}: {topic}'],
  ['www.{brand}.example/blog/choosing-{topic}', 'How to choose {topic} | {brand}'],
];
const INTROS = [
  'In recent guides to {topic}, a few things come up again and again.',
  'With {topic}, the right choice depends on how you will use them.',
  'Here is a short overview of {topic}, based on recent tests and owner reports.',
];
// The words that carry a sentiment stand beside the name, as the sentence of a mention is what gets scored.
const SENTENCES = {
  praise: [
    '{brand} is an excellent choice for {use}, and owners love its {strength}.',
    '{brand} stands out for {strength}, which has impressed testers and makes it easy to recommend.',
    'Thanks to {strength}, {brand} is one of the best options for {use}.',
    'For {use}, {brand} is a great and trusted pick with {strength}.',
    'Many owners praise {brand} for {strength} and are happy with it after years.',
  ],
  mixed: [
    '{brand} is adequate for {use}, although some reviews mention {weakness}.',
    'Opinions on {brand} differ: {strength} on one side, {weakness} on the other.',
    '{brand} is made for {use} and sits in the middle of the price range.',
    '{brand} is another option for {use}, and most shops sell it.',
  ],
  criticism: [
    '{brand} is hard to justify, as owners complain about {weakness} and were disappointed.',
    'Be careful with {brand}, because {weakness} frustrated many buyers.',
    '{brand} has a poor record here, with {weakness} and frustrating service.',
    'Recent reviews of {brand} are bad, mostly because of {weakness}.',
  ],
};
const VERDICTS = [
  'Overall, {brand} is the best place to start for {use}.',
  'If I had to pick one, I would happily recommend {brand}.',
];

/** By platform: the difference in the share of answers that name the brand, the most companies, the citations (from, to). */
const PLATFORMS = {
  CHATGPT: { lean: 0.08, companies: 5, cites: [0, 3] },
  CLAUDE: { lean: 0.03, companies: 4, cites: [0, 2] },
  GEMINI: { lean: 0, companies: 4, cites: [1, 4] },
  PERPLEXITY: { lean: 0.1, companies: 4, cites: [3, 5] },
  GROK: { lean: -0.1, companies: 2, cites: [0, 2] },
  DEEPSEEK: { lean: -0.04, companies: 4, cites: [0, 2] },
  LLAMA: { lean: -0.08, companies: 3, cites: [0, 1] },
} satisfies Record<string, { lean: number; companies: number; cites: [number, number] }>;

type Company = Pick<DemoBrand, 'name' | 'website' | 'aliases'>;
type Page = [address: string, title: string];
type Market = (typeof MARKETS)[number];
type Prompt = Market['prompts'][number];
type Platform = keyof typeof PLATFORMS;
type Random = () => number;
/** A company in an answer; `text` keeps the {brand} slot, as each platform sets names in its own way. */
type Mention = { name: string; company: Company; use: string; tone: keyof typeof SENTENCES; text: string };
/** The parts of an answer, before a platform's style joins them. */
type AnswerParts = { intro: string; mentions: Mention[]; tips: string[]; end: string; links: string[] };

/** The text of a mention with its name in a platform's formatting. */
const formatted = (wrap: (name: string, url: string) => string) => (mention: Mention) =>
  fill(mention.text, { brand: wrap(mention.name, mention.company.website) });
const plain = formatted((name) => name);
const bold = formatted((name) => `**${name}**`);
const linked = formatted((name, url) => `[**${name}**](${url})`);
const table = (mentions: Mention[]): string =>
  ['| Use | Assessment |', '| --- | --- |', ...mentions.map((m) => `| ${m.use} | ${bold(m)} |`)].join('\n');
const bulleted = (lines: string[]): string => lines.map((line) => `- ${line}`).join('\n');
const numbered = (lines: string[]): string => lines.map((line, at) => `${at + 1}. ${line}`).join('\n');
const footnoted = (lines: string[], notes: number): string =>
  lines.map((line, at) => line.replace(/\.$/, ` [${(at % notes) + 1}].`)).join(' ');

/** The paragraphs of an answer that names at least one company, by platform; empty ones are left out. */
const STYLES: Record<Platform, (parts: AnswerParts) => (string | undefined)[]> = {
  CHATGPT: ({ intro, mentions, tips, end }) => [intro, numbered(mentions.map(linked)), `${tips[0]} ${end}`],
  CLAUDE: ({ intro, mentions, tips, end, links }) => [
    [intro, ...mentions.slice(0, 2).map(plain)].join(' '),
    mentions.slice(2).map(plain).join(' '),
    `${tips.join(' ')} ${end}`,
    links.length > 0 ? `A fuller comparison: ${links[0]}.` : '',
  ],
  GEMINI: ({ intro, mentions, tips, end, links }) => [
    `## Quick guide\n\n${intro}`,
    bulleted(mentions.map((mention) => `${bold(mention)}\n  - Typical use: ${mention.use}`)),
    `**Tip:** ${tips[0]} ${end}`,
    `Further reading: ${links.join(', ')}`,
  ],
  PERPLEXITY: (s) => [footnoted(s.mentions.map(plain), s.links.length), s.end, s.tips[0]],
  GROK: ({ mentions, tips, end }) => [mentions.map(plain).join(' '), end || tips[0]],
  DEEPSEEK: ({ intro, mentions, end }) => [intro, table(mentions), end],
  LLAMA: (s) => [s.intro, numbered(s.mentions.map(plain)), `${s.end} Some advice: ${s.tips.join(' ')}`],
};

export const DEMO_BRANDS: readonly DemoBrand[] = MARKETS.map((market) => market.brand);

/**
 * The runs of a UTC day (YYYY-MM-DD) that were executed up to `until`, in order of time.
 * @throws RangeError for a day that does not exist
 */
export function demoRuns(day: string, until: Date): DemoRun[] {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(`${day}T`))
    throw new RangeError(`Not a day (YYYY-MM-DD): ${day}`);
  const platforms = Object.keys(PLATFORMS) as Platform[];
  return MARKETS.flatMap((market) =>
    market.prompts.flatMap((prompt) => platforms.map((name) => runOf(market, prompt, name, day, midnight))),
  )
    .filter(({ executedAt }) => Date.parse(executedAt) <= until.getTime())
    .sort((a, b) => Date.parse(a.executedAt) - Date.parse(b.executedAt));
}

/** The run of one prompt on one platform and day; `midnight` is the day's beginning, ms. */
function runOf(market: Market, prompt: Prompt, platform: Platform, day: string, midnight: number): DemoRun {
  const label = platform.toLowerCase();
  const externalId = `demo-${day}-${slug(prompt.text)}-${label}`;
  const random = seeded(`${SEED}|${externalId}`);
  const executedAt = new Date(midnight + Math.floor(random() * DAY_MS)).toISOString();
  const mentions = mentionsOf(market, prompt, platform, midnight / DAY_MS, random);
  const citations = citationsOf(market, prompt, platform, mentions, random);
  const intro = fill(pick(INTROS, random), { topic: prompt.topic });
  const tips = ranked(prompt.tips, random);
  const best = random() < 0.5 ? mentions.find(({ tone }) => tone === 'praise') : undefined;
  const end = best ? fill(pick(VERDICTS, random), { brand: best.name, use: best.use }) : '';
  const links = citations.map(({ url, title }) => `[${title}](${url})`);
  const parts = { intro, mentions, tips, end, links };
  const paragraphs = mentions.length > 0 ? STYLES[platform](parts) : [intro, bulleted(tips)];
  const answer = paragraphs.flatMap((text) => text?.trim() || []).join('\n\n');
  const run = { externalId, brand: market.brand.name, platform, queryText: prompt.text, executedAt };
  const country = pick(COUNTRIES, seeded(`${SEED}|country|${externalId}`));
  return { ...run, answer, citations, model: `demo-${label}`, country };
}

/** The companies that an answer names, in order, with their tone; none in a fifth of the answers without the market's brand. */
function mentionsOf(
  market: Market,
  prompt: Prompt,
  platform: Platform,
  day: number,
  random: Random,
): Mention[] {
  const { lean, companies: most } = PLATFORMS[platform];
  const likely = Math.min(0.85, Math.max(0.35, level(market.visibility, day) + lean));
  const named = random() < likely;
  if (!named && random() < 0.2) return [];
  const rivals = 2 + Math.floor(random() * (most - 1)) - (named ? 1 : 0);
  const companies: Company[] = ranked(market.brand.competitors, random).slice(0, rivals);
  // The likelier a brand is named, the earlier in the answer.
  const place = Math.floor(Math.min(random(), random() / likely) * (companies.length + 1));
  if (named) companies.splice(place, 0, market.brand);

  const uses = ranked(prompt.uses, random);
  const strengths = ranked(prompt.strengths, random);
  const weaknesses = ranked(prompt.weaknesses, random);
  const first = Math.floor(random() * 100);
  const mentions = companies.map((company, at): Mention => {
    const praise = company === market.brand ? level(market.mood, day) : 0.5;
    const draw = random();
    const tone = draw < praise ? 'praise' : draw < (1 + praise) / 2 ? 'mixed' : 'criticism';
    const name = pick([company.name, company.name, company.name, ...company.aliases], random);
    const slots = { use: nth(uses, at), strength: nth(strengths, at), weakness: nth(weaknesses, at) };
    return { name, company, use: slots.use, tone, text: fill(nth(SENTENCES[tone], first + at), slots) };
  });
  return mentions.sort((a, b) => Number(a.tone === 'criticism') - Number(b.tone === 'criticism'));
}

/** The cited pages: the market's sources and pages of the companies that the answer names. */
function citationsOf(
  market: Market,
  prompt: Prompt,
  platform: Platform,
  mentions: Mention[],
  random: Random,
) {
  const [least, most] = PLATFORMS[platform].cites;
  const count = least + Math.floor(random() * (most - least + 1));
  const own = mentions.map(({ company }): [Page, string] => [pick(OWN_PAGES, random), company.name]);
  const others = market.sources.map((page): [Page, string] => [page, own[0]?.[1] ?? market.brand.name]);
  return ranked([...others, ...own], random)
    .slice(0, count)
    .map(([[address, title], brand]) => ({
      url: `https://${fill(address, { brand: slug(brand), topic: slug(prompt.topic) })}`,
      title: fill(title, { brand, topic: prompt.topic }),
    }));
}

/** The value of a triangle wave on a day. It is no trend, so that a day's content does not depend on when the demo was installed. */
function level({ mean, swing, phase }: Market['mood'], day: number): number {
  return mean + swing * (1 - 4 * Math.abs(((day / WAVE_DAYS + phase) % 1) - 0.5));
}

const slug = (text: string): string => (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');
const fill = (text: string, slots: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (slot, key: string) => slots[key] ?? slot);
/** The element at an index, from the start again after the last. @throws RangeError for an empty array */
function nth<T>(items: readonly T[], at: number): T {
  if (items.length === 0) throw new RangeError('There is no element to pick.');
  return items[at % items.length] as T;
}
const pick = <T>(items: readonly T[], random: Random): T => nth(items, Math.floor(random() * items.length));
/** A shuffle in which earlier items tend to stay in front. */
const ranked = <T>(items: readonly T[], random: Random): T[] =>
  items
    .map((item, at) => ({ item, key: random() * (1 + at / 3) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
/** Numbers in [0, 1): mulberry32, started from the FNV-1a hash of a text. */
function seeded(text: string): Random {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
