import type { Outbound } from '../outbound/addresses.ts';
import { OutboundClient, OutboundError } from '../outbound/client.ts';
import { type ApiPlatform, apiUrl, PLATFORM_APIS, WITHOUT_SEARCH } from './apis.ts';
import { capabilitiesOf, searchRefusal } from './capabilities.ts';
import { PlatformError } from './error.ts';
import { citationsOf, modelOf, reportedCost, searchesOf, textOf } from './evidence.ts';
import { connectionFailure, failureOf, failureWithin } from './failures.ts';
import { generate, generateJson, type ProviderSettings } from './models.ts';
import { listCost } from './prices.ts';
import { withoutRedirects } from './redirects.ts';
import { NO_SEARCHES, notCited, searchesIn } from './searches.ts';
import type {
  AskerOptions,
  JsonAnswer,
  JsonPrompt,
  PlatformAnswer,
  PlatformPrompt,
  PlatformUse,
} from './types.ts';

/** Size limit of an answer. */
const MOST_BYTES = 8 * 1024 * 1024;
/** The time for a prompt, including all its requests. */
const TIMEOUT_MS = 120_000;
/** The most requests for one prompt: a provider may fetch the rest of a long answer. */
const MOST_REQUESTS = 4;

/** An answer of the `ai` package. */
type Generated = Pick<
  Awaited<ReturnType<typeof generate>>,
  'content' | 'finishReason' | 'rawFinishReason' | 'response' | 'usage'
>;

/** The clients behind `Platforms`, which loads this file for the first prompt. */
export class PlatformAsker {
  readonly #client: OutboundClient;
  readonly #timeoutMs: number;

  constructor(outbound: Outbound, { timeoutMs = TIMEOUT_MS, maxBytes = MOST_BYTES }: AskerOptions) {
    this.#client = new OutboundClient(outbound, { maxBytes });
    this.#timeoutMs = timeoutMs;
  }

  async ask({ model, prompt, search, place, ...asked }: PlatformPrompt): Promise<PlatformAnswer> {
    const { platform } = asked;
    const name = model ?? PLATFORM_APIS[platform].model;
    const refusal = searchRefusal(platform, search, name);
    if (refusal !== null) throw new PlatformError('REFUSED', refusal, { isRetryable: false });
    return this.#send(asked, async (settings, signal) => {
      const begunAt = performance.now();
      const result = await generate(platform, settings, { model: name, prompt, search, place, signal });
      const latencyMs = Math.round(performance.now() - begunAt);
      const text = wholeText(result);
      const { body } = result.response;
      const cited = citationsOf(platform, result.sources, body);
      const isOnOffer = search !== 'NEVER' && !WITHOUT_SEARCH.has(platform);
      const { found, ...searches } = isOnOffer ? searchesIn(platform, body) : NO_SEARCHES;
      return {
        text,
        citations: await withoutRedirects(this.#client, cited, settings.baseURL, signal),
        readSources: notCited(found, cited),
        surface: isOnOffer ? 'API_WEB_SEARCH' : 'API',
        ...searches,
        // The place is an option of the search.
        countryApplied: place === null ? null : isOnOffer && capabilitiesOf(platform).sendsCountry,
        latencyMs,
        ...useOf(platform, result),
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
    this.#client.close();
  }

  /** Runs work that sends requests. @throws PlatformError alone */
  async #send<Answer>(
    { platform, apiKey, baseUrl, signal }: Pick<PlatformPrompt, 'platform' | 'apiKey' | 'baseUrl' | 'signal'>,
    work: (settings: ProviderSettings, ending: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    // Checked here because the provider's error would quote a key that does not fit in a header.
    if (!/^[\x21-\x7e]+$/.test(apiKey))
      throw new PlatformError('BAD_CREDENTIALS', 'The key holds characters that cannot be sent.', {
        isRetryable: false,
      });
    const deadline = AbortSignal.timeout(this.#timeoutMs);
    const ending = AbortSignal.any([signal, deadline]);
    const settings = { apiKey, baseURL: apiUrl(platform, baseUrl), fetch: this.#fetch(apiKey, ending) };
    try {
      return await work(settings, ending);
    } catch (error) {
      if (error instanceof PlatformError) throw error;
      if (signal.aborted) throw new PlatformError('ABORTED', 'It was given up.', { isRetryable: false });
      if (deadline.aborted)
        throw new PlatformError('TIMEOUT', `It did not answer within ${this.#timeoutMs / 1000} s.`, {
          isRetryable: true,
        });
      // The provider could not read the answer. Its own error is not passed on: it quotes the request.
      throw new PlatformError(
        'BAD_ANSWER',
        'Its answer is not in the form of its API; baseUrl may be wrong.',
        { isRetryable: true, status: 200 },
      );
    }
  }

  /** The `fetch` for providers; it supports only what they use. */
  #fetch(apiKey: string, signal: AbortSignal): typeof globalThis.fetch {
    let requests = 0;
    return async (url, init) => {
      requests += 1;
      if (requests > MOST_REQUESTS)
        throw new PlatformError('CUT_OFF', 'Its answer has no end.', { isRetryable: true });
      try {
        const answer = await this.#client.send(String(url), {
          method: 'POST',
          headers: init?.headers as Record<string, string>,
          body: init?.body as string,
          signal,
        });
        if (answer.status < 200 || answer.status >= 300) throw failureOf(answer, apiKey);
        const failure = failureWithin(answer, apiKey);
        if (failure !== null) throw failure;
        return new Response(answer.body, { headers: { 'content-type': 'application/json' } });
      } catch (error) {
        if (error instanceof OutboundError) throw connectionFailure(error);
        throw error;
      }
    };
  }
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
  throw new PlatformError('BAD_ANSWER', 'Its answer holds no text.', { isRetryable: true, status: 200 });
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
