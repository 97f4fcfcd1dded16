import type { components } from '../contract/generated/types.ts';

/** A platform as the contract names it; it is a list that grows. */
export type Platform = components['schemas']['Platform'];

/** The beginning of platforms with a name of the sender's own, such as OTHER:Kagi. */
export const OTHER = 'OTHER';
type OtherPlatform = `${typeof OTHER}:${string}`;

/** The platforms that the contract lists, in its order. */
export const PLATFORMS = [
  'CHATGPT',
  'CLAUDE',
  'GEMINI',
  'PERPLEXITY',
  'GROK',
  'DEEPSEEK',
  'LLAMA',
  'MISTRAL',
  'GOOGLE_AI_OVERVIEW',
  'GOOGLE_AI_MODE',
  'COPILOT',
  'META_AI',
] as const satisfies readonly Exclude<Platform, OtherPlatform>[];
export type ListedPlatform = (typeof PLATFORMS)[number];

/** Up to 60 characters without control characters, with no white space at either end. */
const OTHER_NAME = /^OTHER:(?=[^\s])[^\p{C}]{0,59}[^\s\p{C}]$/u;

/** Whether a text names a platform: a listed one, or `OTHER:` and a name. */
export function isPlatform(text: string): text is Platform {
  return (PLATFORMS as readonly string[]).includes(text) || OTHER_NAME.test(text);
}
