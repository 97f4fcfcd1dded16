import type { Platform } from '../../platforms/apis.ts';

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
 * What is said about the companies of a market in answers to one kind of question. All are mass nouns or plurals, to
 * fit each sentence.
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
  /** What is asked for; the prompt's first tag. */
  kind: (typeof KINDS)[number];
  topic: string;
  /** A further tag. */
  tag?: string;
  /** The share of its answers that name the brand, before the turn. */
  share: number;
  /** The same since the turn, on the platforms of the turn; without it nothing turned. */
  since?: number;
}

/** What changed in a market halfway through the demo's days. */
export interface Turn {
  /** Platforms that noticed it. */
  platforms: Platform[];
  /** What it is about: answers to prompts of other topics say nothing of it. */
  topic: string;
  /** The page that started it, which answers cite since. */
  page: Page;
  /** The company that answers name since in place of the brand, or with more praise. */
  company: string;
  /** What is said of that company, with the slot {brand}. */
  praise: string[];
  /** What is said of the brand where that company is another one. */
  criticism: string[];
}

export interface Market {
  brand: DemoBrand;
  platforms: Platform[];
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
