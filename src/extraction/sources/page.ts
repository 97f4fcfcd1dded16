/**
 * The page of an address: one address for all its spellings, without the parts that only say who was led there, and
 * how.
 */
import { LRUCache } from 'lru-cache';
import { parse } from 'tldts';
import { readSections } from '../tables.ts';

/** Stored with what was read by it. Raise it when the same address would be of another page, or of another site. */
export const PAGE_VERSION = 1;

/** The most citations of a run. */
export const MOST_CITATIONS = 500;
const LONGEST_ADDRESS = 4_096;

/** A page that an answer cites. */
export interface Page {
  /** Its address: the same for all spellings. */
  url: string;
  /** The address that decides the kind: the site that the title names, where the given address only redirects to it. */
  location: URL;
  /** The host of `location`, without `www.`. */
  domain: string;
}

/**
 * The page of an address. Two addresses are of one page if it is certain: parameters that are known to track go
 * (data/sources/tracking.txt), others stay; so do the case of a path, ports, subdomains but those in
 * data/sources/mobile-hosts.txt, and fragments that are routes. An address that wraps another one
 * (data/sources/redirects.txt) is of the page of that one. Linear in the length of the address.
 *
 * @param title a redirect that cannot be read is on the site that its title names
 * @returns null: it is no address
 */
export function pageOf(address: string, title: string | null = null): Page | null {
  const given = parseAddress(address);
  if (given === null) return null;
  const url = canonical(unwrapped(given));
  const site = title !== null && isUnread(url) ? parseBare(title.trim()) : null;
  const location = site === null || site.pathname !== '/' || site.search !== '' ? url : canonical(site);
  return { url: url.href, location, domain: hostOf(location) };
}

/** The domain of an address, or of a name without a path; what is none stays as it is, in lower case. */
export function domainOf(text: string): string {
  return pageOf(text)?.domain ?? text.trim().toLowerCase();
}

/** Whether each of an answer's citations, in their order, is the first of its page. */
export function firstOfPages(citations: readonly { pageUrl: string }[]): boolean[] {
  const seen = new Set<string>();
  return citations.map(({ pageUrl }) => seen.size < seen.add(pageUrl).size);
}

const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;
/** Top-level domains for examples, which are under no public suffix. */
const RESERVED = /\.(?:example|test)\.?$/;

/**
 * An address on the web. Without a scheme it is one with https if its host is a domain under a public suffix.
 * @returns null: it is none
 */
export function parseAddress(text: string): URL | null {
  const trimmed = text.trim();
  if (/^https?:/i.test(trimmed)) return URL.parse(trimmed);
  if (trimmed.startsWith('//')) return URL.parse(`https:${trimmed}`);
  return SCHEME.test(trimmed) ? null : parseBare(trimmed);
}

/** A citation's address as it is stored, with https where it has no scheme; null: it is none, or cannot be stored. */
export function addressOf(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_ADDRESS || trimmed.includes('\0') || !trimmed.isWellFormed()) return null;
  const url = parseAddress(trimmed);
  if (url === null || !/[^.]/.test(hostOf(url))) return null;
  return /^https?:/i.test(trimmed) ? trimmed : `https://${trimmed.replace(/^\/\//, '')}`;
}

/** An address without a scheme. */
function parseBare(text: string): URL | null {
  const url = URL.parse(`https://${text}`);
  if (url === null || url.username !== '' || /^[/\\]/.test(text)) return null;
  const { domain, isIcann, isPrivate } = parse(url.hostname, { allowPrivateDomains: true });
  const isDomain = domain !== null && (isIcann || isPrivate || RESERVED.test(url.hostname));
  return isDomain ? url : null;
}

/** The host of an address, in lower case, without `www.` and a final dot. */
export function hostOf(url: URL): string {
  const host = url.hostname.replace(/\.$/, '');
  const bare = host.replace(/^www\./, '');
  return bare.includes('.') ? bare : host;
}

/** The one address of a page, of which all that only spells it otherwise is gone. */
function canonical(given: URL): URL {
  const host = canonicalHost(given);
  const { isTracking, forms } = siteOf(host);
  const origin = given.port === '' ? `https://${host}` : `${given.protocol}//${host}:${given.port}`;
  const path = plainEscapes(given.pathname.replace(/;jsessionid=[^/;]*/gi, '')).replace(/([^/])\/$/, '$1');
  const query = canonicalQuery(given.search, isTracking);
  // A fragment that is a route chooses the page; any other is an anchor on it.
  const [fragment = ''] = given.hash.split(':~:', 1);
  const route = /^#(?:\/|!)/.test(fragment) ? canonicalRoute(fragment, isTracking) : '';
  const url = new URL(`${origin}${path}${query}${route}`);
  const form = forms.find((each) => each.path.test(url.pathname));
  return form === undefined ? url : canonical(form.to(url, form.path));
}

