import type { ApiPlatform } from './apis.ts';

/** The billed amounts of an answer. */
export interface Use {
  /** Input tokens, without those read from the platform's cache. */
  freshInputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  searches: number;
}

interface Price {
  /** US dollars per million tokens, which is millionths of a dollar per token: input, cached input, output. */
  tokens: readonly [number, number, number];
  /** Millionths of a US dollar for a web search. */
  search: number;
}

const openai = (...tokens: [number, number, number]): Price => ({ tokens, search: 10_000 });
const anthropic = (...tokens: [number, number, number]): Price => ({ tokens, search: 10_000 });
const google = (...tokens: [number, number, number]): Price => ({ tokens, search: 14_000 });
/** For Google's older models, which charge for prompts with any search, not per search. */
const googlePerPrompt = (...tokens: [number, number, number]): Price => ({ tokens, search: 35_000 });
const deepseek = (...tokens: [number, number, number]): Price => ({ tokens, search: 0 });

/**
 * List prices from the platforms' public price pages in November 2026, for prompts of a usual length. Free allowances
 * and temporary reductions (Gemini 3.6 to 3.8 Flash cost half until the end of 2026) are left out, so that a spending
 * limit errs on the safe side. Perplexity and xAI report the cost of each answer themselves.
 */
const PRICES: Partial<Record<ApiPlatform, Record<string, Price>>> = {
  CHATGPT: {
    'gpt-6.1-sol': openai(2, 0.1, 10),
    'gpt-6-sol': openai(2, 0.2, 10),
    'gpt-5.2': openai(1.75, 0.175, 14),
    'gpt-5.1': openai(1.25, 0.125, 10),
    'gpt-5': openai(1.25, 0.125, 10),
    'gpt-5-mini': openai(0.25, 0.025, 2),
    'gpt-5-nano': openai(0.05, 0.005, 0.4),
    'gpt-4.1': openai(2, 0.5, 8),
    'gpt-4.1-mini': openai(0.4, 0.1, 1.6),
    'gpt-4o': openai(2.5, 1.25, 10),
    'gpt-4o-mini': openai(0.15, 0.075, 0.6),
  },
  CLAUDE: {
    'claude-fable-5-1': anthropic(10, 1, 50),
    'claude-opus-5-5': anthropic(4, 0.4, 20),
    'claude-opus-5': anthropic(5, 0.5, 25),
    'claude-opus-4-7': anthropic(5, 0.5, 25),
    'claude-opus-4-6': anthropic(5, 0.5, 25),
    'claude-opus-4-5': anthropic(5, 0.5, 25),
    'claude-sonnet-5-5': anthropic(2, 0.1, 10),
    'claude-sonnet-5': anthropic(2, 0.2, 10),
    'claude-sonnet-4-6': anthropic(3, 0.3, 15),
    'claude-sonnet-4-5': anthropic(3, 0.3, 15),
    'claude-haiku-4-5': anthropic(1, 0.1, 5),
  },
  GEMINI: {
    'gemini-3.8-flash': google(1.5, 0.15, 7.5),
    'gemini-3.7-flash': google(1.5, 0.15, 7.5),
    'gemini-3.6-flash': google(1.5, 0.15, 7.5),
    'gemini-3.5-flash': google(1.5, 0.15, 9),
    'gemini-3.1-pro-preview': google(2, 0.2, 12),
    'gemini-2.5-pro': googlePerPrompt(1.25, 0.125, 10),
    'gemini-2.5-flash': googlePerPrompt(0.3, 0.03, 2.5),
    'gemini-2.5-flash-lite': googlePerPrompt(0.1, 0.01, 0.4),
  },
  DEEPSEEK: {
    'deepseek-v4-flash': deepseek(0.14, 0.0028, 0.28),
    'deepseek-v4-pro': deepseek(0.435, 0.003625, 0.87),
  },
};

/** The list price of an answer in millionths of a US dollar; null: the model is not listed. */
export function listCost(platform: ApiPlatform, model: string, use: Use): number | null {
  // The name of a model's edition ends with a date: gpt-5-2025-08-07, claude-sonnet-4-5-20250929.
  const price = PRICES[platform]?.[model.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, '')];
  if (price === undefined) return null;
  const [input, cached, output] = price.tokens;
  const perPrompt = platform === 'GEMINI' && /^gemini-2/.test(model);
  const searches = perPrompt ? Math.min(1, use.searches) : use.searches;
  return Math.round(
    use.freshInputTokens * input +
      use.cachedInputTokens * cached +
      use.outputTokens * output +
      searches * price.search,
  );
}
