import type { SearchMode } from '../capabilities.ts';
import type { Reading } from '../reading.ts';
import type { JsonPrompt, Place } from '../types.ts';

/** A prompt, and how it is to be answered. */
export interface Question {
  model: string;
  prompt: string;
  search: SearchMode;
  /** The place that the prompt is asked from; null: not known. */
  place: Place | null;
  /** The form of the requested JSON value; null: a text. */
  json: Pick<JsonPrompt, 'instructions' | 'schema' | 'maxOutputTokens'> | null;
}

/** The data of a response besides its parts. Tokens are 0 where it does not count them. */
export interface Said {
  /** CUT_OFF at a limit; FILTERED: the platform withheld the rest; FAILED: it says so. Null: it is whole. */
  ending: 'CUT_OFF' | 'FILTERED' | 'FAILED' | null;
  model: string | null;
  /** All tokens read, cached ones among them. */
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
}

/** How a platform is requested, and how its response is read: what is known of it, whatever else there is. */
export interface Form {
  /** Below the base URL. */
  path: (model: string) => string;
  body: (question: Question) => object;
  /** The path of its texts, for a message. */
  textIn: string;
  read: (body: unknown, reading: Reading) => Said;
  /** The addition to the request that gets the rest of the answer; null: it is complete. */
  rest?: (body: unknown) => object | null;
}

/** The known members of a place. */
export function knownParts({ country, region, city }: Place): object {
  return { country, ...(region !== null && { region }), ...(city !== null && { city }) };
}

/** The place for the search tools of OpenAI and Anthropic. */
export function approximately(place: Place | null): object {
  return place === null ? {} : { user_location: { type: 'approximate', ...knownParts(place) } };
}

const CUT_OFF =
  /^(length|max_(output_)?tokens|model_context_window_exceeded|pause_turn|MAX_TOKENS|CONTINUATION)$/;
const FILTERED = /^(content_filter|refusal|(IMAGE_)?SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII)$/;

/** The meaning of the forms' reasons for an end. `pause_turn` of Anthropic: it would go on in another request. */
export function readEnding(reason: unknown): Said['ending'] {
  const name = String(reason);
  if (CUT_OFF.test(name)) return 'CUT_OFF';
  if (FILTERED.test(name)) return 'FILTERED';
  return name === 'failed' || name === 'cancelled' ? 'FAILED' : null;
}
