import type { Platform } from './apis.ts';
import type { Citation } from './evidence.ts';

interface Asked {
  platform: Platform;
  apiKey: string;
  /** Base URL of the API; null: the platform's own. */
  baseUrl: string | null;
  /** Which model answers; null: the platform's default here. */
  model: string | null;
  prompt: string;
  /** Ends the request when aborted. */
  signal: AbortSignal;
}

export type PlatformPrompt = Asked;

/** A prompt whose answer is to be a JSON value. */
export interface JsonPrompt extends Asked {
  /** What the model is to do with the prompt, which is data to it. */
  instructions: string;
  /**
   * JSON Schema of the answer, passed to platforms that hold a model to one; others are only told to write JSON, so
   * that `instructions` must say the form too, and the caller must check the answer in any case.
   */
  schema: object;
  /** Limit of the tokens that are paid for as output, what the model tells itself included. */
  maxOutputTokens: number;
}

/** What an answer cost, whatever it says. */
export interface PlatformUse {
  /** The model that answered, by the platform's name for it. */
  model: string;
  /** Tokens as the platform counts them; null: it does not report them. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** Millionths of a US dollar, as the platform reports it or by its price list; null: unknown. */
  costMicros: number | null;
}

export interface JsonAnswer extends PlatformUse {
  /** Undefined: the answer is not JSON. */
  json: unknown;
}

export interface PlatformAnswer extends PlatformUse {
  text: string;
  /** The sources cited, each once, in the answer's order. */
  citations: Citation[];
  /** Whether the model could search the web; it may have answered without. */
  surface: 'API' | 'API_WEB_SEARCH';
  latencyMs: number;
}

export interface AskerOptions {
  /** Limit for one prompt, with all its requests. */
  timeoutMs?: number;
  /** Size limit of one answer. */
  maxBytes?: number;
}
