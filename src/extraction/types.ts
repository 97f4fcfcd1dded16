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
  /** Phrases that hold one of its names and do not name it: "target audience", or a spelling that is another word. */
  ignoredPhrases?: readonly string[];
  /** Whether it is named where its name is part of a longer known name ("Philips" in "Philips Sonicare"). */
  countInsideLongerNames?: boolean;
}

/** Who made a sentiment score: the rules of this program, a model that was asked, or the sender of the run. */
export type SentimentReader = 'LEXICON' | 'MODEL' | 'SENT';

/**
 * How a name stands in a text, beside the spelling that was entered: as entered (letter case, accents and white space
 * aside), in another spelling (hyphen, space, "&", apostrophe, final period), in the plural, with letters written
 * otherwise (ø, ß, ue), or with what a language joins to a name (particle, article, case ending).
 */
export type NamingRule = 'AS_ENTERED' | 'SPELLING' | 'PLURAL' | 'LETTERS' | 'AFFIX';

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
  /** Integer hundredths of a 0-100 score: 0..10000, 5000 neutral; null: not named, or nobody read it. */
  sentiment: number | null;
  /** Who made the score; null where there is none. */
  sentimentReader: SentimentReader | null;
  /** The first sentence that names it: at most 300 UTF-16 code units, no markup. */
  snippet: string | null;
  /** Its first naming as it stands in the text, and how that matched; null where it is not named. */
  namedAs: string | null;
  namingRule: NamingRule | null;
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
  /** The language of most of the answer, ISO 639-1; null: not known. */
  language: string | null;
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