/** Addresses that a site has for one page. The new one is of no form itself. */
const FORMS: readonly { host: string; path: RegExp; to(url: URL, path: RegExp): URL }[] = [
  { host: 'youtu.be', path: /^\/([\w-]{11})$/, to: toVideo },
  { host: 'youtube.com', path: /^\/(?:embed|v|e)\/([\w-]{11})$/, to: toVideo },
  {
    host: 'amazon.*',
    path: /(?:\/ref=[^/]*)+$/,
    to: (url, path) => new URL(`${url.origin}${url.pathname.replace(path, '')}${url.search}`),
  },
];

function toVideo(url: URL, path: RegExp): URL {
  const video = new URL('https://youtube.com/watch');
  video.search = `v=${path.exec(url.pathname)?.[1]}&${url.search.slice(1)}`;
  return video;
}

const MOBILE = new Map(
  readTable('mobile-hosts.txt').map(({ entry }) => entry.split(' ') as [string, string]),
);

function canonicalHost(url: URL): string {
  const host = hostOf(url);
  const whole = MOBILE.get(host);
  if (whole !== undefined) return whole;
  const ending = parentsOf(host).find((parent) => MOBILE.has(`.${parent}`));
  return ending === undefined ? host : host.slice(0, -ending.length - 1) + MOBILE.get(`.${ending}`);
}

/** Unreserved characters and marks (RFC 2396, 2.3) need no escape, and others have it in upper case. */
function plainEscapes(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%[\da-f]{2}/gi, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return /[\w.~!'()*-]/.test(character) ? character : octet.toUpperCase();
  });
}

/** Parameters in the order of their names, without those that track, behind `?`; '' where none is left. */
function canonicalQuery(query: string, isTracking: (name: string) => boolean): string {
  if (query.length < 2) return '';
  const parameters: { text: string; name: string }[] = [];
  for (const part of query.slice(1).split('&')) {
    const text = plainEscapes(part.replace(/^(?:amp;)+/, '').replaceAll('%20', '+'));
    const name = text.split('=', 1)[0] as string;
    if (text !== '' && !isTracking(name.toLowerCase())) parameters.push({ text, name });
  }
  parameters.sort((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1));
  return parameters.length === 0 ? '' : `?${parameters.map(({ text }) => text).join('&')}`;
}

function canonicalRoute(route: string, isTracking: (name: string) => boolean): string {
  const at = route.indexOf('?');
  if (at < 0) return plainEscapes(route);
  return plainEscapes(route.slice(0, at)) + canonicalQuery(route.slice(at), isTracking);
}

type Kind = 'parameter' | 'amp' | 'path' | 'encoded path' | 'unread';
interface Redirect {
  kind: Kind;
  host: string;
  path: string;
  parameters: readonly string[];
}
const REDIRECTS = Map.groupBy(
  readTable('redirects.txt').map(({ section, entry }): Redirect => {
    const [host = '', path = '', parameters = ''] = entry.split(' ');
    return { kind: section as Kind, host, path, parameters: parameters.split('|') };
  }),
  ({ host }) => host,
);
/** Redirects within redirects that are followed. An address with more stays as it is. */
const MOST_REDIRECTS = 4;

function unwrapped(given: URL): URL {
  let url = given;
  for (let depth = 0; depth <= MOST_REDIRECTS; depth++) {
    const target = redirectTarget(url);
    if (target === null) return url;
    url = target;
  }
  return given;
}

/** The address that an address wraps; null: it wraps none, or one that cannot be read. */
function redirectTarget(url: URL): URL | null {
  const host = canonicalHost(url);
  const translated = /^(.+)\.translate\.goog$/.exec(host)?.[1];
  if (translated !== undefined) return translatedPage(url, translated);
  if (host === 'urldefense.com' || host === 'urldefense.proofpoint.com') return defendedPage(url);
  for (const { kind, path, parameters } of siteOf(host).redirects) {
    const target =
      kind === 'parameter'
        ? path === '*' || path === withoutSlash(url.pathname)
          ? inParameters(url, parameters)
          : null
        : url.pathname.startsWith(path)
          ? inPath(kind, url.href.slice(url.href.indexOf(path, url.origin.length) + path.length))
          : null;
    if (target !== null) return target;
  }
  return null;
}

