import { isUtf8 } from 'node:buffer';
import { AppError } from '../base/errors.ts';
import type { AccessRules } from './access.ts';
import { isExcessive } from './json.ts';
import type { HttpRequest } from './request.ts';

/**
 * Reads and parses the body where the operation takes one. Media type, size and parsing are ours:
 * openapi-backend parses strings again and skips validation of other media types.
 */
export async function readJsonBody(
  request: HttpRequest,
  demanded: AccessRules,
  maxBodyBytes: number,
): Promise<void> {
  if (demanded.mediaTypes.length === 0) return;
  const bytes = await request.readBody(demanded.maxBodyBytes ?? maxBodyBytes);
  const mediaType = acceptedMediaType(request, demanded, bytes.length);
  // The validator looks at JSON bodies only, by this header.
  request.headers['content-type'] = 'application/json';
  if (bytes.length === 0) {
    request.requestBody = mediaType === 'application/x-ndjson' ? [] : {};
    return;
  }
  if (!isUtf8(bytes)) throw new AppError('malformed_request', 'The body is not valid UTF-8.');
  const text = bytes.toString('utf8', startsWithMark(bytes) ? MARK.length : 0);
  if (mediaType === 'application/x-ndjson') {
    request.requestBody = parseLines(text, demanded.maxItems);
    return;
  }
  if (isExcessive(text))
    throw new AppError(
      'malformed_request',
      'The body nests too deeply, or has an object of too many members.',
    );
  try {
    request.requestBody = JSON.parse(text);
  } catch {
    throw new AppError('malformed_request', 'The body is not valid JSON.');
  }
}

/** The lines of a batch, one more than it may have at most: that it is too long is seen by then. */
function parseLines(text: string, maxItems: number): unknown[] {
  const values: unknown[] = [];
  for (let start = 0; start < text.length && values.length <= maxItems; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end).trim();
    if (line !== '') values.push(parseLine(line));
    start = end + 1;
  }
  return values;
}

/** A line that is no JSON is refused alone, like one that is no run. */
function parseLine(line: string): unknown {
  try {
    return isExcessive(line) ? undefined : JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The byte order mark that some editors and spreadsheets begin a file with; it is no part of the text (RFC 8259). */
const MARK = Buffer.from('\ufeff');

function startsWithMark(bytes: Buffer): boolean {
  return bytes.length >= MARK.length && bytes.subarray(0, MARK.length).equals(MARK);
}

/** The media type of a request's body, one of those accepted. @throws AppError unsupported_media_type */
export function acceptedMediaType(
  request: HttpRequest,
  { mediaTypes: accepted, isBodyRequired }: AccessRules,
  length: number,
): string {
  // Some clients name a type, application/octet-stream say, for the nothing that they send.
  if (length === 0 && !isBodyRequired) return accepted[0] ?? '';
  const { 'content-type': sent, 'content-encoding': encoding } = request.headers;
  // As nearly all clients send it.
  if (encoding === undefined && sent !== undefined && sent === accepted[0]) return accepted[0];
  const expected = `Send the body as ${accepted.join(' or ')} (UTF-8, not compressed).`;
  if (encoding !== undefined && encoding !== 'identity')
    throw new AppError('unsupported_media_type', expected);
  if (sent === undefined || sent === '') return accepted[0] ?? '';
  const [type = '', ...parameters] = String(sent).toLowerCase().split(';');
  const mediaType = type.trim();
  if (!accepted.includes(mediaType)) throw new AppError('unsupported_media_type', expected);
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=').map((part) => part.trim());
    if (name === 'charset' && !/^"?utf-?8"?$/.test(value))
      throw new AppError('unsupported_media_type', expected);
  }
  return mediaType;
}
