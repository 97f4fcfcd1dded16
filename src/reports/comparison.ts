import { roundedMean } from '../base/definitions.ts';
import type { OrgId } from '../base/ids.ts';
import type { components } from '../contract/generated/types.ts';
import { byBytes, highestFirst } from './means.ts';
import type { DateRange } from './range.ts';
import { type Caller, RenderedPage } from './rendered-cache.ts';
import type { RenderedReport, Reports } from './reports.ts';

type Schemas = components['schemas'];
type Row = Schemas['ComparisonRow'];
type BrandRow = Schemas['BrandRow'];
/** Measures that a brand's row and each of its competitors share. */
type Measures = Omit<Schemas['CompetitorMeasures'], 'id' | 'name' | 'share_of_voice' | 'previous' | 'change'>;

/**
 * A brand with its competitors, from its row of the brands report. A new brand has no row until it is in the snapshot.
 */
export async function brandComparison(
  reports: Reports,
  { orgId, brand, start, end, caller }: DateRange & { orgId: OrgId; brand: string; caller?: Caller },
): Promise<RenderedReport> {
  const { body, ...snapshot } = await reports.render(
    {
      report: 'reportBrands',
      breakdown: {
        dimensions: null,
        filters: [],
        having: [],
        orderBy: [],
        include: ['share_of_voice', 'competitors'],
        compareTo: null,
        sentimentReaders: null,
        by: null,
      },
      orgId,
      brand,
      allowed: null,
      start,
      end,
      limit: 1,
      offset: 0,
    },
    caller,
  );
  const found: { data: BrandRow[] } = JSON.parse(body.toString());
  const data = found.data.flatMap(comparedRows);
  const { length: total } = data;
  return {
    body: new RenderedPage({ body: Buffer.from(JSON.stringify({ data, total })), total }),
    ...snapshot,
  };
}

/** A brand and its competitors by share of voice (highest first, unknown last), name and id. */
function comparedRows({ brand, competitors = [], ...own }: BrandRow): Row[] {
  const subjects = [
    { ...brand, ...own, isBrand: true },
    ...competitors.map((each) => ({ ...each, isBrand: false })),
  ];
  // The brand's own share_of_voice is not used, because it is null without a competitor.
  const voices = subjects.reduce((total, { visibility_count }) => total + visibility_count, 0);
  return subjects
    .map((subject) => comparedRow(subject, voices))
    .sort(
      (a, b) =>
        highestFirst(a.shareOfVoice, b.shareOfVoice) || byBytes(a.name, b.name) || byBytes(a.id, b.id),
    );
}

function comparedRow(
  { id, name, isBrand, ...measures }: Measures & { id: string; name: string; isBrand: boolean },
  voices: number,
): Row {
  return {
    id,
    name,
    isBrand,
    visibility: measures.visibility,
    visibilityCount: measures.visibility_count,
    visibilityTotal: measures.visibility_total,
    sentiment: measures.sentiment,
    sentimentCount: measures.sentiment_count,
    position: measures.position,
    positionCount: measures.position_count,
    shareOfVoice: roundedMean(10_000 * measures.visibility_count, voices),
  };
}
