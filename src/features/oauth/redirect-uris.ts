/** Schemes that a browser runs, reads or opens by itself. An app's own scheme is none of them. */
const REFUSED = new Set(
  'about blob chrome data file filesystem ftp http https intent javascript mailto sms tel vbscript view-source ws wss'
    .split(' ')
    .map((scheme) => `${scheme}:`),
);
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Why codes may not be sent to an address; null: they may. */
export function redirectRefusal(uri: string): string | null {
  if (!/^[\x21-\x7e]{1,2000}$/.test(uri) || !URL.canParse(uri)) return 'must be absolute URLs';
  const { protocol, hostname, username, password, hash } = new URL(uri);
  if (hash !== '' || uri.includes('#')) return 'must have no fragment';
  if (username !== '' || password !== '') return 'must hold no user name';
  if (protocol === 'https:') return null;
  if (protocol === 'http:') return LOOPBACK.has(hostname) ? null : 'must use https, except on localhost';
  const isOwn = uri.toLowerCase().startsWith(`${protocol}//`) && !REFUSED.has(protocol);
  return isOwn
    ? null
    : 'must use https, http on localhost, or a scheme of the app, as com.example.app://callback';
}

/**
 * Whether a code may be sent to an address, by those that the client named. They must be equal, except for the port on
 * the own machine: an app takes a free one (RFC 8252, 7.3).
 */
export function isKnownRedirect(uri: string, known: readonly string[]): boolean {
  return redirectRefusal(uri) === null && known.some((one) => one === uri || isSameLoopback(one, uri));
}

function isSameLoopback(known: string, uri: string): boolean {
  if (!URL.canParse(known)) return false;
  const [one, other] = [new URL(known), new URL(uri)];
  if (one.protocol !== 'http:' || !LOOPBACK.has(one.hostname)) return false;
  one.port = other.port;
  return one.href === other.href;
}

/** The target of a code, for people: a host, or the scheme of an app. */
export function shownTarget(uri: string): string {
  const { protocol, hostname, host } = new URL(uri);
  if (LOOPBACK.has(hostname)) return 'this computer';
  return protocol === 'https:' ? host : `an app (${protocol}//)`;
}

/** The address with the answer in its query. */
export function withAnswer(uri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
