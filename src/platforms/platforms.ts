import type { Outbound } from '../outbound/addresses.ts';
import { PlatformAsker } from './api/asker.ts';
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

/** Sends prompts to AI platforms, each once: the caller retries. Connections stay open until `close`. */
export class Platforms {
  readonly #asker: PlatformAsker;
  readonly #capturer: Capturer;

  constructor(outbound: Outbound, options: AskerOptions = {}) {
    this.#asker = new PlatformAsker(outbound, options);
    this.#capturer = new Capturer(outbound, options);
  }

  /**
   * Sends a prompt. A refusal in words counts as an answer.
   * @throws PlatformError when there is no whole answer
   */
  async ask(prompt: PlatformPrompt): Promise<PlatformAnswer> {
    return this.#asker.ask(prompt);
  }

  /**
   * Sends a prompt for a JSON value, without web search, and at temperature 0 if the model has a temperature.
   * @throws PlatformError when there is no whole answer; text that is not JSON is still an answer
   */
  async askJson(prompt: JsonPrompt): Promise<JsonAnswer> {
    return this.#asker.askJson(prompt);
  }

  /**
   * Has a provider capture the answer to a prompt.
   * @throws PlatformError when there is no whole answer, and no page without one
   */
  async capture(prompt: CapturePrompt): Promise<CaptureOutcome> {
    return this.#capturer.capture(prompt);
  }

  /** Closes the connections; prompts under way fail. */
  async close(): Promise<void> {
    this.#capturer.close();
    this.#asker.close();
  }
}
