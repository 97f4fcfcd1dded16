/** Schemes of agents that have no dot. Any other could start a program or a script: nobody can list all of those. */
const AGENTS = new Set(
  'antigravity chatgpt claude code-oss codex cursor goose kiro lmstudio raycast trae vscode vscode-insiders vscodium warp windsurf workbuddy zed'
    .split(' ')
    .map((scheme) => `${scheme}:`),
);
/** A domain of the app backwards (RFC 8252, 7.1). Windows names some of its own programs in this form. */
const REVERSED_DOMAIN = /^(?!microsoft\.)[a-z]+(\.[a-z\d-]+)+:$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Why codes may not be sent to an address; null: they may. */
export function redirectRefusal(uri: string): string | null {
  if (!/^[\x21-\x7e]{1,2000}$/.test(uri) || !URL.canParse(uri)) return 'must be absolute URLs';
  const { protocol, hostname, username, password, hash } = new URL(uri);
  if (hash !== '' || uri.includes('#')) return 'must have no fragment';
  if (username !== '' || password !== '') return 'must hold no user name';
  if (protocol === 'https:') return null;
  if (protocol === 'http:') return LOOPBACK.has(hostname) ? null : 'must use https, except on localhost';
  if (REVERSED_DOMAIN.test(protocol) && uri.slice(protocol.length).startsWith('/')) return null;
  if (!AGENTS.has(protocol) || !uri.slice(protocol.length).startsWith('//'))
    return 'must use https, http on localhost, or the scheme of an app: one with a dot, as com.example.app:/callback, or a known one, as cursor://';
  // Links of these apps can also install programs, which they name in the query.
  return uri.includes('?') ? 'must have no query where the scheme has no dot' : null;
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
  if (protocol !== 'https:' && protocol !== 'http:') return `an app (${protocol}//)`;
  return LOOPBACK.has(hostname) ? 'this computer' : host;
}

/** The address with the answer in its query. */
export function withAnswer(uri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer))
    if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
