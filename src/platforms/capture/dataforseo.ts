import { at, list, scaled, textAt, texts } from '../body.ts';
import { PlatformError } from '../error.ts';
import { readSources } from '../evidence.ts';
import { parseAnswer } from '../failures.ts';
import { basic, providerUrl } from '../providers.ts';
import { Reading } from '../reading.ts';
import { badForm, type Captured, type CaptureRequest, type Paid, shownOnPage } from './captured.ts';
import { googleCountryCode, placeName } from './places.ts';

const PATHS: Partial<Record<CaptureRequest['platform'], string>> = {
  GOOGLE_AI_OVERVIEW: '/v3/serp/google/organic/live/advanced',
  GOOGLE_AI_MODE: '/v3/serp/google/ai_mode/live/advanced',
  CHATGPT: '/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced',
};
const OK = 20_000;
const OVERVIEW = 'ai_overview';
/** It requires a place: without a country it asks from the United States, as its examples do. */
const DEFAULT_COUNTRY = 2840;
const NO_RESULTS = 40_102;
/** Codes that say that its account has no money left, or that its own limit of cost is reached. */
const USED_UP = new Set([40_200, 40_203, 40_210]);
/** Codes for too many requests a minute, or at once. */
const TOO_MANY = new Set([40_202, 40_209]);
/** Codes of a task that failed on its side. */
const ITS_OWN = new Set([40_101, 40_103]);

/** Captures a platform by DataForSEO's live endpoints, see https://docs.dataforseo.com/v3. */
export async function captureByDataForSeo(request: CaptureRequest, paid: Paid): Promise<Captured> {
  const { platform, apiKey, baseUrl, send } = request;
  const url = `${providerUrl('DATAFORSEO', baseUrl)}${PATHS[platform]}`;
  const headers = { ...basic(apiKey), 'content-type': 'application/json' };
  const body = JSON.stringify([createTask(request)]);
  const answer = await paid.counting(async () =>
    parseAnswer(await send(url, { method: 'POST', headers, body })),
  );
  paid.costMicros = scaled(at(answer, 'cost'), 1e6);
  const task = withAny(at(answer, 'tasks'), 'result') ?? at(answer, 'tasks', '0');
  const result = withAny(at(task, 'result'), 'items', 'markdown');
  const page = (platform === 'CHATGPT' ? readChat : readOverview)(result);
  if (page !== null) return page;
  // A task that failed costs nothing; its answer says so.
  if (paid.costMicros === 0) paid.requests = 0;
  const code = at(task, 'status_code') ?? at(answer, 'status_code');
  const isShownRarely = platform === 'GOOGLE_AI_OVERVIEW';
  if (isShownRarely && (code === NO_RESULTS || isWithoutOverview(result))) return null;
  if (typeof code !== 'number') throw badForm('It has no status_code');
  if (code !== OK)
    throw failureOf(code, textAt(task, 'status_message') ?? textAt(answer, 'status_message') ?? '', apiKey);
  throw badForm(`Its result holds no text: there is no ${platform === 'CHATGPT' ? '' : 'items[].'}markdown`);
}

function createTask({ platform, prompt, search, place, language }: CaptureRequest): object {
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

/** The first of a list that has one of these members. */
function withAny(members: unknown, ...names: string[]): unknown {
  return list(members).find((member) => names.some((name) => at(member, name) != null));
}

/** Whether it is a page of Google whose items are known, and none is an AI answer. */
function isWithoutOverview(result: unknown): boolean {
  const items = at(result, 'items');
  return Array.isArray(items) && items.every((item) => at(item, 'type') !== OVERVIEW);
}

/** The AI answer of a page of Google: an item `ai_overview`, in AI Mode too; null: there is no text. */
function readOverview(result: unknown): Captured {
  const reading = new Reading();
  const items = list(at(result, 'items'));
  // No other item has such members.
  const overview =
    items.find((item) => at(item, 'type') === OVERVIEW) ?? withAny(items, 'markdown', 'references');
  if (at(overview, 'type') !== OVERVIEW && overview !== undefined)
    reading.leaveOut(at(overview, 'type'), 'item');
  const elements = list(at(overview, 'items'));
  const text = textAt(overview, 'markdown') || elements.map((one) => readText(one, reading)).join('\n\n');
  for (const part of [overview, ...elements])
    for (const reference of list(at(part, 'references')))
      reading.cite(at(reference, 'url'), at(reference, 'title'));
  return text.trim() === '' ? null : shownOnPage(text, reading);
}

/** The text of an element of an overview, whatever its type. */
function readText(element: unknown, reading: Reading): string {
  const text = textAt(element, 'markdown') ?? textAt(element, 'text');
  if (text === null) reading.leaveOut(at(element, 'type'), 'element');
  return text ?? '';
}

/** An answer of the web page of ChatGPT. `search_results` is all that its searches found, used or not. */
function readChat(result: unknown): Captured {
  const reading = new Reading();
  const items = list(at(result, 'items'));
  const text = textAt(result, 'markdown') ?? items.map((item) => textAt(item, 'markdown') ?? '').join('\n\n');
  if (text.trim() === '') return null;
  const [results, queries] = [at(result, 'search_results'), at(result, 'fan_out_queries')];
  for (const source of list(at(result, 'sources'))) reading.cite(at(source, 'url'), at(source, 'title'));
  const { cited, leftOut } = reading;
  const found = readSources(list(results));
  const searchQueries = Array.isArray(queries) && queries.length > 0 ? texts(queries) : null;
  const hasSearched = cited.length + found.length > 0 || searchQueries !== null;
  return {
    text,
    cited,
    leftOut,
    found,
    searched: hasSearched ? true : Array.isArray(results) ? false : null,
    searchCount: searchQueries?.length ?? (!hasSearched && Array.isArray(results) ? 0 : null),
    searchQueries,
    model: textAt(result, 'model'),
  };
}

/** The failure of a task by its code, see https://docs.dataforseo.com/v3/appendix/errors. */
function failureOf(code: number, message: string, apiKey: string): PlatformError {
  const [, password = apiKey] = /^[^:]*:(.*)$/.exec(apiKey) ?? [];
  const said = message.replaceAll(apiKey, '…').replaceAll(password, '…').replace(/\s+/g, ' ').slice(0, 300);
  const fail = (reason: PlatformError['reason'], what: string, isRetryable: boolean) =>
    new PlatformError(reason, `${what} (${code}): ${said}`, { isRetryable });
  if (code === 40_100 || code === 40_104)
    return new PlatformError('BAD_CREDENTIALS', 'It refuses the key.', { isRetryable: false });
  if (USED_UP.has(code)) return fail('NO_CREDIT', 'The credit of its account is used up', true);
  if (TOO_MANY.has(code)) return fail('RATE_LIMITED', 'It limits the key just now', true);
  if (code >= 50_000 || ITS_OWN.has(code))
    return fail('UNAVAILABLE', 'It has a fault of its own just now', true);
  if (code === NO_RESULTS) return fail('BAD_ANSWER', 'It found nothing', true);
  return fail('REFUSED', 'It refuses the prompt', false);
}
