import type { components } from '../contract/generated/types.ts';

type Platform = components['schemas']['Platform'];

/** The platforms that the contract lists, in its order, with their names. */
export const PLATFORM_NAMES = {
  CHATGPT: 'ChatGPT',
  CLAUDE: 'Claude',
  GEMINI: 'Gemini',
  PERPLEXITY: 'Perplexity',
  GROK: 'Grok',
  DEEPSEEK: 'DeepSeek',
  LLAMA: 'Llama',
  MISTRAL: 'Mistral',
  GOOGLE_AI_OVERVIEW: 'Google AI Overviews',
  GOOGLE_AI_MODE: 'Google AI Mode',
  COPILOT: 'Copilot',
  META_AI: 'Meta AI',
} satisfies Partial<Record<Platform, string>>;
export const PLATFORMS = Object.keys(PLATFORM_NAMES) as (keyof typeof PLATFORM_NAMES)[];

/** A platform's name; of one that is not listed, the name that its sender gave it. */
export function platformName(platform: Platform): string {
  return (PLATFORM_NAMES as Partial<Record<Platform, string>>)[platform] ?? platform.replace(/^OTHER:/, '');
}

/** The platforms that are there, each once: listed ones in their order, then others by name. */
export function platformsOf(found: Iterable<Platform>): Platform[] {
  const there = new Set(found);
  const others = [...there].filter((platform) => !(platform in PLATFORM_NAMES)).sort();
  return [...PLATFORMS.filter((platform) => there.has(platform)), ...others];
}
