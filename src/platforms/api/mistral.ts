import { at, count, list, textAt } from '../body.ts';
import type { Reading } from '../reading.ts';
import type { Form } from './form.ts';

/**
 * A conversation with a model of Mistral, which is not stored there, with its built-in web search on offer unless
 * `search` is NEVER. Its tools take no place.
 */
export const CONVERSATIONS: Form = {
  path: () => '/conversations',
  body: ({ model, prompt, search }) => ({
    model,
    inputs: prompt,
    ...(search !== 'NEVER' && { tools: [{ type: 'web_search' }] }),
    ...(search === 'ALWAYS' && { completion_args: { tool_choice: 'required' } }),
    store: false,
    stream: false,
  }),
  textIn: 'outputs[].content of type message.output',
  read(body, reading) {
    const outputs = list(at(body, 'outputs'));
    for (const output of outputs) readOutput(output, reading);
    const models = outputs.map((output) => textAt(output, 'model')).filter((model) => model !== null);
    // Text read by a connector is input, and counted apart.
    const inputTokens =
      count(at(body, 'usage', 'prompt_tokens')) + count(at(body, 'usage', 'connector_tokens'));
    const outputTokens = count(at(body, 'usage', 'completion_tokens'));
    return { ending: null, model: models.at(-1) ?? null, inputTokens, cachedTokens: 0, outputTokens };
  },
};

function readOutput(output: unknown, reading: Reading): void {
  const kind = at(output, 'type');
  reading.divide();
  if (kind === 'tool.execution') return;
  if (kind !== 'message.output') reading.leaveOut(kind, 'output');
  const content = at(output, 'content');
  reading.add(content);
  // Chunks of text, and of references between them.
  for (const chunk of list(content)) {
    const type = at(chunk, 'type');
    if (type === 'text') reading.add(at(chunk, 'text'));
    else if (type === 'tool_reference') reading.cite(at(chunk, 'url'), at(chunk, 'title'));
    else if (type === 'thinking') reading.divide();
    else reading.other(chunk, 'content chunk');
  }
}
