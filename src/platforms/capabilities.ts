import type { components } from '../contract/generated/types.ts';
import { type ListedPlatform, PLATFORMS, type Platform } from './names.ts';
import { capturedBy, isCaptureProvider } from './providers.ts';

export type SearchMode = components['schemas']['SearchMode'];

interface Capabilities {
  /** The modes of search that its options allow. */
  search: readonly SearchMode[];
  /** Whether it takes the country that a prompt is asked from, with region and city. */
  sendsCountry: boolean;
}

const ANY: readonly SearchMode[] = ['AUTO', 'ALWAYS', 'NEVER'];
const NOT_FORCED: readonly SearchMode[] = ['AUTO', 'NEVER'];
const OWN_WAY: Capabilities = { search: ['AUTO'], sendsCountry: false };

/**
 * The capabilities of each platform, from the public references of its API or of those that capture it. A test compares
 * the guide's table with this one.
 */
const CAPABILITIES: Record<ListedPlatform, Capabilities> = {
  CHATGPT: { search: ANY, sendsCountry: true },
  CLAUDE: { search: ANY, sendsCountry: true },
  // Its search tool has no option that requires a search.
  GEMINI: { search: NOT_FORCED, sendsCountry: false },
  PERPLEXITY: { search: ANY, sendsCountry: true },
  GROK: { search: ANY, sendsCountry: false },
  // Their APIs have no web search.
  DEEPSEEK: { search: NOT_FORCED, sendsCountry: false },
  LLAMA: { search: NOT_FORCED, sendsCountry: false },
  MISTRAL: { search: ANY, sendsCountry: false },
  // Captured: the page decides whether it searches.
  GOOGLE_AI_OVERVIEW: { search: ['AUTO'], sendsCountry: true },
  GOOGLE_AI_MODE: { search: ['AUTO'], sendsCountry: true },
  COPILOT: OWN_WAY,
  // Answers are only ingested.
  META_AI: OWN_WAY,
};

export function capabilitiesOf(platform: Platform): Capabilities {
  return (CAPABILITIES as Partial<Record<Platform, Capabilities>>)[platform] ?? OWN_WAY;
}

/** The platforms to which a prompt's country is sent. */
export const WITH_COUNTRY: readonly Platform[] = PLATFORMS.filter((name) => CAPABILITIES[name].sendsCountry);

/**
 * Models of Claude that always think: the API refuses to have a tool forced on them.
 * From Anthropic's reference, "Forcing tool use".
 */
const NEVER_FORCED = /^claude-(sonnet-5-5|opus-5-5|fable-5-1)/;

/**
 * Why a platform cannot be asked with this mode of search, a sentence; null: it can.
 * @param by the integration that is asked, and its model
 */
export function searchRefusal(
  platform: Platform,
  search: SearchMode,
  { provider, model }: { provider: string | null; model: string | null },
): string | null {
  const isCaptured = isCaptureProvider(provider);
  const modes =
    (isCaptured ? capturedBy(provider, platform)?.search : undefined) ?? capabilitiesOf(platform).search;
  if (!isCaptured && platform === 'CLAUDE' && search === 'ALWAYS' && NEVER_FORCED.test(model ?? ''))
    return (
      `search: the model ${model} of CLAUDE cannot be made to search, as it always thinks first; ` +
      'use AUTO or NEVER, or another model in its integration, such as claude-sonnet-5.'
    );
  if (modes.includes(search)) return null;
  const cannot =
    search === 'ALWAYS' ? 'has no option that makes it search' : 'has no option that keeps it from searching';
  const name = isCaptured ? `${platform} as captured by ${provider}` : platform;
  return `search: ${name} ${cannot}; use ${modes.join(' or ')}.`;
}
