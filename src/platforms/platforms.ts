import type { Outbound } from '../outbound/addresses.ts';
import type { PlatformAsker } from './api/asker.ts';
import { Capturer } from './capture/capturer.ts';
import type {
  AskerOptions,
  CaptureOutcome,
  CapturePrompt,
  JsonAnswer,
  JsonPrompt,
  PlatformAnswer,
  PlatformPrompt,
} from './types.ts';

/** Sends prompts to AI platforms, each once: the caller retries. Connections are kept until `close`. */
export class Platforms {
  readonly #outbound: Outbound;
  readonly #options: AskerOptions;
  readonly #capturer: Capturer;
  #asker: Promise<PlatformAsker> | undefined;

  constructor(outbound: Outbound, options: AskerOptions = {}) {
    this.#outbound = outbound;
    this.#options = options;
    this.#capturer = new Capturer(outbound, options);
  }

  /**
   * Sends a prompt. A refusal in words counts as an answer.
   * @throws PlatformError when there is no whole answer
   */
  async ask(prompt: PlatformPrompt): Promise<PlatformAnswer> {
    return (await this.#loaded()).ask(prompt);
  }

  /**
   * Sends a prompt for a JSON value, without web search, and at temperature 0 if the model has a temperature.
   * @throws PlatformError when there is no whole answer; text that is not JSON is still an answer
   */
  async askJson(prompt: JsonPrompt): Promise<JsonAnswer> {
    return (await this.#loaded()).askJson(prompt);
  }

  /**
   * Has a provider capture the answer to a prompt.
   * @throws PlatformError when there is no whole answer, and no page without one
   */
  async capture(prompt: CapturePrompt): Promise<CaptureOutcome> {
    return this.#capturer.capture(prompt);
  }

  #loaded(): Promise<PlatformAsker> {
    // Loaded on first use: the clients take 0.3 s and 70 MB, which a process that sends no prompts saves.
    this.#asker ??= import('./api/asker.ts').then(
      ({ PlatformAsker }) => new PlatformAsker(this.#outbound, this.#options),
    );
    return this.#asker;
  }

  /** Closes the connections; prompts under way fail. */
  async close(): Promise<void> {
    this.#capturer.close();
    await (await this.#asker)?.close();
  }
}
