import type { ApiPlatform } from '../../platforms/apis.ts';

/** The platforms that the demo has answers of. */
export type DemoPlatform = Exclude<ApiPlatform, 'MISTRAL'>;

export interface Company {
  name: string;
  website: string;
  aliases: string[];
}

export interface DemoBrand extends Company {
  industry: string;
  description: string;
  competitors: Company[];
}

/** A page that answers cite: its address without the scheme, and its title. `{topic}` and `{brand}` are filled in. */
export type Page = [address: string, title: string];

/**
 * The words about the companies of a market in answers to one kind of question. All are mass nouns or plurals, to fit
 * each sentence.
 */
export interface Topic {
  name: string;
  uses: string[];
  strengths: string[];
  weaknesses: string[];
  tips: string[];
}

export const KINDS = ['category', 'comparison', 'problem', 'price', 'branded'] as const;

export interface Prompt {
  text: string;
  /** The kind of question; the prompt's first tag. */
  kind: (typeof KINDS)[number];
  topic: string;
  /** A further tag. */
  tag?: string;
  /** The share of its answers that name the brand, before the turn. */
  share: number;
  /** The share after the turn, on the turn's platform; undefined: the prompt does not turn. */
  since?: number;
}

/** What changed in a market halfway through the demo's days. */
export interface Turn {
  /** The only platform that noticed it. Prompts of the topic are asked there daily, so that each has a verdict. */
  platform: DemoPlatform;
  /** The topic of the turn: answers about other topics do not mention it. */
  topic: string;
  /** The page that started it; later answers cite it. */
  page: Page;
  /** A page of the brand that some of the answers cite that no longer name the brand. */
  ownPage: Page;
  /** The company that later answers name instead of the brand. */
  company: string;
  /** Praise of that company, with the slot {brand}. */
  praise: string[];
  /** Criticism of the brand in answers that still name it. */
  criticism: string[];
}

export interface Market {
  brand: DemoBrand;
  platforms: DemoPlatform[];
  /** The share of the brand's mentions that praise it. */
  mood: number;
  sources: Page[];
  topics: Record<string, Topic>;
  prompts: Prompt[];
  /** The days between two runs of a prompt on a platform, if not the usual. */
  everyDays?: number;
  /** The first day with answers; undefined: the demo's first. */
  from?: number;
  turn?: Turn;
}

export const company = (name: string, ...aliases: string[]): Company => ({
  name,
  website: `https://www.${name.toLowerCase()}.example`,
  aliases,
});
