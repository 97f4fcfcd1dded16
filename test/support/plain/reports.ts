import { derivedId } from '../../../src/base/ids.ts';
import type { ReportId, ReportParameters } from '../../../src/reports/reports.ts';
import type { Reader } from '../../../src/reports/rules.ts';

/** What a test knows of a run it ingested. Times are RFC 3339 in UTC with milliseconds. */
export interface KnownRun {
  id: string;
  queryId: string;
  queryText: string;
  /** The first text for the brand that looks like it. */
  prompt: string;
  platform: string;
  model: string | null;
  country: string | null;
  language: string | null;
  surface: string | null;
  searched: boolean | null;
  citationsFrom: string | null;
  /** What the platform searched for, in order; null: it is not known. */
  searches: readonly string[] | null;
  topic: string | null;
  /** Of its query. */
  tags: string[];
  brandId: string;
  executedAt: string;
  /** null: the answer does not name the brand. */
  position: number | null;
  /** Whether the answer only says that it does not know the brand. */
  unknown: boolean;
  /** Hundredths; null: nobody read it. */
  sentiment: number | null;
  reader: Reader | null;
  /** The competitors that the answer names. */
  rivals: { id: string; position: number; sentiment: number | null; reader: Reader | null }[];
  citations: KnownCitation[];
}
export interface KnownCitation {
  /** As it was sent. */
  url: string;
  pageUrl: string;
  title: string | null;
  /** As set for its domain, or by the rules. */
  sourceType: string;
  pageType: string | null;
}
/** What a person said of a mention; null: as extracted. */
export interface Correction {
  dismissed: boolean;
  sentiment: number | null;
  sourceType: string | null;
}
export interface Known {
  brands: { id: string; name: string; archived: boolean }[];
  competitors: { id: string; name: string; brandId: string }[];
  runs: KnownRun[];
  /** By the id of the mention. */
  corrections: ReadonlyMap<string, Correction>;
}
interface Report {
  data: Record<string, unknown>[];
  total: number;
}

