import { type Schema, theContract } from '../../contract/document/schemas.ts';
import type { components } from '../../contract/generated/types.ts';
import { changeShown, rounded, shortened, shown, shownValue } from '../answer.ts';
import {
  brandSchema,
  change,
  list,
  type Measure,
  measure,
  measureOrNull,
  numeric,
  object,
  SUM,
  text,
  untold,
  whole,
} from '../tool.ts';

type Schemas = components['schemas'];
type Group = Schemas['BrandRow'] | Schemas['QueryGroupRow'];
type Mentions = Schemas['MentionGroupRow'];
type Change = Schemas['Change'];

/** The measures of a report's row, each with its basis. */
export interface Measures {
  visibility: Measure;
  sentiment: Measure;
  position: Measure;
  share_of_voice?: Measure;
}

export function measuresOf(row: Group | NonNullable<Schemas['PreviousRuns']>): Measures {
  const bounds = row as Partial<Schemas['BrandRow']>;
  return {
    visibility: {
      value: row.visibility,
      n: row.visibility_total,
      [SUM]: row.visibility_count,
      ...boundsOf(bounds.visibility_low, bounds.visibility_high),
    },
    sentiment: {
      value: row.sentiment,
      n: row.sentiment_count,
      [SUM]: row.sentiment_sum,
      ...boundsOf(bounds.sentiment_low, bounds.sentiment_high),
    },
    position: {
      value: row.position,
      n: row.position_count,
      [SUM]: row.position_sum,
      ...boundsOf(bounds.position_low, bounds.position_high),
    },
    ...(row.share_of_voice !== undefined && {
      share_of_voice: {
        value: row.share_of_voice,
        n: row.share_of_voice_total ?? 0,
        [SUM]: row.visibility_count,
      },
    }),
  };
}

function boundsOf(low?: number | null, high?: number | null) {
  return low === undefined && high === undefined ? {} : { low: low ?? null, high: high ?? null };
}

/** The requested fields of rows beside their measures. */
export function extrasOf(row: Group | Mentions | Schemas['SourceRow'] | Schemas['SearchRow']) {
  const { dimensions, brand, change, coverage, evidence } = row;
  const readers = 'sentiment_readers' in row ? row.sentiment_readers : undefined;
  return {
    ...(brand && { brand: { id: brand.id, name: brand.name } }),
    ...(dimensions && { dimensions: flatDimensions(dimensions) }),
    ...(change && { change }),
    ...(coverage && { coverage }),
    ...(evidence && { run_ids: evidence.run_ids }),
    ...(readers && { sentiment_readers: readers }),
  };
}

type Flat = Record<string, string | boolean | null>;
function flatDimensions({ query, ...others }: Schemas['DimensionValues']): Flat {
  return { ...(query && { query: query.queryText }), ...(others as Flat) };
}

/** A row of runs, in the form of tools. */
export function groupRow(row: Group) {
  const { visibility_quality: quality } = row;
  const competitors = 'competitors' in row ? row.competitors : undefined;
  return {
    ...extrasOf(row),
    ...measuresOf(row),
    ...(quality && { quality }),
    ...(row.first_count !== undefined && {
      counts: {
        positive: row.positive_count,
        neutral: row.neutral_count,
        negative: row.negative_count,
        first: row.first_count,
        unknown: row.unknown_count,
      },
    }),
    ...(row.changes && { changes: row.changes }),
    ...(row.previous !== undefined && { previous: row.previous && measuresOf(row.previous) }),
    ...(competitors && {
      competitors: mostVisible(competitors).map((competitor) => ({
        name: competitor.name,
        visibility: {
          value: competitor.visibility,
          n: competitor.visibility_total,
          [SUM]: competitor.visibility_count,
        },
        sentiment: { value: competitor.sentiment, n: competitor.sentiment_count },
        position: { value: competitor.position, n: competitor.position_count },
        share_of_voice: competitor.share_of_voice,
        ...(competitor.change && {
          previous: competitor.previous && {
            value: competitor.previous.visibility,
            n: competitor.previous.visibility_total,
            [SUM]: competitor.previous.visibility_count,
          },
          change: competitor.change,
        }),
      })),
    }),
  };
}

const COMPETITORS_SHOWN = 20;

function mostVisible(competitors: readonly Schemas['CompetitorMeasures'][]) {
  return competitors.toSorted((a, b) => b.visibility_count - a.visibility_count).slice(0, COMPETITORS_SHOWN);
}

export type GroupRow = ReturnType<typeof groupRow>;

