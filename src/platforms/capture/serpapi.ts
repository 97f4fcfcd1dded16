import { at, list, textAt } from '../body.ts';
import type { PlatformError } from '../error.ts';
import { parseAnswer } from '../failures.ts';
import { providerUrl } from '../providers.ts';
import { Reading } from '../reading.ts';
import { renderMarkdown } from './blocks.ts';
import {
  badForm,
  type Captured,
  type CaptureRequest,
  type Page,
  type Paid,
  shownOnPage,
} from './captured.ts';
import { placeName } from './places.ts';

const ENGINES: Partial<Record<CaptureRequest['platform'], string>> = {
  GOOGLE_AI_OVERVIEW: 'google',
  GOOGLE_AI_MODE: 'google_ai_mode',
  COPILOT: 'bing_copilot',
};
/** The message for a page without results, which is a success. */
const NO_RESULTS = /hasn't returned any results/i;

/** Captures a platform by SerpApi: GET /search.json, see https://serpapi.com/search-api. */
export async function captureBySerpApi(request: CaptureRequest, paid: Paid): Promise<Captured> {
  const { platform, prompt, place, language } = request;
  const body = await search(request, paid, {
    engine: ENGINES[platform] ?? '',
    q: prompt,
    // Without it, the answer may be one that somebody else got within the last hour.
    no_cache: 'true',
    ...(platform !== 'COPILOT' && {
      ...(place && { gl: place.country === 'GB' ? 'uk' : place.country.toLowerCase() }),
      ...(place && (place.city ?? place.region) !== null && { location: placeName(place, ', ') }),
      ...(language !== null && { hl: language }),
    }),
  });
  return platform === 'GOOGLE_AI_OVERVIEW' ? readOverview(request, paid, body) : readPage(body, body);
}

/** The AI Overview in a page of results, which Google may load only when its token is sent back, within minutes. */
async function readOverview(request: CaptureRequest, paid: Paid, body: unknown): Promise<Captured> {
  const overview = at(body, 'ai_overview');
  if (overview === undefined) {
    // The page is recognised by its results, or by saying that it has none.
    const isPage =
      Array.isArray(at(body, 'organic_results')) || typeof at(body, 'search_information') === 'object';
    if (hasSucceeded(body) && (isPage || NO_RESULTS.test(textAt(body, 'error') ?? ''))) return null;
    throw toFailure(body, 'It has neither ai_overview nor results');
  }
  const token = textAt(overview, 'page_token');
  if (token === null || list(at(overview, 'text_blocks')).length > 0) return readPage(overview, body);
  const later = await search(request, paid, {
    engine: 'google_ai_overview',
    page_token: token,
    no_cache: 'true',
  });
  const loaded = at(later, 'ai_overview');
  if (Array.isArray(at(loaded, 'text_blocks'))) return readPage(loaded, later);
  // The token may have expired: only a new page has another, and it is paid for again.
  const reported = at(loaded, 'error') ?? at(later, 'error');
  throw badForm('Its AI Overview did not come by its page_token', reported, true);
}

async function search(
  { baseUrl, apiKey, send }: CaptureRequest,
  paid: Paid,
  parameters: Record<string, string>,
): Promise<unknown> {
  const query = new URLSearchParams({ ...parameters, output: 'json', api_key: apiKey });
  const url = `${providerUrl('SERPAPI', baseUrl)}/search.json?${query}`;
  const headers = { accept: 'application/json' };
  return paid.counting(async () => parseAnswer(await send(url, { method: 'GET', headers })));
}

/** The text and references of an AI answer. @throws PlatformError where there is no text, by what the page says */
function readPage(answer: unknown, page: unknown): Page {
  const reading = new Reading();
  const blocks = renderMarkdown(list(at(answer, 'text_blocks')), reading);
  const text = textAt(answer, 'reconstructed_markdown')?.trim() || blocks;
  for (const reference of list(at(answer, 'references')))
    reading.cite(at(reference, 'link'), at(reference, 'title'));
  if (text.trim() === '') throw toFailure(page, 'It has no text_blocks[].snippet', at(answer, 'error'));
  return shownOnPage(text, reading);
}

/** Why a page has no answer. A search that failed on SerpApi's side is not charged, and can be sent again. */
function toFailure(page: unknown, what: string, reported: unknown = at(page, 'error')): PlatformError {
  return hasSucceeded(page)
    ? badForm(what, reported)
    : badForm('Its search_metadata.status is not Success', reported ?? statusOf(page), true);
}

const statusOf = (page: unknown) => textAt(page, 'search_metadata', 'status');
const hasSucceeded = (page: unknown) => (statusOf(page) ?? 'Success') === 'Success';
