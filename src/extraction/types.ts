export type SourceType =
  | 'AI_ANSWER'
  | 'ARTICLE'
  | 'REVIEW'
  | 'FORUM'
  | 'SOCIAL'
  | 'VIDEO'
  | 'ENCYCLOPEDIA'
  | 'DOCUMENTATION'
  | 'STORE'
  | 'BRAND_SITE'
  | 'COMPETITOR_SITE'
  | 'OTHER';

export interface KnownSubject {
  id: string;
  name: string;
  website: string | null;
  aliases: string[];
  /** Of its name and aliases, the ones that only count in exactly this letter case. */
  caseSensitive: string[];
}

export interface KnownBrand extends KnownSubject {
  competitors: KnownSubject[];
}

export interface Answer {
  /** The tracked brand the run belongs to. */
  brandId: string;
  /** Markdown with HTML fragments, as the platform gave it. */
  answer: string;
  citations: { url: string; title?: string | null }[];
  /** 0-100, sent with the run: takes the place of the sentiment computed for the run's own brand. */
  sentimentScore?: number | null;
}

export interface Observation {
  subjectId: string;
  kind: 'BRAND' | 'COMPETITOR';
  named: boolean;
  /** Rank by first appearance among the run's brand and its competitors, from 1; null for other brands. */
  position: number | null;
  /** Integer hundredths of a 0-100 score: 0..10000, 5000 neutral. */
  sentiment: number | null;
  /** The first sentence that names it: at most 300 UTF-16 code units, no markup. */
  snippet: string | null;
}

export interface Citation {
  url: string;
  title: string | null;
  /** Host in lower case without "www."; '' where `url` is no URL. */
  domain: string;
  sourceType: SourceType;
  sourceName: string;
}

export interface Extraction {
  /** The run's brand always; then its competitors and other tracked brands that are named. */
  observations: Observation[];
  /** Each exact URL once, in order of first appearance. */
  citations: Citation[];
}

/** The website of a brand or of one of its competitors. */
export interface Site {
  type: 'BRAND_SITE' | 'COMPETITOR_SITE';
  host: string;
  registrable: string;
  /** Path under which a brand lives on somebody else's site (x.com/brand); '' if the site is its own. */
  path: string;
}

export interface Subject {
  id: string;
  kind: 'BRAND' | 'COMPETITOR';
  /** The tracked brand it is or competes with. */
  brandId: string;
  /** Folded primary name: subjects that share it are one entity in the eyes of a reader. */
  entity: string;
}

export interface BrandEntry {
  subject: Subject;
  competitors: Subject[];
  sites: Site[];
}