export function groupLine(row: GroupRow): string {
  const { visibility, sentiment, position, share_of_voice: share, competitors, counts } = row;
  const parts = [
    `visibility ${shown(visibility, 'visibility')}`,
    sentiment.value !== null && `sentiment ${shown(sentiment, 'sentiment')}`,
    position.value !== null && `position ${shown(position, 'position')}`,
    share?.value != null && `share of voice ${shown(share, 'share_of_voice')}`,
    changeOf(row),
    ...Object.entries(row.changes ?? {}).map(([name, each]) => `${name} ${changeText(each, unitOf(name))}`),
    counts &&
      `${counts.positive} positive, ${counts.neutral} neutral, ${counts.negative} negative, named first in ${counts.first}`,
    row.quality === 'too_few' && 'too few runs or prompts for more than a hint',
    competitors && `competitors ${competitors.map(competitorText).join(', ')}`,
  ];
  return `- ${titleOf(row)}: ${parts.filter(Boolean).join('; ')}`;
}

function competitorText(of: NonNullable<GroupRow['competitors']>[number]): string {
  const change = changeOf(of);
  const value = shownValue(of.visibility, 'visibility') ?? '?';
  return `${of.name} ${value} %${change && ` (${change})`}`;
}

/** The change of a row's visibility; '' if none is there. */
export function changeOf({
  change,
  visibility,
  previous,
}: {
  change?: Change | undefined;
  visibility: Measure;
  previous?: Measure | Measures | null | undefined;
}): string {
  const before = previous && 'visibility' in previous ? previous.visibility : previous;
  return change ? changeText(changeShown(change, 'visibility', visibility, before)) : '';
}

export function titleOf({
  brand,
  dimensions = {},
}: {
  brand?: { name: string };
  dimensions?: Record<string, unknown>;
}): string {
  const values = Object.entries(dimensions).map(([name, value]) =>
    name === 'query' ? JSON.stringify(shortened(String(value), 160)) : `${name} ${value ?? 'unknown'}`,
  );
  return [brand?.name, ...values].filter(Boolean).join(', ');
}

function unitOf(measure: string): string {
  return measure === 'position' ? 'places' : 'points';
}

export function changeText(
  {
    points,
    low,
    high,
    verdict,
    holds_in_list: holds,
    against_others: against,
    common_prompts: common,
  }: Change,
  unit = 'points',
): string {
  if (points === null) return 'no change known: one of the ranges has no run';
  const alone = holds === false ? ' (of so many rows, it may be chance)' : '';
  const others = against?.verdict
    ? `; ${against.verdict.replaceAll('_', ' ')}${against.verdict === 'apart' ? ' from the others' : ''}: ${against.competitors} competitors moved by ${signed(against.others_points ?? 0)} points on average`
    : '';
  const bounds = low === null || high === null ? '' : ` (${rounded(low)} to ${rounded(high)})`;
  const alike = common
    ? `; over the ${common.prompts} prompts of both ranges ${changeText(common, unit)}`
    : '';
  return `change ${signed(points)} ${unit}${bounds}, ${verdict}${alone}${alike}${others}`;
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${rounded(value)}`;
}

/** A row of mentions, in the form of tools. */
export function mentionsRow(row: Mentions) {
  const { mention_count, run_count, positive_count, neutral_count, negative_count } = row;
  return {
    ...extrasOf(row),
    mention_count,
    run_count,
    positive_count,
    neutral_count,
    negative_count,
    sentiment: {
      value: row.sentiment,
      n: row.sentiment_count,
      [SUM]: row.sentiment_sum,
      ...boundsOf(row.sentiment_low, row.sentiment_high),
    },
    ...(row.previous !== undefined && {
      previous: row.previous && {
        mention_count: row.previous.mention_count,
        run_count: row.previous.run_count,
        sentiment: {
          value: row.previous.sentiment,
          n: row.previous.sentiment_count,
          [SUM]: row.previous.sentiment_sum,
        },
      },
    }),
  };
}
export type MentionsRow = ReturnType<typeof mentionsRow>;

export function mentionsLine(row: MentionsRow): string {
  const { mention_count, run_count, positive_count, neutral_count, negative_count, sentiment, change } = row;
  const counts = `${mention_count} mentions in ${run_count} runs (${positive_count} positive, ${neutral_count} neutral, ${negative_count} negative)`;
  const told = change && changeText(changeShown(change, 'sentiment', sentiment, row.previous?.sentiment));
  return `- ${titleOf(row)}: ${counts}; sentiment ${shown(sentiment, 'sentiment')}${told ? `; ${told}` : ''}`;
}

/** A prompt's latest result. */
export function latestRow({ query, brand, executedAt, latestResult, evidence }: Schemas['QueryRow']) {
  return {
    prompt: query.queryText,
    prompt_id: query.id,
    platform: query.platform,
    brand: { id: brand.id, name: brand.name },
    executed_at: executedAt,
    run_id: latestResult.runId,
    brand_named: latestResult.brandMentioned,
    position_of_brand: latestResult.position,
    sentiment_score: latestResult.sentimentScore,
    ...(evidence && { run_ids: evidence.run_ids }),
  };
}

export function latestLine(row: ReturnType<typeof latestRow>): string {
  const named = row.brand_named
    ? `names ${row.brand.name} at position ${row.position_of_brand}, sentiment ${row.sentiment_score ?? 'unknown'}`
    : `does not name ${row.brand.name}`;
  return `- ${JSON.stringify(shortened(row.prompt, 160))} on ${row.platform}, ${row.executed_at}: ${named} (run ${row.run_id})`;
}

/** One mention. */
export function mentionRow(row: Schemas['MentionRow']) {
  return {
    mention_id: row.id,
    brand: { id: row.brand.id, name: row.brand.name },
    prompt: row.query.queryText,
    platform: row.platform,
    at: row.discoveredAt,
    sentiment_word: row.sentiment,
    sentiment_score: row.sentimentScore,
    snippet: row.snippet,
    source: {
      type: row.sourceType,
      name: row.sourceName,
      url: row.pageUrl ?? row.sourceUrl,
      title: row.title,
    },
    ...(row.evidence && { run_ids: row.evidence.run_ids }),
  };
}

export function mentionLine(row: ReturnType<typeof mentionRow>): string {
  const { brand, platform, at, sentiment_word: word, sentiment_score: score, snippet, source } = row;
  const told = `${word ?? 'no sentiment'}${score === null ? '' : ` ${rounded(score)}`}`;
  return `- ${brand.name} on ${platform}, ${at.slice(0, 10)}, ${told}: ${JSON.stringify(snippet ?? '')} (${source.name ?? source.type})`;
}

const runIds = list(text('Id of a run, for get_answer'), 'Runs behind the row, the latest first');

const MEASURES = { visibility: measure, sentiment: measure, position: measure, share_of_voice: measure };

/** Fields that several kinds of rows share. */
function commonSchemas(): Record<string, Schema> {
  const contract = theContract();
  return {
    brand: brandSchema,
    dimensions: {
      type: 'object',
      additionalProperties: true,
      description: 'The value of each dimension asked for; null is unknown',
    },
    change,
    coverage: untold(contract.schema('RowCoverage')),
    sentiment_readers: untold(contract.schema('ReaderCounts')),
    run_ids: runIds,
  };
}

export function groupSchemas(): Record<string, Schema> {
  const { share_of_voice: _, ...ofCompetitor } = MEASURES;
  return {
    ...commonSchemas(),
    ...MEASURES,
    quality: text('too_few below 8 prompts or 40 runs: a hint, no more', { enum: ['good', 'too_few'] }),
    counts: { type: 'object', description: 'Runs that are positive, neutral, negative, or name it first' },
    changes: { type: 'object', description: 'Like `change`, of the other measures' },
    previous: object(MEASURES, { nullable: true, description: 'Over the days compared with; null: no run' }),
    competitors: list(
      object(
        {
          name: text('Its name'),
          ...ofCompetitor,
          share_of_voice: numeric('%'),
          previous: measureOrNull('Visibility before; null: no run'),
          change,
        },
        { required: ['name', 'visibility', 'sentiment', 'position', 'share_of_voice'] },
      ),
      `The brand's competitors in the same runs, at most ${COMPETITORS_SHOWN}, most visible first`,
    ),
  };
}

