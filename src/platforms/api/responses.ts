import { at, count, list, textAt } from '../body.ts';
import type { Reading } from '../reading.ts';
import { approximately, type Form, readEnding, type Said } from './form.ts';

const WEB_SEARCH = 'web_search';
/** Other parts of a response's output, and the actions of a search call. */
const ITEMS = new Set(['reasoning', 'web_search_call']);
const ACTIONS = new Set(['search', 'open_page', 'find_in_page']);
/** Models of OpenAI that reason: they take no temperature, and instructions as the developer's. */
const REASONS = /^(o\d+(-|$)|gpt-([5-9]|\d{2,})(?!-chat)([.-]|$))/;

/**
 * OpenAI's Responses API, and xAI's, which takes no place, and whose search tool cannot be named in its tool_choice:
 * it is the only one on offer.
 */
export function responsesForm(platform: 'CHATGPT' | 'GROK'): Form {
  const isOpenAi = platform === 'CHATGPT';
  return {
    path: () => '/responses',
    body({ model, prompt, search, place, json }) {
      const reasons = isOpenAi && REASONS.test(model);
      const tool = { type: WEB_SEARCH, ...(isOpenAi && approximately(place)) };
      const forced = isOpenAi ? { type: WEB_SEARCH } : 'required';
      const instructions = { role: reasons ? 'developer' : 'system', content: json?.instructions };
      const user = { role: 'user', content: [{ type: 'input_text', text: prompt }] };
      return {
        model,
        input: json === null ? [user] : [instructions, user],
        ...(search !== 'NEVER' && {
          tools: [tool],
          tool_choice: search === 'ALWAYS' ? forced : 'auto',
          ...(isOpenAi && { include: ['web_search_call.action.sources'] }),
        }),
        ...(json !== null && {
          ...(!reasons && { temperature: 0 }),
          max_output_tokens: json.maxOutputTokens,
          text: { format: { type: 'json_schema', strict: true, name: 'answer', schema: json.schema } },
        }),
      };
    },
    textIn: 'output[].content[].text of type output_text',
    read,
  };
}

function read(body: unknown, reading: Reading): Said {
  const output = list(at(body, 'output'));
  for (const item of output) readItem(item, reading);
  // Some gateways have the text alone.
  if (output.length === 0) reading.add(at(body, 'output_text'));
  const inputTokens = count(at(body, 'usage', 'input_tokens'));
  const cachedTokens = count(at(body, 'usage', 'input_tokens_details', 'cached_tokens'));
  return {
    ending: readEnding(at(body, 'incomplete_details', 'reason') ?? at(body, 'status')),
    model: textAt(body, 'model'),
    // xAI does not always count cached tokens as input.
    inputTokens: cachedTokens > inputTokens ? inputTokens + cachedTokens : inputTokens,
    cachedTokens,
    outputTokens: count(at(body, 'usage', 'output_tokens')),
  };
}

function readItem(item: unknown, reading: Reading): void {
  const [kind, action] = [at(item, 'type'), at(item, 'action', 'type') ?? 'search'];
  reading.divide();
  if (kind === 'web_search_call' && !ACTIONS.has(String(action))) reading.leaveOut(action, 'search action');
  if (ITEMS.has(String(kind))) return;
  // The model's reasoning before its answer.
  if (at(item, 'phase') === 'commentary') return;
  if (kind !== 'message') reading.leaveOut(kind, 'output item');
  for (const part of list(at(item, 'content'))) {
    const type = at(part, 'type');
    if (type === 'output_text') reading.add(at(part, 'text'));
    else if (type === 'refusal') reading.add(at(part, 'refusal'));
    else reading.other(part, 'content part');
    for (const annotation of list(at(part, 'annotations'))) {
      const mark = at(annotation, 'type');
      if (mark === 'url_citation') reading.cite(at(annotation, 'url'), at(annotation, 'title'));
      else reading.leaveOut(mark, 'annotation');
    }
  }
}
