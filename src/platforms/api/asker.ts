import type { Outbound } from '../../outbound/addresses.ts';
import { type ApiPlatform, apiUrl, PLATFORM_APIS, WITHOUT_SEARCH } from '../apis.ts';
import { capabilitiesOf, searchRefusal } from '../capabilities.ts';
import { PlatformError } from '../error.ts';
import { citationsOf, modelOf, reportedCost, searchesOf, textOf } from '../evidence.ts';
import { failureWithin } from '../failures.ts';
import { listCost } from '../prices.ts';
import { PlatformRequests, type Send } from '../requests.ts';
import { NO_SEARCHES, notCited, searchesIn } from '../searches.ts';
import type {
  AskerOptions,
  JsonAnswer,
  JsonPrompt,
  PlatformAnswer,
  PlatformPrompt,
  PlatformUse,
} from '../types.ts';
import { type Answered, askMistral } from './mistral.ts';
import { generate, generateJson, type ProviderSettings } from './models.ts';
import { withoutRedirects } from './redirects.ts';

/** The most requests for one prompt: a provider may fetch the rest of a long answer. */
const MOST_REQUESTS = 4;

/** An answer of the `ai` package. */
type Generated = Pick<
  Awaited<ReturnType<typeof generate>>,
  'content' | 'finishReason' | 'rawFinishReason' | 'response' | 'usage'
>;

/** The clients behind `Platforms`, which loads this file for the first prompt. */
export class PlatformAsker {
  readonly #requests: PlatformRequests;

  constructor(outbound: Outbound, options: AskerOptions) {
    this.#requests = new PlatformRequests(outbound, options);
  }

  async ask({ model, prompt, search, place, ...asked }: PlatformPrompt): Promise<PlatformAnswer> {
    const { platform } = asked;
    const name = model ?? PLATFORM_APIS[platform].model;
    const refusal = searchRefusal(platform, search, { provider: platform, model: name });
    if (refusal !== null) throw new PlatformError('REFUSED', refusal, { isRetryable: false });
    return this.#send(asked, async (settings, signal) => {
      const begunAt = performance.now();
      const wishes = { model: name, prompt, search, place, signal };
      const { text, cited, searches, use } =
        platform === 'MISTRAL'
          ? await askMistral(settings, wishes)
          : answered(platform, await generate(platform, settings, wishes));
      const latencyMs = Math.round(performance.now() - begunAt);
      if (text.trim() === '') throw withoutText();
      const isOnOffer = search !== 'NEVER' && !WITHOUT_SEARCH.has(platform);
      const { found, ...said } = isOnOffer ? searches : NO_SEARCHES;
      return {
        text,
        citations: await withoutRedirects(this.#requests.client, cited, settings.baseURL, signal),
        readSources: notCited(found, cited),
        surface: isOnOffer ? 'API_WEB_SEARCH' : 'API',
        ...said,
        // The place is an option of the search.
        countryApplied: place === null ? null : isOnOffer && capabilitiesOf(platform).sendsCountry,
        latencyMs,
        ...use,
      };
    });
  }

  async askJson({
    model,
    instructions,
    prompt,
    schema,
    maxOutputTokens,
    ...asked
  }: JsonPrompt): Promise<JsonAnswer> {
    const { platform } = asked;
    return this.#send(asked, async (settings, signal) => {
      const name = model ?? PLATFORM_APIS[platform].model;
      const options = { model: name, instructions, prompt, schema, maxOutputTokens, signal };
      const result = await generateJson(platform, settings, options);
      return { json: jsonIn(wholeText(result)), ...useOf(platform, result) };
    });
  }

  async close(): Promise<void> {
    this.#requests.close();
  }

  /** Runs work that sends requests. @throws PlatformError alone */
  #send<Answer>(
    asked: Pick<PlatformPrompt, 'platform' | 'apiKey' | 'baseUrl' | 'signal'>,
    work: (settings: ProviderSettings, ending: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const { platform, apiKey, baseUrl } = asked;
    return this.#requests.run(asked, (send, ending) =>
      work({ apiKey, baseURL: apiUrl(platform, baseUrl), fetch: fetchBy(send, apiKey) }, ending),
    );
  }
}

/** The `fetch` for providers; it supports only what they use. */
function fetchBy(send: Send, apiKey: string): typeof globalThis.fetch {
  let requests = 0;
  return async (url, init) => {
    requests += 1;
    if (requests > MOST_REQUESTS)
      throw new PlatformError('CUT_OFF', 'Its answer has no end.', { isRetryable: true });
    const answer = await send(String(url), {
      method: 'POST',
      headers: init?.headers as Record<string, string>,
      body: init?.body as string,
    });
    const failure = failureWithin(answer, apiKey);
    if (failure !== null) throw failure;
    return new Response(answer.body, { headers: { 'content-type': 'application/json' } });
  };
}

function answered(platform: ApiPlatform, result: Awaited<ReturnType<typeof generate>>): Answered {
  const { body } = result.response;
  return {
    text: wholeText(result),
    cited: citationsOf(platform, result.sources, body),
    searches: searchesIn(platform, body),
    use: useOf(platform, result),
  };
}

/** The text of an answer. @throws PlatformError for a cut-off or empty answer */
function wholeText({ content, finishReason, rawFinishReason }: Generated): string {
  const text = textOf(content);
  // "pause_turn": the platform would continue in another request.
  if (finishReason === 'length' || rawFinishReason === 'pause_turn')
    throw new PlatformError('CUT_OFF', 'Its answer was cut off at its limit.', {
      isRetryable: true,
      status: 200,
    });
  if (text.trim() !== '') return text;
  if (finishReason === 'content-filter')
    throw new PlatformError('REFUSED', 'It refuses the prompt, without a word.', {
      isRetryable: false,
      status: 200,
    });
  throw withoutText();
}

function withoutText(): PlatformError {
  return new PlatformError('BAD_ANSWER', 'Its answer holds no text.', { isRetryable: true, status: 200 });
}

/** What an answer cost, and which model gave it. */
function useOf(platform: ApiPlatform, { response, usage }: Generated): PlatformUse {
  const { body, modelId } = response;
  const model = modelOf(body) ?? modelId;
  const { inputTokens, inputTokenDetails, outputTokens } = usage;
  const cachedInputTokens = inputTokenDetails.cacheReadTokens ?? 0;
  const cost = () =>
    inputTokens && outputTokens
      ? listCost(platform, model, {
          freshInputTokens: inputTokens - cachedInputTokens,
          cachedInputTokens,
          outputTokens,
          searches: searchesOf(platform, body),
        })
      : null;
  return {
    model,
    // Some providers return 0 if the platform reports no number.
    inputTokens: inputTokens || null,
    outputTokens: outputTokens || null,
    costMicros: reportedCost(platform, body) ?? cost(),
  };
}

/** The JSON value in a text, alone or in a block of code, as written by models without structured output. */
function jsonIn(text: string): unknown {
  const trimmed = text.trim();
  const isBlock = trimmed.startsWith('```') && trimmed.endsWith('```');
  const json = isBlock ? trimmed.slice(trimmed.indexOf('\n'), -3) : trimmed;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
