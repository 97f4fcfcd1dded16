import type { ApiPlatform } from './apis.ts';
import type { SearchMode } from './capabilities.ts';
import type { Citation } from './evidence.ts';
import type { Platform } from './names.ts';
import type { CaptureProvider } from './providers.ts';
import type { LeftOut } from './reading.ts';

interface PromptRequest {
  platform: ApiPlatform;
  apiKey: string;
  /** Base URL of the API; null: the platform's own. */
  baseUrl: string | null;
  /** The model to use; null: the platform's default here. */
  model: string | null;
  prompt: string;
  /** Ends the request when aborted. */
  signal: AbortSignal;
}

/** The place that a prompt is asked from. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  country: string;
  region: string | null;
  city: string | null;
}

export interface PlatformPrompt extends PromptRequest {
  search: SearchMode;
  /** Null: not known. */
  place: Place | null;
}

/** A prompt whose answer a provider captures. */
export interface CapturePrompt extends Omit<PlatformPrompt, 'platform' | 'model'> {
  provider: CaptureProvider;
  platform: Platform;
  /** ISO 639-1; null: the provider's default. */
  language: string | null;
  /** The price of a request, millionths of a US dollar; null: not known. */
  priceMicros: number | null;
}

/** A prompt whose answer is a JSON value. */
export interface JsonPrompt extends PromptRequest {
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

export interface PlatformAnswer extends Omit<PlatformUse, 'model'> {
  /** The model that answered, by the platform's name for it; null: not known. */
  model: string | null;
  text: string;
  /** The sources cited, each once, in the answer's order. */
  citations: Citation[];
  /** Sources that were read and are not cited. */
  readSources: Citation[];
  /** Parts of the response that were not read, by kind. */
  leftOut: LeftOut[];
  surface: 'API' | 'API_WEB_SEARCH' | 'APP' | 'SEARCH_PAGE';
  /** The searches as the platform reports them; null: not reported. */
  searched: boolean | null;
  searchCount: number | null;
  searchQueries: string[] | null;
  /** Whether `place` was sent; null: there is none. */
  countryApplied: boolean | null;
  latencyMs: number;
}

/** The cost of capturing an answer. */
interface CaptureCost {
  /** Millionths of a US dollar; null: not known. */
  costMicros: number | null;
  /** Requests that the provider may charge for. */
  requests: number;
}

/** A page without an AI answer. */
export interface NotShown
  extends CaptureCost,
    Pick<PlatformAnswer, 'surface' | 'countryApplied' | 'latencyMs'> {
  isShown: false;
}

export type CaptureOutcome = NotShown | (PlatformAnswer & CaptureCost & { isShown: true });

export interface AskerOptions {
  /** The time limit for one prompt, including all its requests. */
  timeoutMs?: number;
  /** Size limit of one answer. */
  maxBytes?: number;
}
