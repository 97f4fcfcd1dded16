import { isUtf8 } from 'node:buffer';
import { AppError } from '../../../base/errors.ts';
import { isSliceOver, nextSlice } from '../../../engine/loop-slices.ts';
import { type AccessRules, acceptedMediaType } from '../access.ts';
import type { HttpRequest } from '../request.ts';
import { parseCsv } from './csv.ts';
import { parseBatch, parseJson } from './json.ts';

/** A batch up to this length is parsed in one piece. */
const LARGE_CHARACTERS = 250_000;

/**
 * Reads and parses the body if the operation takes one. openapi-backend's own parsing is unsuitable: it would parse
 * strings again, and skip the validation of media types other than JSON.
 * @param maxBodyBytes the limit of operations without one of their own
 * @throws AppError payload_too_large, unsupported_media_type, malformed_request
 */
export async function readJsonBody(
  request: HttpRequest,
  rules: AccessRules,
  maxBodyBytes: number,
): Promise<void> {
  if (rules.mediaTypes.length === 0) return;
  const bytes = await request.readBody(rules.maxBodyBytes ?? maxBodyBytes);
  const mediaType = acceptedMediaType(request, rules, bytes.length);
  // The validator validates the body only with this header.
  request.headers['content-type'] = 'application/json';
  if (bytes.length === 0) {
    request.requestBody = mediaType === 'application/x-ndjson' || mediaType === 'text/csv' ? [] : {};
    return;
  }
  if (!isUtf8(bytes)) throw new AppError('malformed_request', 'The body is not valid UTF-8.');
  const text = bytes.toString('utf8', startsWithByteOrderMark(bytes) ? BYTE_ORDER_MARK.length : 0);
  if (mediaType === 'application/x-ndjson') {
    request.requestBody = await parseLines(text, rules.maxItems);
    return;
  }
  if (mediaType === 'application/x-www-form-urlencoded') {
    request.requestBody = parseForm(text);
    return;
  }
  if (mediaType === 'text/csv') {
    request.requestBody = parseCsv(text, rules.booleans, rules.maxItems);
    return;
  }
  const isBatch = text.length > LARGE_CHARACTERS && Number.isFinite(rules.maxItems);
  request.requestBody = isBatch ? await parseBatch(text, rules.maxItems) : parseJson(text);
}

/** Parses the lines of a batch up to one more than the limit, so that validation finds that it is too long. */
async function parseLines(text: string, maxItems: number): Promise<unknown[]> {
  const values: unknown[] = [];
  for (let start = 0; start < text.length && values.length <= maxItems; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end).trim();
    if (line !== '') values.push(parseLine(line));
    start = end + 1;
    if (isSliceOver()) await nextSlice();
  }
  return values;
}

/** The fields of a form. @throws AppError malformed_request for one that is sent twice: either could be meant */
function parseForm(text: string): Record<string, string> {
  const fields = new URLSearchParams(text);
  if (new Set(fields.keys()).size < fields.size)
    throw new AppError('malformed_request', 'A field of the form is sent twice.');
  return Object.fromEntries(fields);
}

/** undefined for a line that is not JSON: the handler refuses only that element. */
function parseLine(line: string): unknown {
  try {
    return parseJson(line);
  } catch {
    return undefined;
  }
}

/** Some editors and spreadsheets write a byte order mark at the start; it is not part of the JSON text (RFC 8259). */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

function startsWithByteOrderMark(bytes: Buffer): boolean {
  return bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
}
