import type { Company, DemoPlatform, Prompt } from './market.ts';

/** A company in an answer; `text` keeps the {brand} slot, because each platform formats names in its own way. */
export interface Mention {
  name: string;
  company: Company;
  use: string;
  tone: Tone;
  text: string;
}

export type Tone = keyof typeof SENTENCES;

/** The parts of an answer, before a platform's style joins them. */
interface AnswerParts {
  intro: string;
  mentions: Mention[];
  tips: string[];
  end: string;
  links: string[];
}

/** The first sentence of an answer, by kind of question. */
export const INTROS: Record<Prompt['kind'], string[]> = {
  category: [
    'In recent guides to {topic}, a few names come up again and again.',
    'With {topic}, the right choice depends on how you will use them.',
    'Here is a short overview of {topic}, based on recent tests and reports by owners.',
    'There is no single answer, but these are the {topic} that testers keep coming back to.',
  ],
  comparison: [
    'Both have their place, and the better one depends on where you use it. These {topic} are worth a look.',
    'The difference matters less than the quality of the model. Among {topic}, compare these first.',
    'Put briefly: take the simpler one unless you know why you need the other. Some {topic} to compare:',
  ],
  problem: [
    'This is a common complaint, and it often has a simple cause. Some {topic} have it less than others.',
    'First rule out the easy causes. If that does not help, other {topic} may.',
    'You are not alone with this. Owners of {topic} describe the same, and a few makers have solved it.',
  ],
  price: [
    'Prices of {topic} differ by a factor of four, and the middle of the range is where most people end up.',
    'Expect to pay more than the cheapest offers if it should last. For {topic}, that means the following.',
    'What {topic} cost depends on the season; the order of the brands hardly changes.',
  ],
  branded: [
    'It depends on what matters to you. Here is what recent reviews and owners say.',
    'Reviews are not of one mind here, so look at the details.',
    'In short, from tests of {topic} and what owners write:',
  ],
};

/** Sentences after the first one about a brand that the prompt names. */
export const BALANCE = [
  'Owners mention {weakness} too, but seldom.',
  'On the other side there are reports of {weakness}.',
  'It is made for {use} first of all.',
  'Testers also note its {strength}.',
];

/** The words with a sentiment stand beside the name, because the sentence of a mention is scored. */
export const SENTENCES = {
  praise: [
    '{brand} is an excellent choice for {use}, and owners love its {strength}.',
    '{brand} stands out for {strength}, which has impressed testers and makes it easy to recommend.',
    'Thanks to {strength}, {brand} is one of the best options for {use}.',
    'For {use}, {brand} is a great and trusted pick with {strength}.',
    'Many owners praise {brand} for {strength} and are happy with it after years.',
    '{brand} gets excellent marks for {use}, mostly because of its {strength}.',
  ],
  mixed: [
    '{brand} is adequate for {use}, although some reviews mention {weakness}.',
    'Opinions on {brand} differ: {strength} on one side, {weakness} on the other.',
    '{brand} is made for {use} and sits in the middle of the price range.',
    '{brand} is another option for {use}, and most shops sell it.',
    'You will also come across {brand}, which many use for {use}.',
  ],
  criticism: [
    '{brand} is hard to justify, as owners complain about {weakness} and were disappointed.',
    'Be careful with {brand}, because {weakness} frustrated many buyers.',
    '{brand} has a poor record here, with {weakness} and frustrating service.',
    'Recent reviews of {brand} are bad, mostly because of {weakness}.',
  ],
};

export const ENDS = [
  'Overall, {brand} is the best place to start for {use}.',
  'If I had to pick one, I would happily recommend {brand}.',
  'For most people {brand} will be the right answer.',
];

/**
 * By platform: the difference in the share of answers that name the brand, the most companies, the citations (from,
 * to).
 */
export const PLATFORMS: Record<DemoPlatform, { lean: number; companies: number; cites: [number, number] }> = {
  CHATGPT: { lean: 0.05, companies: 5, cites: [1, 3] },
  CLAUDE: { lean: 0.02, companies: 4, cites: [0, 2] },
  GEMINI: { lean: 0.01, companies: 4, cites: [1, 4] },
  PERPLEXITY: { lean: 0.06, companies: 4, cites: [2, 4] },
  GROK: { lean: -0.07, companies: 3, cites: [0, 2] },
  DEEPSEEK: { lean: -0.04, companies: 4, cites: [0, 2] },
  LLAMA: { lean: -0.06, companies: 3, cites: [0, 1] },
};

/** The text of a mention with its name in a platform's formatting. */
const formatted = (wrap: (name: string, url: string) => string) => (mention: Mention) =>
  fill(mention.text, { brand: wrap(mention.name, mention.company.website) });
const plain = formatted((name) => name);
const bold = formatted((name) => `**${name}**`);
const linked = formatted((name, url) => `[**${name}**](${url})`);
const table = (mentions: Mention[]): string =>
  ['| Use | Assessment |', '| --- | --- |', ...mentions.map((m) => `| ${m.use} | ${bold(m)} |`)].join('\n');
export const bulleted = (lines: string[]): string => lines.map((line) => `- ${line}`).join('\n');
const numbered = (lines: string[]): string => lines.map((line, at) => `${at + 1}. ${line}`).join('\n');
const footnoted = (lines: string[], notes: number): string =>
  lines.map((line, at) => line.replace(/\.$/, ` [${(at % notes) + 1}].`)).join(' ');

/** The paragraphs of an answer that names at least one company, by platform; empty ones are left out. */
export const STYLES: Record<DemoPlatform, (parts: AnswerParts) => (string | undefined)[]> = {
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

export const fill = (text: string, slots: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (slot, key: string) => slots[key] ?? slot);
