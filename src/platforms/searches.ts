import type { ApiPlatform } from './apis.ts';
import { at, count, list, parseJson, textAt, texts } from './body.ts';
import { type Citation, readSources } from './evidence.ts';

/** The searches for an answer, as the platform reports them; null: not reported. */
export interface Searches {
  searched: boolean | null;
  searchCount: number | null;
  searchQueries: string[] | null;
  /** Sources that were found or read, in order, cited ones among them. */
  found: Citation[];
}

/** The searches of an answer for which no search was on offer. */
export const NO_SEARCHES: Searches = { searched: false, searchCount: 0, searchQueries: [], found: [] };

const UNKNOWN: Searches = { searched: null, searchCount: null, searchQueries: null, found: [] };

/** A search without its query, as some models send it, is still a search. */
function counted(searches: number, searchQueries: string[], found: Citation[] = []): Searches {
  const searchCount = Math.max(searches, searchQueries.length > 0 ? 1 : 0);
  return { searched: searchCount > 0, searchCount, searchQueries, found };
}

/** The searches for an answer with web search on offer, from the body of the platform's response. */
export function searchesIn(platform: ApiPlatform, body: unknown): Searches {
  switch (platform) {
    case 'CHATGPT':
      return responsesSearches(body);
    case 'GROK': {
      const searches = responsesSearches(body);
      // All sources that it came across, cited or not.
      const found = [...searches.found, ...readSources(texts(at(body, 'citations')).map((url) => ({ url })))];
      return { ...searches, found };
    }
    case 'CLAUDE':
      return claudeSearches(body);
    case 'GEMINI': {
      // There is no metadata where it did not search.
      const queries = texts(at(body, 'candidates', '0', 'groundingMetadata', 'webSearchQueries'));
      return counted(queries.length, queries);
    }
    case 'PERPLEXITY':
      return perplexitySearches(body);
    case 'MISTRAL':
      return mistralSearches(body);
    default:
      return UNKNOWN;
  }
}

/** The Responses API's search calls have one query or several; its other calls open a page or look for text in one. */
function responsesSearches(body: unknown): Searches {
  const actions = list(at(body, 'output'))
    .filter((part) => at(part, 'type') === 'web_search_call')
    .map((part) => at(part, 'action'));
  const isSearch = (action: unknown) => (at(action, 'type') ?? 'search') === 'search';
  const searches = actions.filter(isSearch);
  const queries = searches.flatMap((action) => {
    const several = texts(at(action, 'queries'));
    return several.length > 0 ? several : [textAt(action, 'query')].filter((query) => query !== null);
  });
  const found = actions.flatMap((action) =>
    isSearch(action) ? list(at(action, 'sources')) : [{ url: at(action, 'url') }],
  );
  return counted(searches.length, queries, readSources(found));
}

function claudeSearches(body: unknown): Searches {
  const content = list(at(body, 'content'));
  const calls = content.filter(
    (part) => at(part, 'type') === 'server_tool_use' && at(part, 'name') === 'web_search',
  );
  const queries = calls.map((call) => textAt(call, 'input', 'query')).filter((query) => query !== null);
  const billed = count(at(body, 'usage', 'server_tool_use', 'web_search_requests'));
  const results = content.filter((part) => at(part, 'type') === 'web_search_tool_result');
  return counted(
    Math.max(billed, calls.length),
    queries,
    readSources(results.flatMap((result) => list(at(result, 'content')))),
  );
}

/** It says what it found; how often it searched, with some models alone; and never for what. */
function perplexitySearches(body: unknown): Searches {
  const results = at(body, 'search_results');
  const searches = at(body, 'usage', 'num_search_queries');
  const searchCount = typeof searches === 'number' ? count(searches) : null;
  if (!Array.isArray(results) && searchCount === null) return UNKNOWN;
  const found = readSources(list(results));
  const searched = found.length > 0 || (searchCount ?? 0) > 0;
  return { searched, searchCount: searched ? searchCount : 0, searchQueries: searched ? null : [], found };
}

/** Its searches are executions of a tool, and their queries its arguments. */
function mistralSearches(body: unknown): Searches {
  const executions = list(at(body, 'outputs')).filter(
    (output) => at(output, 'type') === 'tool.execution' && at(output, 'name') === 'web_search',
  );
  const queries = executions.map((execution) =>
    textAt(parseJson(Buffer.from(textAt(execution, 'arguments') ?? '')), 'query'),
  );
  const billed = count(at(body, 'usage', 'connectors', 'web_search'));
  return counted(
    Math.max(executions.length, billed),
    queries.filter((query) => query !== null),
  );
}

/** The sources that an answer does not cite. OpenAI marks the links of its answers as from it. */
export function notCited(found: readonly Citation[], citations: readonly Citation[]): Citation[] {
  const cited = new Set(citations.map(({ url }) => bare(url)));
  return found.filter(({ url }) => !cited.has(bare(url)));
}

function bare(url: string): string {
  return url.replace(/([?&])utm_source=openai(&|$)/, (_, before: string, after: string) =>
    after === '&' ? before : '',
  );
}
