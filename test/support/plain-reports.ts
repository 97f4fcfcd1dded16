import { derivedId } from '../../src/base/ids.ts';
import type { ReportId, ReportParameters } from '../../src/reports/reports.ts';

/** What a test knows of a run it ingested. Times are RFC 3339 in UTC with milliseconds. */
export interface KnownRun {
  id: string;
  queryId: string;
  queryText: string;
  platform: string;
  brandId: string;
  executedAt: string;
  /** null: the answer does not name the brand. */
  position: number | null;
  /** Hundredths. */
  sentiment: number | null;
  citations: { url: string; title: string | null }[];
}
export interface Known {
  brands: { id: string; name: string; archived: boolean }[];
  runs: KnownRun[];
}
interface Report {
  data: Record<string, unknown>[];
  total: number;
}

/** The reports as the contract words them, in plain loops over all runs: what engines must agree with. */
export function plainReport(report: ReportId, { brands, runs }: Known, parameters: ReportParameters): Report {
  const { brand, allowed, start, end, limit, offset } = parameters;
  const chosen = new Map(
    brands
      .filter(({ id, archived }) => (brand === null ? !archived : id === brand))
      .filter(({ id }) => allowed === null || allowed.includes(id))
      .map((known) => [known.id, { id: known.id, name: known.name }]),
  );
  const counted = runs.filter(
    ({ brandId, executedAt }) =>
      chosen.has(brandId) && executedAt.slice(0, 10) >= start && executedAt.slice(0, 10) <= end,
  );
  const rows =
    report === 'reportBrands'
      ? brandRows([...chosen.values()], counted)
      : (report === 'reportQueries' ? latest(counted).map(queryRow) : counted.flatMap(mentionRows))
          .sort((a, b) => bytes(b.time, a.time) || bytes(a.key, b.key))
          .map(({ row, brandId }) => ({ brand: chosen.get(brandId), ...row }));
  return { data: rows.slice(offset, offset + limit), total: rows.length };
}

function brandRows(brands: { id: string; name: string }[], runs: KnownRun[]) {
  const rows = brands.map((brand) => {
    const own = runs.filter(({ brandId }) => brandId === brand.id);
    const named = own.filter(({ position }) => position !== null);
    const scored = named.filter(({ sentiment }) => sentiment !== null);
    return {
      brand,
      visibility: rounded(100 * 100 * named.length, own.length),
      visibility_count: named.length,
      visibility_total: own.length,
      sentiment: rounded(sum(scored.map(({ sentiment }) => sentiment!)), scored.length),
      sentiment_count: scored.length,
      position: rounded(100 * sum(named.map(({ position }) => position!)), named.length),
      position_count: named.length,
    };
  });
  return rows.sort(
    (a, b) =>
      (b.visibility ?? -1) - (a.visibility ?? -1) ||
      bytes(a.brand.name, b.brand.name) ||
      bytes(a.brand.id, b.brand.id),
  );
}

function latest(runs: KnownRun[]): KnownRun[] {
  return [...Map.groupBy(runs, ({ queryId }) => queryId).values()].map(
    (own) => own.sort((a, b) => bytes(b.executedAt, a.executedAt) || bytes(b.id, a.id))[0]!,
  );
}

function queryRow({ id, queryId, queryText, platform, brandId, executedAt, position, sentiment }: KnownRun) {
  const latestResult = {
    runId: id,
    brandMentioned: position !== null,
    visibilityScore: position === null ? 0 : Math.max(10, 100 - 15 * (position - 1)),
    position,
    sentimentScore: sentiment === null ? null : sentiment / 100,
  };
  const row = { query: { id: queryId, queryText, platform }, executedAt, latestResult };
  return { row, brandId, time: executedAt, key: queryId };
}

function mentionRows({ id: runId, brandId, executedAt, position, sentiment, ...run }: KnownRun) {
  if (position === null || sentiment === null) return [];
  const sources = new Map(run.citations.toReversed().map(({ url }) => [url, titleOf(url, run.citations)]));
  if (sources.size === 0) sources.set('', null);
  return [...sources].map(([url, title]) => {
    const id = derivedId(runId, brandId, url);
    const row = {
      id,
      sourceUrl: url || null,
      title,
      platform: run.platform,
      sentiment: sentiment >= 5250 ? 'POSITIVE' : sentiment <= 4750 ? 'NEGATIVE' : 'NEUTRAL',
      sentimentScore: sentiment / 100,
      discoveredAt: executedAt,
      query: { id: run.queryId, queryText: run.queryText, platform: run.platform },
    };
    return { row, brandId, time: executedAt, key: id };
  });
}

/** The first title that says something, of the times the URL is cited. */
function titleOf(url: string, citations: KnownRun['citations']): string | null {
  const titles = citations.filter((citation) => citation.url === url).map(({ title }) => title?.trim());
  return titles.find((title) => title) ?? null;
}

/** n ÷ d hundredths as a number of two decimals, half away from zero (n is never negative). */
function rounded(n: number, d: number): number | null {
  return d === 0 ? null : Number((2n * BigInt(n) + BigInt(d)) / (2n * BigInt(d))) / 100;
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
