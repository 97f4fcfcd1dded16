import { createHash } from 'node:crypto';

/**
 * A function that makes the strong ETag of a resource from the fields of its JSON.
 * @param volatile fields that change by themselves: they form a second part, after a dot, which If-Match ignores
 */
export function etagsWithout(volatile: string[] = []): (body: Record<string, unknown>) => string {
  return (body) => {
    if (volatile.length === 0) return `"${digest(body)}"`;
    const own = Object.entries(body).filter(([name]) => !volatile.includes(name));
    return `"${digest(own)}.${digest(volatile.map((name) => body[name]))}"`;
  };
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}

/** Whether an If-None-Match header matches an ETag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | string[] | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return String(ifNoneMatch)
    .split(',')
    .some((tag) => tag.trim() === '*' || strong(tag) === strong(etag));
}

/**
 * Whether an If-Match header names the version of an ETag, ignoring the volatile part. Against RFC 9110 (13.1.1), a
 * weak ETag counts too: here it stands for the same version, in a compressed response or behind a proxy that
 * compresses.
 */
export function matchesVersion(ifMatch: string, etag: string): boolean {
  return ifMatch.split(',').some((tag) => tag.trim() === '*' || versionOf(tag) === versionOf(etag));
}

function strong(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

function versionOf(tag: string): string {
  return strong(tag).replace(/(?<=^"[^".]*)\.[^"]*(?="$)/, '');
}
