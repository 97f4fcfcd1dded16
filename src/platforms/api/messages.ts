import { at, count, list, textAt } from '../body.ts';
import type { Reading } from '../reading.ts';
import { approximately, type Form, readEnding } from './form.ts';

/** The most searches per answer; each is paid for. */
const MOST_SEARCHES = 5;
const JSON_TOOL = 'json';

/**
 * The limits of models, from Anthropic's overview of its models, newest last: the most tokens, whether they write JSON
 * by a schema, and whether they take a temperature.
 */
const MODELS: [name: RegExp, maxTokens: number, hasSchemas: boolean, takesTemperature: boolean][] = [
  [/claude-(sonnet|opus)-4-6/, 128_000, true, true],
  [/claude-(sonnet|opus|haiku)-4-5/, 64_000, true, true],
  [/claude-opus-4-[78]/, 128_000, true, false],
  [/claude-opus-4-1/, 32_000, true, true],
  [/claude-sonnet-4-/, 64_000, false, true],
  [/claude-opus-4-/, 32_000, false, true],
  [/claude-(instant|v?2|3)\b/, 4_096, false, true],
  [/claude-/, 128_000, true, false],
  [/^/, 4_096, false, true],
];

/** Anthropic's Messages API. Models that take no schema are given a tool to answer by. */
export const MESSAGES: Form = {
  path: () => '/messages',
  body({ model, prompt, search, place, json }) {
    const [, maxTokens, hasSchemas, takesTemperature] = MODELS.find(([name]) => name.test(model))!;
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
          : answeredByTool(json.schema)),
      }),
    };
  },
  textIn: 'content[].text of type text',
  read(body, reading) {
    const content = at(body, 'content');
    const blocks = list(content);
    const answer = blocks.find((one) => at(one, 'type') === 'tool_use' && at(one, 'name') === JSON_TOOL);
    // A text beside the tool is none of the JSON.
    if (answer !== undefined) reading.add(JSON.stringify(at(answer, 'input')));
    else if (!reading.add(content)) for (const block of blocks) readBlock(block, reading);
    const cachedTokens = count(at(body, 'usage', 'cache_read_input_tokens'));
    const written = count(at(body, 'usage', 'cache_creation_input_tokens'));
    return {
      ending: readEnding(at(body, 'stop_reason')),
      model: textAt(body, 'model'),
      inputTokens: count(at(body, 'usage', 'input_tokens')) + written + cachedTokens,
      cachedTokens,
      outputTokens: count(at(body, 'usage', 'output_tokens')),
    };
  },
};

function answeredByTool(schema: object): object {
  const tool = { name: JSON_TOOL, description: 'Respond with a JSON object.', input_schema: schema };
  return { tools: [tool], tool_choice: { type: 'any', disable_parallel_tool_use: true } };
}

function readBlock(block: unknown, reading: Reading): void {
  const kind = at(block, 'type');
  if (kind === 'text') reading.add(at(block, 'text'));
  else if (KNOWN.has(String(kind))) reading.divide();
  else reading.other(block, 'content block');
  for (const citation of list(at(block, 'citations'))) {
    const mark = at(citation, 'type');
    if (mark === 'web_search_result_location') reading.cite(at(citation, 'url'), at(citation, 'title'));
    else reading.leaveOut(mark, 'citation');
  }
}

/** Other parts of its content: searches and reasoning. */
const KNOWN = new Set(['thinking', 'redacted_thinking', 'server_tool_use', 'web_search_tool_result']);
