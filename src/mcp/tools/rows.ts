import type { components } from '../../contract/generated/types.ts';
import {
  count,
  type Fields,
  LIST,
  measure,
  measureOf,
  OBJECT,
  own,
  part,
  type Row,
  rowOf,
  short,
} from '../fields.ts';
import { lineOf, quoted } from '../lines.ts';
import { rounded } from '../text.ts';

type Schemas = components['schemas'];

const COMPETITORS_SHOWN = 20;

/** The fields of the rows of each report, by those of the contract. */
export const BRAND = part('brand', { id: 'id', name: 'name' });
const EXTRAS: Fields = {
  brand: BRAND,
  dimensions: own(OBJECT, ({ dimensions }) => dimensions && flat(dimensions as Row)),
  change: 'change',
  coverage: 'coverage',
  run_ids: 'evidence.run_ids',
};
const READERS: Fields = { sentiment_readers: 'sentiment_readers' };
const MEASURES: Fields = {
  visibility: measure('visibility'),
  sentiment: measure('sentiment'),
  position: measure('position'),
};
const SHARE: Fields = { share_of_voice: measure('share_of_voice') };

export const GROUP: Fields = {
  ...EXTRAS,
  ...READERS,
  ...MEASURES,
  ...SHARE,
  quality: 'visibility_quality',
  counts: own(OBJECT, (row) =>
    row['first_count'] === undefined
      ? undefined
      : rowOf(
          {
            positive: 'positive_count',
            neutral: 'neutral_count',
            negative: 'negative_count',
            first: 'first_count',
            unknown: 'unknown_count',
          },
          row,
        ),
  ),
  changes: 'changes',
  previous: part('previous', { ...MEASURES, ...SHARE }),
  competitors: own(LIST, ({ competitors }) =>
    (competitors as Schemas['CompetitorMeasures'][] | undefined)
      ?.toSorted((a, b) => b.visibility_count - a.visibility_count)
      .slice(0, COMPETITORS_SHOWN)
      .map((competitor) => rowOf(COMPETITOR, competitor)),
  ),
};
const COMPETITOR: Fields = {
  name: 'name',
  ...MEASURES,
  share_of_voice: 'share_of_voice',
  previous: own(OBJECT, ({ change, previous }) =>
    change ? previous && measureOf(previous, 'visibility') : undefined,
  ),
  change: 'change',
};

const flat = ({ query, ...others }: Row): Row => ({
  ...(query ? { query: (query as { queryText: string }).queryText } : {}),
  ...others,
});

export const LATEST: Fields = {
  prompt: 'query.queryText',
  prompt_id: 'query.id',
  platform: 'query.platform',
  brand: BRAND,
  executed_at: 'executedAt',
  run_id: 'latestResult.runId',
  brand_named: 'latestResult.brandMentioned',
  position_of_brand: 'latestResult.position',
  sentiment_score: 'latestResult.sentimentScore',
  run_ids: 'evidence.run_ids',
};

export function latestLine(row: Row): string {
  const { name } = row['brand'] as { name: string };
  const named = row['brand_named']
    ? `names ${name} at position ${row['position_of_brand']}, sentiment ${row['sentiment_score'] ?? 'unknown'}`
    : `does not name ${name}`;
  return `- ${quoted(row['prompt'])} on ${row['platform']}, ${row['executed_at']}: ${named} (run ${row['run_id']})`;
}

const MENTION_COUNTS: Fields = { mention_count: 'mention_count', run_count: 'run_count' };
export const MENTIONS: Fields = {
  ...EXTRAS,
  ...READERS,
  ...MENTION_COUNTS,
  positive_count: 'positive_count',
  neutral_count: 'neutral_count',
  negative_count: 'negative_count',
  sentiment: measure('sentiment'),
  previous: part('previous', { ...MENTION_COUNTS, sentiment: measure('sentiment') }),
};

export const MENTION: Fields = {
  mention_id: 'id',
  brand: BRAND,
  prompt: 'query.queryText',
  platform: 'platform',
  at: 'discoveredAt',
  sentiment_word: 'sentiment',
  sentiment_score: 'sentimentScore',
  snippet: 'snippet',
  source: own(OBJECT, (row) => ({
    type: row['sourceType'],
    name: row['sourceName'],
    url: row['pageUrl'] ?? row['sourceUrl'],
    title: row['title'],
  })),
  run_ids: 'evidence.run_ids',
};

export function mentionLine(row: Row): string {
  const { brand, source } = row as { brand: { name: string }; source: { name: string | null; type: string } };
  const { platform, at, sentiment_word: word, sentiment_score: score, snippet } = row;
  const sentiment = `${word ?? 'no sentiment'}${score === null ? '' : ` ${rounded(Number(score))}`}`;
  return `- ${brand.name} on ${platform}, ${String(at).slice(0, 10)}, ${sentiment}: ${JSON.stringify(snippet ?? '')} (${source.name ?? source.type})`;
}

/** Domains, URLs or searches. */
export const FOUND: Fields = {
  ...EXTRAS,
  search: 'search',
  domain: 'domain',
  url: 'url',
  title: 'title',
  source_type: 'source_type',
  page_type: 'page_type',
  answers: 'answer_count',
  answer_share: measure('answer_share'),
  citations: 'citation_count',
  searches: 'search_count',
  naming_brand: 'brand_count',
  naming_competitor: 'competitor_count',
  gap: 'gap_count',
  citing_own_site: 'own_site_count',
  competitors: part('competitors', { name: 'name', answers: 'answer_count' }),
  previous: measure('answer_share', 'previous'),
};

export const OPPORTUNITY: Fields = {
  kind: 'kind',
  reason: 'reason',
  subject: short('subject', 300),
  at_stake: own(OBJECT, (row) => measureOf(row, 'answer_share', 'at_stake')),
  answers: 'answer_count',
  by_chance: 'by_chance',
  change: 'change',
  competitors: part('competitors', { name: 'name', answers: 'answer_count' }),
  pages: 'pages.url',
  sentences: own(LIST, ({ sentences }) =>
    (sentences as object[]).map((sentence) => rowOf({ text: short('text', 300) }, sentence)['text']),
  ),
  act: 'act.kind',
  state: 'state',
  run_ids: 'evidence.run_ids',
};

/** The most aliases and competitors listed of a brand. */
const MOST_NAMES = 50;
export const TRACKED_BRAND: Fields = {
  id: 'id',
  name: 'name',
  website: 'website',
  websites: 'websites',
  aliases: short('aliases', MOST_NAMES),
  competitors: short('competitors.name', MOST_NAMES),
  competitors_total: count('competitors'),
};

/** A row of a brand or group of runs, as its tool gives it and as its text. */
export const groupRow = (row: object): Row => rowOf(GROUP, row);
export const groupLine = (row: Row): string => lineOf(row);
