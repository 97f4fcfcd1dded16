import type { Platform } from './apis.ts';
import type { Citation } from './evidence.ts';

export interface PlatformPrompt {
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

export interface PlatformAnswer {
  text: string;
  /** The sources cited, each once, in the answer's order. */
  citations: Citation[];
  /** The model that answered, by the platform's name for it. */
  model: string;
  /** Whether the model could search the web; it may have answered without. */
  surface: 'API' | 'API_WEB_SEARCH';
  latencyMs: number;
  /** Tokens as the platform counts them; null: it does not report them. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** Millionths of a US dollar, as the platform reports it or by its price list; null: unknown. */
  costMicros: number | null;
}

export interface AskerOptions {
  /** Limit for one prompt, with all its requests. */
  timeoutMs?: number;
  /** Size limit of one answer. */
  maxBytes?: number;
}
