import type { components } from '../contract/generated/types.ts';
import type { ListedPlatform, Platform } from './names.ts';

export type CaptureProvider = 'SERPAPI' | 'DATAFORSEO';

/** A platform as a provider captures it. */
export interface CapturedPlatform {
  surface: 'APP' | 'SEARCH_PAGE';
  search: readonly components['schemas']['SearchMode'][];
  sendsCountry: boolean;
  /** The most requests for one answer; each is paid for. */
  mostRequests: number;
}

interface Provider {
  /** The URL of its API, without a slash at the end. */
  baseUrl: string;
  platforms: Partial<Record<ListedPlatform, CapturedPlatform>>;
}

const page = { search: ['AUTO'], sendsCountry: true, mostRequests: 1 } as const;

/** The platforms that providers capture, from their public API references. */
const PROVIDERS: Record<CaptureProvider, Provider> = {
  SERPAPI: {
    baseUrl: 'https://serpapi.com',
    platforms: {
      // Google may load the overview later, which takes a second request.
      GOOGLE_AI_OVERVIEW: { ...page, surface: 'SEARCH_PAGE', mostRequests: 2 },
      GOOGLE_AI_MODE: { ...page, surface: 'APP' },
      COPILOT: { ...page, surface: 'APP', sendsCountry: false },
    },
  },
  DATAFORSEO: {
    baseUrl: 'https://api.dataforseo.com',
    platforms: {
      GOOGLE_AI_OVERVIEW: { ...page, surface: 'SEARCH_PAGE' },
      GOOGLE_AI_MODE: { ...page, surface: 'APP' },
      CHATGPT: { ...page, surface: 'APP', search: ['AUTO', 'ALWAYS'] },
    },
  },
};

export const CAPTURES = Object.keys(PROVIDERS) as CaptureProvider[];

export function isCaptureProvider(name: string | null): name is CaptureProvider {
  return name !== null && name in PROVIDERS;
}

export function capturedPlatforms(provider: CaptureProvider): ListedPlatform[] {
  return Object.keys(PROVIDERS[provider].platforms) as ListedPlatform[];
}

/** How a provider captures a platform; undefined: it does not. */
export function capturedBy(provider: CaptureProvider, platform: Platform): CapturedPlatform | undefined {
  return (PROVIDERS[provider].platforms as Partial<Record<Platform, CapturedPlatform>>)[platform];
}

/** The base URL in force, without a slash at the end. */
export function providerUrl(provider: CaptureProvider, baseUrl: string | null): string {
  return (baseUrl ?? PROVIDERS[provider].baseUrl).replace(/\/+$/, '');
}

/** A small request that needs the key and costs nothing. */
export function accountRequest(provider: CaptureProvider, apiKey: string, baseUrl: string | null) {
  const url = providerUrl(provider, baseUrl);
  return provider === 'SERPAPI'
    ? { url: `${url}/account.json?api_key=${encodeURIComponent(apiKey)}`, headers: {} }
    : { url: `${url}/v3/appendix/user_data`, headers: basic(apiKey) };
}

/** The credentials of DataForSEO: login and password, joined by a colon. */
export function basic(apiKey: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(apiKey).toString('base64')}` };
}
