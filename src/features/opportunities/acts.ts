import type { components } from '../../contract/generated/types.ts';
import type { FoundOpportunity } from '../../reports/opportunities/opportunities.ts';

type Schemas = components['schemas'];
type Act = Schemas['OpportunityAct'];

/** What to do about an opportunity. @param basePath of the server's paths */
export function actOf(found: FoundOpportunity, basePath: string): Act {
  const { kind, reason, brand, subject, source_type: sourceType, run_ids: runIds } = found;
  const url = (path: string, params: Record<string, string>) =>
    `${basePath}/#/${path}?${new URLSearchParams({ ...params, brand: brand.id })}`;
  const prompt = encodeURIComponent(subject);
  if (kind === 'SOURCE') {
    const type = campaignFor(subject, sourceType);
    return {
      kind: 'CAMPAIGN',
      url: url('campaigns', { campaign: 'new', type, source: subject }),
      values: { brandId: brand.id, type, name: subject },
    };
  }
  if (kind === 'CRITICISM')
    return {
      kind: 'CORRECTION',
      url: url(runIds[0] === undefined ? `prompts/${prompt}` : `answer/${runIds[0]}`, {}),
      values: { brandId: brand.id, prompt: subject },
    };
  if (reason === 'LOST')
    return {
      kind: 'PROMPT',
      url: url(`prompts/${prompt}`, {}),
      values: { brandId: brand.id, prompt: subject },
    };
  const topic = topicOf(kind === 'OWN_PAGE' ? wordsOf(subject) || brand.name : subject);
  return {
    kind: 'BRIEF',
    url: url('content', { brief: 'new', topic }),
    values: { brandId: brand.id, topic },
  };
}

/** The words of an address behind its domain: /reading-lamps → reading lamps. */
function wordsOf(address: string): string {
  const path = /^https?:\/\/[^/]*\/([^?#]*)/.exec(address)?.[1] ?? '';
  return path
    .replaceAll(/%[0-9a-f]{2}|\.\w+$/gi, ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The kind of campaign that is nearest to a source. */
function campaignFor(domain: string, sourceType: string | null): Schemas['CampaignType'] {
  if (/(^|\.)reddit\.com$/.test(domain)) return 'REDDIT_ENGAGEMENT';
  return sourceType === 'REVIEW' ? 'REVIEW_GENERATION' : 'MEDIA_OUTREACH';
}

/** The topic of a brief has at most 200 characters. */
function topicOf(subject: string): string {
  return [...subject].slice(0, 200).join('');
}
