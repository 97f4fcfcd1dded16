import { createHash } from 'node:crypto';
import { CompressedBody } from '../base/compressed-body.ts';

export type PageMediaType =
  | 'text/html; charset=utf-8'
  | 'text/javascript; charset=utf-8'
  | 'text/css; charset=utf-8'
  | 'image/svg+xml';

/** A served file of the pages. */
export interface PageFile {
  mediaType: PageMediaType;
  /**
   * Each compressed form is created on first use. Compressing all of them at the start held up a server's first
   * requests for seconds: zlib's allocations count as JavaScript memory, and each form set off a full collection.
   */
  body: CompressedBody;
  headers: Record<string, string>;
}

/** A file of the pages before it is served. */
export interface PageSource {
  /** Its name under /assets, which includes a hash of the content. */
  name: string;
  content: string | Uint8Array;
}

const MEDIA_TYPES: Record<string, PageMediaType> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Nothing from other origins, no inline scripts, and no framing by other pages. */
const POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * A page in HTML. Browsers revalidate it each time, so that a new version of the program shows at once.
 * @param styles whether it may have inline styles, as a library's page does
 */
export function htmlPage(html: string, styles: 'files' | 'inline' = 'files'): PageFile {
  const policy = styles === 'inline' ? `${POLICY}; style-src 'self' 'unsafe-inline'` : POLICY;
  return servedFile(Buffer.from(html), 'text/html; charset=utf-8', {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
}

/**
 * A file under /assets. Its name changes with its content, so browsers never revalidate it.
 * @throws Error for an unknown ending
 */
export function assetFile({ name, content }: PageSource): PageFile {
  const mediaType = MEDIA_TYPES[name.replace(/^.*\./, '')];
  if (mediaType === undefined) throw new Error(`${name}: the media type of this ending is not known.`);
  return servedFile(Buffer.from(content), mediaType, {
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
  });
}

/** A file's name under /assets: its own with a hash of the content before the ending. */
export function hashedName(name: string, content: string | Uint8Array): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase();
  return name.replace(/(\.\w+)$/, `-${hash}$1`);
}

function servedFile(bytes: Uint8Array, mediaType: PageMediaType, headers: Record<string, string>): PageFile {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return {
    mediaType,
    body: CompressedBody.sentOften(bytes),
    // Weak, because it is the same for all encodings.
    headers: { ...headers, ETag: `W/"${hash}"` },
  };
}
