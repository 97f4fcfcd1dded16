import type { Outbound } from '../../outbound/addresses.ts';
import { PlatformError } from '../error.ts';
import type { ListedPlatform } from '../names.ts';
import { capturedBy } from '../providers.ts';
import { PlatformRequests } from '../requests.ts';
import { notCited } from '../searches.ts';
import type { AskerOptions, CaptureOutcome, CapturePrompt } from '../types.ts';
import { badForm, Paid } from './captured.ts';
import { captureByDataForSeo } from './dataforseo.ts';
import { captureBySerpApi } from './serpapi.ts';

const CAPTURES = { SERPAPI: captureBySerpApi, DATAFORSEO: captureByDataForSeo };

/** Has providers capture the answers of platforms. */
export class Capturer {
  readonly #requests: PlatformRequests;

  constructor(outbound: Outbound, options: AskerOptions) {
    this.#requests = new PlatformRequests(outbound, options);
  }

  /** @throws PlatformError, which says how many requests may be charged */
  async capture(prompt: CapturePrompt): Promise<CaptureOutcome> {
    const { provider, platform, search, place } = prompt;
    const captured = capturedBy(provider, platform);
    if (!captured?.search.includes(search)) {
      const message = `${provider} does not capture ${platform} with search ${search}.`;
      throw new PlatformError('REFUSED', message, { isRetryable: false });
    }
    const begunAt = performance.now();
    const paid = new Paid();
    const costOf = () => paid.costMicros ?? (prompt.priceMicros && prompt.priceMicros * paid.requests);
    const countryApplied = place === null ? null : captured.sendsCountry;
    try {
      const page = await this.#requests.run(prompt, (send) =>
        CAPTURES[provider]({ ...prompt, platform: platform as ListedPlatform, send }, paid),
      );
      const latencyMs = Math.round(performance.now() - begunAt);
      const { surface } = captured;
      const cost = { costMicros: costOf(), requests: paid.requests };
      if (page === null) return { isShown: false, surface, countryApplied, latencyMs, ...cost };
      const { found, cited, model = null, ...said } = page;
      if (said.text.trim() === '') throw badForm('Its answer holds no text');
      const evidence = { citations: cited, readSources: notCited(found, cited), countryApplied, latencyMs };
      return {
        isShown: true,
        surface,
        model,
        ...said,
        ...evidence,
        inputTokens: null,
        outputTokens: null,
        ...cost,
      };
    } catch (error) {
      if (error instanceof PlatformError) error.paid = { requests: paid.requests, costMicros: costOf() };
      throw error;
    }
  }

  close(): void {
    this.#requests.close();
  }
}
