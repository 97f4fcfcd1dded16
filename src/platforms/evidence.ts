import type { ApiPlatform } from './apis.ts';
import { at, count, list, scaled, textAt } from './body.ts';

/** A source of the `ai` package. */
interface Source {
  sourceType: string;
  url?: string;
  title?: string | undefined;
  providerMetadata?: Record<string, Record<string, unknown>> | undefined;
}

/** A part of an answer of the `ai` package. */
interface Part {
  type: string;
  text?: string;
  providerMetadata?: Record<string, Record<string, unknown>> | undefined;
}

export interface Citation {
  url: string;
  title: string | null;
}

/** Limits of the evidence that a run keeps. */
const MOST_CITATIONS = 500;
const LONGEST_URL = 4096;
const LONGEST_TITLE = 1000;

/**
 * The text of an answer without the model's reasoning: parts that OpenAI marks as commentary, and the <think> block at
 * the start that open models and Perplexity's write.
 */
export function textOf(parts: readonly Part[]): string {
  const texts = parts.filter(
    ({ type, providerMetadata }) =>
      type === 'text' && providerMetadata?.['openai']?.['phase'] !== 'commentary',
  );
  const text = texts.map(({ text = '' }) => text).join('');
  return text
    .replace(/^\s*<think>.*?<\/think>\s*/s, '')
    .replaceAll('\0', '')
    .toWellFormed();
}

/** The sources an answer cites, each once, in its order; sources that were only found or read are left out. */
export function citationsOf(platform: ApiPlatform, sources: readonly Source[], body: unknown): Citation[] {
  const titles = platform === 'PERPLEXITY' ? titlesOfResults(body) : new Map<string, string>();
  return sourcesOf(
    // Claude's sources include search results that are not cited; they have no quoted text.
    sources
      .filter(
        ({ providerMetadata }) =>
          platform !== 'CLAUDE' || providerMetadata?.['anthropic']?.['citedText'] !== undefined,
      )
      .map(({ url = '', title }) => ({ url, title: title ?? titles.get(url) })),
  );
}

/** The web pages in a list of `{url, title}`, each once, in order, within the limits of what a run keeps. */
export function sourcesOf(given: readonly unknown[]): Citation[] {
  const sources = new Map<string, Citation>();
  for (const source of given) {
    const url = textAt(source, 'url') ?? '';
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url) || url.length > LONGEST_URL) continue;
    const known = sources.get(url);
    const title = titleOf(textAt(source, 'title') ?? undefined, url);
    if (known === undefined) sources.set(url, { url, title });
    else known.title ??= title;
    if (sources.size === MOST_CITATIONS) break;
  }
  return [...sources.values()];
}

/** The number of web searches for an answer, as reported by the platform. */
export function searchesOf(platform: ApiPlatform, body: unknown): number {
  switch (platform) {
    case 'CHATGPT': {
      const output = list(at(body, 'output'));
      return output.filter(
        (part) =>
          at(part, 'type') === 'web_search_call' && (at(part, 'action', 'type') ?? 'search') === 'search',
      ).length;
    }
    case 'CLAUDE':
      return count(at(body, 'usage', 'server_tool_use', 'web_search_requests'));
    case 'GEMINI':
      return list(at(body, 'candidates', '0', 'groundingMetadata', 'webSearchQueries')).length;
    default:
      return 0;
  }
}

/** The cost of an answer as reported by the platform, in millionths of a US dollar; null: not reported. */
export function reportedCost(platform: ApiPlatform, body: unknown): number | null {
  // Grok counts in ticks of 10⁻¹⁰ dollars, Perplexity in dollars.
  if (platform === 'GROK') return scaled(at(body, 'usage', 'cost_in_usd_ticks'), 1e-4);
  if (platform === 'PERPLEXITY') return scaled(at(body, 'usage', 'cost', 'total_cost'), 1e6);
  return null;
}

/** The model that answered, for platforms whose provider does not pass it on; null: the provider does. */
export function modelOf(body: unknown): string | null {
  const model = at(body, 'modelVersion');
  return typeof model === 'string' && model !== '' ? model : null;
}

function titlesOfResults(body: unknown): Map<string, string> {
  const titles = new Map<string, string>();
  for (const result of list(at(body, 'search_results'))) {
    const [url, title] = [at(result, 'url'), at(result, 'title')];
    if (typeof url === 'string' && typeof title === 'string' && !titles.has(url)) titles.set(url, title);
  }
  return titles;
}

/** xAI gives numbers instead of citation titles, and its provider uses the URL for a missing title. */
function titleOf(given: string | undefined, url: string): string | null {
  const title = given?.replaceAll('\0', '').trim().slice(0, LONGEST_TITLE).toWellFormed() ?? '';
  return title === '' || title === url || /^\d+$/.test(title) ? null : title;
}
