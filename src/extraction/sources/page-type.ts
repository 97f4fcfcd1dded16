import type { PageType, SourceType } from '../types.ts';

interface Rule {
  type: PageType;
  /** Matches the host and path, in lower case. */
  path?: RegExp;
  /** Matches the title, in lower case without accents. */
  title?: RegExp;
}

/** Addresses that the software of a site makes. */
const ADDRESSES: readonly Rule[] = [
  {
    type: 'REVIEW',
    path: /(?:^|\.)trustpilot\.com\/review\/|\/products\/[^/]+\/reviews|(?:^|\.)capterra\.[a-z.]+\/p\/.*\/reviews/,
  },
  { type: 'HOW_TO', path: /(?:^|\.)wikihow\.com\/./ },
  {
    type: 'FORUM_THREAD',
    path: /^(?:\w+\.)?reddit\.com\/r\/\w+\/comments\/|(?:^|\.)(?:stackoverflow|stackexchange|superuser|serverfault|askubuntu)\.com\/(?:q|questions)\/\d|^news\.ycombinator\.com\/item|(?:^|\.)quora\.com\/[^/?]+-|\/viewtopic\.php|\/showthread|\/(?:threads?|topic|frage)\/[^/]|^(?:forums?|community|discuss|discourse|talk)\.[^/]+\/(?:t|d|discussion|topics?|threads?|questions?|post)\/[^/]/,
  },
  {
    type: 'PRODUCT',
    path: /\/dp\/[a-z0-9]{10}|\/gp\/product\/|(?:^|\.)ebay\.[a-z.]+\/itm\/|(?:^|\.)walmart\.com\/ip\/|(?:^|\.)etsy\.com\/listing\/|^apps\.apple\.com\/.*\/app\/|^play\.google\.com\/store\/apps\/details|\/collections\/[^/]+\/products\//,
  },
];

/** Words of titles and paths, the narrower ones before the wider ones: "the best …, reviewed" is a list. */
const WORDS: readonly Rule[] = [
  { type: 'PRODUCT', path: /\/products?\/[^/]+\/?$|\/(?:p|item|itm|sku)\/[^/]/ },
  {
    type: 'COMPARISON',
    path: /[-_/](?:vs|versus)[-_/.]|\/compare\/|\/comparisons?\/|\/alternatives?(?:\/|$|-to)|-alternatives?(?:[-/.]|$)|[-/](?:vergleich|comparatif|comparativa|confronto)(?:[-/.]|$)|difference-between/,
    title:
      /\b(?:vs\.?|versus|compared|comparison|comparatif|comparativa|vergleich|alternatives? (?:to|and|for))\b|\bdifferences? between\b/,
  },
  {
    type: 'LIST',
    path: /(?:^|[-/])(?:best|top-\d+|top-rated|beste|besten|bester|bestes|mejores|mejor|meilleurs?|meilleures?|migliori)(?:[-/]|$)|\/(?:roundups?|lists?)\//,
    title:
      /\b(?:the|our|die|las|los|les|i|le|der|das)? ?(?:\d+ )?(?:best|besten|beste|mejores|meilleurs|meilleures|migliori)\b(?! (?:buy|western))|\btop[- ]\d+\b|\btop (?:picks|choices)\b|^(?:the |our |my )?\d{1,3} [a-z]/,
  },
  {
    type: 'REVIEW',
    path: /\/(?:reviews?|tested|tests?|testberichte?|opiniones|avis|recensioni)\/[^/]|[-_](?:review|testbericht)(?:[-/.]|$)|\/hands-on/,
    title:
      /\breviews?\b(?! board)|\bim test\b|\btestbericht\b|\bhands[- ]on\b|\bopiniones\b|\bnotre avis\b|^tested:/,
  },
  {
    type: 'HOW_TO',
    path: /(?:^|[-/])how-to-|\/(?:tutorials?|anleitung(?:en)?|quickstart|getting-started|troubleshooting|guide-to)(?:\/|$)|(?:^|\/)(?:como-|comment-)|^(?:help|support|docs|kb)\.[^/]+\/./,
    title:
      /^how to\b|\bstep[- ]by[- ]step\b|\btutorial\b|\banleitung\b|\bgetting started\b|^(?:como|comment) |\bguide to\b/,
  },
  {
    type: 'NEWS',
    path: /\/(?:news|press|press-releases?|news-releases?|newsroom|nachrichten|actualites|noticias|meldung(?:en)?|notizie)\/|^(?:press|newsroom)\.|\/20\d\d\/(?:0?\d|1[0-2])\/(?:[0-3]?\d\/)?[^/]/,
    title: /\b(?:announces|acquires|raises \$|recalls|press release)\b/,
  },
  { type: 'PRODUCT', path: /\/(?:pricing|plans|features|buy)(?:\/|$)/ },
];

/** Sites whose pages are of no kind above, unless their address says so. */
const OF_NONE: ReadonlySet<SourceType> = new Set(['ENCYCLOPEDIA', 'VIDEO', 'SOCIAL']);
/** A longer title says no more. */
const MOST_TITLE = 300;
const MOST_PATH = 500;

/**
 * The kind of a page, by the first rule that its address or title fits; null: not decided. bench/truth/README.md has
 * how often the rules are right.
 *
 * @param url parsed @param domain its host without www.
 */
export function pageTypeOf(
  url: URL,
  domain: string,
  title: string | null,
  sourceType: SourceType,
): PageType | null {
  const path = `${domain}${url.pathname}${url.search}`.slice(0, MOST_PATH).toLowerCase();
  const words = folded(title ?? '');
  const isHome = url.pathname === '/' && url.search === '';
  if (isHome) return null;
  const fits = (rule: Rule) => rule.path?.test(path) || rule.title?.test(words);
  return ADDRESSES.find(fits)?.type ?? (OF_NONE.has(sourceType) ? null : (WORDS.find(fits)?.type ?? null));
}

function folded(title: string): string {
  return title.slice(0, MOST_TITLE).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
