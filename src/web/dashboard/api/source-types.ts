import type { Schemas } from './client.ts';

type SourceType = Schemas['SourceType'];

/** What each kind of source is called. */
export const SOURCE_TYPE_NAMES: Record<SourceType, string> = {
  AI_ANSWER: 'No source',
  ARTICLE: 'Articles and news',
  REVIEW: 'Reviews',
  FORUM: 'Forums',
  SOCIAL: 'Social networks',
  VIDEO: 'Videos',
  ENCYCLOPEDIA: 'Encyclopedias',
  DOCUMENTATION: 'Documentation',
  STORE: 'Shops',
  BRAND_SITE: 'Your own site',
  COMPETITOR_SITE: 'Competitors’ sites',
  OTHER: 'Other',
};
