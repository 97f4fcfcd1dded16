import Negotiator from 'negotiator';

/** A longer header counts as not sent: the time of Negotiator grows with the square of its entries. */
const LONGEST_HEADER = 1_000;

/**
 * The media type that a client prefers (RFC 9110 §12.5.1).
 * @param accept the header as sent
 * @param types those that there are, the default first; it is returned where the client accepts none, or any
 */
export function preferredType(accept: string | string[] | undefined, types: readonly string[]): string {
  const usual = types[0] as string;
  // Nearly all clients send one of these.
  if (accept === undefined || accept === '*/*' || accept === usual) return usual;
  return negotiator('accept', accept)?.mediaType([...types]) ?? usual;
}

/**
 * The encoding that a client prefers (RFC 9110 §12.5.3).
 * @param encodings those that there are, in order of preference among equals
 * @returns null: none of them
 */
export function preferredEncoding<Encoding extends string>(
  acceptEncoding: string | string[] | undefined,
  encodings: readonly Encoding[],
): Encoding | null {
  if (acceptEncoding === undefined || encodings.length === 0) return null;
  const client = negotiator('accept-encoding', acceptEncoding) as unknown as Preferring | null;
  const chosen = client?.encoding([...encodings, 'identity'], { preferred: [...encodings] });
  return encodings.find((encoding) => encoding === chosen) ?? null;
}

/** Version 1 of the package, whose types are of 0.6. */
interface Preferring {
  encoding(available: string[], options: { preferred: string[] }): string | undefined;
}

function negotiator(name: string, sent: string | string[]): Negotiator | null {
  return sent.length > LONGEST_HEADER ? null : new Negotiator({ headers: { [name]: sent } });
}
