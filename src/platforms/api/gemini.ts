import { at, count, firstName, list, textAt } from '../body.ts';
import type { Reading } from '../reading.ts';
import { type Form, readEnding } from './form.ts';

/** Models before Gemini 2 have no such search, nor have those that are tuned. */
const SEARCHES = /(^|\/)gemini-(?!1|pro(-vision)?$)/i;

/** Google's generateContent. A long answer may come in several requests. */
export const GEMINI: Form = {
  path: (model) => `/${model.includes('/') ? model : `models/${model}`}:generateContent`,
  body({ model, prompt, search, json }) {
    return {
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      generationConfig: json === null ? {} : jsonConfig(json),
      ...(json !== null && { systemInstruction: { parts: [{ text: json.instructions }] } }),
      ...(search !== 'NEVER' && SEARCHES.test(model) && { tools: [{ googleSearch: {} }] }),
    };
  },
  textIn: 'candidates[0].content.parts[].text that is not a thought',
  read(body, reading) {
    const candidate = candidateOf(body);
    const isBlocked = textAt(body, 'promptFeedback', 'blockReason') !== null;
    for (const part of list(at(candidate, 'content', 'parts'))) readPart(part, reading);
    for (const chunk of list(at(candidate, 'groundingMetadata', 'groundingChunks'))) cite(chunk, reading);
    return {
      ending: isBlocked ? 'FILTERED' : readEnding(at(candidate, 'finishReason')),
      model: textAt(body, 'modelVersion'),
      inputTokens: count(at(body, 'usageMetadata', 'promptTokenCount')),
      cachedTokens: count(at(body, 'usageMetadata', 'cachedContentTokenCount')),
      outputTokens:
        count(at(body, 'usageMetadata', 'candidatesTokenCount')) +
        count(at(body, 'usageMetadata', 'thoughtsTokenCount')),
    };
  },
  rest(body) {
    const candidate = candidateOf(body);
    const token = textAt(candidate, 'continuationToken');
    return at(candidate, 'finishReason') === 'CONTINUATION' && token ? { continuationToken: token } : null;
  },
};

function jsonConfig({ schema, maxOutputTokens }: { schema: object; maxOutputTokens: number }): object {
  const json = { responseMimeType: 'application/json', responseSchema: openApiSchema(schema) };
  return { maxOutputTokens, temperature: 0, ...json };
}

/** Google's schemas are OpenAPI's of old, which know no additionalProperties. */
function openApiSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(openApiSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).filter(([name]) => name !== 'additionalProperties');
  return Object.fromEntries(members.map(([name, value]) => [name, openApiSchema(value)]));
}

/** The one candidate that has content. */
function candidateOf(body: unknown): unknown {
  const candidates = list(at(body, 'candidates'));
  return candidates.find((candidate) => at(candidate, 'content') !== undefined) ?? candidates[0];
}

/** A part's kind is the name of its member. */
function readPart(part: unknown, reading: Reading): void {
  if (at(part, 'thought') === true) reading.divide();
  else if (!reading.add(at(part, 'text')) && at(part, 'text') !== '')
    reading.other({ type: firstName(part) }, 'part');
}

/** The fields with the address of each kind of grounding chunk; of an image, that of its page. */
const ADDRESSES = { web: 'uri', image: 'sourceUri', retrievedContext: 'uri', maps: 'uri' };

function cite(chunk: unknown, reading: Reading): void {
  const known = Object.entries(ADDRESSES).find(([kind]) => typeof at(chunk, kind) === 'object');
  if (known === undefined) reading.leaveOut(firstName(chunk), 'grounding chunk');
  else reading.cite(at(chunk, ...known), at(chunk, known[0], 'title'));
}
