import type { Outbound } from '../outbound/addresses.ts';
import { OutboundClient, OutboundClientError } from '../outbound/client.ts';
import { apiUrl, PLATFORM_APIS, WITHOUT_SEARCH } from './apis.ts';
import { PlatformError } from './error.ts';
import { citationsOf, modelOf, searchesOf, textOf, toldCost } from './evidence.ts';
import { connectionFailure, failureOf, failureWithin } from './failures.ts';
import { generate } from './models.ts';
import { listCost } from './prices.ts';
import { withoutRedirects } from './redirects.ts';
import type { AskerOptions, PlatformAnswer, PlatformPrompt } from './types.ts';

const MOST_BYTES = 8 * 1024 * 1024;
const MOST_LINK_BYTES = 64 * 1024;
const TIMEOUT_MS = 120_000;
/** A provider may ask for the rest of a long answer; a server cannot make it ask without end. */
const MOST_REQUESTS = 4;

/** What `Platforms` works by. */
export class PlatformAsker {
  readonly #client: OutboundClient;
  readonly #links: OutboundClient;
  readonly #timeoutMs: number;

  constructor(outbound: Outbound, { timeoutMs = TIMEOUT_MS, maxBytes = MOST_BYTES }: AskerOptions) {
    this.#client = new OutboundClient(outbound, { maxBytes });
    this.#links = new OutboundClient(outbound, { maxBytes: MOST_LINK_BYTES });
    this.#timeoutMs = timeoutMs;
  }

  async ask({ platform, apiKey, baseUrl, model, prompt, signal }: PlatformPrompt): Promise<PlatformAnswer> {
    // What no header can hold; an error of a provider would quote it.
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
          this.#links,
          citationsOf(platform, result.sources, body),
          settings.baseURL,
          ending,
        ),
        model: answering,
        surface: WITHOUT_SEARCH.has(platform) ? 'API' : 'API_WEB_SEARCH',
        latencyMs,
        // Some providers put 0 where the platform says nothing.
        inputTokens: inputTokens || null,
        outputTokens: outputTokens || null,
        costMicros: toldCost(platform, body) ?? cost(),
      };
    } catch (error) {
      if (error instanceof PlatformError) throw error;
      if (signal.aborted) throw new PlatformError('ABORTED', 'It was given up.', { isRetryable: false });
      if (deadline.aborted)
        throw new PlatformError('TIMEOUT', `It did not answer within ${this.#timeoutMs / 1000} s.`, {
          isRetryable: true,
        });
      // The error of the provider that read it quotes what was sent.
      throw new PlatformError(
        'BAD_ANSWER',
        'Its answer is not in the form of its API; baseUrl may be wrong.',
        { isRetryable: true, status: 200 },
      );
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#client.close(), this.#links.close()]);
  }

  /** What the providers send their requests with; it takes what they send, no more. */
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
        if (error instanceof OutboundClientError) throw connectionFailure(error);
        throw error;
      }
    };
  }
}

/** @throws PlatformError when an answer ends before its end, or says nothing */
function checkWhole(text: string, finishReason: string, rawReason: string | undefined): void {
  // A turn that is paused would go on in another request.
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
