import type { Platform } from './apis.ts';
import type { Citation } from './evidence.ts';

interface Asked {
  platform: Platform;
  apiKey: string;
  /** Base URL of the API; null: the platform's own. */
  baseUrl: string | null;
  /** The model to use; null: the platform's default here. */
  model: string | null;
  prompt: string;
  /** Ends the request when aborted. */
  signal: AbortSignal;
}

export type PlatformPrompt = Asked;

/** A prompt that asks for a JSON value. */
export interface JsonPrompt extends Asked {
  /** The task for the model; the prompt is data. */
  instructions: string;
  /**
   * JSON Schema of the answer, passed to platforms that can enforce one. Others only get a request for JSON, so
   * `instructions` must also describe the form, and the caller must always check the answer.
   */
  schema: object;
  /** The most billed output tokens, including the model's reasoning. */
  maxOutputTokens: number;
}

/** The cost of an answer, whatever its content. */
export interface PlatformUse {
  /** The model that answered, by the platform's name for it. */
  model: string;
  /** Tokens as counted by the platform; null: not reported. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** Millionths of a US dollar, as reported by the platform or by its price list; null: unknown. */
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
  /** Whether the model could search the web; it may have answered without searching. */
  surface: 'API' | 'API_WEB_SEARCH';
  latencyMs: number;
}

export interface AskerOptions {
  /** The time limit for one prompt, including all its requests. */
  timeoutMs?: number;
  /** Size limit of one answer. */
  maxBytes?: number;
}
