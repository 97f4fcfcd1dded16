import type { Outbound } from '../outbound/addresses.ts';
import { OutboundClient, OutboundError } from '../outbound/client.ts';
import { apiUrl, PLATFORM_APIS, WITHOUT_SEARCH } from './apis.ts';
import { PlatformError } from './error.ts';
import { citationsOf, modelOf, reportedCost, searchesOf, textOf } from './evidence.ts';
import { connectionFailure, failureOf, failureWithin } from './failures.ts';
import { generate } from './models.ts';
import { listCost } from './prices.ts';
import { withoutRedirects } from './redirects.ts';
import type { AskerOptions, PlatformAnswer, PlatformPrompt } from './types.ts';

/** Size limit of an answer. */
const MOST_BYTES = 8 * 1024 * 1024;
/** The time for a prompt, with all requests that it takes. */
const TIMEOUT_MS = 120_000;
/** Requests for one prompt: a provider may fetch the rest of a long answer, but not without end. */
const MOST_REQUESTS = 4;

/** The clients behind `Platforms`, which loads this file when the first prompt is sent. */
export class PlatformAsker {
  readonly #client: OutboundClient;
  readonly #timeoutMs: number;

  constructor(outbound: Outbound, { timeoutMs = TIMEOUT_MS, maxBytes = MOST_BYTES }: AskerOptions) {
    this.#client = new OutboundClient(outbound, { maxBytes });
    this.#timeoutMs = timeoutMs;
  }

  async ask({ platform, apiKey, baseUrl, model, prompt, signal }: PlatformPrompt): Promise<PlatformAnswer> {
    // A key that no header can hold: the provider's error would quote it.
    if (!/^[\x21-\x7e]+$/.test(apiKey))
      throw new PlatformError('BAD_CREDENTIALS', 'The key holds characters that cannot be sent.', {
        isRetryable: false,
      });
    const deadline = AbortSignal.timeout(this.#timeoutMs);
    const ending = AbortSignal.any([signal, deadline]);
    const begunAt = performance.now();
    const name = model ?? PLATFORM_APIS[platform].model;
    const settings = { apiKey, baseURL: apiUrl(platform, baseUrl), fetch: this.#fetch(apiKey, ending) };
    try {
      const result = await generate(platform, settings, { model: name, prompt, signal: ending });
      const latencyMs = Math.round(performance.now() - begunAt);
      const { body } = result.response;
      const text = textOf(result.content);
      checkWhole(text, result.finishReason, result.rawFinishReason);
      const answering = modelOf(body) ?? result.response.modelId;
      const { inputTokens, inputTokenDetails, outputTokens } = result.usage;
      const cachedInputTokens = inputTokenDetails.cacheReadTokens ?? 0;
      const cost = () =>
        inputTokens && outputTokens
          ? listCost(platform, answering, {
              freshInputTokens: inputTokens - cachedInputTokens,
              cachedInputTokens,
              outputTokens,
              searches: searchesOf(platform, body),
            })
          : null;
      return {
        text,
        citations: await withoutRedirects(
          this.#client,
          citationsOf(platform, result.sources, body),
          settings.baseURL,
          ending,
        ),
        model: answering,
        surface: WITHOUT_SEARCH.has(platform) ? 'API' : 'API_WEB_SEARCH',
        latencyMs,
        // Some providers give 0 where the platform gives no number.
        inputTokens: inputTokens || null,
        outputTokens: outputTokens || null,
        costMicros: reportedCost(platform, body) ?? cost(),
      };
    } catch (error) {
      if (error instanceof PlatformError) throw error;
      if (signal.aborted) throw new PlatformError('ABORTED', 'It was given up.', { isRetryable: false });
      if (deadline.aborted)
        throw new PlatformError('TIMEOUT', `It did not answer within ${this.#timeoutMs / 1000} s.`, {
          isRetryable: true,
        });
      // The provider could not read the answer. Its own error is not passed on: it quotes what was sent.
      throw new PlatformError(
        'BAD_ANSWER',
        'Its answer is not in the form of its API; baseUrl may be wrong.',
        { isRetryable: true, status: 200 },
      );
    }
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  /** The `fetch` that providers send their requests with; it supports only what they use. */
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

/** @throws PlatformError when an answer is cut off or holds no text */
function checkWhole(text: string, finishReason: string, rawReason: string | undefined): void {
  // "pause_turn": the platform would go on in another request.
  if (finishReason === 'length' || rawReason === 'pause_turn')
    throw new PlatformError('CUT_OFF', 'Its answer was cut off at its limit.', {
      isRetryable: true,
      status: 200,
    });
  if (text.trim() !== '') return;
  if (finishReason === 'content-filter')
    throw new PlatformError('REFUSED', 'It refuses the prompt, without a word.', {
      isRetryable: false,
      status: 200,
    });
  throw new PlatformError('BAD_ANSWER', 'Its answer holds no text.', { isRetryable: true, status: 200 });
}
