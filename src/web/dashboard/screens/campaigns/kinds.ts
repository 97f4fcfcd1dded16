import type { Schemas } from '../../api/client.ts';

export type Campaign = Schemas['Campaign'];
export type CampaignType = Schemas['CampaignType'];

interface Kind {
  name: string;
  about: string;
  /** What its target counts. */
  counts: string;
  /** Where its sources are listed: parameters of the screen Sources. */
  sources: readonly { text: string; params: Record<string, string> }[];
}

/** What each kind of campaign is for. */
export const CAMPAIGN_KINDS: Record<CampaignType, Kind> = {
  REVIEW_GENERATION: {
    name: 'Get reviewed',
    about:
      'Ask customers for reviews and get on review sites. It counts pages of review sites that answers cite for the first time.',
    counts: 'review pages',
    sources: [{ text: 'Reviews', params: { type: 'REVIEW' } }],
  },
  REDDIT_ENGAGEMENT: {
    name: 'Take part on Reddit',
    about:
      'Answer questions where people ask them. It counts discussions on reddit.com that answers cite for the first time.',
    counts: 'Reddit discussions',
    sources: [{ text: 'Reddit', params: { domain: 'reddit.com' } }],
  },
  MEDIA_OUTREACH: {
    name: 'Get into the media',
    about:
      'Win journalists, blogs and video makers. It counts articles and videos that answers cite for the first time.',
    counts: 'articles and videos',
    sources: [
      { text: 'Articles', params: { type: 'ARTICLE' } },
      { text: 'Videos', params: { type: 'VIDEO' } },
    ],
  },
};

export const CAMPAIGN_TYPES = Object.keys(CAMPAIGN_KINDS) as CampaignType[];

export const isCampaignType = (value: string | null): value is CampaignType =>
  value !== null && (CAMPAIGN_TYPES as string[]).includes(value);

/** Which kind of campaign wins sources such as this one; null where none does. */
export function campaignFor(sourceType: Schemas['SourceType'], domain?: string): CampaignType | null {
  if (domain !== undefined && /(^|\.)reddit\.com$/.test(domain)) return 'REDDIT_ENGAGEMENT';
  if (sourceType === 'REVIEW') return 'REVIEW_GENERATION';
  return sourceType === 'ARTICLE' || sourceType === 'VIDEO' ? 'MEDIA_OUTREACH' : null;
}
