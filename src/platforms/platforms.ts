import type { Outbound } from '../outbound/addresses.ts';
import type { PlatformAsker } from './asker.ts';
import type { AskerOptions, PlatformAnswer, PlatformPrompt } from './types.ts';

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
