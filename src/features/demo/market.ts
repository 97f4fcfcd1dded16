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
  /** The share after the turn, on the turn's platforms; undefined: the prompt does not turn. */
  since?: number;
}

/** What changed in a market halfway through the demo's days. */
export interface Turn {
  /** Platforms that noticed it. */
  platforms: DemoPlatform[];
  /** The topic of the turn: answers about other topics do not mention it. */
  topic: string;
  /** The page that started it; later answers cite it. */
  page: Page;
  /** The company that later answers name in place of the brand, or with more praise. */
  company: string;
  /** Praise of that company, with the slot {brand}. */
  praise: string[];
  /** Criticism of the brand, if that company is another one. */
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
  turn?: Turn;
}

export const company = (name: string, ...aliases: string[]): Company => ({
  name,
  website: `https://www.${name.toLowerCase()}.example`,
  aliases,
});
