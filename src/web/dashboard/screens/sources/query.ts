import { call, type Schemas } from '../../api/client.ts';
import { useAnswer, useList } from '../../api/loading.ts';
import { SOURCE_TYPE_NAMES } from '../../api/source-types.ts';
import { answerQuery, type Filters, reportBody } from '../../state/filters.ts';
import { useRoute } from '../../state/route.ts';

export type SourceType = Schemas['SourceType'];
export type SourceRow = Schemas['SourceRow'];
type Body = Schemas['SourcesReportParameters'];
type Condition = NonNullable<Body['filters']>[number];

export const PAGE_TYPE_NAMES = {
  LIST: 'List',
  COMPARISON: 'Comparison',
  REVIEW: 'Review',
  HOW_TO: 'How-to',
  PRODUCT: 'Product page',
  FORUM_THREAD: 'Discussion',
  NEWS: 'News',
} as const satisfies Record<NonNullable<Schemas['PageType']>, string>;
export type PageType = keyof typeof PAGE_TYPE_NAMES;

/** What narrows sources beside the filter bar, as the address has it. */
export interface Narrowed {
  sourceType: SourceType | null;
  pageType: PageType | null;
  /** A part of the domain. */
  site: string | null;
  /** Whom the answers name: 'gap' (a competitor and not the brand), 'named', 'unnamed', or the id of a competitor. */
  who: string | null;
}

export function useNarrowed(): Narrowed {
  const { params } = useRoute();
  const type = params.get('type');
  const page = params.get('page');
  return {
    sourceType: type !== null && Object.hasOwn(SOURCE_TYPE_NAMES, type) ? (type as SourceType) : null,
    pageType: page !== null && Object.hasOwn(PAGE_TYPE_NAMES, page) ? (page as PageType) : null,
    site: params.get('domain'),
    who: params.get('who'),
  };
}

const among = (field: Condition['field'], value: string | boolean): Condition => ({
  field,
  operator: 'in',
  values: [value],
});

export const ofDomain = (domain: string): Condition => among('domain', domain);
export const OWN_SITE: Condition = among('source_type', 'BRAND_SITE');
const NOT_OWN_SITE: Condition = { ...OWN_SITE, operator: 'not_in' };

/** Which answers count, by whom they name. */
export function ofWho(who: string | null): Condition[] {
  if (who === null) return [];
  if (who === 'gap') return [among('gap', true)];
  return who === 'named' || who === 'unnamed'
    ? [among('mentioned', who === 'named')]
    : [among('competitor', who)];
}

/** The brand's own pages have a place of their own, so lists leave them out unless they are asked for. */
export function conditionsOf({ sourceType, pageType, site, who }: Narrowed): Condition[] {
  return [
    sourceType === null ? NOT_OWN_SITE : among('source_type', sourceType),
    ...(pageType === null ? [] : [among('page_type', pageType)]),
    ...(site === null ? [] : [{ ...among('domain', site.toLowerCase()), operator: 'contains' as const }]),
    ...ofWho(who),
  ];
}

/** The report of sources by the filter bar and further conditions, page by page. */
export function useSources(
  filters: Filters,
  conditions: readonly Condition[],
  { limit = 100, ...more }: Omit<Body, 'filters' | 'offset'>,
) {
  const { filters: bar = [], ...range } = reportBody(filters);
  const body = { ...range, ...more, limit, filters: [...bar, ...conditions] } as Body;
  return useList(['sources', body], async ({ after }) => {
    const offset = Number(after ?? 0);
    const { data, total } = await call('getSourcesReport', { body: { ...body, offset } });
    const end = offset + data.length;
    return { data, total, next: data.length > 0 && end < total ? String(end) : null };
  });
}

/** What no report has by row: answers by whether they cite the brand's site, and by kind of source. */
export function useCitations(filters: Filters, brandId: string) {
  const {
    start,
    end,
    platforms: [platform, ...others],
    tag,
    branded,
  } = filters;
  const query = {
    startDate: start,
    endDate: end,
    brandId,
    platform: others.length > 0 ? null : (platform ?? null),
    tag,
    branded,
    ...answerQuery(filters),
  };
  return useAnswer('getCitationOverview', { query });
}

/** The share of a whole in percent; null where there is no whole. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : (100 * part) / whole;
