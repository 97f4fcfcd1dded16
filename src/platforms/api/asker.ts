import type { Outbound } from '../../outbound/addresses.ts';
import { type ApiPlatform, apiUrl, PLATFORM_APIS, WITHOUT_SEARCH } from '../apis.ts';
import { parseJson } from '../body.ts';
import { capabilitiesOf, searchRefusal } from '../capabilities.ts';
import { PlatformError, type PlatformErrorReason } from '../error.ts';
import { reportedCost } from '../evidence.ts';
import { failureWithin, parseAnswer } from '../failures.ts';
import { listCost } from '../prices.ts';
import { Reading } from '../reading.ts';
import { PlatformRequests, type Send } from '../requests.ts';
import { NO_SEARCHES, notCited, searchesIn } from '../searches.ts';
import type {
  AskerOptions,
  JsonAnswer,
  JsonPrompt,
  PlatformAnswer,
  PlatformPrompt,
  PlatformUse,
} from '../types.ts';
import { completionsForm } from './completions.ts';
import type { Form, Question, Said } from './form.ts';
import { GEMINI } from './gemini.ts';
import { MESSAGES } from './messages.ts';
import { CONVERSATIONS } from './mistral.ts';
import { withoutRedirects } from './redirects.ts';
import { responsesForm } from './responses.ts';

/** The most requests for one prompt: the rest of a long answer may be had by another. */
const MOST_REQUESTS = 4;

const FORMS: Record<ApiPlatform, Form> = {
  CHATGPT: responsesForm('CHATGPT'),
  CLAUDE: MESSAGES,
  GEMINI,
  PERPLEXITY: completionsForm('PERPLEXITY'),
  GROK: responsesForm('GROK'),
  DEEPSEEK: completionsForm('DEEPSEEK'),
  LLAMA: completionsForm('LLAMA'),
  MISTRAL: CONVERSATIONS,
};
/** Mistral's conversations have no JSON. */
const JSON_FORMS: Record<ApiPlatform, Form> = { ...FORMS, MISTRAL: completionsForm('MISTRAL') };

/** A whole answer. */
interface Whole {
  text: string;
  reading: Reading;
  /** The body of the last response. */
  body: unknown;
  use: PlatformUse;
}

type Access = Pick<PlatformPrompt, 'platform' | 'apiKey' | 'baseUrl'>;

/** Asks platforms by their own APIs. */
export class PlatformAsker {
  readonly #requests: PlatformRequests;

  constructor(outbound: Outbound, options: AskerOptions) {
    this.#requests = new PlatformRequests(outbound, options);
  }

  async ask({ model, prompt, search, place, ...access }: PlatformPrompt): Promise<PlatformAnswer> {
    const { platform, baseUrl } = access;
    const name = model ?? PLATFORM_APIS[platform].model;
    const refusal = searchRefusal(platform, search, { provider: platform, model: name });
    if (refusal !== null) throw new PlatformError('REFUSED', refusal, { isRetryable: false });
    return this.#requests.run(access, async (send, ending) => {
      const begunAt = performance.now();
      const question = { model: name, prompt, search, place, json: null };
      const { text, reading, body, use } = await answerBy(send, FORMS[platform], access, question);
      const latencyMs = Math.round(performance.now() - begunAt);
      const isOnOffer = search !== 'NEVER' && !WITHOUT_SEARCH.has(platform);
      const { found, ...said } = isOnOffer ? searchesIn(platform, body) : NO_SEARCHES;
      const { cited, leftOut } = reading;
      return {
        text,
        citations: await withoutRedirects(this.#requests.client, cited, apiUrl(platform, baseUrl), ending),
        readSources: notCited(found, cited),
        leftOut,
        surface: isOnOffer ? 'API_WEB_SEARCH' : 'API',
        ...said,
        // The place is an option of the search.
        countryApplied: place === null ? null : isOnOffer && capabilitiesOf(platform).sendsCountry,
        latencyMs,
        ...use,
      };
    });
  }

  async askJson({
    model,
    prompt,
    instructions,
    schema,
    maxOutputTokens,
    ...access
  }: JsonPrompt): Promise<JsonAnswer> {
    const name = model ?? PLATFORM_APIS[access.platform].model;
    const json = { instructions, schema, maxOutputTokens };
    const question: Question = { model: name, prompt, search: 'NEVER', place: null, json };
    return this.#requests.run(access, async (send) => {
      const { text, use } = await answerBy(send, JSON_FORMS[access.platform], access, question);
      return { json: jsonIn(text), ...use };
    });
  }

  close(): void {
    this.#requests.close();
  }
}

