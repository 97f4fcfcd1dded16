export type Encoding = 'UTF_8' | 'UTF_16LE' | 'UTF_16BE' | 'WINDOWS_1252';

const LABELS: Record<Encoding, string> = {
  UTF_8: 'utf-8',
  UTF_16LE: 'utf-16le',
  UTF_16BE: 'utf-16be',
  WINDOWS_1252: 'windows-1252',
};

/**
 * The encoding of a text by its beginning: UTF-16 by its mark of byte order or its zeros, then UTF-8 where all of it
 * is, else Windows-1252. A later part may still be no UTF-8.
 * @param isWhole whether the text ends with these bytes
 */
export function encodingOf(bytes: Uint8Array, isWhole: boolean): Encoding {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'UTF_16LE';
  if (first === 0xfe && second === 0xff) return 'UTF_16BE';
  if (first && second === 0 && third && fourth === 0) return 'UTF_16LE';
  if (first === 0 && second && third === 0 && fourth) return 'UTF_16BE';
  return decoded(bytes, 'UTF_8', isWhole) === null ? 'WINDOWS_1252' : 'UTF_8';
}

/** The whole characters of a text's part, with its mark of byte order; null where the bytes are no UTF-8. */
export function decoded(bytes: Uint8Array, encoding: Encoding, isWhole: boolean): string | null {
  try {
    const decoder = new TextDecoder(LABELS[encoding], { fatal: encoding === 'UTF_8', ignoreBOM: true });
    return decoder.decode(bytes, { stream: !isWhole });
  } catch {
    return null;
  }
}

/** A whole file as text. */
export async function textOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return (decoded(bytes, encodingOf(bytes, true), true) ?? '').replace(/^\ufeff/, '');
}