function inParameters(url: URL, names: readonly string[]): URL | null {
  for (const name of names) {
    const value = url.searchParams.get(name) ?? '';
    // In base64; Bing's is behind two signs.
    const text = /^(?:a1)?aHR0c/.test(value)
      ? Buffer.from(value.replace(/^a1/, ''), 'base64url').toString()
      : value;
    if (/^(?:https?:)?\/\//i.test(text)) return parseAddress(text);
  }
  return null;
}

function inPath(kind: Kind, rest: string): URL | null {
  if (kind === 'unread') return null;
  if (kind === 'amp') return parseBare(rest.replace(/^s\//, '').replace(/%3f/i, '?'));
  if (kind === 'path') {
    const text = rest
      .replace(/^(?:newest|\d{4,14}(?:[a-z]{2}_)?)\//, '')
      .replace(/^(https?:)\/(?!\/)/i, '$1//');
    return /^https?:\/\//i.test(text) ? parseAddress(text) : null;
  }
  const escaped = /https?(?::|%3a)(?:%2f){2}[^/?#]*/i.exec(rest)?.[0];
  return escaped === undefined ? null : parseAddress(unescaped(escaped));
}

/** Google's translations have the host with hyphens for its dots, and two for each hyphen. */
function translatedPage(url: URL, name: string): URL | null {
  const page = parseBare(name.replace(/--|-/g, (hyphens) => (hyphens === '-' ? '.' : '-')));
  if (page === null) return null;
  const ownNames = [...url.searchParams.keys()].filter((key) => key.startsWith('_x_tr_'));
  page.pathname = url.pathname;
  const parts = url.search.slice(1).split('&');
  page.search = parts.filter((part) => !ownNames.includes(part.split('=', 1)[0] as string)).join('&');
  return page;
}

/** Proofpoint's addresses in mails: version 2 escapes by other signs, version 3 replaces some signs by `*`. */
function defendedPage(url: URL): URL | null {
  const second = url.pathname === '/v2/url' ? url.searchParams.get('u') : null;
  if (second !== null)
    return parseAddress(unescaped(second.replaceAll('_', '/').replace(/-(?=[\da-f]{2})/gi, '%')));
  if (url.pathname === '/v1/url') return inParameters(url, ['u']);
  const third = /\/v3\/__(https?:.*?)__;/i.exec(url.href)?.[1];
  return third === undefined || third.includes('*') ? null : parseAddress(third);
}

function isUnread(url: URL): boolean {
  return siteOf(url.hostname).redirects.some(
    ({ kind, path }) => kind === 'unread' && url.pathname.startsWith(withoutSlash(path)),
  );
}

/** The rules of the tables for a host. */
interface SiteRules {
  /** Whether a parameter tracks, by its name in lower case. */
  isTracking(name: string): boolean;
  redirects: readonly Redirect[];
  forms: typeof FORMS;
}

const TRACKING = Map.groupBy(readTable('tracking.txt'), ({ section }) => section);
/** Answers cite few hosts again and again. */
const SITES = new LRUCache<string, SiteRules>({ max: 5_000 });

function siteOf(host: string): SiteRules {
  const known = SITES.get(host);
  if (known !== undefined) return known;
  const { domainWithoutSuffix, subdomain, isIcann } = parse(host);
  const inEveryCountry = isIcann ? [`${subdomain ? `${subdomain}.` : ''}${domainWithoutSuffix}.*`] : [];
  const parents = parentsOf(host);
  const names = ['*', host, ...parents, `${isIcann ? domainWithoutSuffix : ''}.*`]
    .flatMap((key) => TRACKING.get(key) ?? [])
    .map(({ entry }) => entry);
  const whole = new Set(names);
  const beginnings = names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  const keys = [host, ...parents.map((parent) => `.${parent}`), ...inEveryCountry];
  const rules: SiteRules = {
    isTracking: (name) => whole.has(name) || beginnings.some((beginning) => name.startsWith(beginning)),
    redirects: keys.flatMap((key) => REDIRECTS.get(key) ?? []),
    forms: FORMS.filter((form) => keys.includes(form.host)),
  };
  SITES.set(host, rules);
  return rules;
}

function parentsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(1).map((_, at) => labels.slice(at + 1).join('.'));
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readTable(name: string): { section: string; entry: string }[] {
  return readSections(`sources/${name}`).flatMap(({ name: section, entries }) =>
    entries.map(({ text }) => ({ section, entry: text })),
  );
}
