import { createAnthropic } from '@ai-sdk/anthropic';
import { createDeepSeek } from '@ai-sdk/deepseek';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createPerplexity } from '@ai-sdk/perplexity';
import { createXai } from '@ai-sdk/xai';
import { generateText, jsonSchema, type LanguageModel, Output, type Tool } from 'ai';
import type { ApiPlatform } from './apis.ts';

/** Settings of a provider, including all that it would otherwise read from the environment. */
export interface ProviderSettings {
  apiKey: string;
  baseURL: string;
  fetch: typeof globalThis.fetch;
}

interface PlatformModel {
  model: LanguageModel;
  /** The platform's web search, if it is off by default. */
  tools?: Record<string, Tool>;
}

/** The most searches per answer, on platforms with such a limit; each is paid for. */
const MOST_SEARCHES = 5;

// Keeps the package from printing its warnings to the console.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Sends a prompt to a model of a platform, once. */
export function generate(
  platform: ApiPlatform,
  settings: ProviderSettings,
  { model, prompt, signal }: { model: string; prompt: string; signal: AbortSignal },
) {
  const asked = PLATFORM_MODELS[platform](settings, model);
  return generateText({ ...asked, prompt, maxRetries: 0, abortSignal: signal });
}

/** Sends a prompt for a JSON value to a model of a platform, once and without web search. */
export function generateJson(
  platform: ApiPlatform,
  settings: ProviderSettings,
  {
    model,
    instructions,
    prompt,
    schema,
    maxOutputTokens,
    signal,
  }: {
    model: string;
    instructions: string;
    prompt: string;
    schema: object;
    maxOutputTokens: number;
    signal: AbortSignal;
  },
) {
  const { responseFormat } = Output.object({ schema: jsonSchema(schema), name: 'answer' });
  return generateText({
    model: PLATFORM_MODELS[platform](settings, model).model,
    system: instructions,
    prompt,
    // The package's own parser throws for an answer in another form, which would lose the answer's cost.
    output: { ...Output.text(), responseFormat },
    temperature: 0,
    maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
    // Perplexity searches the web unless this disables it.
    providerOptions: { perplexity: { disable_search: true } },
  });
}

/** The model of a platform, with its web search on if it has one. */
const PLATFORM_MODELS: Record<ApiPlatform, (settings: ProviderSettings, model: string) => PlatformModel> = {
  CHATGPT(settings, model) {
    const openai = createOpenAI(settings);
    return { model: openai.responses(model), tools: named('web_search', openai.tools.webSearch()) };
  },
  CLAUDE(settings, model) {
    const anthropic = createAnthropic({ ...settings, fetch: withTitles(settings.fetch) });
    const search = anthropic.tools.webSearch_20250305({ maxUses: MOST_SEARCHES });
    return { model: anthropic(model), tools: named('web_search', search) };
  },
  GEMINI(settings, model) {
    const google = createGoogleGenerativeAI(settings);
    return { model: google(model), tools: named('google_search', google.tools.googleSearch({})) };
  },
  PERPLEXITY: (settings, model) => ({ model: createPerplexity(settings)(model) }),
  GROK(settings, model) {
    const xai = createXai(settings);
    return { model: xai.responses(model), tools: named('web_search', xai.tools.webSearch()) };
  },
  DEEPSEEK: (settings, model) => ({ model: createDeepSeek(settings)(model) }),
  LLAMA: (settings, model) => ({ model: createOpenAICompatible({ name: 'llama', ...settings })(model) }),
};

/** Anthropic returns null for a missing title of a source; its provider accepts only strings. */
function withTitles(fetch: ProviderSettings['fetch']): ProviderSettings['fetch'] {
  return async (url, init) => {
    const answer = await fetch(url, init);
    // This cannot match inside a string: its quotes would be escaped there.
    return new Response((await answer.text()).replace(/"title"\s*:\s*null/g, '"title":""'), answer);
  };
}

/** A provider's tools are `Tool`s, but their types fail under exactOptionalPropertyTypes. */
function named(name: string, tool: unknown): Record<string, Tool> {
  return { [name]: tool as Tool };
}
