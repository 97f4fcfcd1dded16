import type { Columns } from '../wire.ts';
import { count, type Measure } from './measure.ts';

/** The reports on what is found in answers: each row is a source, or a search, within a brand. */
export type ItemReport = 'reportSources' | 'reportSearches';
/** The field that identifies a row. */
export type ItemKey = 'domain' | 'url' | 'search';

/** The items that one of these reports counts. `i` is an item in the SQL, `f` the answer that it is found in. */
export interface Items {
  table: 'citations' | 'run_searches';
  measures: Readonly<Record<string, Measure>>;
  /** Sums over the answers of a row, each with an expression that is 1 for an answer that counts. */
  flags: Readonly<Record<string, string>>;
}

const share = (part: string, all: string): Measure => ({ sums: [part, all], scale: 10_000 });

const OF_ANSWERS: Items['measures'] = {
  answer_share: share('answers', 'all_answers'),
  answer_count: count('answers'),
  answer_total: count('all_answers'),
};
const OF_BRAND: Items['measures'] = { brand_share: share('named', 'answers'), brand_count: count('named') };

export const ITEMS: Readonly<Record<ItemReport, Items>> = {
  reportSources: {
    table: 'citations',
    measures: {
      ...OF_ANSWERS,
      citation_share: share('items', 'all_items'),
      citation_count: count('items'),
      citation_total: count('all_items'),
      ...OF_BRAND,
      competitor_count: count('rivalled'),
      gap_share: share('gaps', 'answers'),
      gap_count: count('gaps'),
    },
    flags: {
      rivalled: 'case when marked.run_id is null then 0 else 1 end',
      gaps: 'case when marked.run_id is null or f.named = 1 then 0 else 1 end',
    },
  },
  reportSearches: {
    table: 'run_searches',
    measures: {
      ...OF_ANSWERS,
      search_count: count('items'),
      ...OF_BRAND,
      own_site_share: share('own', 'answers'),
      own_site_count: count('own'),
    },
    flags: { own: 'case when marked.run_id is null then 0 else 1 end' },
  },
};

/** Columns of an item by the names of requests. */
export const ITEM_COLUMNS = {
  domain: 'i.domain',
  url: 'i.url',
  source_type: 'i.source_type',
  page_type: 'i.page_type',
  search: 'i.text',
} as const;
export type ItemField = keyof typeof ITEM_COLUMNS;

export function isItemField(field: string): field is ItemField {
  return field in ITEM_COLUMNS;
}

export function isOfItems(report: string): report is ItemReport {
  return report in ITEMS;
}

/** Ids of the answers that a flag of the report looks for: those that name a competitor, or cite the brand's site. */
export function markedRuns(report: ItemReport): string {
  return report === 'reportSources' ? RIVALLED_RUNS : OWN_SITE_RUNS;
}
export const RIVALLED_RUNS = 'select c.run_id from snapshot.run_competitors c where c.org_id = $org';
export const OWN_SITE_RUNS =
  "select o.run_id from snapshot.citations o where o.org_id = $org and o.source_type = 'BRAND_SITE'";

/** Columns that describe the item of a row, beside its key. */
export function describingColumns(by: ItemKey): Columns {
  if (by === 'search') return { search: 'VARCHAR' };
  return {
    domain: 'VARCHAR',
    ...(by === 'url' ? ({ url: 'VARCHAR', title: 'VARCHAR' } as const) : {}),
    source_type: 'VARCHAR',
    page_type: 'VARCHAR',
  };
}
