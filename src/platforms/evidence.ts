import type { ApiPlatform } from './apis.ts';
import { at, scaled, textAt } from './body.ts';

export interface Citation {
  url: string;
  title: string | null;
}

/** Limits of the evidence that a run keeps. */
const MOST_CITATIONS = 500;
const LONGEST_URL = 4096;
const LONGEST_TITLE = 1000;

export function isWebAddress(url: unknown): url is string {
  return (
    typeof url === 'string' && /^https?:\/\//i.test(url) && url.length <= LONGEST_URL && URL.canParse(url)
  );
}

/** The web pages in a list of `{url, title}`, each once, in order, within the limits of what a run keeps. */
export function readSources(given: readonly unknown[]): Citation[] {
  const sources = new Map<string, Citation>();
  for (const source of given) {
    const url = at(source, 'url');
    if (!isWebAddress(url)) continue;
    const known = sources.get(url);
    const title = titleOf(textAt(source, 'title') ?? undefined, url);
    if (known === undefined) sources.set(url, { url, title });
    else known.title ??= title;
    if (sources.size === MOST_CITATIONS) break;
  }
  return [...sources.values()];
}

/** The cost of an answer as reported by the platform, in millionths of a US dollar; null: not reported. */
export function reportedCost(platform: ApiPlatform, body: unknown): number | null {
  // Grok counts in ticks of 10⁻¹⁰ dollars, Perplexity in dollars.
  if (platform === 'GROK') return scaled(at(body, 'usage', 'cost_in_usd_ticks'), 1e-4);
  if (platform === 'PERPLEXITY') return scaled(at(body, 'usage', 'cost', 'total_cost'), 1e6);
  return null;
}

/** xAI gives numbers instead of citation titles, and some give the URL. */
function titleOf(given: string | undefined, url: string): string | null {
  const title = given?.replaceAll('\0', '').trim().slice(0, LONGEST_TITLE).toWellFormed() ?? '';
  return title === '' || title === url || /^\d+$/.test(title) ? null : title;
}
