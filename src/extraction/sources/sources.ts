/** The type and name of the site of a cited URL. */
import { getDomain } from 'tldts';
import { readTable } from '../tables.ts';
import type { Citation, KnownBrand, Site, SourceType } from '../types.ts';
import { KNOWN_SOURCES, type KnownSource } from './known-sources.ts';
import { pageOf } from './page.ts';
import { pageTypeOf } from './page-type.ts';

/** Types of sites that host many brands. A shared registrable domain on such a site does not identify the owner. */
const SHARED: ReadonlySet<SourceType> = new Set([
  'AI_ANSWER',
  'ENCYCLOPEDIA',
  'FORUM',
  'SOCIAL',
  'VIDEO',
  'STORE',
  'DOCUMENTATION',
]);

/** Domains that many share, beside those of SHARED and of the public suffix list. */
const SHARED_HOSTS = readTable('sources/shared-hosts.txt', ['PAGES', 'SITES']);
const [PAGES, SITES] = [new Set(SHARED_HOSTS.PAGES), new Set(SHARED_HOSTS.SITES)];

/** Parameters that say which page of a shared site is meant: play.google.com/store/apps/dev?id=1. */
const IDENTIFYING = ['cid', 'id', 'list', 'me', 'seller', 'v'];

const HOST_LABELS = new Map<string, SourceType>();
for (const [type, labels] of [
  ['DOCUMENTATION', 'docs doc developer developers support help manual manuals kb api'],
  ['FORUM', 'forum forums community communities discuss discourse'],
  ['STORE', 'shop store'],
  ['ARTICLE', 'blog blogs news newsroom magazine press'],
] as const) {
  for (const label of labels.split(' ')) HOST_LABELS.set(label, type);
}

/** Types by URL path, for sites whose host is no evidence. The first match counts. */
const PATH_TYPES: readonly [RegExp, SourceType][] = [
  [/\/(?:forums?|community|threads?)(?:\/|$)/, 'FORUM'],
  [/\/reviews?(?:\/|$)|-reviews?(?:[-./]|$)/, 'REVIEW'],
  [/\/(?:blogs?|posts?|news|articles?|stories|guides?|magazine)(?:\/|$)|\/20\d\d\/|\.article$/, 'ARTICLE'],
  [/\/(?:docs|documentation|support|help|manuals?)(?:\/|$)/, 'DOCUMENTATION'],
  [/\/(?:products|collections)\//, 'STORE'],
  [/[/-](?:best|top|vs)-/, 'ARTICLE'],
];

/** The registrable domain of a host. On a shared host (mybrand.myshopify.com) it is the site's own domain. */
function registrableOf(host: string): string {
  const domain = getDomain(host, { allowPrivateDomains: true }) ?? host;
  return SITES.has(domain) ? host : domain;
}

/** The longest listed host that equals `host` or is a parent domain of it. */
function knownSourceOf(host: string): { host: string; source: KnownSource } | null {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    const source = KNOWN_SOURCES.get(rest);
    if (source !== undefined) return { host: rest, source };
  }
  return null;
}

function isUnder(host: string, parent: string): boolean {
  return host.endsWith(parent) && (host.length === parent.length || host.at(-parent.length - 1) === '.');
}

/** The websites that determine the types of citations in answers about the brand; the brand's own first. */
export function createSites(brand: KnownBrand): Site[] {
  return [brand, ...brand.competitors].flatMap((subject) => {
    const type = subject === brand ? 'BRAND_SITE' : 'COMPETITOR_SITE';
    return subject.websites.flatMap((website): Site[] => {
      const site = siteOf(website);
      return site === null ? [] : [{ type, ...site }];
    });
  });
}

/** The site that a website stands for; null: it is no address. Where many have pages it is a page, else a host. */
export function siteOf(website: string): Omit<Site, 'type'> | null {
  const page = pageOf(website);
  if (page === null) return null;
  const { location: url, domain: host } = page;
  const type = knownSourceOf(host)?.source.type ?? 'ARTICLE';
  const isPage = SHARED.has(type) || type === 'OTHER' || PAGES.has(getDomain(host) ?? '') || SITES.has(host);
  const given = IDENTIFYING.map((name): [string, string | null] => [name, url.searchParams.get(name)]);
  return {
    host,
    registrable: registrableOf(host),
    path: isPage ? url.pathname.replace(/\/+$/, '').toLowerCase() : '',
    parameters: isPage ? given.filter(([, value]) => value !== null) : [],
  };
}

/**
 * The type of a URL's site, by the first rule that applies:
 *
 * 1. a website of the brand or a competitor whose host equals the URL's or is a parent of it, the longest host first;
 * 2. a listed host more specific than its registrable domain (play.google.com is a store, whoever owns it);
 * 3. a website with the same registrable domain. Excluded: the domain is a listed store, forum or the like and the
 *    website is only a subdomain of it, because amazon.com is not a site of a competitor at aws.amazon.com;
 * 4. the listed registrable domain;
 * 5. labels of the host, then the path; otherwise OTHER.
 */
function typeOf(url: URL, host: string, registrable: string, sites: readonly Site[]): SourceType {
  const path = url.pathname.toLowerCase();
  let own: Site | undefined;
  for (const site of sites) {
    const fits =
      isUnder(host, site.host) &&
      (site.path === '' || isPathUnder(path, site.path)) &&
      site.parameters.every(([name, value]) => url.searchParams.get(name) === value);
    if (fits && site.host.length + site.path.length > (own ? own.host.length + own.path.length : 0))
      own = site;
  }
  const known = knownSourceOf(host);
  const isSpecific = known !== null && known.host.length > registrable.length;
  if (own !== undefined && !(isSpecific && known.host.length > own.host.length)) return own.type;
  if (isSpecific) return known.source.type;
  if (known === null || !SHARED.has(known.source.type)) {
    const sibling = sites.find((site) => site.registrable === registrable && site.path === '');
    if (sibling !== undefined) return sibling.type;
  }
  return known?.source.type ?? guess(host, registrable, path);
}

function isPathUnder(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

function guess(host: string, registrable: string, path: string): SourceType {
  for (const label of host.slice(0, -registrable.length).split('.')) {
    const type = HOST_LABELS.get(label);
    if (type !== undefined) return type;
  }
  return PATH_TYPES.find(([pattern]) => pattern.test(path))?.[1] ?? 'OTHER';
}

/** A citation with its page, the type and name of its site, and the type of its page; null: it has no address. */
export function citationOf(url: string, title: string | null, sites: readonly Site[]): Citation | null {
  const page = pageOf(url, title);
  if (page === null) return null;
  const { location, domain } = page;
  const registrable = registrableOf(domain);
  const sourceType = typeOf(location, domain, registrable, sites);
  const sourceName = knownSourceOf(domain)?.source.name ?? registrable;
  const pageType = pageTypeOf(location, domain, title, sourceType);
  return { url, pageUrl: page.url, title, domain, sourceType, sourceName, pageType };
}
