import type { Outbound } from '../outbound/addresses.ts';
import type { Platform } from './apis.ts';
import type { PlatformAsker } from './asker.ts';
import type { Citation } from './evidence.ts';

export type { Platform } from './apis.ts';
export { PlatformError, type PlatformErrorReason } from './error.ts';

export interface PlatformPrompt {
  platform: Platform;
  apiKey: string;
  /** Where the API is; null: the platform's own. */
  baseUrl: string | null;
  /** Which model answers; null: the platform's default here. */
  model: string | null;
  prompt: string;
  /** Gives up when aborted. */
  signal: AbortSignal;
}

export interface PlatformAnswer {
  text: string;
  /** The sources cited, each once, in the answer's order. */
  citations: Citation[];
  /** The model, as the platform names the one that answered. */
  model: string;
  /** Whether the model could search the web; it may have answered without. */
  surface: 'API' | 'API_WEB_SEARCH';
  latencyMs: number;
  /** As the platform counts them; null: it does not say. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** Millionths of a US dollar, as the platform tells or by its price list; null: unknown. */
  costMicros: number | null;
}

export interface AskerOptions {
  /** For one prompt, whatever it takes. */
  timeoutMs?: number;
  /** Of one answer. */
  maxBytes?: number;
}

/** Asks AI platforms, each prompt once: retries are the caller's. Connections are kept until `close`. */
export class Platforms {
  readonly #outbound: Outbound;
  readonly #options: AskerOptions;
  #asker: Promise<PlatformAsker> | undefined;

  constructor(outbound: Outbound, options: AskerOptions = {}) {
    this.#outbound = outbound;
    this.#options = options;
  }

  /**
   * A refusal in words is an answer.
   * @throws PlatformError when there is no whole answer
   */
  async ask(prompt: PlatformPrompt): Promise<PlatformAnswer> {
    // The clients are loaded when first needed: 0.3 s and 70 MB that a process which asks nothing is spared.
    this.#asker ??= import('./asker.ts').then(
      ({ PlatformAsker }) => new PlatformAsker(this.#outbound, this.#options),
    );
    return (await this.#asker).ask(prompt);
  }

  /** Ends the connections, and what is asked just now. */
  async close(): Promise<void> {
    await (await this.#asker)?.close();
  }
}
