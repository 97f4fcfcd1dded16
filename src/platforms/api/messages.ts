import { at, count, list, textAt } from '../body.ts';
import type { Reading } from '../reading.ts';
import { approximately, type Form, type Said } from './form.ts';

/** The most searches per answer; each is paid for. */
const MOST_SEARCHES = 5;
const JSON_TOOL = 'json';

interface Limits {
  maxTokens: number;
  /** Whether it writes JSON by a schema. */
  hasSchemas: boolean;
  takesTemperature: boolean;
}

/** What models take, from Anthropic's overview of its models; the first that fits, and newer ones at the end. */
const MODELS: [name: RegExp, Limits][] = [
  [/claude-(sonnet|opus)-4-6/, { maxTokens: 128_000, hasSchemas: true, takesTemperature: true }],
  [/claude-(sonnet|opus|haiku)-4-5/, { maxTokens: 64_000, hasSchemas: true, takesTemperature: true }],
  [/claude-opus-4-[78]/, { maxTokens: 128_000, hasSchemas: true, takesTemperature: false }],
  [/claude-opus-4-1/, { maxTokens: 32_000, hasSchemas: true, takesTemperature: true }],
  [/claude-sonnet-4-/, { maxTokens: 64_000, hasSchemas: false, takesTemperature: true }],
  [/claude-opus-4-/, { maxTokens: 32_000, hasSchemas: false, takesTemperature: true }],
  [/claude-(instant|v?2|3)\b/, { maxTokens: 4_096, hasSchemas: false, takesTemperature: true }],
  [/claude-/, { maxTokens: 128_000, hasSchemas: true, takesTemperature: false }],
];
const OTHERS: Limits = { maxTokens: 4_096, hasSchemas: false, takesTemperature: true };

/** Anthropic's Messages API. Models that take no schema are given a tool to answer by. */
export const MESSAGES: Form = {
  path: () => '/messages',
  body({ model, prompt, search, place, json }) {
    const { maxTokens, hasSchemas, takesTemperature } =
      MODELS.find(([name]) => name.test(model))?.[1] ?? OTHERS;
    const tool = { type: 'web_search_20250305', name: 'web_search', max_uses: MOST_SEARCHES };
    return {
      model,
      max_tokens: json?.maxOutputTokens ?? maxTokens,
      messages: [{ role: 'user', content: [{ type: 'text', text: prompt }] }],
      ...(search !== 'NEVER' && {
        tools: [{ ...tool, ...approximately(place) }],
        tool_choice: search === 'ALWAYS' ? { type: 'tool', name: tool.name } : { type: 'auto' },
      }),
      ...(json !== null && {
        ...(takesTemperature && { temperature: 0 }),
        system: [{ type: 'text', text: json.instructions }],
        ...(hasSchemas
          ? { output_config: { format: { type: 'json_schema', schema: json.schema } } }
          : {
              tools: [
                {
                  name: JSON_TOOL,
                  description: 'Respond with a JSON object.',
                  input_schema: json.schema,
                },
              ],
              tool_choice: { type: 'any', disable_parallel_tool_use: true },
            }),
      }),
    };
  },
  textIn: 'content[].text of type text',
  read(body, reading) {
    const content = at(body, 'content');
    reading.add(content);
    for (const block of list(content)) readBlock(block, reading);
    const cachedTokens = count(at(body, 'usage', 'cache_read_input_tokens'));
    const written = count(at(body, 'usage', 'cache_creation_input_tokens'));
    return {
      ending: endingOf(at(body, 'stop_reason')),
      model: textAt(body, 'model'),
      inputTokens: count(at(body, 'usage', 'input_tokens')) + written + cachedTokens,
      cachedTokens,
      outputTokens: count(at(body, 'usage', 'output_tokens')),
    };
  },
};

function readBlock(block: unknown, reading: Reading): void {
  const kind = at(block, 'type');
  if (kind === 'text') reading.add(at(block, 'text'));
  else if (kind === 'tool_use' && at(block, 'name') === JSON_TOOL)
    reading.add(JSON.stringify(at(block, 'input')));
  else if (KNOWN.has(String(kind))) reading.divide();
  else reading.other(block, 'content block');
  for (const citation of list(at(block, 'citations'))) {
    const mark = at(citation, 'type');
    if (mark === 'web_search_result_location') reading.cite(at(citation, 'url'), at(citation, 'title'));
    else reading.leaveOut(mark, 'citation');
  }
}

/** What else its content has: searches and reasoning. */
const KNOWN = new Set(['thinking', 'redacted_thinking', 'server_tool_use', 'web_search_tool_result']);

/** `pause_turn`: it would go on in another request. */
function endingOf(reason: unknown): Said['ending'] {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded' || reason === 'pause_turn')
    return 'CUT_OFF';
  return reason === 'refusal' ? 'FILTERED' : null;
}
