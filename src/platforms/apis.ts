import type { ListedPlatform } from './names.ts';

/** The platforms that are asked by an API of their own. */
export type ApiPlatform = Exclude<
  ListedPlatform,
  'GOOGLE_AI_OVERVIEW' | 'GOOGLE_AI_MODE' | 'COPILOT' | 'META_AI'
>;

interface PlatformApi {
  /** The URL of the platform's API, without a slash at the end. */
  baseUrl: string;
  /** A small resource below baseUrl that needs the key and costs nothing, used to check the key. */
  path: string;
  credentials: (apiKey: string) => Record<string, string>;
  /** The model if the integration names none. */
  model: string;
}

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

/** How to reach the platforms, from their public API references. */
export const PLATFORM_APIS: Record<ApiPlatform, PlatformApi> = {
  CHATGPT: {
    baseUrl: 'https://api.openai.com/v1',
    path: '/models',
    credentials: bearer,
    model: 'gpt-6.1-sol',
  },
  CLAUDE: {
    baseUrl: 'https://api.anthropic.com/v1',
    path: '/models',
    credentials: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
    model: 'claude-sonnet-5-5',
  },
  GEMINI: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    path: '/models',
    credentials: (apiKey) => ({ 'x-goog-api-key': apiKey }),
    model: 'gemini-3.8-flash',
  },
  PERPLEXITY: {
    baseUrl: 'https://api.perplexity.ai',
    // Perplexity has no list of models; the list of one's asynchronous requests needs the key as well.
    path: '/async/chat/completions',
    credentials: bearer,
    model: 'sonar',
  },
  GROK: { baseUrl: 'https://api.x.ai/v1', path: '/models', credentials: bearer, model: 'grok-4.3' },
  DEEPSEEK: {
    baseUrl: 'https://api.deepseek.com',
    path: '/models',
    credentials: bearer,
    model: 'deepseek-v4-flash',
  },
  // The part compatible with OpenAI's API is below /compat.
  LLAMA: {
    baseUrl: 'https://api.llama.com/compat/v1',
    path: '/models',
    credentials: bearer,
    model: 'Llama-4-Maverick-17B-128E-Instruct-FP8',
  },
  MISTRAL: {
    baseUrl: 'https://api.mistral.ai/v1',
    path: '/models',
    credentials: bearer,
    model: 'mistral-medium-latest',
  },
};

export function isApiPlatform(name: string): name is ApiPlatform {
  return name in PLATFORM_APIS;
}

/** The base URL in force, without a slash at the end. */
export function apiUrl(platform: ApiPlatform, baseUrl: string | null): string {
  return (baseUrl ?? PLATFORM_APIS[platform].baseUrl).replace(/\/+$/, '');
}

/** The platforms whose API answers without searching the web. */
export const WITHOUT_SEARCH: ReadonlySet<ApiPlatform> = new Set<ApiPlatform>(['DEEPSEEK', 'LLAMA']);
