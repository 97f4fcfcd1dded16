import { at, list, scaled, textAt, texts } from '../body.ts';
import { PlatformError } from '../error.ts';
import { sourcesOf } from '../evidence.ts';
import { basic, providerUrl } from '../providers.ts';
import {
  badForm,
  type Captured,
  type CaptureRequest,
  objectIn,
  type Page,
  type Paid,
  shownOnPage,
} from './captured.ts';
import { googleCountryCode, placeName } from './places.ts';

const PATHS: Partial<Record<CaptureRequest['platform'], string>> = {
  GOOGLE_AI_OVERVIEW: '/v3/serp/google/organic/live/advanced',
  GOOGLE_AI_MODE: '/v3/serp/google/ai_mode/live/advanced',
  CHATGPT: '/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced',
};
const OK = 20_000;
/** It requires a place: without a country it asks from the United States, as its examples do. */
const DEFAULT_COUNTRY = 2840;
const NO_RESULTS = 40_102;
/** Codes that say that its account has no money left, or that its own limit of cost is reached. */
const USED_UP = new Set([40_200, 40_203, 40_210]);
const CREDIT_USED_UP = 'The credit of its account is used up';
/** Codes for too many requests a minute, or at once. */
const TOO_MANY = new Set([40_202, 40_209]);
/** Codes of a task that failed on its side. */
const ITS_OWN = new Set([40_101, 40_103]);

/** Captures a platform by DataForSEO's live endpoints, see https://docs.dataforseo.com/v3. */
export async function captureByDataForSeo(request: CaptureRequest, paid: Paid): Promise<Captured> {
  const { platform, apiKey, baseUrl, send } = request;
  const url = `${providerUrl('DATAFORSEO', baseUrl)}${PATHS[platform]}`;
  const { body } = await paid
    .counting(() =>
      send(url, {
        method: 'POST',
        headers: { ...basic(apiKey), 'content-type': 'application/json' },
        body: JSON.stringify([taskOf(request)]),
      }),
    )
    .catch(refusedPayment);
  const answer = objectIn(body);
  paid.costMicros = scaled(at(answer, 'cost'), 1e6);
  // A task that failed costs nothing; its answer says so.
  if (paid.costMicros === 0) paid.requests = 0;
  const task = at(answer, 'tasks', '0');
  const code = codeOf(at(task, 'status_code') ?? at(answer, 'status_code'));
  if (code === NO_RESULTS && platform === 'GOOGLE_AI_OVERVIEW') return null;
  if (code !== OK)
    throw failureOf(code, textAt(task, 'status_message') ?? textAt(answer, 'status_message') ?? '', apiKey);
  const result = at(task, 'result', '0');
  return platform === 'CHATGPT' ? chatOf(result) : overviewOf(result, platform);
}

function taskOf({ platform, prompt, search, place, language }: CaptureRequest): object {
  const country = place && googleCountryCode(place.country);
  const isWhole = place !== null && place.city === null && place.region === null;
  return {
    // It decodes what is percent-encoded, and a plus as a blank.
    keyword: prompt.replaceAll('%', '%25').replaceAll('+', '%2B'),
    ...(place === null || (isWhole && country !== null)
      ? { location_code: country ?? DEFAULT_COUNTRY }
      : { location_name: placeName(place, ',') }),
    language_code: language ?? 'en',
    ...(platform === 'CHATGPT' && { force_web_search: search === 'ALWAYS' }),
    ...(platform === 'GOOGLE_AI_OVERVIEW' && { depth: 10, load_async_ai_overview: true }),
  };
}

/** The AI answer of a page of Google: an item `ai_overview`, in AI Mode too. */
function overviewOf(result: unknown, platform: CaptureRequest['platform']): Captured {
  const items = at(result, 'items');
  if (!Array.isArray(items)) throw badForm('Its result has no items');
  const overview = items.find((item) => at(item, 'type') === 'ai_overview');
  if (overview === undefined) {
    if (platform === 'GOOGLE_AI_OVERVIEW') return null;
    throw badForm('Its items have no ai_overview');
  }
  const elements = list(at(overview, 'items'));
  const text =
    textAt(overview, 'markdown') ??
    elements.map((element) => textAt(element, 'markdown') ?? textAt(element, 'text') ?? '').join('\n\n');
  const cited = sourcesOf([overview, ...elements].flatMap((part) => list(at(part, 'references'))));
  return shownOnPage(text, cited);
}

/** An answer of the web page of ChatGPT. `search_results` is all that its searches found, used or not. */
function chatOf(result: unknown): Page {
  const text = textAt(result, 'markdown');
  if (text === null) throw badForm('Its result has no markdown');
  const [results, queries] = [at(result, 'search_results'), at(result, 'fan_out_queries')];
  const cited = sourcesOf(list(at(result, 'sources')));
  const found = sourcesOf(list(results));
  const searchQueries = Array.isArray(queries) && queries.length > 0 ? texts(queries) : null;
  const hasSearched = cited.length + found.length > 0 || searchQueries !== null;
  return {
    text,
    cited,
    found,
    searched: hasSearched ? true : Array.isArray(results) ? false : null,
    searchCount: searchQueries?.length ?? (!hasSearched && Array.isArray(results) ? 0 : null),
    searchQueries,
    model: textAt(result, 'model'),
  };
}

function codeOf(code: unknown): number {
  if (typeof code !== 'number') throw badForm('It has no status_code');
  return code;
}

/** 402 is its own status for an account without money. */
function refusedPayment(error: unknown): never {
  if (!(error instanceof PlatformError) || error.status !== 402) throw error;
  throw new PlatformError('RATE_LIMITED', `${CREDIT_USED_UP}.`, { isRetryable: true, status: 402 });
}

/** The failure of a task by its code, see https://docs.dataforseo.com/v3/appendix/errors. */
function failureOf(code: number, message: string, apiKey: string): PlatformError {
  const [, password = apiKey] = /^[^:]*:(.*)$/.exec(apiKey) ?? [];
  const said = message.replaceAll(apiKey, '…').replaceAll(password, '…').replace(/\s+/g, ' ').slice(0, 300);
  const fail = (reason: PlatformError['reason'], what: string, isRetryable: boolean) =>
    new PlatformError(reason, `${what} (${code}): ${said}`, { isRetryable });
  if (code === 40_100 || code === 40_104)
    return new PlatformError('BAD_CREDENTIALS', 'It refuses the key.', { isRetryable: false });
  if (USED_UP.has(code)) return fail('RATE_LIMITED', CREDIT_USED_UP, true);
  if (TOO_MANY.has(code)) return fail('RATE_LIMITED', 'It limits the key just now', true);
  if (code >= 50_000 || ITS_OWN.has(code))
    return fail('UNAVAILABLE', 'It has a fault of its own just now', true);
  if (code === NO_RESULTS) return fail('BAD_ANSWER', 'It found nothing', true);
  return fail('REFUSED', 'It refuses the prompt', false);
}
