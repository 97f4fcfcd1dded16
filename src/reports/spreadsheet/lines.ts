import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Bytes that are unpacked at a time. */
const CHUNK_BYTES = 64 << 10;

/**
 * The rows of a compressed file with one JSON object a line, some at a time. node:readline would also end a line at
 * U+2028, which JSON leaves as it is.
 */
export async function* rowsOfLines(path: string): AsyncGenerator<Record<string, unknown>[]> {
  // Errors of the file end the stream that is read, so no one else need know of them.
  const text = pipeline(createReadStream(path), createGunzip({ chunkSize: CHUNK_BYTES }), () => {});
  text.setEncoding('utf8');
  let rest = '';
  for await (const chunk of text) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() as string;
    if (lines.length > 0) yield lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }
  if (rest !== '') yield [JSON.parse(rest) as Record<string, unknown>];
}
