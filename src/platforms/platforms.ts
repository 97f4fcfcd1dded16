import type { Outbound } from '../outbound/addresses.ts';
import type { PlatformAsker } from './asker.ts';
import type { AskerOptions, JsonAnswer, JsonPrompt, PlatformAnswer, PlatformPrompt } from './types.ts';

/** Sends prompts to AI platforms, each once: retries are up to the caller. Connections are kept until `close`. */
export class Platforms {
  readonly #outbound: Outbound;
  readonly #options: AskerOptions;
  #asker: Promise<PlatformAsker> | undefined;

  constructor(outbound: Outbound, options: AskerOptions = {}) {
    this.#outbound = outbound;
    this.#options = options;
  }

  /**
   * Sends a prompt. A platform that declines in words has answered.
   * @throws PlatformError when there is no whole answer
   */
  async ask(prompt: PlatformPrompt): Promise<PlatformAnswer> {
    return (await this.#loaded()).ask(prompt);
  }

  /**
   * Sends a prompt for a JSON value, without web search and at temperature 0 where the model has one.
   * @throws PlatformError when there is no whole answer; one that is not JSON is an answer
   */
  async askJson(prompt: JsonPrompt): Promise<JsonAnswer> {
    return (await this.#loaded()).askJson(prompt);
  }

  #loaded(): Promise<PlatformAsker> {
    // Loaded when first needed: the clients take 0.3 s and 70 MB, which a process that sends no prompts is spared.
    this.#asker ??= import('./asker.ts').then(
      ({ PlatformAsker }) => new PlatformAsker(this.#outbound, this.#options),
    );
    return this.#asker;
  }

  /** Closes the connections; prompts under way fail. */
  async close(): Promise<void> {
    await (await this.#asker)?.close();
  }
}
