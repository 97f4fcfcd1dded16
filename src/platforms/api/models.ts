import { createAnthropic } from '@ai-sdk/anthropic';
import { createDeepSeek } from '@ai-sdk/deepseek';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createPerplexity } from '@ai-sdk/perplexity';
import { createXai } from '@ai-sdk/xai';
import { generateText, type JSONValue, jsonSchema, type LanguageModel, Output, type Tool } from 'ai';
import type { ApiPlatform } from '../apis.ts';
import type { SearchMode } from '../capabilities.ts';
import type { Place } from '../types.ts';

/** Settings of a provider, including all that it would otherwise read from the environment. */
export interface ProviderSettings {
  apiKey: string;
  baseURL: string;
  fetch: typeof globalThis.fetch;
}

/** How a prompt is asked. */
interface Wishes {
  search: SearchMode;
  /** Where it is asked from; null: not known. */
  place: Place | null;
}

/** The options of `generateText` that ask a platform as wished. */
interface PlatformModel {
  model: LanguageModel;
  /** The platform's web search, if it is off by default. */
  tools?: Record<string, Tool>;
  toolChoice?: 'required' | { type: 'tool'; toolName: string };
  providerOptions?: { perplexity: Record<string, JSONValue> };
}

/** The most searches per answer, on platforms with such a limit; each is paid for. */
const MOST_SEARCHES = 5;

// Keeps the package from printing its warnings to the console.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Sends a prompt to a model of a platform, once. */
export function generate(
  platform: Exclude<ApiPlatform, 'MISTRAL'>,
  settings: ProviderSettings,
  {
    model,
    prompt,
    signal,
    ...wishes
  }: { model: string; prompt: string; signal: AbortSignal; search: SearchMode; place: Place | null },
) {
  const asked = PLATFORM_MODELS[platform](settings, model, wishes);
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
    ...PLATFORM_MODELS[platform](settings, model, { search: 'NEVER', place: null }),
    system: instructions,
    prompt,
    // The package's own parser throws for an answer in another form, which would lose the answer's cost.
    output: { ...Output.text(), responseFormat },
    temperature: 0,
    maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
  });
}

/** The model of a platform, and the options of its API for the wishes. */
const PLATFORM_MODELS: Record<
  ApiPlatform,
  (settings: ProviderSettings, model: string, wishes: Wishes) => PlatformModel
> = {
  CHATGPT(settings, name, { search, place }) {
    const openai = createOpenAI(settings);
    const model = openai.responses(name);
    if (search === 'NEVER') return { model };
    const tools = named('web_search', openai.tools.webSearch(locatedIn(place)));
    return { model, tools, ...(search === 'ALWAYS' && FORCED) };
  },
  CLAUDE(settings, name, { search, place }) {
    const anthropic = createAnthropic({ ...settings, fetch: withTitles(settings.fetch) });
    const model = anthropic(name);
    if (search === 'NEVER') return { model };
    const webSearch = anthropic.tools.webSearch_20250305({ maxUses: MOST_SEARCHES, ...locatedIn(place) });
    return { model, tools: named('web_search', webSearch), ...(search === 'ALWAYS' && FORCED) };
  },
  GEMINI(settings, name, { search }) {
    const google = createGoogleGenerativeAI(settings);
    const model = google(name);
    return search === 'NEVER'
      ? { model }
      : { model, tools: named('google_search', google.tools.googleSearch({})) };
  },
  PERPLEXITY(settings, name, { search, place }) {
    const model = createPerplexity(settings)(name);
    // It searches unless this disables it.
    if (search === 'NEVER') return { model, providerOptions: { perplexity: { disable_search: true } } };
    if (place === null) return { model };
    const options = { web_search_options: { user_location: partsOf(place) } };
    return { model, providerOptions: { perplexity: options } };
  },
  GROK(settings, name, { search }) {
    const xai = createXai(settings);
    const model = xai.responses(name);
    if (search === 'NEVER') return { model };
    const tools = named('web_search', xai.tools.webSearch());
    // A tool of its own cannot be named in its tool_choice; this is the only tool on offer.
    return { model, tools, ...(search === 'ALWAYS' && { toolChoice: 'required' as const }) };
  },
  DEEPSEEK: (settings, model) => ({ model: createDeepSeek(settings)(model) }),
  // For JSON alone: prompts are asked by Mistral's own conversations.
  MISTRAL: (settings, model) => ({
    model: createOpenAICompatible({ name: 'mistral', supportsStructuredOutputs: true, ...settings })(model),
  }),
  LLAMA: (settings, model) => ({ model: createOpenAICompatible({ name: 'llama', ...settings })(model) }),
};

const FORCED = { toolChoice: { type: 'tool' as const, toolName: 'web_search' } };

/** The place for the search tools of OpenAI and Anthropic. */
function locatedIn(place: Place | null) {
  return place === null ? {} : { userLocation: { type: 'approximate' as const, ...partsOf(place) } };
}

function partsOf({ country, region, city }: Place) {
  return { country, ...(region !== null && { region }), ...(city !== null && { city }) };
}

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
