import { at, count, list, textAt } from '../body.ts';
import { type Citation, citationsOf, textOf } from '../evidence.ts';
import type { Searches } from '../searches.ts';
import type { PlatformPrompt, PlatformUse } from '../types.ts';
import type { ProviderSettings } from './models.ts';

/** An answer as read from the body of a platform's response. */
export interface Answered {
  text: string;
  cited: Citation[];
  searches: Searches;
  use: PlatformUse;
}

const WEB_SEARCH = 'web_search';

/**
 * Starts a conversation with a model of Mistral, which is not kept there, with its built-in web search on offer unless
 * `search` is NEVER. Its tools take no place. Searches are executions of the tool, and their queries its arguments.
 */
export async function askMistral(
  { apiKey, baseURL, fetch }: ProviderSettings,
  { model, prompt, search }: Pick<PlatformPrompt, 'prompt' | 'search'> & { model: string },
): Promise<Answered> {
  const response = await fetch(`${baseURL}/conversations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model,
      inputs: prompt,
      ...(search !== 'NEVER' && { tools: [{ type: WEB_SEARCH }] }),
      ...(search === 'ALWAYS' && { completion_args: { tool_choice: 'required' } }),
      store: false,
      stream: false,
    }),
  });
  const body: unknown = await response.json();
  const outputs = list(at(body, 'outputs'));
  const message = outputs.filter((output) => at(output, 'type') === 'message.output').at(-1);
  const chunks = chunksOf(at(message, 'content'));
  const references = chunks.filter((chunk) => at(chunk, 'type') === 'tool_reference');
  return {
    text: textOf(
      chunks.map((chunk) => ({ type: String(at(chunk, 'type')), text: textAt(chunk, 'text') ?? '' })),
    ),
    cited: citationsOf('MISTRAL', references.map(sourceOf), body),
    searches: searchesOf(body, outputs),
    use: {
      model: textAt(message, 'model') || model,
      // What a connector reads is input, and counted apart.
      inputTokens: sumOf(body, 'prompt_tokens', 'connector_tokens'),
      outputTokens: sumOf(body, 'completion_tokens'),
      costMicros: null,
    },
  };
}

/** The content of a message is a text, or chunks of text and of references between them. */
function chunksOf(content: unknown): unknown[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : list(content);
}

function sourceOf(reference: unknown) {
  const title = textAt(reference, 'title') ?? undefined;
  return { sourceType: 'url', url: textAt(reference, 'url') ?? '', title };
}

function searchesOf(body: unknown, outputs: readonly unknown[]): Searches {
  const executions = outputs.filter(
    (output) => at(output, 'type') === 'tool.execution' && at(output, 'name') === WEB_SEARCH,
  );
  const searchQueries = executions.map(queryOf).filter((query) => query !== null);
  const billed = count(at(body, 'usage', 'connectors', WEB_SEARCH));
  const searchCount = Math.max(executions.length, billed);
  return { searched: searchCount > 0, searchCount, searchQueries, found: [] };
}

function queryOf(execution: unknown): string | null {
  try {
    return textAt(JSON.parse(textAt(execution, 'arguments') ?? ''), 'query');
  } catch {
    return null;
  }
}

function sumOf(body: unknown, ...fields: string[]): number | null {
  return fields.reduce((sum, field) => sum + count(at(body, 'usage', field)), 0) || null;
}
