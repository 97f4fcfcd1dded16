import { at, count, list, textAt } from '../body.ts';
import type { Reading } from '../reading.ts';
import { type Form, knownParts, type Question, readEnding } from './form.ts';

type Json = NonNullable<Question['json']>;

/** The differences of a platform with chat completions. */
interface Dialect {
  /** Members of the request for its search. */
  search?: (question: Question) => object;
  /** Members of the request for JSON. */
  json: (json: Json, model: string) => object;
  /** The text before the instructions for JSON. */
  before?: (json: Json) => string;
  cite?: (body: unknown, reading: Reading) => void;
  /** The path of its count of cached tokens, within its usage. */
  cached: string[];
}

const JSON_OBJECT = { response_format: { type: 'json_object' } };
const byTemplate = (template: object) => ({
  temperature: 0,
  response_format: { type: 'json_schema', json_schema: template },
});
const CACHED = ['prompt_tokens_details', 'cached_tokens'];

const DIALECTS = {
  PERPLEXITY: {
    // It searches unless this disables it.
    search: ({ search, place }) => ({
      ...(search === 'NEVER' && { disable_search: true }),
      ...(search !== 'NEVER' && place && { web_search_options: { user_location: knownParts(place) } }),
    }),
    json: ({ schema }) => byTemplate({ schema }),
    cite: citePerplexity,
    cached: [],
  },
  DEEPSEEK: {
    // Models that think take no temperature.
    json: (_, model) => ({ ...(!/reasoner|-v4/.test(model) && { temperature: 0 }), ...JSON_OBJECT }),
    before: ({ schema }) => `Return JSON that conforms to the following schema: ${JSON.stringify(schema)}`,
    cached: ['prompt_cache_hit_tokens'],
  },
  LLAMA: { json: () => ({ temperature: 0, ...JSON_OBJECT }), cached: CACHED },
  // For JSON alone: prompts are asked through Mistral's own conversations.
  MISTRAL: { json: ({ schema }) => byTemplate({ schema, strict: true, name: 'answer' }), cached: CACHED },
} satisfies Record<string, Dialect>;

/** OpenAI's chat completions, as others have them too. */
export function completionsForm(platform: keyof typeof DIALECTS): Form {
  const dialect: Dialect = DIALECTS[platform];
  return {
    path: () => '/chat/completions',
    body(question) {
      const { model, prompt, json } = question;
      const instructions = json === null ? [] : [dialect.before?.(json), json.instructions];
      return {
        model,
        messages: [
          ...instructions
            .filter((content) => content !== undefined)
            .map((content) => ({ role: 'system', content })),
          { role: 'user', content: prompt },
        ],
        ...(json !== null && { max_tokens: json.maxOutputTokens, ...dialect.json(json, model) }),
        ...dialect.search?.(question),
      };
    },
    textIn: 'choices[0].message.content',
    read(body, reading) {
      const choices = list(at(body, 'choices'));
      const choice = choices.find((one) => at(one, 'message') !== undefined) ?? choices[0];
      readMessage(at(choice, 'message'), reading);
      dialect.cite?.(body, reading);
      const usage = at(body, 'usage');
      return {
        ending: readEnding(at(choice, 'finish_reason')),
        model: textAt(body, 'model'),
        inputTokens: count(at(usage, 'prompt_tokens')),
        cachedTokens: count(at(usage, ...dialect.cached)),
        // Perplexity counts those of its reasoning apart, at the top.
        outputTokens: count(at(usage, 'completion_tokens')) + count(at(usage, 'reasoning_tokens')),
      };
    },
  };
}

/** The content of a message is a text or a list of parts. Its reasoning stands beside it, in `reasoning_content`. */
function readMessage(message: unknown, reading: Reading): void {
  const content = at(message, 'content');
  const parts = list(content);
  if (!reading.add(content) && parts.length === 0) reading.add(at(message, 'refusal'));
  for (const part of parts) {
    if (at(part, 'type') === 'text') reading.add(at(part, 'text'));
    else if (at(part, 'type') === 'thinking') reading.divide();
    else if (!reading.add(part)) reading.other(part, 'content part');
  }
}

/** Without `citations`, the results that the text points at by `[1]` are cited, or all where it points at none. */
function citePerplexity(body: unknown, reading: Reading): void {
  const results = list(at(body, 'search_results'));
  const citations = at(body, 'citations');
  if (Array.isArray(citations)) {
    const titles = Map.groupBy(results, (result) => at(result, 'url'));
    for (const url of citations) reading.cite(url, at(titles.get(url)?.[0], 'title'));
    return;
  }
  const pointed = new Set([...reading.text.matchAll(/\[(\d{1,3})\]/g)].map(([, number]) => Number(number)));
  for (const [index, result] of results.entries())
    if (pointed.size === 0 || pointed.has(index + 1)) reading.cite(at(result, 'url'), at(result, 'title'));
}