/** The reports as the contract words them, in plain loops over all runs: what engines must agree with. */
export function plainReport(report: ReportId, known: Known, parameters: ReportParameters): Report {
  const { brands, runs, corrections } = known;
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
      : (report === 'reportQueries'
          ? latest(counted).map(queryRow)
          : counted.flatMap((run) => mentionsOf(run, corrections)).map(mentionRow)
        )
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

/** A brand beside its competitors; nothing of a brand that is unknown. */
export function plainComparison(
  { brands, competitors, runs }: Known,
  { brand, start, end }: Pick<ReportParameters, 'brand' | 'start' | 'end'>,
): Report {
  const own = runs.filter(
    ({ brandId, executedAt }) =>
      brandId === brand && executedAt.slice(0, 10) >= start && executedAt.slice(0, 10) <= end,
  );
  const namings = (id: string) =>
    id === brand
      ? own.filter(({ position }) => position !== null)
      : own.flatMap(({ rivals }) => rivals.filter((rival) => rival.id === id));
  const subjects = [
    ...brands.filter(({ id }) => id === brand),
    ...competitors.filter(({ brandId }) => brandId === brand && brands.some(({ id }) => id === brand)),
  ];
  const voices = sum(subjects.map(({ id }) => namings(id).length));
  const data = subjects.map(({ id, name }) => {
    const named = namings(id);
    const scored = named.filter(({ sentiment }) => sentiment !== null);
    return {
      id,
      name,
      isBrand: id === brand,
      visibility: rounded(10_000 * named.length, own.length),
      visibilityCount: named.length,
      visibilityTotal: own.length,
      sentiment: rounded(sum(scored.map(({ sentiment }) => sentiment!)), scored.length),
      sentimentCount: scored.length,
      position: rounded(100 * sum(named.map(({ position }) => position!)), named.length),
      positionCount: named.length,
      shareOfVoice: rounded(10_000 * named.length, voices),
    };
  });
  data.sort(
    (a, b) => (b.shareOfVoice ?? -1) - (a.shareOfVoice ?? -1) || bytes(a.name, b.name) || bytes(a.id, b.id),
  );
  return { data, total: data.length };
}

export function latest(runs: KnownRun[]): KnownRun[] {
  return [...Map.groupBy(runs, ({ queryId }) => queryId).values()].map(
    (own) => own.sort((a, b) => bytes(b.executedAt, a.executedAt) || bytes(b.id, a.id))[0]!,
  );
}

export function queryRow({
  id,
  queryId,
  queryText,
  platform,
  brandId,
  executedAt,
  position,
  sentiment,
  reader,
}: KnownRun) {
  const latestResult = {
    runId: id,
    brandMentioned: position !== null,
    visibilityScore: position === null ? 0 : Math.max(10, 100 - 15 * (position - 1)),
    position,
    sentimentScore: sentiment === null ? null : sentiment / 100,
    sentimentReader: reader,
  };
  const row = { query: { id: queryId, queryText, platform }, executedAt, latestResult };
  return { row, brandId, time: executedAt, key: queryId };
}

/** A mention of a run, with what a person said of it. */
export interface KnownMention {
  id: string;
  run: KnownRun;
  /** null: the answer cites nothing. */
  url: string | null;
  pageUrl: string | null;
  title: string | null;
  /** Hundredths; null: nobody read it. */
  sentiment: number | null;
  reader: Reader | null;
  sourceType: string;
}

export function mentionsOf(run: KnownRun, corrections: Known['corrections']): KnownMention[] {
  if (run.position === null) return [];
  const sources: (KnownCitation | null)[] = pagesOf(run);
  if (sources.length === 0) sources.push(null);
  return sources.flatMap((cited) => {
    const id = derivedId(run.id, run.brandId, cited?.url ?? '');
    const correction = corrections.get(id);
    if (correction?.dismissed) return [];
    const sourceType = correction?.sourceType ?? cited?.sourceType ?? 'AI_ANSWER';
    const { sentiment, reader } =
      typeof correction?.sentiment === 'number'
        ? { sentiment: correction.sentiment, reader: 'PERSON' as const }
        : run;
    const { url = null, pageUrl = null, title = null } = cited ?? {};
    return [{ id, run, url, pageUrl, title, sentiment, reader, sourceType }];
  });
}

export function bandOf(sentiment: number | null): string | null {
  if (sentiment === null) return null;
  return sentiment >= 5250 ? 'POSITIVE' : sentiment <= 4750 ? 'NEGATIVE' : 'NEUTRAL';
}

export function mentionRow({ id, run, url, pageUrl, title, sentiment, reader }: KnownMention) {
  const row = {
    id,
    sourceUrl: url,
    pageUrl,
    title,
    platform: run.platform,
    sentiment: bandOf(sentiment),
    sentimentScore: sentiment === null ? null : sentiment / 100,
    sentimentReader: reader,
    discoveredAt: run.executedAt,
    query: { id: run.queryId, queryText: run.queryText, platform: run.platform },
  };
  return { row, brandId: run.brandId, time: run.executedAt, key: id };
}

/** The pages that an answer cites, each as its first address in the answer. */
export function pagesOf({ citations }: KnownRun): KnownCitation[] {
  const pages = new Map(citations.toReversed().map((citation) => [citation.pageUrl, citation]));
  return [...pages.values()].map((citation) => ({ ...citation, title: titleOf(citation.url, citations) }));
}

/** The first title that says something, of the times the URL is cited. */
function titleOf(url: string, citations: KnownRun['citations']): string | null {
  const titles = citations.filter((citation) => citation.url === url).map(({ title }) => title?.trim());
  return titles.find((title) => title) ?? null;
}

/** n ÷ d hundredths as a number of two decimals, half away from zero (n is never negative). */
export function rounded(n: number, d: number): number | null {
  return d === 0 ? null : Number((2n * BigInt(n) + BigInt(d)) / (2n * BigInt(d))) / 100;
}

export const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
export const bytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