/** Sends a question, and reads the answer. @throws PlatformError for one that cannot be used, with its cost */
async function answerBy(
  send: Send,
  form: Form,
  { platform, apiKey, baseUrl }: Access,
  question: Question,
): Promise<Whole> {
  const { model } = question;
  const reading = new Reading();
  const tokens = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
  for (let more: object | null = {}, requests = 1; ; requests += 1) {
    const response = await send(`${apiUrl(platform, baseUrl)}${form.path(model)}`, {
      method: 'POST',
      headers: {
        ...PLATFORM_APIS[platform].credentials(apiKey),
        'content-type': 'application/json',
        'user-agent': 'Sightline',
      },
      body: JSON.stringify({ ...form.body(question), ...more }),
    });
    const body = parseAnswer(response);
    const said = form.read(body, reading);
    for (const name of ['inputTokens', 'cachedTokens', 'outputTokens'] as const) tokens[name] += said[name];
    const use = readUse(platform, body, { ...said, ...tokens, model: said.model || model });
    more = form.rest?.(body) ?? null;
    if (more === null)
      return { text: wholeText(form, said, reading, { body, apiKey, use }), reading, body, use };
    if (requests === MOST_REQUESTS) throw failed('CUT_OFF', 'Its answer has no end.', use);
  }
}

/** The text of an answer. @throws PlatformError for a cut-off or empty answer, and one that says that it failed */
function wholeText(
  { textIn }: Form,
  { ending }: Said,
  reading: Reading,
  { body, apiKey, use }: { body: unknown; apiKey: string; use: PlatformUse },
): string {
  if (ending === 'CUT_OFF') throw failed('CUT_OFF', 'Its answer was cut off at its limit.', use);
  const { text } = reading;
  const isBlank = text.trim() === '';
  const failure = isBlank || ending === 'FAILED' ? failureWithin(body, apiKey, use) : null;
  if (failure !== null) throw failure;
  if (!isBlank && ending !== 'FAILED') return text;
  if (ending === 'FILTERED') throw failed('REFUSED', 'It refuses the prompt, without a word.', use);
  throw failed('BAD_ANSWER', `Its answer holds no text: there is no ${textIn}.`, use);
}

/** The failure of a response that was received, and so is paid for and not requested again. */
function failed(reason: PlatformErrorReason, message: string, use: PlatformUse): PlatformError {
  return new PlatformError(reason, message, { isRetryable: false, status: 200, use });
}

/** The cost of an answer, and the model that gave it. */
function readUse(platform: ApiPlatform, body: unknown, said: Said & { model: string }): PlatformUse {
  const { model, inputTokens, cachedTokens, outputTokens } = said;
  const cost =
    inputTokens > 0 && outputTokens > 0
      ? listCost(platform, model, {
          freshInputTokens: Math.max(0, inputTokens - cachedTokens),
          cachedInputTokens: cachedTokens,
          outputTokens,
          searches: searchesIn(platform, body).searchCount ?? 0,
        })
      : null;
  return {
    model,
    inputTokens: inputTokens || null,
    outputTokens: outputTokens || null,
    costMicros: reportedCost(platform, body) ?? cost,
  };
}

/** The JSON value in a text, alone or in a block of code, as written by models without structured output. */
function jsonIn(text: string): unknown {
  const trimmed = text.trim();
  const isBlock = trimmed.startsWith('```') && trimmed.endsWith('```');
  const json = isBlock ? trimmed.slice(trimmed.indexOf('\n'), -3) : trimmed;
  return parseJson(Buffer.from(json));
}