export function latestSchemas(): Record<string, Schema> {
  return {
    prompt: text('The text of the prompt'),
    prompt_id: text('Its id on this platform'),
    platform: text('The platform'),
    executed_at: text('When its latest run was answered (RFC 3339, UTC)'),
    run_id: text('The latest run, for get_answer'),
    brand_named: { type: 'boolean', description: 'Whether that answer names the brand' },
    position_of_brand: whole('Its position there', { nullable: true }),
    sentiment_score: numeric('Score 0 to 100, 50 neutral'),
  };
}

export function mentionSchemas(): Record<string, Schema> {
  const { properties = {} } = theContract().schema('MentionGroupRow');
  const counts = ['mention_count', 'run_count', 'positive_count', 'neutral_count', 'negative_count'];
  const counted = Object.fromEntries(counts.map((name) => [name, properties[name] as Schema]));
  return {
    ...commonSchemas(),
    ...counted,
    sentiment: measure,
    previous: object(
      {
        mention_count: whole('Mentions'),
        run_count: whole('Runs'),
        sentiment: measure,
      },
      { nullable: true, description: 'The same over the days compared with' },
    ),
    mention_id: text('Id of the mention'),
    prompt: text('The text of the prompt'),
    platform: text('The platform'),
    at: text('When the answer was given (RFC 3339, UTC)'),
    sentiment_word: text('POSITIVE, NEUTRAL or NEGATIVE', { nullable: true }),
    sentiment_score: numeric('Score 0 to 100, 50 neutral'),
    snippet: text('The sentence that names the brand', { nullable: true }),
    source: object(
      {
        type: text('Kind of the source; AI_ANSWER where the answer cites none'),
        name: text('Its name or domain', { nullable: true }),
        url: text('Its address', { nullable: true }),
        title: text('Its title', { nullable: true }),
      },
      { description: 'The source that the answer cites' },
    ),
  };
}
