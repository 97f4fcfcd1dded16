/** Rows of the answers, from columns as a database has them. */
import { SENTIMENT_BANDS } from '../../../src/base/definitions.ts';

export interface BrandSums {
  id: string;
  name: string;
  runs: number;
  named: number;
  /** Hundredths. */
  sentimentSum: number;
  sentimentCount: number;
  positionSum: number;
  positionCount: number;
}

/** A page of brands, by visibility (unknown last), name and id. */
export function brandPage(sums: readonly BrandSums[], limit: number): { data: unknown[]; total: number } {
  const rows = sums.map((sum) => ({
    brand: { id: sum.id, name: sum.name },
    visibility: mean(10_000 * sum.named, sum.runs),
    visibility_count: sum.named,
    visibility_total: sum.runs,
    sentiment: mean(sum.sentimentSum, sum.sentimentCount),
    sentiment_count: sum.sentimentCount,
    position: mean(100 * sum.positionSum, sum.positionCount),
    position_count: sum.positionCount,
  }));
  rows.sort(
    (a, b) =>
      (b.visibility ?? -1) - (a.visibility ?? -1) ||
      compare(a.brand.name, b.brand.name) ||
      compare(a.brand.id, b.brand.id),
  );
  return { data: rows.slice(0, limit), total: rows.length };
}

/** Half up, to two digits. */
function mean(hundredths: number, count: number): number | null {
  return count === 0 ? null : Math.floor((2 * hundredths + count) / (2 * count)) / 100;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

export interface Latest {
  queryId: string;
  queryText: string;
  platform: string;
  brandId: string;
  executedAt: string;
  runId: string;
  named: number;
  position: number | null;
  /** Hundredths. */
  sentiment: number | null;
  sentimentReader: string | null;
}

export function latestRow(run: Latest, brandName: string | undefined): unknown {
  return {
    query: { id: run.queryId, queryText: run.queryText, platform: run.platform },
    brand: { id: run.brandId, name: brandName },
    executedAt: run.executedAt,
    latestResult: {
      runId: run.runId,
      brandMentioned: run.named === 1,
      visibilityScore: run.named === 1 ? Math.max(100 - 15 * (run.position! - 1), 10) : 0,
      position: run.position,
      sentimentScore: run.sentiment === null ? null : run.sentiment / 100,
      sentimentReader: run.sentimentReader,
    },
  };
}

export interface Mention {
  id: string;
  brandId: string;
  sourceType: string;
  sourceName: string | null;
  sourceUrl: string | null;
  pageUrl: string | null;
  title: string | null;
  snippet: string | null;
  platform: string;
  /** Hundredths. */
  sentiment: number | null;
  sentimentReader: string | null;
  discoveredAt: string;
  queryId: string;
  queryText: string;
}

export function mentionRow(mention: Mention, brandName: string | undefined): unknown {
  const { id, brandId, sentiment, queryId, queryText, platform } = mention;
  return {
    id,
    brand: { id: brandId, name: brandName },
    sourceType: mention.sourceType,
    sourceName: mention.sourceName,
    sourceUrl: mention.sourceUrl,
    pageUrl: mention.pageUrl,
    title: mention.title,
    snippet: mention.snippet,
    platform,
    sentiment: sentiment === null ? null : bandOf(sentiment),
    sentimentScore: sentiment === null ? null : sentiment / 100,
    sentimentReader: mention.sentimentReader,
    discoveredAt: mention.discoveredAt,
    query: { id: queryId, queryText, platform },
  };
}

function bandOf(sentiment: number): string {
  if (sentiment >= SENTIMENT_BANDS.positiveFrom) return 'POSITIVE';
  return sentiment <= SENTIMENT_BANDS.negativeTo ? 'NEGATIVE' : 'NEUTRAL';
}
