/** The kind of a source's page. */
export type PageType = 'LIST' | 'COMPARISON' | 'REVIEW' | 'HOW_TO' | 'PRODUCT' | 'FORUM_THREAD' | 'NEWS';

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
  /** The main one first. */
  websites: readonly string[];
  aliases: string[];
  /** The names and aliases that count only in exactly this letter case. */
  caseSensitive: string[];
  /** Phrases with one of its names that do not name it: "target audience", or a spelling that is another word. */
  ignoredPhrases?: readonly string[];
  /** Whether it is named inside a longer known name ("Philips" in "Philips Sonicare"). */
  countInsideLongerNames?: boolean;
}

/** The origin of a sentiment score: the rules of this program, a model, or the sender of the run. */
export type SentimentReader = 'LEXICON' | 'MODEL' | 'SENT';

/**
 * How a name in a text matches: as entered (apart from letter case, accents and white space), in another spelling
 * (hyphen, space, "&", apostrophe, final period), in the plural, with substituted letters (ø, ß, ue), or with an affix
 * of the language (particle, article, case ending).
 */
export type NamingRule = 'AS_ENTERED' | 'SPELLING' | 'PLURAL' | 'LETTERS' | 'AFFIX';

export interface KnownBrand extends KnownSubject {
  competitors: KnownSubject[];
}

export interface Answer {
  /** The tracked brand the run belongs to. */
  brandId: string;
  /** Markdown with HTML fragments, as received from the platform. */
  answer: string;
  /** null: the links of its text. */
  citations: { url: string; title?: string | null }[] | null;
  /** 0-100, sent with the run: replaces the computed sentiment of the run's own brand. */
  sentimentScore?: number | null;
}

export interface Observation {
  subjectId: string;
  kind: 'BRAND' | 'COMPETITOR';
  named: boolean;
  /** Whether the answer only says that it does not know the subject, which is not named then. */
  unknown: boolean;
  /** Rank by first appearance among the run's brand and its competitors, from 1; null for other brands. */
  position: number | null;
  /** Integer hundredths of a 0-100 score: 0..10000, 5000 neutral; null: not named, or not scored. */
  sentiment: number | null;
  /** The origin of the score; null without a score. */
  sentimentReader: SentimentReader | null;
  /** The first sentence that names it: at most 300 UTF-16 code units, no markup. */
  snippet: string | null;
  /** Its first naming as in the text, and how that matched; null if it is not named. */
  namedAs: string | null;
  namingRule: NamingRule | null;
}

export interface Citation {
  /** The address as received. */
  url: string;
  /** The address of its page, the same for all spellings of it: see `pageOf`. */
  pageUrl: string;
  title: string | null;
  /** Host of the page in lower case without "www.". */
  domain: string;
  sourceType: SourceType;
  sourceName: string;
  /** null: none of these, or not decided. */
  pageType: PageType | null;
}

export interface Extraction {
  /** The run's brand always; then its competitors and other tracked brands that are named or unknown. */
  observations: Observation[];
  /** Each distinct URL once, in order of first appearance. Several may be of one page. */
  citations: Citation[];
  /** The main language of the answer, ISO 639-1; null: unknown. */
  language: string | null;
  /** Whether a reader of the answer sees neither text nor links. */
  isBlank?: true;
}

/** The website of a brand or of one of its competitors. */
export interface Site {
  type: 'BRAND_SITE' | 'COMPETITOR_SITE';
  host: string;
  registrable: string;
  /** Path of a brand's page on another site (x.com/brand); '' if the site is its own. */
  path: string;
  /** Parameters of such a page that tell it from others, with their values. */
  parameters: [string, string | null][];
}

export interface Subject {
  id: string;
  kind: 'BRAND' | 'COMPETITOR';
  /** The tracked brand it is or competes with. */
  brandId: string;
  /** Folded primary name: subjects with the same one are one entity to a reader. */
  entity: string;
}

export interface BrandEntry {
  subject: Subject;
  competitors: Subject[];
  sites: Site[];
}
