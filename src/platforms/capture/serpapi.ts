import { at, list, textAt } from '../body.ts';
import { sourcesOf } from '../evidence.ts';
import { providerUrl } from '../providers.ts';
import { markdownOf } from './blocks.ts';
import {
  badForm,
  type Captured,
  type CaptureRequest,
  objectIn,
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
    // An answer that somebody had within the last hour is not asked again otherwise.
    no_cache: 'true',
    ...(platform !== 'COPILOT' && {
      ...(place && { gl: place.country === 'GB' ? 'uk' : place.country.toLowerCase() }),
      ...(place && (place.city ?? place.region) !== null && { location: placeName(place, ', ') }),
      ...(language !== null && { hl: language }),
    }),
  });
  if (platform === 'GOOGLE_AI_OVERVIEW') return overviewOf(request, paid, body);
  if (!Array.isArray(at(body, 'text_blocks')) || !Array.isArray(at(body, 'references') ?? []))
    throw badForm('It has no text_blocks', at(body, 'error'));
  return pageOf(body, textAt(body, 'reconstructed_markdown'));
}

/** The AI Overview in a page of results, which Google may load only when its token is sent back, within minutes. */
async function overviewOf(request: CaptureRequest, paid: Paid, body: object): Promise<Captured> {
  const overview = at(body, 'ai_overview');
  if (overview === undefined) {
    // The page is recognised by its results, or by saying that it has none.
    const isPage =
      Array.isArray(at(body, 'organic_results')) || typeof at(body, 'search_information') === 'object';
    if (isPage || NO_RESULTS.test(textAt(body, 'error') ?? '')) return null;
    throw badForm('It has neither ai_overview nor results', at(body, 'error'));
  }
  const token = textAt(overview, 'page_token');
  if (Array.isArray(at(overview, 'text_blocks'))) return pageOf(overview);
  if (token === null)
    throw badForm('Its ai_overview has neither text_blocks nor page_token', at(overview, 'error'));
  const later = await search(request, paid, {
    engine: 'google_ai_overview',
    page_token: token,
    no_cache: 'true',
  });
  const loaded = at(later, 'ai_overview');
  // After the token expired: the next attempt asks for the page again, which is paid again.
  if (!Array.isArray(at(loaded, 'text_blocks')))
    throw badForm(
      'Its AI Overview did not come by its page_token',
      at(loaded, 'error') ?? at(later, 'error'),
    );
  return pageOf(loaded);
}

async function search(
  { baseUrl, apiKey, send }: CaptureRequest,
  paid: Paid,
  parameters: Record<string, string>,
): Promise<object> {
  const query = new URLSearchParams({ ...parameters, output: 'json', api_key: apiKey });
  const url = `${providerUrl('SERPAPI', baseUrl)}/search.json?${query}`;
  const { body } = await paid.counting(() =>
    send(url, { method: 'GET', headers: { accept: 'application/json' } }),
  );
  const page = objectIn(body);
  const status = textAt(page, 'search_metadata', 'status');
  if (status !== 'Success')
    throw badForm('Its search_metadata.status is not Success', at(page, 'error') ?? status);
  return page;
}

function pageOf(answer: unknown, markdown: string | null = null): Page {
  const text = markdown?.trim() || markdownOf(list(at(answer, 'text_blocks')));
  const references = list(at(answer, 'references')).map((reference) => ({
    url: at(reference, 'link'),
    title: at(reference, 'title'),
  }));
  const cited = sourcesOf(references);
  return shownOnPage(text, cited);
}
