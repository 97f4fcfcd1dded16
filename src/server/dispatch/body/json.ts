import { AppError, invalidField } from '../../../base/errors.ts';
import { isStorable } from '../../../base/texts.ts';
import { isSliceOver, nextSlice } from '../../../engine/loop-slices.ts';

/** Limits far beyond the needs of any body in the contract. */
const MAX_DEPTH = 100;
const MAX_MEMBERS = 1_000;
/** The most characters of a number: one of 15 MB took the parser more than a second. */
const MAX_NUMBER = 1_000;
/** The most commas in a text: a body of 1 MiB, the usual limit, may be an array of half a million digits. */
const MAX_COMMAS = 500_000;
/** The most commas in one element of a batch: a run has 500 citations of two members. */
const MAX_COMMAS_OF_ELEMENT = 10_000;

/**
 * Parses JSON from a client.
 * @throws AppError malformed_request, also for JSON beyond the needs of any body in the contract
 */
export function parseJson(text: string, maxCommas = MAX_COMMAS): unknown {
  if (isExcessive(text, maxCommas))
    throw new AppError(
      'malformed_request',
      'The body nests too deeply, or has an object of too many members, or too many values.',
    );
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

function notJson(): AppError {
  return new AppError('malformed_request', 'The body is not valid JSON.');
}

/**
 * Whether JSON text has deeper nesting, more members in an object, more values, or a longer number than any body of the
 * contract needs. Checked before parsing, because parsing an object of 200,000 members takes 100 ms.
 */
function isExcessive(json: string, maxCommas: number): boolean {
  /** The number of members so far, one entry for each open object or array. */
  const members: number[] = [];
  let commas = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = closingQuote(json, at);
        if (at === -1) return false; // Not JSON: the parser will refuse it.
        break;
      case '{':
      case '[':
        if (members.push(0) > MAX_DEPTH) return true;
        break;
      case '}':
      case ']':
        members.pop();
        break;
      case ',':
        commas += 1;
        if (commas > maxCommas) return true;
        break;
      case ':': {
        // In text that is not JSON a colon may stand outside any object.
        const count = (members.pop() ?? 0) + 1;
        if (count > MAX_MEMBERS) return true;
        members.push(count);
        break;
      }
      default:
        if (isDigit(json, at)) {
          const start = at;
          while (isDigit(json, at + 1)) at += 1;
          if (at - start >= MAX_NUMBER) return true;
        }
    }
  }
  return false;
}

function isDigit(json: string, at: number): boolean {
  const code = json.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/**
 * Parses a JSON array element by element, in slices: 16 MB in one piece take 50 ms, and 250 ms if they are digits.
 * @param most the allowed number of elements: one more is parsed, so that validation finds that there are too many
 * @throws AppError malformed_request
 */
export async function parseBatch(json: string, most: number): Promise<unknown[]> {
  const values: unknown[] = [];
  let from = json.indexOf('[') + 1;
  if (json.slice(0, from).trim() !== '[') throw notJson();
  while (values.length <= most) {
    const end = endOfElement(json, from);
    if (end === -1) throw notJson();
    const element = json.slice(from, end);
    const isEnd = json[end] === ']';
    const isEmpty = isEnd && values.length === 0 && isBlank(element, 0);
    if (!isEmpty) values.push(parseJson(element, MAX_COMMAS_OF_ELEMENT));
    if (isEnd) {
      if (!isBlank(json, end + 1)) throw notJson();
      return values;
    }
    from = end + 1;
    if (isSliceOver()) await nextSlice();
  }
  return values;
}

function isBlank(text: string, from: number): boolean {
  return text.slice(from).trim() === '';
}

/** The comma or bracket after the element that begins at `from`; -1: not found. */
function endOfElement(json: string, from: number): number {
  let depth = 0;
  for (let at = from; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = closingQuote(json, at);
        if (at === -1) return -1;
        break;
      case '{':
      case '[':
        depth += 1;
        break;
      case '}':
      case ']':
        if (depth === 0) return at;
        depth -= 1;
        break;
      case ',':
        if (depth === 0) return at;
    }
  }
  return -1;
}

function closingQuote(json: string, opening: number): number {
  for (let at = json.indexOf('"', opening + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}

/**
 * Refuses a value that contains, at any depth, text that Postgres cannot store: a NUL, or half a surrogate pair.
 * @param field the path of the value, for the message; empty for the whole body
 * @throws AppError validation_error with the path of the field
 */
export function refuseUnstorable(value: unknown, field = ''): void {
  if (isWholeStorable(value)) return;
  // The path is built only for a refusal: building it for each of 100,000 members would take 20 ms.
  if (typeof value === 'string')
    throw invalidField(field, `${field || 'The body'} holds a NUL or half a surrogate pair.`);
  for (const [name, member] of Object.entries(value as object)) {
    refuseUnstorable(name, field ? `A name in ${field}` : 'A name');
    refuseUnstorable(member, field ? `${field}.${name}` : name);
  }
}

function isWholeStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isWholeStorable);
  for (const name in value)
    if (!isStorable(name) || !isWholeStorable((value as Record<string, unknown>)[name])) return false;
  return true;
}
