import { at, count, list, textAt } from '../body.ts';
import type { Reading } from '../reading.ts';
import { type Form, partsOf, type Question, type Said } from './form.ts';

type Json = NonNullable<Question['json']>;

/** What a platform with chat completions has of its own. */
interface Dialect {
  /** Members of the request for its search. */
  search?: (question: Question) => object;
  /** Members of the request for JSON. */
  json: (json: Json, model: string) => object;
  /** What it is told before the instructions for JSON. */
  before?: (json: Json) => string;
  cite?: (body: unknown, reading: Reading) => void;
  cachedTokens: (usage: unknown) => unknown;
  /** Whether it counts the tokens of its reasoning apart. */
  countsReasoning?: boolean;
}

const JSON_OBJECT = { response_format: { type: 'json_object' } };
const cachedInDetails = (usage: unknown) => at(usage, 'prompt_tokens_details', 'cached_tokens');

const PERPLEXITY: Dialect = {
  // It searches unless this disables it.
  search: ({ search, place }) => ({
    ...(search === 'NEVER' && { disable_search: true }),
    ...(search !== 'NEVER' && place && { web_search_options: { user_location: partsOf(place) } }),
  }),
  json: ({ schema }) => ({
    temperature: 0,
    response_format: { type: 'json_schema', json_schema: { schema } },
  }),
  cite: citePerplexity,
  cachedTokens: () => 0,
  countsReasoning: true,
};

const DEEPSEEK: Dialect = {
  // Models that think take no temperature.
  json: (_, model) => ({ ...(!/reasoner|-v4/.test(model) && { temperature: 0 }), ...JSON_OBJECT }),
  before: ({ schema }) => `Return JSON that conforms to the following schema: ${JSON.stringify(schema)}`,
  cachedTokens: (usage) => at(usage, 'prompt_cache_hit_tokens'),
};

const LLAMA: Dialect = {
  json: () => ({ temperature: 0, ...JSON_OBJECT }),
  cachedTokens: cachedInDetails,
};

/** For JSON alone: prompts are asked by Mistral's own conversations. */
const MISTRAL: Dialect = {
  json: ({ schema }) => ({
    temperature: 0,
    response_format: { type: 'json_schema', json_schema: { schema, strict: true, name: 'answer' } },
  }),
  cachedTokens: cachedInDetails,
};

const DIALECTS = { PERPLEXITY, DEEPSEEK, LLAMA, MISTRAL };

/** OpenAI's chat completions, as others have them too. */
export function completionsForm(platform: keyof typeof DIALECTS): Form {
  const dialect: Dialect = DIALECTS[platform];
  return {
    path: () => '/chat/completions',
    body(question) {
      const { model, prompt, json } = question;
      const told = json === null ? [] : [dialect.before?.(json), json.instructions];
      return {
        model,
        messages: [
          ...told.filter((content) => content !== undefined).map((content) => ({ role: 'system', content })),
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
      const reasoning = dialect.countsReasoning ? count(at(usage, 'reasoning_tokens')) : 0;
      return {
        ending: endingOf(at(choice, 'finish_reason')),
        model: textAt(body, 'model'),
        inputTokens: count(at(usage, 'prompt_tokens')),
        cachedTokens: count(dialect.cachedTokens(usage)),
        outputTokens: count(at(usage, 'completion_tokens')) + reasoning,
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

function endingOf(reason: unknown): Said['ending'] {
  if (reason === 'length') return 'CUT_OFF';
  return reason === 'content_filter' ? 'FILTERED' : null;
}
